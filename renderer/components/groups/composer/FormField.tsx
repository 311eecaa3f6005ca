import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import { type FieldPath, useChange } from "./form-desk.ts";
import { JsonField } from "./JsonField.tsx";
import { ListField } from "./ListField.tsx";
import { NumberField } from "./NumberField.tsx";
import { ObjectFields } from "./ObjectFields.tsx";
import { Part } from "./Part.tsx";
import { SpeechFields } from "./SpeechFields.tsx";
import { TextValueField } from "./TextValueField.tsx";
import { UnionField } from "./UnionField.tsx";

interface FormFieldProps {
	model: FieldModel;
	value: FormValue;
	path: FieldPath;
	/** JSON Pointer of this value in the message. */
	pointer: string;
}

/** The widget of one field. Optional parts carry their own way out; absent ones are added by the object around them. */
export function FormField({ model, value, path, pointer }: FormFieldProps) {
	const change = useChange();
	const common = { path, pointer };
	const isPlainText = model.kind === "text" && !model.multiline;
	const onRemove =
		model.required || isPlainText || model.name === "" ? undefined : () => change(path, (): FormValue => ({ kind: "absent" }));
	if (value.kind === "text" && model.kind === "text") return <TextValueField model={model} value={value} onRemove={onRemove} {...common} />;
	if (value.kind === "number" && (model.kind === "integer" || model.kind === "number")) {
		return <NumberField model={model} value={value} onRemove={onRemove} {...common} />;
	}
	if (value.kind === "list" && model.kind === "list") return <ListField model={model} value={value} onRemove={onRemove} {...common} />;
	if (value.kind === "json") return <JsonField model={model} value={value} onRemove={onRemove} {...common} />;
	if (value.kind === "object" && model.kind === "object") {
		if (pointer === "/speechMetadata") return <SpeechFields model={model} value={value} onRemove={onRemove} {...common} />;
		return (
			<Part label={model.label} help={model.help} pointer={pointer} onRemove={onRemove}>
				<ObjectFields model={model} value={value} {...common} />
			</Part>
		);
	}
	if (value.kind === "union" && model.kind === "union") return <UnionField model={model} value={value} onRemove={onRemove} {...common} />;
	return <ChoiceField model={model} value={value} onRemove={onRemove} {...common} />;
}
