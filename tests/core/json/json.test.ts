import { describe, expect, test } from "vitest";
import { factFinding } from "../../../main/core/json/frame-findings.ts";
import { numberAsWritten, parseJson } from "../../../main/core/json/parse.ts";
import { codePointLength, cutText, hasLoneSurrogate } from "../../../schemas/rules/code-points.ts";
import { pointerOf, pointerPath, showablePointer, valueAt } from "../../../schemas/rules/json-pointer.ts";
import { walkJson } from "../../../schemas/rules/json-walk.ts";
import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import { createDice } from "../../schemas/generate-client-messages.ts";

const facts = (text: string) => {
	const parsed = parseJson(text);
	return parsed.ok ? parsed.facts.map((fact) => `${fact.kind} ${fact.pointer} ${fact.written}`) : ["not JSON"];
};

describe("what a parsed value hides", () => {
	test.each([
		['{"a":1,"b":[true,null,"x:y"],"c":{"d":-1.5e3}}', []],
		['{"a":9007199254740991,"b":-9007199254740991}', []],
		['{"a":9007199254740992}', ["unsafeNumber /a 9007199254740992"]],
		['{"a":[1,{"b/c":-9007199254740993}]}', ["unsafeNumber /a/1/b~1c -9007199254740993"]],
		["9007199254740993", ["unsafeNumber  9007199254740993"]],
		['{"a":1e400}', ["unsafeNumber /a 1e400"]],
		['{"a":1e20,"b":1e300,"c":0.1234567890123456789}', []],
		['{"a":1,"a":2}', ["duplicateMember /a a"]],
		['{"a" :1,"a":2,"b":"\\":"}', ["duplicateMember /a a"]],
		['{"a":1,"\\u0061":2}', ["duplicateMember /a a"]],
		['{"a":{"x":1},"b":{"x":1}}', []],
		['{"args":"{\\"a\\":1,\\"a\\":2}"}', []],
		['{"__proto__":1,"__proto__":2}', ["duplicateMember /__proto__ __proto__"]],
		['{"a":"\\ud83d\\ude00"}', []],
		['{"a":"x\\uD83D"}', ["loneSurrogate /a x\ud83d"]],
		['{"\\udc00":1}', ["loneSurrogate /\udc00 \udc00"]],
		['{"a":"\\\\ud83d"}', []],
	])("%s", (text, expected) => {
		expect(facts(text)).toEqual(expected);
	});

	test("never more than 32 facts, whatever the text repeats", () => {
		expect(facts(`{${Array.from({ length: 10_000 }, () => '"a":1').join()}}`)).toHaveLength(32);
	});

	test("depth is no limit", () => {
		const depth = 100_000;
		const text = `${'{"a":['.repeat(depth)}9007199254740993${"]}".repeat(depth)}`;
		const parsed = parseJson(text);
		expect(parsed.ok && parsed.facts.map((fact) => fact.pointer.length)).toEqual([depth * 4]);
	});

	test("a member called __proto__ is an own member and changes nothing else", () => {
		const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":1}');
		expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(["__proto__", "constructor"]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});

	test("gives a number's digits as they were written", () => {
		const text = '{"sequence":9007199254740993,"event":{"sequence":1.50},"list":[10,2e1]}';
		expect(numberAsWritten(text, "/sequence")).toBe("9007199254740993");
		expect(numberAsWritten(text, "/event/sequence")).toBe("1.50");
		expect(numberAsWritten(text, "/list/1")).toBe("2e1");
		expect(numberAsWritten(text, "/list")).toBeNull();
	});
});

describe("where a text stops being JSON", () => {
	test.each([
		["", 0],
		["{", 1],
		["{,}", 1],
		['{"a"}', 4],
		['{"a":}', 5],
		['{"a":1,}', 7],
		["[1,]", 3],
		["[1 2]", 3],
		["tru", 0],
		["01", 1],
		["1.", 1],
		["-", 0],
		['"a\nb"', 2],
		['"\\x"', 1],
		['"\\u12g4"', 1],
		['"abc', 4],
		["{}}", 2],
		["[}", 1],
		["{]", 1],
		["\ufeff{}", 0],
		["[".repeat(100_000), 100_000],
	])("%s", (text, offset) => {
		expect(parseJson(text)).toMatchObject({ ok: false, offset });
	});

	test("names line and column", () => {
		expect(parseJson('{\n  "a": 1,\n  b: 2\n}')).toMatchObject({ line: 3, column: 3, ended: false });
		expect(parseJson("[1,\n")).toMatchObject({ line: 2, column: 1, ended: true });
	});

	test("the walk and JSON.parse agree on 20,000 damaged texts", () => {
		const dice = createDice(11);
		const whole = '{"a":[1,-2.5e+3,"x\\u00e9\\n",true,null,{"b":{}}],"c":"","d":[[],0]}';
		const pieces = ['"', "{", "}", "[", "]", ",", ":", "\\", "1", "0", "-", ".", "e", "t", " ", "\n", "\u0001", "null"];
		for (let round = 0; round < 20_000; round++) {
			const at = dice.below(whole.length);
			const text = whole.slice(0, at) + (dice.chance(0.5) ? dice.pick(pieces) : "") + whole.slice(at + dice.below(3));
			let accepted = true;
			try {
				JSON.parse(text);
			} catch {
				accepted = false;
			}
			expect([text, walkJson(text, () => undefined) === null]).toEqual([text, accepted]);
		}
	});
});

describe("pointers", () => {
	test("escape and unescape", () => {
		expect(pointerOf(["a/b", "m~n", 0, ""])).toBe("/a~1b/m~0n/0/");
		expect(pointerPath("/a~1b/m~0n/0/")).toEqual(["a/b", "m~n", "0", ""]);
		expect(pointerPath("")).toEqual([]);
	});

	test("find own members only", () => {
		const value = JSON.parse('{"a":[{"b~":1}],"__proto__":2}') as unknown;
		expect(valueAt(value, "/a/0/b~0")).toBe(1);
		expect(valueAt(value, "/__proto__")).toBe(2);
		expect(valueAt(value, "")).toBe(value);
		for (const nowhere of ["/toString", "/a/length", "/a/01", "/a/-", "/a/0/b~0/c"]) expect(valueAt(value, nowhere)).toBeUndefined();
	});

	test("a very long one is shown as that of the part around it", () => {
		expect(showablePointer("/a/b")).toBe("/a/b");
		const shown = showablePointer("/abc".repeat(1_000));
		expect(shown.length).toBeLessThanOrEqual(1_024);
		expect(shown.endsWith("/abc")).toBe(true);
		expect(showablePointer(`/${"x".repeat(5_000)}`)).toBe("");
	});

	test("names a place with half a surrogate pair as every store and file can hold it", () => {
		const half = String.fromCharCode(0xd800);
		expect(showablePointer(`/a/${half}/\u{1f600}`)).toBe("/a/\ufffd/\u{1f600}");
		const named = factFinding({ kind: "loneSurrogate", pointer: `/a/${half}`, written: half }, "warning");
		expect(named).toMatchObject({ path: "/a/\ufffd", message: expect.stringContaining("⟨U+D800⟩") });
	});
});

describe("lengths", () => {
	test("UTF-8 bytes are those of an encoder", () => {
		for (const text of ["", "abc", "é", "漢字", "😀", "a😀é", "\ud83d", "\ude00x", "\ud83d\ud83d\ude00", "\u07ff\u0800\uffff"]) {
			expect([text, utf8Length(text)]).toEqual([text, Buffer.byteLength(text)]);
		}
	});

	test("code points count as JSON Schema counts", () => {
		for (const text of ["", "abc", "😀😀", "\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "e\u0301"]) {
			expect([text, codePointLength(text)]).toEqual([text, [...text].length]);
		}
	});

	test("a cut never leaves half a character", () => {
		expect(cutText("a😀b", 2)).toBe("a");
		expect(cutText("a😀b", 3)).toBe("a😀");
		expect(cutText("ab", 5)).toBe("ab");
		expect(hasLoneSurrogate("a😀")).toBe(false);
		expect(hasLoneSurrogate("a\ude00")).toBe(true);
	});
});
