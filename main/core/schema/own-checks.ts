import type { ErrorObject, Options, ValidateFunction } from "ajv";
import type { CheckSet } from "./compile.ts";
import { documentOver, type SchemaDocument, type Validator } from "./document.ts";
import { draftOf, type JsonSchema, type SchemaRefs } from "./json-schema.ts";
import { ownFunctions } from "./own-functions.ts";

const sets = new Map<string, CheckSet>();

/** Every set of checks of the modules that are loaded; the build writes them out. */
export const ownCheckSets = (): ReadonlyMap<string, CheckSet> => sets;

function functionsOf(set: CheckSet): (part: string) => ValidateFunction {
	if (sets.has(set.name)) throw new Error(`Two sets of checks are named ${set.name}`);
	sets.set(set.name, set);
	return ownFunctions(set);
}

/**
 * A document of this program, under a name of its own. Its parts are named while the module loads (`at`): the build looks at them then.
 * `refs` are the other schemas it refers to.
 */
export function createOwnDocument(name: string, schema: JsonSchema, refs: SchemaRefs = {}): SchemaDocument {
	return documentOver(functionsOf, name, schema, refs);
}

/** Validator of one whole schema of this program. */
export function createOwnValidator(name: string, schema: JsonSchema, refs: SchemaRefs = {}): Validator {
	return createOwnDocument(name, schema, refs).at("#");
}

/**
 * For schemas of this program that are not held against JSON Schema's own schema while it runs, which would be a good part of the start of
 * every command: a test does that.
 */
export const OWN_SCHEMAS: Options = { strict: true, strictRequired: false, meta: false, validateSchema: false };

/** The check of each of several schemas, by name. `refs` are what they refer to, by URI. */
export function createOwnChecks(
	name: string,
	parts: Readonly<Record<string, object>>,
	options: Options = {},
	refs: SchemaRefs = {},
): (part: string) => ValidateFunction {
	const [first = true] = Object.values(refs);
	const checks = functionsOf({
		name,
		draft: Object.keys(refs).length === 0 ? "draft-07" : draftOf(first),
		options: { ...OWN_SCHEMAS, ...options },
		schemas: () => Object.entries(refs),
		parts: new Map(Object.entries(parts) as [string, JsonSchema][]),
	});
	const made = new Map<string, ValidateFunction>();
	return (part) => {
		const check = made.get(part) ?? checks(part);
		made.set(part, check);
		return check;
	};
}

/** What a value breaks first; null when it fits. */
export function createOwnCheck(
	name: string,
	schema: object,
	options: Options = {},
): (value: unknown) => Pick<ErrorObject, "instancePath" | "message"> | null {
	const checks = createOwnChecks(name, { value: schema }, options);
	return (value) => {
		const check = checks("value");
		return check(value) ? null : (check.errors?.[0] ?? { instancePath: "", message: "does not fit" });
	};
}
