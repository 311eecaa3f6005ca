import { pointerToken } from "../../../../../schemas/rules/json-pointer.ts";
import { isObject } from "../../../schema/json-schema.ts";

const SINGLE = new Set(
	"additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties".split(
		" ",
	),
);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** One schema inside a document and where it stands. */
export interface SchemaSpot {
	schema: Record<string, unknown>;
	pointer: string;
}

/**
 * Every object schema of a document, at the places where drafts 07 to 2020-12 have schemas; constants, examples and defaults are data and are
 * not visited. Iterative, so that depth is no limit; each object once.
 */
export function* visitSchemas(root: unknown): Generator<SchemaSpot> {
	const open: { value: unknown; pointer: string }[] = [{ value: root, pointer: "" }];
	for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
		const { value, pointer } = spot;
		if (!isObject(value)) continue;
		yield { schema: value, pointer };
		for (const [keyword, inner] of Object.entries(value)) {
			const at = `${pointer}/${pointerToken(keyword)}`;
			if (LISTS.has(keyword) && Array.isArray(inner))
				inner.forEach((each, index) => void open.push({ value: each, pointer: `${at}/${index}` }));
			else if (SINGLE.has(keyword)) open.push({ value: inner, pointer: at });
			else if (MAPS.has(keyword) && isObject(inner)) {
				for (const [name, each] of Object.entries(inner)) open.push({ value: each, pointer: `${at}/${pointerToken(name)}` });
			}
		}
	}
}
