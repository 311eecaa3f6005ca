import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { IconButton } from "../../elements/IconButton.tsx";
import { TextArea } from "../../elements/TextArea.tsx";
import { type FieldPath, useChange, useNotes } from "./form-desk.ts";

interface JsonFieldProps {
	model: FieldModel;
	value: Extract<FormValue, { kind: "json" }>;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** A part no field can show faithfully: its JSON, and why. */
export function JsonField({ model, value, path, pointer, onRemove }: JsonFieldProps) {
	const change = useChange();
	const notes = useNotes(pointer);
	return (
		<div className="fv fv--long fv--wide">
			<TextArea
				label={`${model.label}, JSON`}
				help={model.kind === "json" ? model.why : model.help}
				notes={notes}
				data
				rows={2}
				value={value.text}
				onChange={(text) => change(path, (): FormValue => ({ kind: "json", text }))}
			/>
			{onRemove && <IconButton icon="x" label={`Remove ${model.label}`} onPress={onRemove} />}
		</div>
	);
}
