import { hasLoneSurrogate } from "./code-points.ts";
import { pointerPath } from "./pointer.ts";
import { scanJson, stringValue } from "./scan.ts";

/**
 * Something a JSON text says that the parsed value no longer shows.
 * `unsafeNumber`: an integer outside ±(2^53−1), or a number too large for any value; `written` is its digits.
 * `duplicateMember`: a name given twice in one object; the last one counts. `written` is the name.
 * `loneSurrogate`: a string or name with half a surrogate pair.
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

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const QUOTE = 0x22;

/** False only when the text surely holds no fact. One pass over the units: a run of 16 digits, a long exponent, an escaped surrogate, `":` counted. */
function mayHideFacts(text: string, value: unknown): boolean {
	let digits = 0;
	let members = 0;
	let beyondLatin = false;
	let previous = 0;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code >= 0x30 && code <= 0x39) {
			if (++digits === 16) return true;
		} else {
			digits = 0;
			// `e` or `E` after a digit: an exponent, or a hexadecimal id. Three digits behind it can leave the range of numbers.
			if ((code | 0x20) === 0x65 && previous >= 0x30 && previous <= 0x39 && longExponent(text, index + 1)) return true;
			if (code === COLON) {
				if (previous === QUOTE) members++;
				// A member written with space before its colon escapes the count; only the walk can tell.
				else if (previous === 0x20 || previous === 0x0a || previous === 0x0d || previous === 0x09) return true;
			} else if (code === BACKSLASH && (text.charCodeAt(index + 2) | 0x20) === 0x64 && text.charCodeAt(index + 1) === 0x75) return true;
			else if (code >= 0xd800 && code < 0xe000) beyondLatin = true;
		}
		previous = code;
	}
	return members !== memberCount(value) || (beyondLatin && hasLoneSurrogate(text));
}

function longExponent(text: string, from: number): boolean {
	const sign = text.charCodeAt(from);
	if (sign === 0x2d) return false;
	return /^\d{3}/.test(text.slice(sign === 0x2b ? from + 1 : from, from + 4));
}

/** Members in all objects of a parsed value. Iterative, so that depth is no limit. */
function memberCount(root: unknown): number {
	if (typeof root !== "object" || root === null) return 0;
	let count = 0;
	const open: object[] = [root];
	for (let container = open.pop(); container !== undefined; container = open.pop()) {
		if (Array.isArray(container)) {
			for (const item of container) if (typeof item === "object" && item !== null) open.push(item);
			continue;
		}
		for (const name in container) {
			count++;
			const member = (container as Record<string, unknown>)[name];
			if (typeof member === "object" && member !== null) open.push(member);
		}
	}
	return count;
}

function collectFacts(text: string): JsonFact[] {
	const facts: JsonFact[] = [];
	const add = (kind: JsonFact["kind"], pointer: string, written: string) => {
		if (facts.length < MAX_FACTS) facts.push({ kind, pointer, written });
	};
	scanJson(text, (kind, start, end, place, repeated) => {
		if (facts.length >= MAX_FACTS) return;
		if (kind === "number") {
			const written = text.slice(start, end);
			if (isUnsafe(written)) add("unsafeNumber", place.pointer(), written);
			return;
		}
		const said = stringValue(text, start, end);
		if (repeated) add("duplicateMember", place.pointer(), said);
		if (hasLoneSurrogate(said)) add("loneSurrogate", place.pointer(), said);
	});
	return facts;
}

function isUnsafe(written: string): boolean {
	const value = Number(written);
	if (!Number.isFinite(value)) return true;
	// 1e20 is written back as it came; only digits that are spelled out can be lost.
	return /\d{16}/.test(written) && Number.isInteger(value) && !Number.isSafeInteger(value);
}

function failure(text: string): ParsedJson {
	const offset = Math.max(
		0,
		scanJson(text, () => undefined),
	);
	const before = text.slice(0, offset);
	const lineStart = before.lastIndexOf("\n") + 1;
	return { ok: false, offset, line: before.split("\n").length, column: offset - lineStart + 1, ended: offset >= text.length };
}

/** The digits of the number at `pointer` as the text has them, null when there is no number; of several the last, which is the one that counts. */
export function numberAsWritten(text: string, pointer: string): string | null {
	let written: string | null = null;
	const depth = pointerPath(pointer).length;
	scanJson(text, (kind, start, end, place) => {
		if (kind === "number" && place.depth() === depth && place.pointer() === pointer) written = text.slice(start, end);
	});
	return written;
}
