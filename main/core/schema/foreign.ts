import { compileChecks } from "./compile.ts";
import { type DocumentOptions, documentOver, type SchemaDocument, type Validator } from "./document.ts";
import type { JsonSchema, SchemaRefs } from "./json-schema.ts";

/** A document nobody knew when the program was built: its parts are compiled when they are first used. `refs` are the other schemas it refers to; nothing is ever fetched. */
export function createForeignDocument(schema: JsonSchema, refs: SchemaRefs = {}, options: DocumentOptions = {}): SchemaDocument {
	return documentOver(compileChecks, "foreign", schema, refs, options);
}

/** Validator of one whole schema. */
export function createForeignValidator(schema: JsonSchema, refs: SchemaRefs = {}, options: DocumentOptions = {}): Validator {
	return createForeignDocument(schema, refs, options).at("#");
}
