import { useEffect, useRef, useState } from "react";
import type { FieldModel } from "../../../../schemas/forms.ts";
import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { addExtra, addItem, changeExtra, emptyValue } from "../../../state/form-value.ts";
import { Button } from "../../elements/Button.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { FormField } from "./FormField.tsx";
import { type FieldPath, useChange, useNotes } from "./form-desk.ts";
import { PartTemplates } from "./PartTemplates.tsx";

type ObjectValue = Extract<FormValue, { kind: "object" }>;

interface ObjectFieldsProps {
	model: Extract<FieldModel, { kind: "object" }>;
	value: ObjectValue;
	path: FieldPath;
	pointer: string;
	/** Members somebody else shows, for example the message's own type. */
	hidden?: readonly string[];
}

const ABSENT: FormValue = { kind: "absent" };

/** The members of one object: those that are there, the unknown ones, then a way to add each optional one. */
export function ObjectFields({ model, value, path, pointer, hidden = [] }: ObjectFieldsProps) {
	const change = useChange();
	const shown = model.fields.filter((field) => !hidden.includes(field.name));
	const absent = shown.filter((field) => (value.members[field.name]?.kind ?? "absent") === "absent");
	const present = shown.filter((field) => !absent.includes(field));
	const row = useRef<HTMLDivElement>(null);
	const [added, setAdded] = useState<{ name: string } | null>(null);
	// The button that was pressed is gone; who pressed it goes on in what it added.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a press moves the focus
	useEffect(() => {
		const at = present.findIndex(({ name }) => name === added?.name);
		row.current?.children[at]?.querySelector<HTMLElement>("input, textarea, .cm-content, button:not([disabled])")?.focus();
	}, [added]);
	const add = (field: FieldModel) => {
		setAdded({ name: field.name });
		change([...path, field.name], () => {
			const fresh = emptyValue(field);
			return fresh.kind === "list" && fresh.items.length === 0 && field.kind === "list" && !isChoiceList(field)
				? addItem(fresh, field.item)
				: fresh;
		});
	};
	return (
		<div className="fv-row" ref={row}>
			{present.map((field) => (
				<FormField
					key={field.name}
					model={field}
					value={value.members[field.name] ?? { kind: "absent" }}
					path={[...path, field.name]}
					pointer={`${pointer}/${pointerToken(field.name)}`}
				/>
			))}
			{value.extra.map((extra) => (
				<ExtraRow
					key={extra.id}
					name={extra.name}
					json={extra.json}
					pointer={`${pointer}/${pointerToken(extra.name)}`}
					onChange={(next) => change(path, (old) => (old.kind === "object" ? changeExtra(old, extra.id, next) : old))}
				/>
			))}
			{(absent.length > 0 || model.open) && (
				<div className="fv-add">
					{absent.map((field) => (
						<AddButton
							key={field.name}
							field={field}
							path={[...path, field.name]}
							pointer={`${pointer}/${pointerToken(field.name)}`}
							onAdd={() => add(field)}
						/>
					))}
					{model.open && (
						<Button small kind="quiet" icon="plus" onPress={() => change(path, (old) => (old.kind === "object" ? addExtra(old) : old))}>
							Other member
						</Button>
					)}
				</div>
			)}
		</div>
	);
}

/** A set of fixed words; shown as boxes to tick, so it needs no first row. */
export function isChoiceList(model: Extract<FieldModel, { kind: "list" }>): boolean {
	return model.item.kind === "choice" && model.uniqueItems;
}

function AddButton({ field, path, pointer, onAdd }: { field: FieldModel; path: FieldPath; pointer: string; onAdd: () => void }) {
	const notes = useNotes(pointer);
	return (
		<>
			<span className="fv-add-part">
				<Button small kind="quiet" icon="plus" onPress={onAdd} aria-label={`Add ${field.label}`}>
					{field.label}
				</Button>
				<PartTemplates model={field} value={ABSENT} path={path} pointer={pointer} />
			</span>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
		</>
	);
}

interface ExtraRowProps {
	name: string;
	json: string;
	pointer: string;
	/** Null removes the member. */
	onChange: (next: { name?: string; json?: string } | null) => void;
}

/** A member the schema does not name: kept, as JSON. */
function ExtraRow({ name, json, pointer, onChange }: ExtraRowProps) {
	const notes = useNotes(pointer);
	return (
		<div className={`fv fv--wide ${notes.some((note) => note.kind === "bad") ? "field--bad" : ""}`}>
			<div className="ctx ctx--extra">
				<span className="label">other</span>
				<input
					className="input input--data"
					aria-label="Member name"
					placeholder="name"
					value={name}
					onChange={(event) => onChange({ name: event.target.value })}
				/>
				<input
					className="input input--data"
					aria-label={`Value of ${name || "the new member"}, JSON`}
					placeholder="JSON"
					spellCheck={false}
					value={json}
					onChange={(event) => onChange({ json: event.target.value })}
				/>
				<IconButton icon="x" label={`Remove ${name || "this member"}`} onPress={() => onChange(null)} />
			</div>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
		</div>
	);
}
