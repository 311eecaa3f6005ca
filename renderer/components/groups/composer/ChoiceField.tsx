import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { emptyValue } from "../../../state/form-value.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Select } from "../../elements/Select.tsx";
import { type FieldPath, useChange, useNotes } from "./form-desk.ts";

/** Up to this many options all are visible at once. */
const MAX_VISIBLE = 4;

interface ChoiceFieldProps {
	model: FieldModel;
	value: FormValue;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** Yes or no, one of a list, a fixed word, or a required part that is still missing. */
export function ChoiceField({ model, value, path, pointer, onRemove }: ChoiceFieldProps) {
	const change = useChange();
	const notes = useNotes(pointer);
	const below = notes.map((note) => <Note key={note.text} {...note} />);
	const remove = onRemove && <IconButton icon="x" label={`Remove ${model.label}`} onPress={onRemove} />;
	if (value.kind === "boolean") {
		return (
			<div className="fv fv--choice">
				<span className="fv-with" title={model.help}>
					<Checkbox isChecked={value.value} onChange={(on) => change(path, (): FormValue => ({ kind: "boolean", value: on }))}>
						{model.label}
					</Checkbox>
					{remove}
				</span>
				{below}
			</div>
		);
	}
	if (value.kind === "choice" && model.kind === "choice") {
		const items = model.options.map((option, index) => ({
			id: String(index),
			label: typeof option === "string" ? option : JSON.stringify(option),
		}));
		const choose = (id: string) => change(path, (): FormValue => ({ kind: "choice", option: Number(id) }));
		return (
			<div className="fv fv--choice field" title={model.help}>
				<div className="field-top">
					<span className="label">{model.label}</span>
				</div>
				<span className="fv-with">
					{items.length <= MAX_VISIBLE ? (
						<Segmented label={model.label} items={items} selected={String(value.option)} onSelect={choose} />
					) : (
						<Select
							label={model.label}
							hideLabel
							data
							items={items}
							selected={value.option < 0 ? null : String(value.option)}
							onSelect={choose}
							placeholder="Choose"
						/>
					)}
					{remove}
				</span>
				{below}
			</div>
		);
	}
	if (value.kind === "const" && model.kind === "const") {
		return (
			<div className="fv fv--choice field" title={model.help}>
				<div className="field-top">
					<span className="label">{model.label}</span>
				</div>
				<span className="fv-with mono soft">{JSON.stringify(model.value)}</span>
				{below}
			</div>
		);
	}
	return (
		<div className="fv fv--choice field">
			<Button small kind="quiet" icon="plus" onPress={() => change(path, () => emptyValue(model))}>
				{model.label}
			</Button>
			{below}
		</div>
	);
}
