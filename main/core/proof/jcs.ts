/** What can stand in a statement. Members that are undefined are left out. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * The one text of a value by RFC 8785 (JSON Canonicalization Scheme): no blanks, members in the order of the UTF-16 units of their names, strings and
 * numbers as ECMAScript writes them. Errors: throws for a number that JSON has no text for.
 */
export function jcs(value: Json): string {
	if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`JSON has no ${value}.`);
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	if (isList(value)) return `[${value.map(jcs).join(",")}]`;
	const names = Object.keys(value).filter((name) => value[name] !== undefined);
	// The order of UTF-16 units is what `sort` has without a comparison of its own.
	names.sort();
	return `{${names.map((name) => `${JSON.stringify(name)}:${jcs(value[name] as Json)}`).join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** The value of a text that is exactly the one RFC 8785 gives it; null for any other text. */
export function parseJcs(text: string): Json {
	try {
		const value = JSON.parse(text) as Json;
		return jcs(value) === text ? value : null;
	} catch {
		return null;
	}
}
