import { pointerOf } from "./pointer.ts";

/** Where the scanner is: `pointer()` is computed only when someone asks. */
export interface JsonPlace {
	pointer(): string;
	/** Containers around the token. */
	depth(): number;
}

/**
 * One token of a JSON text, `text.slice(start, end)`. `key` comes before the member's value, with the member's own place;
 * `repeated` says that its object has a member of that name already.
 */
export type JsonTokenListener = (
	kind: "key" | "string" | "number",
	start: number,
	end: number,
	place: JsonPlace,
	repeated: boolean,
) => void;

interface Level {
	names: Set<string> | null;
	step: string | number;
}

type Expect = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "nothing";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Walks a JSON text token by token, without recursion, so depth costs memory only.
 * Returns -1 when the text is valid JSON, else the offset (UTF-16 units) at which it stops being so.
 */
export function scanJson(text: string, onToken: JsonTokenListener): number {
	const levels: Level[] = [];
	const place: JsonPlace = { pointer: () => pointerOf(levels.map((level) => level.step)), depth: () => levels.length };
	let expect: Expect = "value";
	let at = 0;
	for (;;) {
		at = skipSpace(text, at);
		if (at >= text.length) return expect === "nothing" ? -1 : text.length;
		const char = text.charAt(at);
		const level = levels.at(-1);
		if (expect === "nothing") return at;
		if (expect === "colon") {
			if (char !== ":") return at;
			at++;
			expect = "value";
			continue;
		}
		if (expect === "commaOrEnd" && char === ",") {
			at++;
			if (level?.names === null) {
				level.step = (level.step as number) + 1;
				expect = "value";
			} else expect = "key";
			continue;
		}
		if (level !== undefined && expect !== "value" && expect !== "key" && char === (level.names === null ? "]" : "}")) {
			levels.pop();
			at++;
			expect = levels.length === 0 ? "nothing" : "commaOrEnd";
			continue;
		}
		if (expect === "commaOrEnd") return at;
		if (expect === "key" || expect === "keyOrEnd") {
			if (char !== '"' || level === undefined || level.names === null) return at;
			const end = stringEnd(text, at);
			if (end < 0) return -end - 1;
			const name = stringValue(text, at, end);
			level.step = name;
			const repeated = level.names.has(name);
			level.names.add(name);
			onToken("key", at, end, place, repeated);
			at = end;
			expect = "colon";
			continue;
		}
		if (char === "{" || char === "[") {
			levels.push(char === "{" ? { names: new Set(), step: "" } : { names: null, step: 0 });
			at++;
			expect = char === "{" ? "keyOrEnd" : "valueOrEnd";
			continue;
		}
		const end = char === '"' ? stringEnd(text, at) : plainEnd(text, at);
		if (end < 0) return -end - 1;
		if (char === '"') onToken("string", at, end, place, false);
		else if (char === "-" || (char >= "0" && char <= "9")) onToken("number", at, end, place, false);
		at = end;
		expect = levels.length === 0 ? "nothing" : "commaOrEnd";
	}
}

function skipSpace(text: string, from: number): number {
	let at = from;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
		at++;
	}
}

/** End of a number or literal; `-(offset + 1)` when it is neither. */
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
