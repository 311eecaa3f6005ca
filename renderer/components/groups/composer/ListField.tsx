import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { addItem, moveItem, removeItem } from "../../../state/form-value.ts";
import { groupCount } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { FormField } from "./FormField.tsx";
import { type FieldPath, useChange } from "./form-desk.ts";
import { isChoiceList } from "./ObjectFields.tsx";
import { PairRow, pairOf } from "./PairRow.tsx";
import { Part } from "./Part.tsx";
import { PartTemplates } from "./PartTemplates.tsx";

type ListModel = Extract<FieldModel, { kind: "list" }>;
type ListValue = Extract<FormValue, { kind: "list" }>;

interface ListFieldProps {
	model: ListModel;
	value: ListValue;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** Rows to add, move and remove. Fixed words become boxes to tick; two short texts share one line. */
export function ListField({ model, value, path, pointer, onRemove }: ListFieldProps) {
	const change = useChange();
	const edit = (with_: (list: ListValue) => ListValue) => change(path, (old) => (old.kind === "list" ? with_(old) : old));
	const count = model.maxItems === undefined ? groupCount(value.items.length) : `${value.items.length} / ${model.maxItems}`;
	const full = model.maxItems !== undefined && value.items.length >= model.maxItems;
	const pair = pairOf(model.item, value.items);
	if (isChoiceList(model) && model.item.kind === "choice") {
		return (
			<Part label={model.label} help={model.help} pointer={pointer} onRemove={onRemove}>
				<ChoiceBoxes options={model.item.options} value={value} onChange={(next) => edit(() => next)} />
			</Part>
		);
	}
	// The last row of an optional list takes the list with it: an empty list would say nothing.
	const dropRow = (index: number) => (value.items.length === 1 && onRemove ? onRemove() : edit((list) => removeItem(list, index)));
	const buttonsOf = (index: number) => (
		<RowButtons
			label={`${model.label} ${index + 1}`}
			onUp={index > 0 ? () => edit((list) => moveItem(list, index, -1)) : undefined}
			onDown={index < value.items.length - 1 ? () => edit((list) => moveItem(list, index, 1)) : undefined}
			onRemove={() => dropRow(index)}
		/>
	);
	const rows = value.items.map((item, index) => {
		const own = { path: [...path, index], pointer: `${pointer}/${index}` };
		return pair ? (
			<PairRow key={item.id} fields={pair} value={item.value} label={index === 0 ? model.label : ""} buttons={buttonsOf(index)} {...own} />
		) : (
			<li key={item.id} className="fv-item">
				<FormField model={{ ...model.item, label: `${model.item.label || model.label} ${index + 1}` }} value={item.value} {...own} />
				{buttonsOf(index)}
			</li>
		);
	});
	const addRow = (
		<Button small kind="quiet" icon="plus" isDisabled={full} onPress={() => edit((list) => addItem(list, model.item))}>
			{full ? `${model.maxItems} is the limit` : `${model.label} row`}
		</Button>
	);
	if (pair) {
		return (
			<div className="fv fv--wide fv-pairs">
				<ol>{rows}</ol>
				<div className="fv-add">
					{addRow}
					<PartTemplates model={model} value={value} path={path} pointer={pointer} />
					<span className="count">{count}</span>
				</div>
			</div>
		);
	}
	return (
		<Part label={model.label} help={model.help} pointer={pointer} onRemove={onRemove} aside={<span className="count">{count}</span>}>
			<ol className="fv-items">{rows}</ol>
			<div className="fv-add">
				{addRow}
				<PartTemplates model={model} value={value} path={path} pointer={pointer} />
			</div>
		</Part>
	);
}

function RowButtons({ label, onUp, onDown, onRemove }: { label: string; onUp?: () => void; onDown?: () => void; onRemove: () => void }) {
	return (
		<span className="fv-buttons">
			{(onUp || onDown) && (
				<>
					<IconButton icon="up" label={`Move ${label} up`} isDisabled={!onUp} onPress={onUp} />
					<IconButton icon="down" label={`Move ${label} down`} isDisabled={!onDown} onPress={onDown} />
				</>
			)}
			<IconButton icon="x" label={`Remove ${label}`} onPress={onRemove} />
		</span>
	);
}

interface ChoiceBoxesProps {
	options: readonly (string | number | boolean | null)[];
	value: ListValue;
	onChange: (value: ListValue) => void;
}

function ChoiceBoxes({ options, value, onChange }: ChoiceBoxesProps) {
	const chosen = value.items.map((item) => (item.value.kind === "choice" ? item.value.option : -1));
	const toggle = (option: number, on: boolean) => {
		const id = value.items.reduce((top, item) => Math.max(top, item.id + 1), 0);
		const items = on
			? [...value.items, { id, value: { kind: "choice" as const, option } }]
			: value.items.filter((item) => !(item.value.kind === "choice" && item.value.option === option));
		onChange({ kind: "list", items });
	};
	return (
		<div className="fv-boxes">
			{options.map((option, index) => (
				<Checkbox key={String(option)} isChecked={chosen.includes(index)} onChange={(on) => toggle(index, on)}>
					{String(option)}
				</Checkbox>
			))}
		</div>
	);
}
