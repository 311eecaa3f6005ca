import { pointerOf } from "./json-pointer.ts";

/** Where the walk is: `pointer()` is computed only when someone asks. */
export interface JsonPlace {
	pointer(): string;
	/** Containers around the token. */
	depth(): number;
}

/** `word`: true, false or null. `end`: an object or a list is over. A `name` comes before the member's value, with the member's own place. */
export type JsonToken = "object" | "array" | "end" | "name" | "string" | "number" | "word";

/** One token, `text.slice(start, end)`. Answers false to stop the walk there. */
export type JsonListener = (kind: JsonToken, start: number, end: number, place: JsonPlace) => unknown;

/** Where a text stops being JSON, UTF-16 units, and what belongs there. `nothing`: the value was complete. */
export interface JsonBreak {
	at: number;
	expected: "value" | "name" | "colon" | "commaOrBrace" | "commaOrBracket" | "string" | "nothing";
}

interface Level {
	isList: boolean;
	/** Of the item in a list. */
	index: number;
	/** Where the member's name stands. */
	nameAt: number;
	nameEnd: number;
}

type Expect = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "colon" | "commaOrEnd" | "nothing";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Walks a JSON text token by token, without recursion, so depth costs memory only. Null when the text is valid JSON, or the listener stopped.
 * The one reader of JSON text that keeps what was written: digits, order, repeated members, places.
 */
export function walkJson(text: string, onToken: JsonListener): JsonBreak | null {
	const levels: Level[] = [];
	const stepOf = ({ isList, index, nameAt, nameEnd }: Level) => (isList ? index : stringValue(text, nameAt, nameEnd));
	const place: JsonPlace = { pointer: () => pointerOf(levels.map(stepOf)), depth: () => levels.length };
	let expect: Expect = "value";
	let at = 0;
	for (;;) {
		at = skipSpace(text, at);
		const level = levels.at(-1);
		if (at >= text.length) return expect === "nothing" ? null : { at: text.length, expected: expectedOf(expect, level) };
		const char = text.charAt(at);
		if (expect === "nothing") return { at, expected: "nothing" };
		if (expect === "colon") {
			if (char !== ":") return { at, expected: "colon" };
			at++;
			expect = "value";
			continue;
		}
		if (expect === "commaOrEnd" && char === "," && level !== undefined) {
			at++;
			level.index++;
			expect = level.isList ? "value" : "name";
			continue;
		}
		if (level !== undefined && expect !== "value" && expect !== "name" && char === (level.isList ? "]" : "}")) {
			levels.pop();
			at++;
			expect = levels.length === 0 ? "nothing" : "commaOrEnd";
			if (onToken("end", at - 1, at, place) === false) return null;
			continue;
		}
		if (expect === "commaOrEnd") return { at, expected: expectedOf(expect, level) };
		if (expect === "name" || expect === "nameOrEnd") {
			if (char !== '"' || level === undefined) return { at, expected: "name" };
			const end = stringEnd(text, at);
			if (end < 0) return { at: -end - 1, expected: "string" };
			level.nameAt = at;
			level.nameEnd = end;
			if (onToken("name", at, end, place) === false) return null;
			at = end;
			expect = "colon";
			continue;
		}
		if (char === "{" || char === "[") {
			if (onToken(char === "{" ? "object" : "array", at, at + 1, place) === false) return null;
			levels.push({ isList: char === "[", index: 0, nameAt: 0, nameEnd: 0 });
			at++;
			expect = char === "{" ? "nameOrEnd" : "valueOrEnd";
			continue;
		}
		const isString = char === '"';
		const end = isString ? stringEnd(text, at) : plainEnd(text, at);
		if (end < 0) return { at: -end - 1, expected: isString ? "string" : "value" };
		const isNumber = char === "-" || (char >= "0" && char <= "9");
		if (onToken(isString ? "string" : isNumber ? "number" : "word", at, end, place) === false) return null;
		at = end;
		expect = levels.length === 0 ? "nothing" : "commaOrEnd";
	}
}

function expectedOf(expect: Expect, level: Level | undefined): JsonBreak["expected"] {
	switch (expect) {
		case "valueOrEnd":
			return "value";
		case "nameOrEnd":
			return "name";
		case "commaOrEnd":
			return level?.isList ? "commaOrBracket" : "commaOrBrace";
		default:
			return expect;
	}
}

const BELONGS: Record<Exclude<JsonBreak["expected"], "nothing" | "string">, string> = {
	value: "a value",
	name: "a name in quotes",
	colon: "a colon",
	commaOrBrace: "a comma or }",
	commaOrBracket: "a comma or ]",
};

/** What is wrong there, as part of a sentence: `a colon belongs here, there is "1"`. */
export function jsonBreakWords(text: string, { at, expected }: JsonBreak): string {
	const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
	const found = at >= text.length ? "the text ends" : `there is ${JSON.stringify(sign)}`;
	if (expected === "nothing") return `the value is complete, yet ${found}`;
	if (expected === "string") return at >= text.length ? "a string does not end" : "a string holds a bare control character or a bad escape";
	return `${BELONGS[expected]} belongs here, ${found}`;
}

function skipSpace(text: string, from: number): number {
	let at = from;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
		at++;
	}
}

/** End of a number or word; `-(offset + 1)` when it is neither. */
function plainEnd(text: string, start: number): number {
	for (const word of ["true", "false", "null"]) if (text.startsWith(word, start)) return start + word.length;
	NUMBER.lastIndex = start;
	return NUMBER.test(text) ? NUMBER.lastIndex : -start - 1;
}

/** End of the string that opens at `start`, after its closing quote; `-(offset + 1)` of the first unit that breaks it. */
function stringEnd(text: string, start: number): number {
	let at = start + 1;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) {
			if (text[at + 1] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) at += 6;
			else if (at + 1 < text.length && '"\\/bfnrt'.includes(text.charAt(at + 1))) at += 2;
			else return -at - 1;
		} else if (code >= 0x20) at++;
		else return -at - 1;
	}
}

/** What the string token at `start` to `end` says. */
export function stringValue(text: string, start: number, end: number): string {
	const inner = text.slice(start + 1, end - 1);
	return inner.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : inner;
}
