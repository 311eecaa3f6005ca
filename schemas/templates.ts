/** Parts of a message kept by name for the next one. They belong to the profile, not to a session. */

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
