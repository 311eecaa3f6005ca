import { useState } from "react";
import type { FormValue, UnionModel } from "../../../state/form-value.ts";
import { BRANCH, switchBranch } from "../../../state/form-value.ts";
import { Button } from "../../elements/Button.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Select } from "../../elements/Select.tsx";
import { FormField } from "./FormField.tsx";
import { type FieldPath, useChange } from "./form-desk.ts";
import { ObjectFields } from "./ObjectFields.tsx";
import { Part } from "./Part.tsx";

const MAX_VISIBLE = 4;

interface UnionFieldProps {
	model: UnionModel;
	value: Extract<FormValue, { kind: "union" }>;
	path: FieldPath;
	pointer: string;
	onRemove?: () => void;
}

/** One of several shapes. Only the selector changes the shape, and it asks first when filled-in parts would go. */
export function UnionField({ model, value, path, pointer, onRemove }: UnionFieldProps) {
	const change = useChange();
	const [asked, setAsked] = useState<{ branch: number; dropped: string[] } | null>(null);
	const items = model.branches.map((branch, index) => ({ id: String(index), label: branch.label }));
	const branch = model.branches[value.branch];
	const switchTo = (index: number) => {
		change(path, (old) => (old.kind === "union" ? switchBranch(model, old, index).value : old));
		setAsked(null);
	};
	const choose = (id: string) => {
		const index = Number(id);
		if (index === value.branch) return;
		const { dropped } = switchBranch(model, value, index);
		if (dropped.length === 0) switchTo(index);
		else setAsked({ branch: index, dropped });
	};
	const selector =
		items.length <= MAX_VISIBLE ? (
			<Segmented label={`Kind of ${model.label}`} items={items} selected={String(value.branch)} onSelect={choose} />
		) : (
			<Select label={`Kind of ${model.label}`} hideLabel items={items} selected={String(value.branch)} onSelect={choose} />
		);
	return (
		<Part label={model.label} help={model.help} pointer={pointer} onRemove={onRemove} aside={selector}>
			{asked && (
				<div className="fv-ask" role="alert">
					<span>
						{model.branches[asked.branch]?.label} has no place for <b className="mono">{asked.dropped.join(", ")}</b>. Switching drops{" "}
						{asked.dropped.length === 1 ? "it" : "them"}.
					</span>
					<Button small onPress={() => setAsked(null)} autoFocus>
						Keep {branch?.label}
					</Button>
					<Button small kind="alarm" onPress={() => switchTo(asked.branch)}>
						Switch and drop
					</Button>
				</div>
			)}
			{branch && value.value.kind === "object" && branch.field.kind === "object" ? (
				<ObjectFields
					model={branch.field}
					value={value.value}
					path={[...path, BRANCH]}
					pointer={pointer}
					hidden={model.discriminator === null ? [] : [model.discriminator]}
				/>
			) : (
				branch && (
					<FormField model={{ ...branch.field, name: "", required: true }} value={value.value} path={[...path, BRANCH]} pointer={pointer} />
				)
			)}
		</Part>
	);
}
