import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { autoNumber } from "../../../state/form-write.ts";
import { Field, type FieldNote } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { type FieldPath, useAuto, useChange, useNotes } from "./form-desk.ts";

interface NumberFieldProps {
	model: Extract<FieldModel, { kind: "integer" | "number" }>;
	value: Extract<FormValue, { kind: "number" }>;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** A number kept as the text that was typed, so that no digit is ever changed. A value too large to be exact elsewhere is shown, not edited. */
export function NumberField({ model, value, path, pointer, onRemove }: NumberFieldProps) {
	const change = useChange();
	const auto = useAuto();
	const found = useNotes(pointer);
	const locked = value.locked === true;
	const isAuto = value.auto === true && model.auto !== undefined;
	const shown = isAuto && model.auto ? autoNumber(model.auto, auto) : value.text;
	const notes: FieldNote[] = locked
		? [...found, { kind: "locked", text: "Beyond 9007199254740991. Edit it under JSON, where every digit stays." }]
		: found;
	return (
		<div className={`fv fv--num ${locked ? "fv--wide" : ""}`}>
			<Field label={isAuto ? `${model.label}, auto` : model.label} notes={notes} optional={!model.required && !onRemove}>
				{(ids) => (
					<div className="fv-with">
						<input
							{...ids}
							type="text"
							inputMode="numeric"
							autoComplete="off"
							spellCheck={false}
							className={`input input--data ${isAuto ? "is-auto" : ""}`}
							title={model.help}
							readOnly={locked}
							value={shown}
							onChange={(event) => {
								const text = event.target.value.trim();
								change(path, (): FormValue => ({ kind: "number", text }));
							}}
						/>
						{model.auto && !isAuto && !locked && (
							<IconButton
								icon="retry"
								label={`Let the console fill in ${model.label} (${autoNumber(model.auto, auto)})`}
								onPress={() => change(path, (): FormValue => ({ kind: "number", text: "", auto: true }))}
							/>
						)}
						{onRemove && <IconButton icon="x" label={`Remove ${model.label}`} onPress={onRemove} />}
					</div>
				)}
			</Field>
		</div>
	);
}
