import { useEffect, useState } from "react";
import { codePointLength } from "../../../../schemas/rules/code-points.ts";
import { MAX_TEMPLATE_NAME, type Template, type TemplateKind } from "../../../../schemas/templates.ts";
import { namesake, type TemplateStore } from "../../../state/template-store.ts";
import { sizeWords, suggestedName, templateLine } from "../../../state/template-words.ts";
import type { FieldNote } from "../../elements/Field.tsx";
import { NameDialog } from "../../elements/NameDialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface SaveDialogProps {
	kind: TemplateKind;
	label: string;
	/** What is kept. */
	text: string;
	/** Of this kind. */
	templates: readonly Template[];
	store: TemplateStore;
	isOpen: boolean;
	onClose: () => void;
}

const SHOWN_LINE = 300;

/** Asks for the name; the one of a template that is there already replaces it, and says so first. */
export function SaveDialog({ kind, label, text, templates, store, isOpen, onClose }: SaveDialogProps) {
	const [name, setName] = useState("");
	const [failure, setFailure] = useState<string | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the name is suggested when the dialog opens, not while it is open
	useEffect(() => {
		if (!isOpen) return;
		setName(suggestedName(kind, text));
		setFailure(null);
	}, [isOpen]);
	const wanted = name.trim();
	const used = codePointLength(wanted);
	const fits = used > 0 && used <= MAX_TEMPLATE_NAME;
	const twin = namesake(templates, kind, wanted);
	const save = async () => {
		const error = await store.keep(kind, wanted, text);
		if (error) setFailure(error.message);
		else onClose();
	};
	const notes: FieldNote[] = [
		...(failure === null ? [] : [{ kind: "bad", text: `Not saved. ${failure}` } as const]),
		...(twin ? [{ kind: "warn", text: `It takes the place of the template of that name, ${sizeWords(kind, twin.text)}.` } as const] : []),
		...(used > MAX_TEMPLATE_NAME ? [{ kind: "bad", text: `${used - MAX_TEMPLATE_NAME} too long.` } as const] : []),
	];
	return (
		<NameDialog
			title={`Save as template: ${label}`}
			label="Name of the template"
			action={twin ? "Replace" : "Save"}
			isOpen={isOpen}
			name={name}
			onName={setName}
			count={{ used, limit: MAX_TEMPLATE_NAME }}
			fits={fits}
			notes={notes}
			onClose={onClose}
			onTake={() => void save()}
		>
			<p className="small dim tpl-line">
				{sizeWords(kind, text)}: <SafeText text={templateLine(kind, text)} most={SHOWN_LINE} />
			</p>
			<p className="note">Kept on this profile, for every session.</p>
		</NameDialog>
	);
}
