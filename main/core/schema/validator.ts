import type { Options, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Finding } from "../../../schemas/timeline.ts";
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

const OPTIONS: Options = {
	strict: false,
	discriminator: true,
	verbose: true,
	unicodeRegExp: true,
	logger: false,
	// Ours are held against JSON Schema's own schema by a test, those of others by `schemaComplaint` before they come here: compiling that schema
	// in each of these would cost as much as what is checked.
	validateSchema: false,
	code: { regExp: regExpEngine },
};

function createAjv(schema: JsonSchema, refs: SchemaRefs, options: Options): { ajv: Ajv; uri: string } {
	const Draft = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 }[draftOf(schema) ?? "2020-12"];
	const ajv = new Draft({ ...OPTIONS, ...options }) as Ajv;
	// ajv-formats is CommonJS; its types and its module disagree on where the function is.
	(addFormats as unknown as (ajv: Ajv) => void)(ajv);
	for (const [uri, other] of Object.entries(refs)) {
		// The URI it is referred to with wins over its own `$id`: that is how a stand-in takes a missing schema's place.
		ajv.addSchema(withDiscriminators(isObject(other) ? { ...other, $id: uri } : other), uri);
	}
	const uri = isObject(schema) && typeof schema.$id === "string" ? schema.$id.replace(/#$/, "") : ROOT_URI;
	ajv.addSchema(withDiscriminators(schema), uri);
	return { ajv, uri };
}

interface ValidatorOptions {
	/** A schema nobody here wrote may name members of every object's prototype; costs a look at each member. */
	ownMembersOnly?: boolean;
}

/** A document whose parts are compiled when they are first used. */
export function createSchemaDocument(
	schema: JsonSchema,
	refs: SchemaRefs = {},
	{ ownMembersOnly = false }: ValidatorOptions = {},
): SchemaDocument {
	const lazily = (options: Options) => {
		let made: { ajv: Ajv; uri: string } | undefined;
		return (ref: string): ValidateFunction => {
			made ??= createAjv(schema, refs, { ...options, ownProperties: ownMembersOnly });
			return made.ajv.compile({ $ref: ref === "#" ? made.uri : made.uri + ref });
		};
	};
	const compileVerdict = lazily({ allErrors: false });
	const compileDetail = lazily({ allErrors: true });
	return {
		at(ref) {
			let verdict: ValidateFunction | undefined;
			let detail: ValidateFunction | undefined;
			return (value) => {
				try {
					if (draftOf(schema) === null) return [unusable("it names a schema language this console does not know")];
					verdict ??= compileVerdict(ref);
					if (verdict(value)) return [];
					if (holdsMoreThan(value, MAX_VALUES_FOR_ALL)) return toFindings(verdict.errors ?? []);
					detail ??= compileDetail(ref);
					detail(value);
					return toFindings(detail.errors ?? []);
				} catch (thrown) {
					return [unusable(thrown instanceof Error ? thrown.message : String(thrown))];
				}
			};
		},
	};
}

/** Validator of one whole schema. `refs` are the other schemas it refers to; nothing is ever fetched. */
export function createValidator(schema: JsonSchema, refs: SchemaRefs = {}, options: ValidatorOptions = {}): Validator {
	return createSchemaDocument(schema, refs, options).at("#");
}

/** Where a schema breaks the rules of its own language, first place first; null when it does not. */
export function schemaComplaint(schema: Record<string, unknown>): { pointer: string; message: string } | null {
	const Draft = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 }[draftOf(schema) ?? "2020-12"];
	const ajv = new Draft({ strict: false, logger: false }) as Ajv;
	try {
		if (ajv.validateSchema(schema) === true) return null;
		const [error] = ajv.errors ?? [];
		return { pointer: error?.instancePath ?? "", message: error?.message ?? "it breaks a rule of JSON Schema" };
	} catch (thrown) {
		return { pointer: "", message: thrown instanceof Error ? thrown.message : String(thrown) };
	}
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
