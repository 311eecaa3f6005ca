import type { FieldModel } from "../../../../schemas/forms.ts";
import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { Note } from "../../elements/Field.tsx";
import { FormField } from "./FormField.tsx";
import type { FieldPath } from "./form-desk.ts";
import { Part } from "./Part.tsx";
import { PartTemplates } from "./PartTemplates.tsx";

interface SpeechFieldsProps {
	model: Extract<FieldModel, { kind: "object" }>;
	value: Extract<FormValue, { kind: "object" }>;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

const EMPTY_NUMBER: FormValue = { kind: "number", text: "" };

/** How a text was recognised: all of its members at once, the empty ones left out of the message. */
export function SpeechFields({ model, value, path, pointer, onRemove }: SpeechFieldsProps) {
	return (
		<Part
			label={model.label}
			help={model.help}
			pointer={pointer}
			onRemove={onRemove}
			aside={<PartTemplates model={model} value={value} path={path} pointer={pointer} />}
		>
			<Note
				kind="plain"
				text="Measurements of the recognition only. It holds no content: nothing that was said, no audio. What stays empty is left out."
			/>
			<div className="fv-row">
				{model.fields.map((field) => {
					const member = value.members[field.name] ?? { kind: "absent" as const };
					const shown = member.kind === "absent" && (field.kind === "integer" || field.kind === "number") ? EMPTY_NUMBER : member;
					return (
						<FormField
							key={field.name}
							// An empty field is left out, so it needs no way to take it out and no word that it may be.
							model={{ ...field, required: true }}
							value={shown}
							path={[...path, field.name]}
							pointer={`${pointer}/${pointerToken(field.name)}`}
						/>
					);
				})}
			</div>
		</Part>
	);
}
