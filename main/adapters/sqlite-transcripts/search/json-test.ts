import { isLongInteger } from "../../../../schemas/rules/digits.ts";
import type { SearchCondition } from "../../../core/ports.ts";

type JsonCondition = Extract<SearchCondition, { kind: "json" }>;

/** Values looked at in one entry at most: `$[*][*]` of a hostile one must end. */
const MOST_VALUES = 10_000;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const isNumber = (value: string): boolean => NUMBER.test(value);
/** Its digits say more than a number can hold. */
export const needsExact = ({ value }: JsonCondition): boolean => value !== null && isLongInteger(value);

/** The first value at the path for which the test holds, as text; null when there is none. */
export function findJson(root: unknown, condition: JsonCondition): { said: string } | null {
	let looked = 0;

	function walk(value: unknown, depth: number): { said: string } | null {
		if (looked > MOST_VALUES) return null;
		if (depth === condition.path.length) {
			looked++;
			return holds(value, condition) ? { said: wordsOf(value) } : null;
		}
		if (typeof value !== "object" || value === null) return null;
		const step = condition.path[depth] as string;
		if (step === "*") {
			for (const each of Array.isArray(value) ? value : Object.values(value)) {
				const found = walk(each, depth + 1);
				if (found !== null) return found;
			}
			return null;
		}
		if (Array.isArray(value)) return /^\d+$/.test(step) && Number(step) < value.length ? walk(value[Number(step)], depth + 1) : null;
		return Object.hasOwn(value, step) ? walk((value as Record<string, unknown>)[step], depth + 1) : null;
	}

	return walk(root, 0);
}

function wordsOf(value: unknown): string {
	if (typeof value === "string") return value;
	if (typeof value === "bigint") return value.toString();
	return JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? each.toString() : each)) ?? "";
}

function holds(value: unknown, { operator, value: wanted }: JsonCondition): boolean {
	if (operator === "exists" || wanted === null) return true;
	switch (operator) {
		case "=":
			return equals(value, wanted);
		case "!=":
			return !equals(value, wanted);
		case "~":
			return wordsOf(value).toLowerCase().includes(wanted.toLowerCase());
		default:
			return compares(value, operator, wanted);
	}
}

function equals(value: unknown, wanted: string): boolean {
	if (typeof value === "number") return isNumber(wanted) && Number(wanted) === value;
	if (typeof value === "string" || typeof value === "bigint") return value.toString() === wanted;
	return value === null || typeof value === "boolean" ? String(value) === wanted : wordsOf(value) === wanted;
}

function compares(value: unknown, operator: "<" | "<=" | ">" | ">=", wanted: string): boolean {
	const order =
		typeof value === "number" && isNumber(wanted)
			? value - Number(wanted)
			: typeof value === "string"
				? value < wanted
					? -1
					: Number(value > wanted)
				: Number.NaN;
	if (operator === "<") return order < 0;
	if (operator === "<=") return order <= 0;
	return operator === ">" ? order > 0 : order >= 0;
}
