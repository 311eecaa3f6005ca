import type { FieldModel } from "../../schemas/forms.ts";

/**
 * What a form holds while a person fills it in: a tree beside the FieldModel, JSON-safe. It may hold what is not valid yet
 * (`12a` in a number field); form-write.ts turns it into the exact text, form-read.ts reads a text back.
 */
export type FormValue =
	/** An optional part that was not added. */
	| { kind: "absent" }
	/** `explicit`: the text said `""` itself, so an optional empty member is written, not left out. */
	| { kind: "text"; text: string; explicit?: true }
	/**
	 * Kept as typed. `auto`: the console fills it in at the moment of writing. `locked`: read from a text and too large to be exact
	 * elsewhere; it is shown and written digit for digit, and edited only as text.
	 */
	| { kind: "number"; text: string; auto?: true; locked?: true }
	| { kind: "boolean"; value: boolean }
	/** Index into the model's options; -1 while nothing is chosen. */
	| { kind: "choice"; option: number }
	| { kind: "const" }
	| { kind: "object"; members: Record<string, FormValue>; extra: ExtraMember[]; explicit?: true }
	| { kind: "list"; items: FormItem[]; explicit?: true }
	| { kind: "union"; branch: number; value: FormValue }
	/** Any JSON, as text. */
	| { kind: "json"; text: string };

/** A member the model does not know: kept, and edited as JSON. */
export interface ExtraMember {
	id: number;
	name: string;
	json: string;
}

/** `id` is unique within its list and outlives moves, so that a row keeps its focus. */
export interface FormItem {
	id: number;
	value: FormValue;
}

/** What the console knows and fills in itself. */
export interface AutoValues {
	nextTurn: number;
	cursor: number;
	/** Absent: audio turns count with the others. */
	nextAudioTurn?: number;
	/** Null or absent while no audio turn is open. */
	openAudioTurn?: number | null;
}

/** A place where the form and its model disagree in shape: a mistake of the program, not of the operator. */
class FormShapeError extends Error {}

export type UnionModel = Extract<FieldModel, { kind: "union" }>;

/** The value of a part that was just added or of a form not yet touched; required parts are present, optional ones absent. */
export function emptyValue(model: FieldModel): FormValue {
	switch (model.kind) {
		case "text":
			return { kind: "text", text: "" };
		case "integer":
		case "number":
			return model.auto ? { kind: "number", text: "", auto: true } : { kind: "number", text: "" };
		case "boolean":
			return { kind: "boolean", value: false };
		case "choice":
			return { kind: "choice", option: model.options.length === 1 ? 0 : -1 };
		case "const":
			return { kind: "const" };
		case "object": {
			const members = Object.fromEntries(
				model.fields.map((field): [string, FormValue] => [field.name, startsPresent(field) ? emptyValue(field) : { kind: "absent" }]),
			);
			return { kind: "object", members, extra: [] };
		}
		case "list": {
			const items = Array.from({ length: model.minItems ?? 0 }, (_, id) => ({ id, value: emptyValue(model.item) }));
			return { kind: "list", items };
		}
		case "union": {
			const first = model.branches[0];
			return { kind: "union", branch: 0, value: first ? emptyValue(first.field) : { kind: "json", text: "" } };
		}
		case "json":
			return { kind: "json", text: "" };
	}
}

/** Optional plain text needs no "+": empty means left out. */
export function startsPresent(field: FieldModel): boolean {
	return field.required || (field.kind === "text" && !field.multiline);
}

/** The step of a path that goes from a union to the value of its chosen branch; no member of a message is called so. */
export const BRANCH = "\u0000branch";

/** `value` with the part at `path` (member names, item indexes, BRANCH) replaced by `change`. */
export function changeAt(value: FormValue, path: readonly (string | number)[], change: (old: FormValue) => FormValue): FormValue {
	const [step, ...rest] = path;
	if (step === undefined) return change(value);
	if (value.kind === "union" && step === BRANCH) return { ...value, value: changeAt(value.value, rest, change) };
	if (value.kind === "object" && typeof step === "string") {
		const member = value.members[step] ?? { kind: "absent" as const };
		return withoutExplicit({ ...value, members: { ...value.members, [step]: changeAt(member, rest, change) } });
	}
	if (value.kind === "list" && typeof step === "number") {
		return {
			...value,
			items: value.items.map((item, at) => (at === step ? { ...item, value: changeAt(item.value, rest, change) } : item)),
		};
	}
	throw new FormShapeError(`No part ${JSON.stringify(path)} in a ${value.kind} value`);
}

