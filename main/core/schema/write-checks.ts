import standaloneCode from "ajv/dist/standalone/index.js";
import { ajvFor, type CheckSet } from "./compile.ts";

/**
 * The checks of a set as a CommonJS module: one export for each part, by its name. It wants `regExpEngine` (known-patterns.ts) in its scope and
 * `require` for Ajv's and its formats' helpers.
 */
export function writeChecks(set: CheckSet): string {
	const ajv = ajvFor(set, { code: { source: true } });
	const uris: Record<string, string> = {};
	for (const [part, schema] of set.parts) {
		// A part that only refers is compiled as such, as it is from the sources: places inside the schema are told from there.
		uris[part] = `urn:switchboard:part:${encodeURIComponent(part)}`;
		ajv.addSchema(schema, uris[part]);
	}
	// ajv's standalone is CommonJS; its types and its module disagree on where the function is.
	return (standaloneCode as unknown as (ajv: object, uris: object) => string)(ajv, uris);
}
