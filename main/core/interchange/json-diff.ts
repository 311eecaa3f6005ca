import type { PayloadDifference } from "../../../schemas/interchange.ts";
import { pointerToken } from "../../../schemas/rules/json-pointer.ts";

const SHOWN_CHARACTERS = 400;
/** Beyond this depth values are compared whole. */
const MAX_DEPTH = 100;

export interface Differences {
	/** The first ones, in order. */
	listed: PayloadDifference[];
	count: number;
}

/**
 * Where two JSON values differ, in the words of RFC 6902: members and items that one side has more, values that are others. `isExpected` names
 * places that differ in every run.
 */
export function diffJson(
	left: unknown,
	right: unknown,
	most: number,
	isExpected: (path: readonly string[]) => boolean = () => false,
): Differences {
	const listed: PayloadDifference[] = [];
	let count = 0;
	const path: string[] = [];

	function say(op: PayloadDifference["op"], a: unknown, b: unknown): void {
		if (isExpected(path)) return;
		count++;
		if (listed.length >= most) return;
		const pointer = path.map((step) => `/${pointerToken(step)}`).join("");
		listed.push({ op, path: pointer, ...(op !== "add" && { left: shown(a) }), ...(op !== "remove" && { right: shown(b) }) });
	}

	function within(step: string, run: () => void): void {
		path.push(step);
		run();
		path.pop();
	}

	function walk(a: unknown, b: unknown): void {
		if (Object.is(a, b) || (typeof a === "number" && a === b)) return;
		const deep = path.length >= MAX_DEPTH;
		if (!deep && Array.isArray(a) && Array.isArray(b)) {
			const shared = Math.min(a.length, b.length);
			for (let at = 0; at < shared; at++) within(String(at), () => walk(a[at], b[at]));
			for (let at = shared; at < a.length; at++) within(String(at), () => say("remove", a[at], undefined));
			for (let at = shared; at < b.length; at++) within(String(at), () => say("add", undefined, b[at]));
			return;
		}
		if (!deep && isObject(a) && isObject(b)) {
			for (const name of Object.keys(a))
				within(name, () => (Object.hasOwn(b, name) ? walk(a[name], b[name]) : say("remove", a[name], undefined)));
			for (const name of Object.keys(b)) if (!Object.hasOwn(a, name)) within(name, () => say("add", undefined, b[name]));
			return;
		}
		if (deep && JSON.stringify(a) === JSON.stringify(b)) return;
		say("replace", a, b);
	}

	walk(left, right);
	return { listed, count };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? "";
	return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}
