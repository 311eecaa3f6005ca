import { describe, expect, it, test } from "vitest";
import { isBeyondExact, isLongInteger, isUnsafeNumber, losesDigits, parseExactIntegers } from "../../../schemas/rules/digits.ts";
import { jsonBreakWords, walkJson } from "../../../schemas/rules/json-walk.ts";

describe("a walk through JSON", () => {
	it("tells every token with its place, names before their values", () => {
		const text = '{"a/b":[1,"x",{}],"c":null}';
		const told: string[] = [];
		walkJson(text, (kind, start, end, place) => void told.push(`${kind} ${text.slice(start, end)} ${place.pointer()} ${place.depth()}`));
		expect(told).toEqual([
			"object {  0",
			'name "a/b" /a~1b 1',
			"array [ /a~1b 1",
			"number 1 /a~1b/0 2",
			'string "x" /a~1b/1 2',
			"object { /a~1b/2 2",
			"end } /a~1b/2 2",
			"end ] /a~1b 1",
			'name "c" /c 1',
			"word null /c 1",
			"end }  0",
		]);
	});

	it("stops where the listener has enough, whatever follows", () => {
		let tokens = 0;
		expect(walkJson("[1,2,nonsense", () => ++tokens < 3)).toBeNull();
		expect(tokens).toBe(3);
	});

	test.each([
		["[1 2]", 'a comma or ] belongs here, there is "2"'],
		['{"a":1 "b"}', 'a comma or } belongs here, there is "\\""'],
		['{"a" 1}', 'a colon belongs here, there is "1"'],
		["{1}", 'a name in quotes belongs here, there is "1"'],
		["[", "a value belongs here, the text ends"],
		["{", "a name in quotes belongs here, the text ends"],
		["1 😀", 'the value is complete, yet there is "😀"'],
		['"abc', "a string does not end"],
		['"\\x"', "a string holds a bare control character or a bad escape"],
	])("says what is wrong with %s", (text, words) => {
		const broken = walkJson(text, () => undefined);
		expect(broken && jsonBreakWords(text, broken)).toBe(words);
	});
});

describe("digits", () => {
	test.each([
		["9007199254740991", false, false, false, false],
		["9007199254740992", false, true, true, true],
		["-9007199254740993", true, true, true, true],
		["9007199254740993.0", true, false, true, true],
		["1e20", false, false, true, false],
		["1e400", true, false, false, true],
		["0.1234567890123456789", true, false, false, false],
		["1.50", false, false, false, false],
	])("of %s", (written, isLost, isLong, isBeyond, isUnsafe) => {
		expect([losesDigits(written), isLongInteger(written), isBeyondExact(written), isUnsafeNumber(written)]).toEqual([
			isLost,
			isLong,
			isBeyond,
			isUnsafe,
		]);
	});

	it("of integers stay when a text is parsed", () => {
		expect(parseExactIntegers('[1,9007199254740993,1.5,"9007199254740993"]')).toEqual([1, 9007199254740993n, 1.5, "9007199254740993"]);
	});
});
