import type { Options, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { draftOf, type JsonSchema } from "./json-schema.ts";

/** What Ajv needs to make the checks of one set of parts. */
export interface CheckSet {
	/** Unique in the program; the name of a file where the build writes the checks out. */
	name: string;
	/** Decides the dialect. */
	draft: ReturnType<typeof draftOf>;
	options: Options;
	/** What the parts refer to, by URI. Asked for when something is compiled. */
	schemas(): Iterable<readonly [uri: string, schema: JsonSchema]>;
	/** The schemas to be checked, by the name they are asked for with. */
	parts: Map<string, JsonSchema>;
}

/** Ajv with everything that the parts of a set refer to. */
export function ajvFor(set: CheckSet, more: Options = {}): Ajv {
	const Draft = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 }[set.draft ?? "2020-12"];
	const { code, ...options } = { ...set.options, ...more };
	const ajv = new Draft({ ...options, code: { ...set.options.code, ...code } }) as Ajv;
	// ajv-formats is CommonJS; its types and its module disagree on where the function is.
	(addFormats as unknown as (ajv: Ajv) => void)(ajv);
	for (const [uri, schema] of set.schemas()) ajv.addSchema(schema, uri);
	return ajv;
}

/** The check of each part, compiled when it is asked for; what they share is compiled once. */
export function compileChecks(set: CheckSet): (part: string) => ValidateFunction {
	let ajv: Ajv | undefined;
	return (part) => {
		const schema = set.parts.get(part);
		if (schema === undefined) throw new Error(`The checks ${set.name} have no part ${part}`);
		ajv ??= ajvFor(set);
		return ajv.compile(schema);
	};
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
