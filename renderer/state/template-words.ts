import type { FieldModel } from "../../schemas/forms.ts";
import { MAX_TEMPLATE_NAME, type TemplateKind } from "../../schemas/templates.ts";
import { readForm } from "./form-read.ts";
import type { FormValue } from "./form-value.ts";
import { formProblems, writeForm } from "./form-write.ts";
import { plural } from "./format.ts";
import { readJson } from "./json-text.ts";

/** A member's value as JSON text, to be kept; null while it says nothing, or something that is no JSON yet. */
export function keepable(model: FieldModel, value: FormValue): string | null {
	if (value.kind === "absent" || formProblems(model, value).length > 0) return null;
	const text = writeForm(model, value, { nextTurn: 0, cursor: 0 });
	const reading = readJson(text);
	if (!reading.ok) return null;
	const { node } = reading;
	const isEmpty = node.kind === "array" ? node.items.length === 0 : node.kind === "object" ? node.members.length === 0 : true;
	return isEmpty ? null : text;
}

/** The value a template holds, for the form; null when this form cannot show it without changing it. */
export function templateValue(model: FieldModel, text: string): FormValue | null {
	const reading = readForm(model, text);
	return reading.ok ? reading.value : null;
}

/** What a template holds, in one line: `Site: Gate 3, Visitor: M. Okafor`. */
export function templateLine(kind: TemplateKind, text: string): string {
	const reading = readJson(text);
	if (!reading.ok) return "";
	const said = (node: typeof reading.node | undefined) =>
		node?.kind === "string" ? node.value : node?.kind === "number" ? node.source : "";
	const { node } = reading;
	if (kind === "speechMetadata") {
		return node.kind === "object" ? node.members.map(({ name, value }) => `${name} ${said(value)}`).join(", ") : "";
	}
	if (node.kind !== "array") return "";
	return node.items
		.map((item) => {
			const member = (name: string) => said(item.kind === "object" ? item.members.find((each) => each.name === name)?.value : undefined);
			return `${member("description")}: ${member("value")}`;
		})
		.join(", ");
}

/** How much of a part stands in a form or a template. */
export function sizeWords(kind: TemplateKind, text: string): string {
	const reading = readJson(text);
	if (!reading.ok) return "";
	const { node } = reading;
	if (kind === "context") return node.kind === "array" ? plural(node.items.length, "entry", "entries") : "";
	return node.kind === "object" ? plural(node.members.length, "value") : "";
}

/** A name to begin with: what the value begins with. */
export const suggestedName = (kind: TemplateKind, text: string): string =>
	templateLine(kind, text).split(/[,\n]/)[0]?.replace(/\s+/g, " ").trim().slice(0, MAX_TEMPLATE_NAME).trim() ?? "";
