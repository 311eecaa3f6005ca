import Ajv, { type ErrorObject, type Options, type ValidateFunction } from "ajv";

/**
 * For schemas of this program itself. They are not held against JSON Schema's own schema while it runs, which would be a good part of the
 * start of every command: a test does that.
 */
export const OWN_SCHEMAS: Options = { strict: true, strictRequired: false, meta: false, validateSchema: false };

/** What a value breaks first; null when it fits. The schema is compiled when it is first asked for. */
export function createOwnCheck(
	schema: object,
	options: Options = {},
): (value: unknown) => Pick<ErrorObject, "instancePath" | "message"> | null {
	let validate: ValidateFunction | null = null;
	return (value) => {
		validate ??= new Ajv({ ...OWN_SCHEMAS, ...options }).compile(schema);
		return validate(value) ? null : (validate.errors?.[0] ?? { instancePath: "", message: "does not fit" });
	};
}
