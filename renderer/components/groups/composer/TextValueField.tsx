import type { FieldModel } from "../../../../schemas/forms.ts";
import { codePointLength } from "../../../../schemas/rules/code-points.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { IconButton } from "../../elements/IconButton.tsx";
import { TextArea } from "../../elements/TextArea.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { type FieldPath, useChange, useNotes } from "./form-desk.ts";

/** From this share of its limit on a counter warns. */
export const NEAR_LIMIT = 0.9;

/** Beyond this a field has its full height anyway; measuring it at every key would cost more than drawing it. */
const LONG_TEXT = 4000;

interface TextValueFieldProps {
	model: Extract<FieldModel, { kind: "text" }>;
	value: Extract<FormValue, { kind: "text" }>;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** Text, counted as the schema counts: in code points. */
export function TextValueField({ model, value, path, pointer, onRemove }: TextValueFieldProps) {
	const change = useChange();
	const notes = useNotes(pointer);
	const used = codePointLength(value.text);
	const near = model.maxLength !== undefined && used >= model.maxLength * NEAR_LIMIT && used <= model.maxLength;
	const shared = {
		label: model.label,
		optional: !model.required && !onRemove,
		notes,
		count: model.maxLength === undefined ? undefined : { used, limit: model.maxLength },
		value: value.text,
		onChange: (text: string) => change(path, (): FormValue => ({ kind: "text", text })),
		title: model.help,
	};
	if (!model.multiline && model.format === "date-time") {
		return (
			<div className={`fv fv--text fv--long ${near ? "is-near" : ""}`}>
				<TextField {...shared} data placeholder="2026-11-30T14:31:59.003Z" />
				<IconButton
					icon="clock"
					label="Now"
					onPress={() => change(path, (): FormValue => ({ kind: "text", text: new Date().toISOString() }))}
				/>
			</div>
		);
	}
	if (!model.multiline && !value.text.includes("\n")) {
		return <TextField {...shared} data className={`fv fv--text ${near ? "is-near" : ""}`} placeholder={model.format ?? undefined} />;
	}
	return (
		<div className="fv fv--long">
			<TextArea {...shared} rows={2} className={`${near ? "is-near" : ""} ${value.text.length > LONG_TEXT ? "is-long" : ""}`} />
			{onRemove && <IconButton icon="x" label={`Remove ${model.label}`} onPress={onRemove} />}
		</div>
	);
}