function withoutExplicit(value: Extract<FormValue, { kind: "object" }>): FormValue {
	return { kind: "object", members: value.members, extra: value.extra };
}

/** The part at `path`, or undefined. */
export function partAt(value: FormValue, path: readonly (string | number)[]): FormValue | undefined {
	if (value.kind === "union" && path.length > 0) return partAt(value.value, path);
	const [step, ...rest] = path;
	if (step === undefined) return value;
	const next = value.kind === "object" ? value.members[String(step)] : value.kind === "list" ? value.items[Number(step)]?.value : undefined;
	return next && partAt(next, rest);
}

type ListValue = Extract<FormValue, { kind: "list" }>;

const nextId = (entries: readonly { id: number }[]) => entries.reduce((top, entry) => Math.max(top, entry.id + 1), 0);

export function addItem(list: ListValue, item: FieldModel): ListValue {
	return { kind: "list", items: [...list.items, { id: nextId(list.items), value: emptyValue(item) }] };
}

export function removeItem(list: ListValue, index: number): ListValue {
	return { kind: "list", items: list.items.filter((_, at) => at !== index) };
}

/** Moves one item by `by` places; stays put at the ends. */
export function moveItem(list: ListValue, index: number, by: number): ListValue {
	const to = index + by;
	const item = list.items[index];
	if (!item || to < 0 || to >= list.items.length) return list;
	const items = list.items.filter((_, at) => at !== index);
	items.splice(to, 0, item);
	return { kind: "list", items };
}

type ObjectValue = Extract<FormValue, { kind: "object" }>;

export function addExtra(object: ObjectValue): ObjectValue {
	return { ...object, extra: [...object.extra, { id: nextId(object.extra), name: "", json: '""' }] };
}

export function changeExtra(object: ObjectValue, id: number, change: Partial<Omit<ExtraMember, "id">> | null): ObjectValue {
	const extra = change
		? object.extra.map((member) => (member.id === id ? { ...member, ...change } : member))
		: object.extra.filter((member) => member.id !== id);
	return { kind: "object", members: object.members, extra };
}

/** Nothing a person would miss. */
function isBlank(value: FormValue): boolean {
	switch (value.kind) {
		case "absent":
		case "const":
			return true;
		case "text":
		case "json":
			return value.text === "";
		case "number":
			return value.text === "" || value.auto === true;
		case "boolean":
			return !value.value;
		case "choice":
			return value.option < 0;
		case "object":
			return value.extra.length === 0 && Object.values(value.members).every(isBlank);
		case "list":
			return value.items.every((item) => isBlank(item.value));
		case "union":
			return isBlank(value.value);
	}
}

/**
 * The union with another branch chosen. Members both branches know under one name and kind are taken along; `dropped` names the filled-in
 * ones that are not.
 */
export function switchBranch(
	model: UnionModel,
	value: Extract<FormValue, { kind: "union" }>,
	branch: number,
): { value: FormValue; dropped: string[] } {
	const target = model.branches[branch]?.field;
	const source = model.branches[value.branch]?.field;
	if (!target || branch === value.branch) return { value, dropped: [] };
	const fresh = emptyValue(target);
	if (value.value.kind !== "object" || fresh.kind !== "object" || target.kind !== "object") {
		return {
			value: { kind: "union", branch, value: fresh },
			dropped: isBlank(value.value) ? [] : [model.branches[value.branch]?.label ?? model.name],
		};
	}
	const kindIn = (field: FieldModel | undefined, name: string) =>
		field?.kind === "object" ? field.fields.find((member) => member.name === name)?.kind : undefined;
	const dropped: string[] = [];
	const members = { ...fresh.members };
	for (const [name, member] of Object.entries(value.value.members)) {
		const kind = kindIn(target, name);
		if (kind !== undefined && kind !== "const" && kind === kindIn(source, name)) members[name] = member;
		else if (!isBlank(member)) dropped.push(name);
	}
	const extra = target.open ? value.value.extra : [];
	if (!target.open) dropped.push(...value.value.extra.map((member) => member.name));
	return { value: { kind: "union", branch, value: { ...fresh, members, extra } }, dropped };
}
