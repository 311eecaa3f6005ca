import type { ReactNode } from "react";
import type { FieldModel } from "../../../../schemas/forms.ts";
import { codePointLength } from "../../../../schemas/rules/code-points.ts";
import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";
import type { FormItem, FormValue } from "../../../state/form-value.ts";
import { Count, Note } from "../../elements/Field.tsx";
import { type FieldPath, useChange, useNotes } from "./form-desk.ts";
import { NEAR_LIMIT } from "./TextValueField.tsx";

type TextModel = Extract<FieldModel, { kind: "text" }>;

/** The two texts of an item when one line can hold it faithfully: no other members are known or present. */
export function pairOf(item: FieldModel, rows: readonly FormItem[]): [TextModel, TextModel] | null {
	if (item.kind !== "object" || item.fields.length !== 2) return null;
	const [first, second] = item.fields;
	if (first?.kind !== "text" || second?.kind !== "text") return null;
	const plain = rows.every(
		({ value }) =>
			value.kind === "object" && value.extra.length === 0 && [first, second].every((field) => value.members[field.name]?.kind === "text"),
	);
	return plain ? [first, second] : null;
}

interface PairRowProps {
	fields: [TextModel, TextModel];
	value: FormValue;
	path: FieldPath;
	pointer: string;
	/** Name of the list, on its first row. */
	label: string;
	buttons: ReactNode;
}

/** Two texts on one line, for example a context entry. */
export function PairRow({ fields, value, path, pointer, label, buttons }: PairRowProps) {
	return (
		<li className="ctx ctx--row">
			<span className="label">{label}</span>
			{fields.map((field) => (
				<PairText
					key={field.name}
					field={field}
					value={value}
					path={[...path, field.name]}
					pointer={`${pointer}/${pointerToken(field.name)}`}
				/>
			))}
			{buttons}
		</li>
	);
}

function PairText({ field, value, path, pointer }: { field: TextModel; value: FormValue; path: FieldPath; pointer: string }) {
	const change = useChange();
	const notes = useNotes(pointer);
	const member = value.kind === "object" ? value.members[field.name] : undefined;
	const text = member?.kind === "text" ? member.text : "";
	const used = codePointLength(text);
	return (
		<div className={notes.some((note) => note.kind === "bad") ? "field field--bad" : "field"}>
			<textarea
				className="input"
				rows={1}
				aria-label={field.label}
				aria-invalid={notes.length > 0 || undefined}
				placeholder={field.label}
				title={field.help}
				value={text}
				onChange={(event) => change(path, (): FormValue => ({ kind: "text", text: event.target.value }))}
			/>
			{text !== "" && field.maxLength !== undefined && <Count used={used} limit={field.maxLength} warnFrom={NEAR_LIMIT} />}
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
		</div>
	);
}
