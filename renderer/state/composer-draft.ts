import type { AutoNumber, FieldModel, MessageForm } from "../../schemas/forms.ts";
import { pointerToken } from "../../schemas/rules/json-pointer.ts";
import type { Unshowable } from "./form-read.ts";
import { readForm } from "./form-read.ts";
import type { AutoValues, FormValue } from "./form-value.ts";
import { changeAt, emptyValue } from "./form-value.ts";
import { autoNumber, writeForm } from "./form-write.ts";
import { nodeAt, readJson } from "./json-text.ts";

/** `form`: fields. `json`: the same text with help. `raw`: the text and nothing else, even when it is no JSON. */
export type ComposerMode = "form" | "json" | "raw";

/** A number the console wrote and keeps current until the operator writes another one there. */
interface AutoMark {
	path: string;
	auto: AutoNumber;
	/** As last written; a different number at `path` is the operator's own. */
	written: string;
}

/**
 * One message being written. `text` is always exactly what would be sent, whatever the mode; in form mode `form` says how it came about.
 * Invariant: in form mode `text` reads back as `form`, but its spaces may be the operator's own until a field is changed.
 */
export interface Draft {
	mode: ComposerMode;
	text: string;
	form: FormValue | null;
	auto: AutoMark[];
	/** `text` was typed, not written by the form: kept as it is until a field changes. */
	verbatim: boolean;
	/** Something was typed since the draft was new. */
	touched: boolean;
}

/** An empty form; nothing of the sample is taken over, so that nothing is sent that nobody wrote. */
export function newDraft(message: MessageForm, values: AutoValues): Draft {
	return fromForm(message.form, emptyValue(message.form), values, false);
}

function fromForm(model: FieldModel, form: FormValue, values: AutoValues, touched: boolean): Draft {
	const text = writeForm(model, form, values);
	return { mode: "form", text, form, auto: autoMarks(model, form, values), verbatim: false, touched };
}

export function withForm(draft: Draft, message: MessageForm, form: FormValue, values: AutoValues): Draft {
	return draft.form === form ? draft : fromForm(message.form, form, values, true);
}

/** Text typed under JSON or Raw. */
export function withText(draft: Draft, text: string): Draft {
	return draft.text === text ? draft : { ...draft, text, verbatim: true, touched: true };
}

export type ModeChange = { ok: true; draft: Draft } | { ok: false; reasons: Unshowable[] };

/** The text never changes by switching. The form may refuse a text it could not give back unchanged. */
export function withMode(draft: Draft, message: MessageForm, mode: ComposerMode): ModeChange {
	if (mode === draft.mode) return { ok: true, draft };
	if (mode !== "form") return { ok: true, draft: { ...draft, mode, verbatim: true } };
	const reading = readForm(message.form, draft.text, draft.form ?? undefined);
	if (!reading.ok) return reading;
	const auto = draft.auto.filter((mark) => numberAt(draft.text, mark.path)?.source === mark.written);
	let form = reading.value;
	for (const mark of auto) {
		const path = mark.path.split("/").slice(1);
		form = changeAt(form, path, (part) => (part.kind === "number" ? { ...part, auto: true } : part));
	}
	return { ok: true, draft: { ...draft, mode, form, auto } };
}

/** The same draft with the numbers the console fills in as they are now. Raw text is never touched. */
export function refreshAuto(draft: Draft, message: MessageForm, values: AutoValues): Draft {
	if (draft.mode === "raw" || draft.auto.every((mark) => mark.written === autoNumber(mark.auto, values))) return draft;
	if (draft.mode === "form" && draft.form && !draft.verbatim) return fromForm(message.form, draft.form, values, draft.touched);
	let text = draft.text;
	const auto: AutoMark[] = [];
	for (const mark of draft.auto) {
		const number = numberAt(text, mark.path);
		if (number?.source !== mark.written) continue;
		const written = autoNumber(mark.auto, values);
		text = text.slice(0, number.from) + written + text.slice(number.to);
		auto.push({ ...mark, written });
	}
	return { ...draft, text, auto };
}

function numberAt(text: string, pointer: string) {
	const reading = readJson(text);
	if (!reading.ok) return null;
	const { node, exact } = nodeAt(reading.node, pointer);
	return exact && node.kind === "number" ? node : null;
}

function autoMarks(model: FieldModel, value: FormValue, values: AutoValues, path = ""): AutoMark[] {
	if (value.kind === "number" && value.auto && (model.kind === "integer" || model.kind === "number") && model.auto) {
		return [{ path, auto: model.auto, written: autoNumber(model.auto, values) }];
	}
	if (value.kind === "object" && model.kind === "object") {
		return model.fields.flatMap((field) => {
			const member = value.members[field.name];
			return member ? autoMarks(field, member, values, `${path}/${pointerToken(field.name)}`) : [];
		});
	}
	return [];
}

/** What `draft.save` keeps: `""` for a draft nobody touched. */
export function saveDraft(draft: Draft): string {
	return draft.touched ? JSON.stringify({ v: 1, mode: draft.mode, text: draft.text, auto: draft.auto }) : "";
}

/** The draft as saved, or a new one. A form that no longer fits comes back as JSON, and what cannot be read at all as raw text. */
export function loadDraft(message: MessageForm, saved: string | undefined, values: AutoValues): Draft {
	const fresh = newDraft(message, values);
	const kept = saved ? parseSaved(saved) : null;
	if (!kept) return saved ? { ...fresh, mode: "raw", text: saved, verbatim: true, touched: true } : fresh;
	const draft: Draft = {
		mode: kept.mode === "form" ? "json" : kept.mode,
		text: kept.text,
		form: null,
		auto: kept.auto,
		verbatim: true,
		touched: true,
	};
	if (kept.mode !== "form") return refreshAuto(draft, message, values);
	const opened = withMode(draft, message, "form");
	return refreshAuto(opened.ok ? opened.draft : draft, message, values);
}

function parseSaved(saved: string): { mode: ComposerMode; text: string; auto: AutoMark[] } | null {
	try {
		const value = JSON.parse(saved) as { v?: unknown; mode?: unknown; text?: unknown; auto?: unknown };
		const { mode, text, auto } = value;
		if (value.v !== 1 || typeof text !== "string" || (mode !== "form" && mode !== "json" && mode !== "raw")) return null;
		return { mode, text, auto: Array.isArray(auto) ? auto.filter(isAutoMark) : [] };
	} catch {
		return null;
	}
}

const AUTO_NUMBERS: readonly AutoNumber[] = ["nextTurn", "nextAudioTurn", "openAudioTurn", "cursor"];

function isAutoMark(value: unknown): value is AutoMark {
	if (typeof value !== "object" || value === null) return false;
	const { path, auto, written } = value as Record<string, unknown>;
	return typeof path === "string" && typeof written === "string" && AUTO_NUMBERS.some((known) => known === auto);
}
