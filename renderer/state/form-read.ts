import type { FieldModel } from "../../schemas/forms.ts";
import { isBeyondExact } from "../../schemas/rules/digits.ts";
import { pointerToken } from "../../schemas/rules/json-pointer.ts";
import type { FormItem, FormValue, UnionModel } from "./form-value.ts";
import { emptyValue, startsPresent } from "./form-value.ts";
import type { JsonNode } from "./json-text.ts";
import { readJson } from "./json-text.ts";

/** Why a text cannot be shown as this form without changing it. */
export interface Unshowable {
	/** JSON Pointer. */
	path: string;
	why: string;
}

export type FormReading = { ok: true; value: FormValue } | { ok: false; reasons: Unshowable[] };

/**
 * Reads a text into a form. It succeeds only when writing the form again yields the same value, number digits and unknown members
 * included; else every reason is given and the caller stays with the text. `prior` decides between union branches that both fit.
 */
export function readForm(model: FieldModel, text: string, prior?: FormValue): FormReading {
	const reading = readJson(text);
	if (!reading.ok) return { ok: false, reasons: [{ path: "", why: `The text is not JSON: ${reading.message}` }] };
	const reasons: Unshowable[] = [];
	const value = read({ text, reasons }, { ...model, required: true }, reading.node, "", prior);
	return reasons.length === 0 ? { ok: true, value } : { ok: false, reasons };
}

interface Reader {
	text: string;
	reasons: Unshowable[];
}

function read(reader: Reader, model: FieldModel, node: JsonNode, path: string, prior?: FormValue): FormValue {
	const refuse = (why: string): FormValue => {
		reader.reasons.push({ path, why });
		return { kind: "absent" };
	};
	switch (model.kind) {
		case "text":
			if (node.kind !== "string") return refuse(`${named(node)} stands where the form has a text field.`);
			// Text fields of every browser turn \r\n and \r into \n.
			if (node.value.includes("\r")) return refuse("It holds a carriage return, which a text field would lose.");
			return node.value === "" ? { kind: "text", text: "", explicit: true } : { kind: "text", text: node.value };
		case "integer":
		case "number":
			if (node.kind === "number") {
				return isBeyondExact(node.source) ? { kind: "number", text: node.source, locked: true } : { kind: "number", text: node.source };
			}
			// What was typed and is no number is written as a string; a string of digits would silently become a number.
			if (node.kind === "string" && node.value !== "" && readJson(node.value.trim()).ok === false)
				return { kind: "number", text: node.value };
			return refuse(`${named(node)} stands where the form has a number.`);
		case "boolean":
			return node.kind === "boolean"
				? { kind: "boolean", value: node.value }
				: refuse(`${named(node)} stands where the form has yes or no.`);
		case "choice": {
			const option = model.options.findIndex((candidate) => isScalar(node, candidate));
			return option < 0
				? refuse(`${named(node)} is not one of ${model.options.map((each) => JSON.stringify(each)).join(", ")}.`)
				: { kind: "choice", option };
		}
		case "const":
			return isScalar(node, model.value)
				? { kind: "const" }
				: refuse(`It is ${named(node)}; this form always says ${JSON.stringify(model.value)}.`);
		case "object":
			return node.kind === "object"
				? readObject(reader, model, node, path, prior)
				: refuse(`${named(node)} stands where the form has an object.`);
		case "list": {
			if (node.kind !== "array") return refuse(`${named(node)} stands where the form has a list.`);
			const before = prior?.kind === "list" ? prior.items : [];
			const items = node.items.map(
				(item, id): FormItem => ({ id, value: read(reader, model.item, item, `${path}/${id}`, before[id]?.value) }),
			);
			return items.length === 0 ? { kind: "list", items, explicit: true } : { kind: "list", items };
		}
		case "union":
			return readUnion(reader, model, node, path, prior);
		case "json":
			return { kind: "json", text: reader.text.slice(node.from, node.to) };
	}
}

