import { tokenName } from "../../../schemas/rules/json-pointer.ts";

/** A JSON Schema as data: an object of keywords, or a boolean. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** Schemas that others refer to, by the absolute URI they are referred to with. */
export type SchemaRefs = Readonly<Record<string, JsonSchema>>;

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Follows a local reference (`#`, `#/…`) inside `root`; undefined when it leads nowhere or elsewhere.
 * Own members only, so a pointer into a prototype leads nowhere.
 */
export function localSchema(root: JsonSchema, ref: string): JsonSchema | undefined {
	if (ref === "#") return root;
	if (!ref.startsWith("#/")) return undefined;
	let found: unknown = root;
	for (const token of ref.slice(2).split("/")) {
		const name = decodeToken(token);
		if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
		found = (found as Record<string, unknown>)[name];
	}
	return typeof found === "boolean" || isObject(found) ? found : undefined;
}

function decodeToken(token: string): string {
	let plain = token;
	try {
		plain = decodeURIComponent(token);
	} catch {
		// A stray percent sign stands for itself.
	}
	return tokenName(plain);
}

/** The draft a schema names in `$schema`; without `$schema` the newest. Null for a dialect we do not know. */
export function draftOf(schema: JsonSchema): "draft-07" | "2019-09" | "2020-12" | null {
	const dialect = isObject(schema) ? schema.$schema : undefined;
	if (dialect === undefined) return "2020-12";
	if (typeof dialect !== "string") return null;
	if (/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(dialect)) return "draft-07";
	const draft = /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/schema#?$/.exec(dialect)?.[1];
	return draft === "2019-09" || draft === "2020-12" ? draft : null;
}
