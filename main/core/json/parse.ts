import { hasLoneSurrogate } from "../../../schemas/rules/code-points.ts";
import { isUnsafeNumber } from "../../../schemas/rules/digits.ts";
import { pointerPath } from "../../../schemas/rules/json-pointer.ts";
import { stringValue, walkJson } from "../../../schemas/rules/json-walk.ts";

/**
 * Something a JSON text says that the parsed value no longer shows.
 * `unsafeNumber`: an integer outside ±(2^53−1), or a number too large for any value; `written` is its digits.
 * `duplicateMember`: a name given twice in one object; the last one counts. `written` is the name.
 * `loneSurrogate`: a string or name with half a surrogate pair, written as an escape.
 */
export interface JsonFact {
	kind: "unsafeNumber" | "duplicateMember" | "loneSurrogate";
	pointer: string;
	written: string;
}

export type ParsedJson =
	| { ok: true; value: unknown; facts: readonly JsonFact[] }
	/** `offset` is in UTF-16 units; `line` and `column` count from 1. */
	| { ok: false; offset: number; line: number; column: number; ended: boolean };

/** A hostile text repeats a fault without end; more than this many say nothing new. */
const MAX_FACTS = 32;
const NO_FACTS: readonly JsonFact[] = [];

/**
 * Parses a JSON text. `JSON.parse` decides and gives the value; the text is walked a second time only when a cheap look says that
 * the value may hide something. Never throws; depth is no limit.
 */
export function parseJson(text: string): ParsedJson {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return failure(text);
	}
	return { ok: true, value, facts: mayHideFacts(text, value) ? collectFacts(text) : NO_FACTS };
}

/**
 * False only when the text surely holds no fact. Every name in the text is followed by a colon, so more `":` than members in the value means
 * a repeated name (or a colon inside a string: then the walk finds nothing). Escapes and numbers are looked at where they can be seen fastest.
 */
function mayHideFacts(text: string, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return typeof value !== "number" || !isSafe(value);
	let names = 0;
	for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
		const before = text.charAt(at - 1);
		if (before === '"') names++;
		// A name with space before its colon escapes the count; only the walk can tell.
		else if (before === " " || before === "\n" || before === "\r" || before === "\t") return true;
	}
	return names !== safeMemberCount(value) || (text.includes("\\u") && /\\u[dD][89a-fA-F]/.test(text));
}

function isSafe(value: number): boolean {
	return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}

/** Members in all objects of a parsed value, or -1 as soon as a number is out of the safe range. Iterative, so that depth is no limit. */
function safeMemberCount(root: object): number {
	let count = 0;
	const open: object[] = [root];
	for (let container = open.pop(); container !== undefined; container = open.pop()) {
		if (Array.isArray(container)) {
			for (const item of container as unknown[]) {
				if (typeof item === "object" && item !== null) open.push(item);
				else if (typeof item === "number" && !isSafe(item)) return -1;
			}
			continue;
		}
		for (const name in container) {
			count++;
			const member = (container as Record<string, unknown>)[name];
			if (typeof member === "object" && member !== null) open.push(member);
			else if (typeof member === "number" && !isSafe(member)) return -1;
		}
	}
	return count;
}

function collectFacts(text: string): JsonFact[] {
	const facts: JsonFact[] = [];
	const add = (kind: JsonFact["kind"], pointer: string, written: string) => {
		if (facts.length < MAX_FACTS) facts.push({ kind, pointer, written });
	};
	/** Names met in each open object; null for a list. */
	const names: (Set<string> | null)[] = [];
	walkJson(text, (kind, start, end, place) => {
		switch (kind) {
			case "object":
				return names.push(new Set());
			case "array":
				return names.push(null);
			case "end":
				return names.pop();
			case "number": {
				const written = text.slice(start, end);
				if (isUnsafeNumber(written)) add("unsafeNumber", place.pointer(), written);
				break;
			}
			case "name":
			case "string": {
				const said = stringValue(text, start, end);
				const met = names.at(-1);
				if (kind === "name" && met) {
					if (met.has(said)) add("duplicateMember", place.pointer(), said);
					met.add(said);
				}
				if (hasLoneSurrogate(said)) add("loneSurrogate", place.pointer(), said);
			}
		}
		return facts.length < MAX_FACTS;
	});
	return facts;
}

function failure(text: string): ParsedJson {
	const offset = walkJson(text, () => undefined)?.at ?? 0;
	const before = text.slice(0, offset);
	const lineStart = before.lastIndexOf("\n") + 1;
	return { ok: false, offset, line: before.split("\n").length, column: offset - lineStart + 1, ended: offset >= text.length };
}

/** The digits of the number at `pointer` as the text has them, null when there is no number; of several the last, which is the one that counts. */
export function numberAsWritten(text: string, pointer: string): string | null {
	let written: string | null = null;
	const depth = pointerPath(pointer).length;
	walkJson(text, (kind, start, end, place) => {
		if (kind === "number" && place.depth() === depth && place.pointer() === pointer) written = text.slice(start, end);
	});
	return written;
}
