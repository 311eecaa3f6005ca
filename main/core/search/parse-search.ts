import type { SearchHint } from "../../../schemas/library.ts";
import type { SearchCondition } from "../ports.ts";
import { isField, readField } from "./read-field.ts";
import { readJsonTest } from "./read-json-test.ts";
import { readRegex } from "./read-regex.ts";
import { type Read, Unreadable } from "./reading.ts";

export type ParsedSearch = { kind: "conditions"; conditions: SearchCondition[] } | { kind: "hint"; hint: SearchHint };

/**
 * Reads a line as `schemas/library.ts` describes it. Pure and total: what cannot be read comes back as a hint with its place, and whether
 * more typing may mend it.
 */
export function parseSearch(text: string): ParsedSearch {
	const conditions: SearchCondition[] = [];
	let at = 0;
	try {
		for (;;) {
			while (/\s/.test(text[at] ?? "")) at++;
			if (at >= text.length) return { kind: "conditions", conditions };
			const { condition, end } = readOne(text, at);
			if (condition !== null) conditions.push(condition);
			at = end;
		}
	} catch (thrown) {
		if (thrown instanceof Unreadable) return { kind: "hint", hint: thrown.hint };
		throw thrown;
	}
}

function readOne(text: string, start: number): Read {
	const wanted = text[start] !== "-" || !/\S/.test(text[start + 1] ?? "");
	const at = wanted ? start : start + 1;
	if (text[at] === '"') return readPhrase(text, at, wanted);
	if (text[at] === "/" && text[at + 1] !== undefined && text[at + 1] !== "/") return readRegex(text, at, wanted);
	if (wanted && text[at] === "$" && /[.[]/.test(text[at + 1] ?? "")) return readJsonTest(text, at);
	if (wanted && isField(text, at)) return readField(text, at);
	const word = /\S+/y;
	word.lastIndex = at;
	const said = word.exec(text)?.[0] ?? "";
	return { condition: { kind: "text", text: said, wanted }, end: at + said.length };
}

const PHRASE = /"((?:[^"\\]|\\.)*)"?/sy;

/** A phrase that is not closed yet goes to the end of the line, so that hits come while it is typed. A quotation mark in it has a backslash before it. */
function readPhrase(text: string, start: number, wanted: boolean): Read {
	PHRASE.lastIndex = start;
	const [whole = '"', said = ""] = PHRASE.exec(text) ?? [];
	const phrase = said.replace(/\\(["\\])/g, "$1");
	return { condition: phrase === "" ? null : { kind: "text", text: phrase, wanted }, end: start + whole.length };
}
