import type { ErrorObject } from "ajv";
import { codePointLength } from "../../../schemas/rules/code-points.ts";
import { visibleStart } from "../timeline/visible-text.ts";
import { isObject } from "./json-schema.ts";
import { patternWords } from "./known-patterns.ts";

/** A value in a sentence: short, quoted when it is text, never taken apart when it is an object. */
export function inWords(value: unknown): string {
	if (typeof value === "string") return `“${visibleStart(value, 40)}”`;
	if (value === null) return "null";
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${counted(value.length, "item")}`;
	if (typeof value === "object") return "an object";
	return String(value);
}

function grouped(count: number): string {
	return count.toLocaleString("en-US");
}

function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Alternatives in a sentence, at most twelve by name. */
export function listed(values: readonly unknown[]): string {
	const names = values.slice(0, 12).map(inWords);
	if (values.length > names.length) return `${names.join(", ")} and ${values.length - names.length} more`;
	return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const TYPE_WORDS: Record<string, string> = {
	string: "text",
	integer: "a whole number",
	number: "a number",
	boolean: "true or false",
	object: "an object",
	array: "a list",
	null: "null",
};

const FORMAT_WORDS: Record<string, string> = {
	"date-time": "a date and time with its offset, for example 2026-12-01T10:00:20Z",
	date: "a date, for example 2026-12-01",
	uuid: "a UUID",
	uri: "an absolute URI",
	email: "an e-mail address",
};

const COMPARISONS: Record<string, string> = {
	minimum: "at least",
	maximum: "at most",
	exclusiveMinimum: "more than",
	exclusiveMaximum: "less than",
};

/** One sentence about one violation: what was found and what the limit is. `name` is the member, in words. */
export function describeViolation(error: ErrorObject, name: string): string {
	const params = error.params as Record<string, unknown>;
	const { data } = error;
	switch (error.keyword) {
		case "type": {
			const wanted = (Array.isArray(params.type) ? params.type : [params.type]).map((type) => TYPE_WORDS[String(type)] ?? String(type));
			return `${name} must be ${wanted.join(" or ")}, but is ${inWords(data)}.`;
		}
		case "required":
			return `${inWords(params.missingProperty)} is missing.`;
		case "dependentRequired":
		case "dependencies":
			return `${inWords(params.missingProperty)} is missing; ${inWords(params.property)} needs it.`;
		case "additionalProperties":
			return `${inWords(params.additionalProperty)} is not a member this message may have.`;
		case "unevaluatedProperties":
			return `${inWords(params.unevaluatedProperty)} is not a member this message may have.`;
		case "minLength":
		case "maxLength": {
			const found = typeof data === "string" ? counted(codePointLength(data), "character") : inWords(data);
			return `${name} has ${found}; ${error.keyword === "minLength" ? "at least" : "at most"} ${grouped(Number(params.limit))} ${params.limit === 1 ? "is" : "are"} allowed.`;
		}
		case "minItems":
		case "maxItems":
		case "minProperties":
		case "maxProperties": {
			const isList = Array.isArray(data);
			const found = counted(isList ? data.length : Object.keys(isObject(data) ? data : {}).length, isList ? "item" : "member");
			return `${name} has ${found}; ${error.keyword.startsWith("min") ? "at least" : "at most"} ${grouped(Number(params.limit))} ${params.limit === 1 ? "is" : "are"} allowed.`;
		}
		case "minimum":
		case "maximum":
		case "exclusiveMinimum":
		case "exclusiveMaximum":
			return `${name} is ${inWords(data)}; it must be ${COMPARISONS[error.keyword]} ${String(params.limit)}.`;
		case "multipleOf":
			return `${name} is ${inWords(data)}; it must be a multiple of ${String(params.multipleOf)}.`;
		case "pattern": {
			const words = patternWords(String(params.pattern));
			return `${name} is ${inWords(data)}; it must ${words === undefined ? `match the pattern ${String(params.pattern)}` : `be ${words}`}.`;
		}
		case "format": {
			const format = String(params.format);
			return `${name} is ${inWords(data)}; it must be ${FORMAT_WORDS[format] ?? `of the format ${format}`}.`;
		}
		case "const":
			return `${name} is ${inWords(data)}; it must be ${inWords(params.allowedValue)}.`;
		case "enum":
			return `${name} is ${inWords(data)}; it must be ${listed(params.allowedValues as unknown[])}.`;
		case "uniqueItems":
			return `${name} lists the same value twice, at ${String(params.j)} and ${String(params.i)}.`;
		case "anyOf":
		case "oneOf":
			return describeUnion(error, name);
		case "not":
			return `${name} has a shape that is not allowed.`;
		case "contains":
			return `${name} lacks an item it must hold.`;
		case "propertyNames":
			return `${name} has a member named ${inWords(params.propertyName)}, which is not an allowed name.`;
		case "false schema":
			return `${name} must not be there.`;
		default:
			return `${name} breaks the rule “${error.keyword}”.`;
	}
}

function describeUnion(error: ErrorObject, name: string): string {
	const passing = (error.params as { passingSchemas?: unknown }).passingSchemas;
	if (Array.isArray(passing)) return `${name} matches more than one of the allowed shapes.`;
	const branches: unknown[] = Array.isArray(error.schema) ? error.schema : [];
	const wanted = branches.map((branch) => (isObject(branch) && Array.isArray(branch.required) ? branch.required.join(" with ") : null));
	if (wanted.length > 0 && wanted.every((names) => names !== null)) return `${name} needs at least one of ${listed(wanted)}.`;
	return `${name} matches none of the allowed shapes.`;
}
