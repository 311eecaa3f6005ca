/** Parts of a message kept by name for the next one. They belong to the profile, not to a session. */
import { gives, optional, request, string, word } from "./shapes.ts";

/** Members that can be kept, by their name in the message. */
export const TEMPLATE_KINDS = ["context", "speechMetadata"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export interface Template {
	/** UUIDv4. */
	id: string;
	kind: TemplateKind;
	/** 1 to 64 characters; two of one kind may share it. */
	name: string;
	/** The member's value as JSON text. */
	text: string;
	/** ms since 1970. */
	savedAtMs: number;
}

export interface TemplateShelf {
	/** By name. */
	templates: Template[];
	/** What went out last in a message, as JSON text; null while nothing has. */
	last: Record<TemplateKind, string | null>;
}

export const MAX_TEMPLATES = 200;
export const MAX_TEMPLATE_NAME = 64;
/** Longest value kept, UTF-16 units: sixteen full context entries fit, escapes and all. */
export const MAX_TEMPLATE_UNITS = 2 * 1024 * 1024;

const id = string({ pattern: "^[0-9a-f-]{36}$" });

export const TEMPLATE_REQUESTS = {
	/** Kept parts of messages, and those that went out last. */
	"template.list": request({}, gives<TemplateShelf>()),
	/** Keeps a value under a name; with an id, in place of the one that has it, which may have been forgotten. */
	"template.save": request(
		{
			id: optional(id),
			kind: word(...TEMPLATE_KINDS),
			name: string({ minLength: 1, maxLength: MAX_TEMPLATE_NAME }),
			text: string({ minLength: 1, maxLength: MAX_TEMPLATE_UNITS }),
		},
		gives<Template>(),
	),
	"template.forget": request({ id }, gives<null>()),
};
