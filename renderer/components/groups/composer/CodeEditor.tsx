import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Finding } from "../../../../schemas/timeline.ts";
import { nodeAt, readJson } from "../../../state/json-text.ts";
import { editorExtensions } from "./code-editor-extensions.ts";

interface CodeEditorProps {
	label: string;
	language: "json" | "plain";
	value: string;
	onChange: (value: string) => void;
	/** Underlined where their JSON Pointer leads. */
	findings: readonly Finding[];
}

/** A text editor that keeps every character. Remount it (by key) for another message. */
export function CodeEditor({ label, language, value, onChange, findings }: CodeEditorProps) {
	const host = useRef<HTMLDivElement>(null);
	const view = useRef<EditorView | null>(null);
	const latest = useRef({ onChange, value });
	latest.current = { onChange, value };

	useEffect(() => {
		if (!host.current) return;
		const extensions = editorExtensions(language, label, (text) => {
			// A text put in from outside comes back here too; it is no typing.
			if (text !== latest.current.value) latest.current.onChange(text);
		});
		const editor = new EditorView({ parent: host.current, state: EditorState.create({ doc: latest.current.value, extensions }) });
		view.current = editor;
		return () => {
			view.current = null;
			editor.destroy();
		};
	}, [language, label]);

	useEffect(() => {
		const editor = view.current;
		if (!editor || editor.state.sliceDoc() === value) return;
		editor.dispatch({ changes: changeBetween(editor.state.sliceDoc(), value) });
	}, [value]);

	useEffect(() => {
		const editor = view.current;
		if (!editor || editor.state.sliceDoc() !== value) return;
		editor.dispatch(setDiagnostics(editor.state, language === "json" ? diagnosticsOf(value, findings) : []));
	}, [value, findings, language]);

	return <div ref={host} className="code-editor" />;
}

/** The part that differs, so that the caret stays where it was when the console changes one number. */
function changeBetween(from: string, to: string): { from: number; to: number; insert: string } {
	let start = 0;
	while (start < from.length && start < to.length && from[start] === to[start]) start++;
	let end = 0;
	while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
	return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

function diagnosticsOf(text: string, findings: readonly Finding[]): Diagnostic[] {
	const reading = readJson(text);
	if (!reading.ok) {
		const from = Math.min(reading.at, Math.max(0, text.length - 1));
		return [{ from, to: Math.min(from + 1, text.length), severity: "error", message: reading.message }];
	}
	return findings.map((finding) => {
		const { node } = nodeAt(reading.node, finding.path);
		const whole = node === reading.node && node.kind === "object";
		return {
			from: node.from,
			// A finding about the whole message marks its opening bracket, not every line.
			to: whole ? node.from + 1 : node.to,
			severity: finding.severity,
			message: finding.path === "" ? finding.message : `${finding.path}: ${finding.message}`,
		};
	});
}
