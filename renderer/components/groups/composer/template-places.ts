import type { MessageForm } from "../../../../schemas/forms.ts";
import { TEMPLATE_KINDS, type TemplateKind } from "../../../../schemas/templates.ts";

const NONE: Readonly<Record<string, TemplateKind>> = {};

/** Which members of a turn can be kept by name, by JSON Pointer. */
export function templatePlaces(message: MessageForm): Readonly<Record<string, TemplateKind>> {
	const { form, role } = message;
	if (role !== "turn" || form.kind !== "object") return NONE;
	const kinds = TEMPLATE_KINDS.filter((kind) => form.fields.some(({ name }) => name === kind));
	return Object.fromEntries(kinds.map((kind) => [`/${kind}`, kind]));
}
