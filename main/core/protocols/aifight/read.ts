/** Members of a frame read without trust: it may have broken its schema and still be used. */
type Body = Readonly<Record<string, unknown>>;

const own = (body: Body, name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined);

/** The member when it is text, else null. */
export function textIn(body: Body, name: string): string | null {
	const value = own(body, name);
	return typeof value === "string" ? value : null;
}

/** The member when it is text with at least one character, else null. */
const wordIn = (body: Body, name: string): string | null => textIn(body, name) || null;

/** Longest id of a match, request or agent that is kept, UTF-16 units; real ones are UUIDs. */
const MAX_ID_UNITS = 256;

/** The member when it is text that can be an id, else null. */
export function idIn(body: Body, name: string): string | null {
	const id = wordIn(body, name);
	return id !== null && id.length <= MAX_ID_UNITS ? id : null;
}

/** The member when it is a finite number, else null. */
export function numberIn(body: Body, name: string): number | null {
	const value = own(body, name);
	return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A span of time, ms; null when it is none, for example 0 or negative. */
export function spanIn(body: Body, name: string): number | null {
	const value = numberIn(body, name);
	return value !== null && value >= 1 ? value : null;
}

export function flagIn(body: Body, name: string): boolean {
	return own(body, name) === true;
}

/** The member when it is an object, else null. */
export function objectIn(body: Body, name: string): Record<string, unknown> | null {
	return asObject(own(body, name));
}

/** The objects in a list; null when the member is no list. */
export function objectsIn(body: Body, name: string): Record<string, unknown>[] | null {
	const value = own(body, name);
	return Array.isArray(value) ? (value as unknown[]).map(asObject).filter((item) => item !== null) : null;
}

/** The texts in a list; empty when the member is no list. */
export function textsIn(body: Body, name: string): string[] {
	const value = own(body, name);
	return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The numbers in a list; empty when the member is no list. */
export function numbersIn(body: Body, name: string): number[] {
	const value = own(body, name);
	return Array.isArray(value) ? value.filter((item): item is number => typeof item === "number") : [];
}

export function asObject(value: unknown): Record<string, unknown> | null {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
