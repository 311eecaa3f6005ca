import { pointerToken } from "../../../../../schemas/rules/json-pointer.ts";
import { draftOf, isObject, localSchema } from "../../../schema/json-schema.ts";
import { resolveUri } from "../../../schema/resolve-uri.ts";
import type { SchemaRefusal } from "../../observation-schemas.ts";
import { visitSchemas } from "./visit-schema.ts";

/** A schema that was written by hand stays far below these. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 64;
const MAX_PATTERN = 2_000;

const SELF_CONTAINED = "Put what it refers to into the file's own $defs; nothing is ever fetched.";

/**
 * What speaks against a schema before anything compiles it; null when nothing does. `id` is its own `$id`.
 * Ends for every JSON value: it looks at no more than MAX_VALUES of them.
 */
export function refuseSchema(schema: Record<string, unknown>, id: string): SchemaRefusal | null {
	return refuseSize(schema) ?? refuseDialect(schema) ?? refuseParts(schema, id);
}

function refuseSize(root: unknown): SchemaRefusal | null {
	const open: { value: unknown; depth: number; pointer: string }[] = [{ value: root, depth: 0, pointer: "" }];
	let seen = 0;
	for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
		const { value, depth, pointer } = spot;
		seen += 1;
		if (seen + open.length > MAX_VALUES)
			return { pointer: "", message: `The file holds more than ${MAX_VALUES} values.`, wayOn: "Give a smaller schema." };
		if (typeof value !== "object" || value === null) continue;
		if (depth >= MAX_DEPTH) return { pointer, message: `The file is nested more than ${MAX_DEPTH} deep.`, wayOn: "Give a flatter schema." };
		const members = Array.isArray(value) ? value.map((each, index) => [String(index), each] as const) : Object.entries(value);
		if (members.length > MAX_VALUES)
			return { pointer, message: `One part holds more than ${MAX_VALUES} values.`, wayOn: "Give a smaller schema." };
		for (const [name, each] of members) open.push({ value: each, depth: depth + 1, pointer: `${pointer}/${pointerToken(name)}` });
	}
	return null;
}

function refuseDialect(schema: Record<string, unknown>): SchemaRefusal | null {
	if (draftOf(schema) !== null) return null;
	return {
		pointer: "/$schema",
		message: "It names a schema language this console does not know.",
		wayOn: "Draft-07, 2019-09 and 2020-12 are known.",
	};
}

function refuseParts(root: Record<string, unknown>, id: string): SchemaRefusal | null {
	/** Documents inside this one that have an `$id` of their own. */
	const inside = new Set([id.replace(/#$/, "")]);
	for (const { schema, pointer } of visitSchemas(root)) {
		if (pointer !== "" && typeof schema.$id === "string") inside.add(resolveUri(id, schema.$id).replace(/#.*$/, ""));
	}
	for (const { schema, pointer } of visitSchemas(root)) {
		if (schema.$async !== undefined)
			return { pointer: `${pointer}/$async`, message: "$async is no keyword of JSON Schema.", wayOn: "Remove it." };
		for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"] as const) {
			const ref = schema[keyword];
			if (typeof ref !== "string") continue;
			const at = `${pointer}/${keyword}`;
			// With parts that have an `$id` of their own a relative reference may mean one of them; compiling will tell.
			const isKnown = ref.startsWith("#") || inside.has(resolveUri(id, ref).replace(/#.*$/, ""));
			if (!isKnown && (inside.size === 1 || isAbsolute(ref)))
				return { pointer: at, message: `It refers to ${shown(ref)}, which is not in the file.`, wayOn: SELF_CONTAINED };
			if (inside.size === 1 && keyword === "$ref" && /^#(?:\/|$)/.test(ref) && localSchema(root as never, ref) === undefined)
				return { pointer: at, message: `It refers to ${shown(ref)}, but there is nothing.`, wayOn: SELF_CONTAINED };
		}
		const refusal =
			refusePattern(schema.pattern, `${pointer}/pattern`) ??
			Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})
				.map((pattern) => refusePattern(pattern, `${pointer}/patternProperties/${pointerToken(pattern)}`))
				.find((each) => each !== null) ??
			null;
		if (refusal) return refusal;
	}
	return null;
}

function refusePattern(pattern: unknown, pointer: string): SchemaRefusal | null {
	if (typeof pattern !== "string") return null;
	if (pattern.length > MAX_PATTERN)
		return {
			pointer,
			message: `The pattern has ${pattern.length} characters; ${MAX_PATTERN} are the most.`,
			wayOn: "Write a shorter pattern.",
		};
	try {
		new RegExp(pattern, "u");
		return null;
	} catch {
		return {
			pointer,
			message: "The pattern is no regular expression of JSON Schema (ECMA-262 with the u flag).",
			wayOn: "Mend the pattern; a sign that means nothing special must not be escaped.",
		};
	}
}

const isAbsolute = (ref: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(ref);
const shown = (ref: string): string => (ref.length > 120 ? `“${ref.slice(0, 120)}…”` : `“${ref}”`);