function readObject(
	reader: Reader,
	model: Extract<FieldModel, { kind: "object" }>,
	node: Extract<JsonNode, { kind: "object" }>,
	path: string,
	prior?: FormValue,
): FormValue {
	const before = prior?.kind === "object" ? prior.members : {};
	const members: Record<string, FormValue> = {};
	for (const field of model.fields) {
		// A member that must be there and is not: an empty field says so better than a refusal. A fixed word would be added silently.
		if (field.kind === "const" && field.required && !node.members.some((member) => member.name === field.name)) {
			reader.reasons.push({ path, why: `The member ${JSON.stringify(field.name)} is missing; the form would add it.` });
		}
		members[field.name] = startsPresent(field) && isWrittenEmpty(field) ? blankOf(field) : { kind: "absent" };
	}
	const value: Extract<FormValue, { kind: "object" }> = { kind: "object", members, extra: [] };
	const seen = new Set<string>();
	for (const member of node.members) {
		const at = `${path}/${pointerToken(member.name)}`;
		if (seen.has(member.name)) reader.reasons.push({ path: at, why: `The member ${JSON.stringify(member.name)} is there twice.` });
		seen.add(member.name);
		const field = model.fields.find((candidate) => candidate.name === member.name);
		if (field) members[field.name] = read(reader, field, member.value, at, before[field.name]);
		else value.extra.push({ id: value.extra.length, name: member.name, json: reader.text.slice(member.value.from, member.value.to) });
	}
	if (node.members.length === 0) value.explicit = true;
	return value;
}

/** Whether the blank of this field writes nothing, so that showing it changes nothing. Required text would write `""`. */
function isWrittenEmpty(field: FieldModel): boolean {
	switch (field.kind) {
		case "text":
			return !field.required;
		case "integer":
		case "number":
		case "choice":
		case "json":
			return true;
		default:
			return false;
	}
}

function blankOf(field: FieldModel): FormValue {
	const blank = emptyValue(field);
	return blank.kind === "number" ? { kind: "number", text: "" } : blank.kind === "choice" ? { kind: "choice", option: -1 } : blank;
}

function readUnion(reader: Reader, model: UnionModel, node: JsonNode, path: string, prior?: FormValue): FormValue {
	const before = prior?.kind === "union" ? prior : null;
	const branch = branchOf(reader.text, model, node, before?.branch);
	const chosen = model.branches[branch];
	if (!chosen) {
		reader.reasons.push({ path, why: `It fits none of ${model.branches.map((each) => each.label).join(", ")}.` });
		return { kind: "absent" };
	}
	return { kind: "union", branch, value: read(reader, chosen.field, node, path, before?.branch === branch ? before.value : undefined) };
}

/** The discriminator decides; without one the branch chosen before if it still fits, else the first that fits. -1: none. */
function branchOf(text: string, model: UnionModel, node: JsonNode, before: number | undefined): number {
	if (model.discriminator !== null) {
		const name = model.discriminator;
		const word = node.kind === "object" ? node.members.find((member) => member.name === name)?.value : undefined;
		return model.branches.findIndex(({ field }) => {
			const told = field.kind === "object" ? field.fields.find((member) => member.name === name) : undefined;
			return word !== undefined && told?.kind === "const" && isScalar(word, told.value);
		});
	}
	const fits = (index: number) => {
		const branch = model.branches[index];
		if (!branch) return false;
		const trial: Reader = { text, reasons: [] };
		read(trial, branch.field, node, "");
		return trial.reasons.length === 0 && hasRequired(branch.field, node);
	};
	if (before !== undefined && fits(before)) return before;
	const first = model.branches.findIndex((_, index) => fits(index));
	return first >= 0 ? first : (before ?? -1);
}

function hasRequired(model: FieldModel, node: JsonNode): boolean {
	if (model.kind !== "object" || node.kind !== "object") return true;
	return model.fields.every((field) => !field.required || node.members.some((member) => member.name === field.name));
}

function isScalar(node: JsonNode, value: string | number | boolean | null): boolean {
	if (node.kind === "null") return value === null;
	if (node.kind === "string" || node.kind === "boolean") return node.value === value;
	return node.kind === "number" && typeof value === "number" && node.source === String(value);
}

function named(node: JsonNode): string {
	switch (node.kind) {
		case "null":
			return "null";
		case "boolean":
			return String(node.value);
		case "number":
			return `The number ${node.source.length > 24 ? `${node.source.slice(0, 24)}…` : node.source}`;
		case "string":
			return `The text ${JSON.stringify(node.value.length > 24 ? `${node.value.slice(0, 24)}…` : node.value)}`;
		case "array":
			return "A list";
		case "object":
			return "An object";
	}
}
