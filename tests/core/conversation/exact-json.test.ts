import { describe, expect, it } from "vitest";
import { createExactJson } from "../../../main/core/conversation/exact-json.ts";

const json = createExactJson("a mark nobody else knows:");

describe("JSON that keeps every digit", () => {
	it.each([
		...["9007199254740993", "-123456789012345678901234567890", "0.1234567890123456789", "1e400", "1E-400"],
		...["1.0", "0.10", "-0", "-0.0", "1e3", "1E+3", "1e20", "0.0", "100.50", "123456789012345680000.0", "-1", "10", "0"],
	])("%s comes back as it was written", (number) => {
		const text = `{"a":[${number},{"b":${number}}]}`;
		expect(json.write(json.parse(text))).toBe(text);
	});

	it("numbers that are written back as they came are numbers", () => {
		expect(json.parse("[1,-2,0.5,123456789012345680000,-0.25]")).toEqual([1, -2, 0.5, 123456789012345680000, -0.25]);
	});

	it("two spellings of one number are the same, other numbers and texts are not", () => {
		const [one, also, zero, minus, far, text] = json.parse('[1.0,1,0,-0,1.01,"1.0"]') as unknown[];
		expect([json.same(one, also), json.same(zero, minus)]).toEqual([true, true]);
		expect([json.same(one, far), json.same(one, text), json.same(zero, null)]).toEqual([false, false, false]);
	});

	it("digits in strings and names are left alone", () => {
		const text = '{"9007199254740993":"9007199254740993","\\"":1}';
		expect(json.write(json.parse(text))).toBe(text);
	});

	it("names of the prototype are names", () => {
		const value = json.parse('{"__proto__":{"x":9007199254740993},"constructor":1}');
		expect(json.write(value)).toBe('{"__proto__":{"x":9007199254740993},"constructor":1}');
		expect(({} as { x?: unknown }).x).toBeUndefined();
	});

	it("depth is no limit, and a beginning can be had of a large value", () => {
		const deep = `${"[".repeat(100_000)}12345678901234567890${"]".repeat(100_000)}`;
		expect(json.write(json.parse(deep))).toBe(deep);
		expect(json.write(json.parse(deep), 100).length).toBeLessThan(110);
	});

	it("what is no JSON is nothing", () => {
		expect(json.parse("{12345678901234567890")).toBeUndefined();
	});
});
