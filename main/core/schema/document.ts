import type { ValidateFunction } from "ajv";
import type { Finding } from "../../../schemas/timeline.ts";
import type { CheckSet } from "./compile.ts";
import { toFindings } from "./findings.ts";
import { draftOf, isObject, type JsonSchema, type SchemaRefs } from "./json-schema.ts";
import { regExpEngine } from "./known-patterns.ts";
import { withDiscriminators } from "./tagged-unions.ts";

/** Checks one value; no findings means it is accepted. Never throws. */
export type Validator = (value: unknown) => Finding[];

/** Validators for the parts of one schema document, sharing what they compile. */
export interface SchemaDocument {
	/** Validator of the schema at a local reference, `#/$defs/ack`; `#` is the whole document. */
	at(ref: string): Validator;
}

/**
 * Above this many values inside one value only its first violation is looked for: listing all of them can take time that grows with the
 * square of the size (`uniqueItems`).
 */
const MAX_VALUES_FOR_ALL = 5_000;
const ROOT_URI = "urn:switchboard:document";

const OPTIONS = {
	strict: false,
	discriminator: true,
	verbose: true,
	unicodeRegExp: true,
	logger: false,
	// Ours are held against JSON Schema's own schema by a test, those of others by `schemaComplaint` before they come here: compiling that schema
	// in each of these would cost as much as what is checked.
	validateSchema: false,
	code: { regExp: regExpEngine },
} as const;

export interface DocumentOptions {
	/** A schema nobody here wrote may name members of every object's prototype; costs a look at each member. */
	ownMembersOnly?: boolean;
}

/**
 * A document over whoever makes its checks: `functionsOf` gives, for a set of checks, the check of each of its parts. The first set stops at the
 * first violation and decides; the second lists all, and is asked only when the first refused.
 */
export function documentOver(
	functionsOf: (set: CheckSet) => (part: string) => ValidateFunction,
	name: string,
	schema: JsonSchema,
	refs: SchemaRefs,
	{ ownMembersOnly = false }: DocumentOptions = {},
): SchemaDocument {
	const uri = isObject(schema) && typeof schema.$id === "string" ? schema.$id.replace(/#$/, "") : ROOT_URI;
	const draft = draftOf(schema);
	const setOf = (kind: "verdict" | "detail"): CheckSet => ({
		name: `${name}.${kind}`,
		draft,
		options: { ...OPTIONS, allErrors: kind === "detail", ownProperties: ownMembersOnly },
		*schemas() {
			for (const [of, other] of Object.entries(refs)) {
				// The URI it is referred to with wins over its own `$id`: that is how a stand-in takes a missing schema's place.
				yield [of, withDiscriminators(isObject(other) ? { ...other, $id: of } : other)];
			}
			yield [uri, withDiscriminators(schema)];
		},
		parts: new Map(),
	});
	const sets = { verdict: setOf("verdict"), detail: setOf("detail") };
	const verdicts = functionsOf(sets.verdict);
	const details = functionsOf(sets.detail);
	return {
		at(ref) {
			for (const { parts } of Object.values(sets)) parts.set(ref, { $ref: ref === "#" ? uri : uri + ref });
			let verdict: ValidateFunction | undefined;
			let detail: ValidateFunction | undefined;
			return (value) => {
				try {
					if (draft === null) return [unusable("it names a schema language this console does not know")];
					verdict ??= verdicts(ref);
					if (verdict(value)) return [];
					if (holdsMoreThan(value, MAX_VALUES_FOR_ALL)) return toFindings(verdict.errors ?? []);
					detail ??= details(ref);
					detail(value);
					return toFindings(detail.errors ?? []);
				} catch (thrown) {
					return [unusable(thrown instanceof Error ? thrown.message : String(thrown))];
				}
			};
		},
	};
}

function unusable(why: string): Finding {
	return { code: "schema.unusable", severity: "error", path: "", message: `The schema cannot be used to check this: ${why}.` };
}

/** Iterative, so that depth is no limit; stops at the limit. */
function holdsMoreThan(root: unknown, limit: number): boolean {
	const open: unknown[] = [root];
	for (let seen = 0; open.length > 0; seen++) {
		if (seen + open.length > limit) return true;
		const value = open.pop();
		if (typeof value !== "object" || value === null) continue;
		const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
		if (members.length > limit) return true;
		for (const member of members) open.push(member);
	}
	return false;
}
