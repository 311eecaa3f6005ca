/** Words for saying what a JSON value must look like. A check answers null, or one phrase that names the place and the rule. */
import { codePointLength } from "../../schemas/rules/code-points.ts";
export type Check = (value: unknown, path: string) => string | null;

const at = (path: string): string => (path === "" ? "the message" : path);

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A string of `min` to `max` Unicode code points, as JSON Schema counts them. */
export function text(min: number, max: number, form?: { pattern: Pick<RegExp, "test">; says: string }): Check {
	return (value, path) => {
		if (typeof value !== "string") return `${at(path)} must be a string`;
		// A code point is one or two UTF-16 units, so most strings need no counting.
		if (value.length < min || value.length > 2 * max || (value.length > max && codePointLength(value) > max))
			return `${at(path)} must hold ${min} to ${max} characters`;
		if (min > 1 && codePointLength(value) < min) return `${at(path)} must hold ${min} to ${max} characters`;
		return form && !form.pattern.test(value) ? `${at(path)} must be ${form.says}` : null;
	};
}

/** Whole numbers stay within what a double holds exactly, although the schema has no upper bound. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
	return (value, path) =>
		Number.isInteger(value) && (value as number) >= min && (value as number) <= max
			? null
			: `${at(path)} must be a whole number from ${min} to ${max}`;
}

export const boolean: Check = (value, path) => (typeof value === "boolean" ? null : `${at(path)} must be true or false`);

export function choice(...allowed: readonly unknown[]): Check {
	return (value, path) =>
		allowed.includes(value) ? null : `${at(path)} must be ${allowed.map((one) => JSON.stringify(one)).join(" or ")}`;
}

export function list(item: Check, max: number, unique = false): Check {
	return (value, path) => {
		if (!Array.isArray(value)) return `${at(path)} must be an array`;
		if (value.length > max) return `${at(path)} must hold at most ${max} items`;
		if (unique && new Set(value).size !== value.length) return `${at(path)} must not repeat an item`;
		for (const [index, one] of value.entries()) {
			const problem = item(one, `${path}/${index}`);
			if (problem) return problem;
		}
		return null;
	};
}

/** `closed` objects refuse members that are not listed; the others accept them unread. */
export function record(required: Record<string, Check>, optional: Record<string, Check> = {}, closed = false): Check {
	const known = { ...optional, ...required };
	return (value, path) => {
		if (!isObject(value)) return `${at(path)} must be an object`;
		for (const name of Object.keys(required)) if (!Object.hasOwn(value, name)) return `${path}/${name} is missing`;
		for (const [name, check] of Object.entries(known)) {
			const problem = Object.hasOwn(value, name) ? check(value[name], `${path}/${name}`) : null;
			if (problem) return problem;
		}
		const stranger = closed ? Object.keys(value).find((name) => !Object.hasOwn(known, name)) : undefined;
		return stranger === undefined ? null : `${path}/${stranger} is not allowed there`;
	};
}

/** All of them must hold; the first problem is the answer. */
export function both(...checks: readonly Check[]): Check {
	return (value, path) => {
		for (const check of checks) {
			const problem = check(value, path);
			if (problem) return problem;
		}
		return null;
	};
}
