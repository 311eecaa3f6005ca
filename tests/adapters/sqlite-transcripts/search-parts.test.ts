import { describe, expect, it } from "vitest";
import { createGramSet, wantedGrams, withoutEscapes } from "../../../main/adapters/sqlite-transcripts/search/grams.ts";
import { findJson } from "../../../main/adapters/sqlite-transcripts/search/json-test.ts";
import { literalsOf } from "../../../main/adapters/sqlite-transcripts/search/regex-literals.ts";

function createRandom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

describe("what an expression must contain", () => {
	it.each([
		["badge \\d+", ["badge "]],
		["gate-[0-9] door", ["gate-", " door"]],
		["colou?r chart", ["colo", "r chart"]],
		["(very )?old badge", ["old badge"]],
		["one|other", []],
		["abc*def", ["def"]],
		["abcd{2}efgh", ["abc", "efgh"]],
		["a\\.b\\.c", ["a.b.c"]],
		["\\u0041bcdef", []],
		["^start.*end$", ["start", "end"]],
		["(?!never)here", ["here"]],
	])("%s", (source, literals) => {
		expect(literalsOf(source, "")).toEqual(literals);
	});

	it("is never more than every match has", () => {
		const random = createRandom(3);
		const pieces = ["abc", "de", "x", "\\d", "[ab]", ".", "(fg)", "(?:hi)", "a|b", "\\.", "\\bq", "k{2}", "mno", " "];
		const quantifiers = ["", "", "", "*", "+", "?", "{0,2}", "{1}", "+?"];
		const signs = "abcdefghikmnoqx .01";
		let matched = 0;
		for (let round = 0; round < 20_000; round++) {
			let source = "";
			for (let n = 1 + random(5); n > 0; n--)
				source += (pieces[random(pieces.length)] as string) + (quantifiers[random(quantifiers.length)] as string);
			let expression: RegExp;
			try {
				expression = new RegExp(source);
			} catch {
				continue;
			}
			let text = "";
			for (let n = random(14); n > 0; n--)
				text += random(3) === 0 ? (["abc", "mno", "kk", "abcde"][random(4)] as string) : (signs[random(signs.length)] as string);
			if (!expression.test(text)) continue;
			matched++;
			for (const literal of literalsOf(source, "")) expect(text, `${source} in ${text}`).toContain(literal);
		}
		expect(matched).toBeGreaterThan(1000);
	});
});

describe("grams", () => {
	const gramsOf = (...texts: string[]) => {
		const set = createGramSet();
		for (const text of texts) set.add(text.toLowerCase());
		return new Set(set.take().split(" "));
	};

	it("of a text hold those of every part of it, in any case and script", () => {
		const text = "Der Ausweis 42 wurde ersetzt; 訪問者は受付にいます. ЁЛКА";
		const all = gramsOf(text);
		for (let from = 0; from < text.length; from++) {
			for (let to = from + 1; to <= Math.min(text.length, from + 9); to++) {
				for (const gram of wantedGrams(text.slice(from, to).toUpperCase())) expect(all.has(gram), text.slice(from, to)).toBe(true);
			}
		}
		expect(wantedGrams("受")).toHaveLength(1);
		expect(wantedGrams("ab")).toEqual([]);
	});

	it("do not run from one text into the next, and each set begins empty", () => {
		const set = createGramSet();
		set.add("abc");
		set.add("def");
		const first = new Set(set.take().split(" "));
		expect(wantedGrams("cde").some((gram) => first.has(gram))).toBe(false);
		expect(set.take()).toBe("");
		set.add("abc");
		expect(set.take().split(" ")).toHaveLength(1);
	});

	it("see text as JSON means it", () => {
		expect(withoutEscapes('caf\\u00e9 \\"du\\" \\\\ \\n')).toBe('café "du" \\ \n');
		expect(withoutEscapes("plain")).toBeNull();
	});
});

describe("a JSON test", () => {
	const root = JSON.parse('{"a":{"b":[{"c":1},{"c":"two"},{"c":null}]},"n":1.0,"t":true,"__proto__x":1,"when":"2026-11-30"}') as unknown;
	const holds = (path: string[], operator: "exists" | "=" | "!=" | "~" | "<" | "<=" | ">" | ">=", value: string | null) =>
		findJson(root, { kind: "json", path, operator, value }) !== null;

	it("follows members, indices and any", () => {
		expect(holds(["a", "b", "1", "c"], "=", "two")).toBe(true);
		expect(holds(["a", "b", "*", "c"], "=", "1")).toBe(true);
		expect(holds(["a", "*", "*", "c"], "=", "null")).toBe(true);
		expect(holds(["a", "b", "9", "c"], "exists", null)).toBe(false);
		expect(holds(["__proto__"], "exists", null)).toBe(false);
		expect(holds(["constructor"], "exists", null)).toBe(false);
	});

	it("compares numbers as numbers, words as words", () => {
		expect(holds(["n"], "=", "1")).toBe(true);
		expect(holds(["n"], "=", "1.00")).toBe(true);
		expect(holds(["n"], ">=", "0.5")).toBe(true);
		expect(holds(["t"], "=", "true")).toBe(true);
		expect(holds(["t"], "!=", "false")).toBe(true);
		expect(holds(["when"], ">", "2026-11-29")).toBe(true);
		expect(holds(["when"], "<", "5")).toBe(true);
		expect(holds(["n"], ">", "word")).toBe(false);
		expect(holds(["when"], "~", "11-3")).toBe(true);
	});
});
