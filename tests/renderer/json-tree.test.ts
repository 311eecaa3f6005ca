import { describe, expect, it } from "vitest";
import { noFolding, openLines, toggled } from "../../renderer/state/json-folding.ts";
import { isPlainName, jsonOf, nodeAt, parseJsonTree, pointerOf, stringStart } from "../../renderer/state/json-tree.ts";

const parsed = (text: string) => {
	const tree = parseJsonTree(text);
	if (!tree.ok) throw new Error(`${tree.why} at ${tree.at}`);
	return tree.nodes;
};

describe("JSON for looking at", () => {
	it("keeps every digit of a number, as written", () => {
		const text = '{"big":9007199254740993000001,"neg":-0.10,"exp":1E+400,"zero":-0}';
		const nodes = parsed(text);
		expect(nodes.slice(1).map((node) => node.raw)).toEqual(["9007199254740993000001", "-0.10", "1E+400", "-0"]);
		expect(jsonOf(nodes, 0)).toBe(text);
	});

	it("puts any part together again exactly", () => {
		const text = '{"a":[1,{"b":[]},{}],"c":{"d":"x\\u202ey","e":null},"f":[[true],[false,[]]]}';
		const nodes = parsed(text);
		expect(jsonOf(nodes, 0)).toBe(text);
		expect(jsonOf(nodes, nodeAt(nodes, "/a"))).toBe('[1,{"b":[]},{}]');
		expect(jsonOf(nodes, nodeAt(nodes, "/c"))).toBe('{"d":"x\\u202ey","e":null}');
		expect(jsonOf(nodes, nodeAt(nodes, "/f/1"))).toBe("[false,[]]");
	});

	it("is not afraid of depth", () => {
		const depth = 200_000;
		const nodes = parsed("[".repeat(depth) + "]".repeat(depth));
		expect(nodes).toHaveLength(depth);
		expect(nodes[depth - 1]?.depth).toBe(depth - 1);
		expect(openLines(nodes, noFolding).lines).toEqual([1]);
		expect(openLines(nodes, toggled(nodes, noFolding, 1)).lines).toEqual([1, 2]);
		expect(jsonOf(nodes, 0)).toHaveLength(2 * depth);
	});

	it("shows members that occur twice, both of them, and marks them", () => {
		const nodes = parsed('{"a":1,"b":2,"a":3}');
		expect(nodes.map((node) => node.duplicate)).toEqual([false, true, false, true]);
		expect(nodes[nodeAt(nodes, "/a")]?.raw).toBe("3");
	});

	it("names nodes by JSON Pointer, slashes and tildes escaped, and finds them again", () => {
		const nodes = parsed('{"a/b":{"m~n":[10,20]},"":{"":1}}');
		for (const pointer of ["/a~1b/m~0n/1", "/a~1b", "/", "//"]) expect(pointerOf(nodes, nodeAt(nodes, pointer))).toBe(pointer);
		expect(pointerOf(nodes, 0)).toBe("");
	});

	it("finds the deepest existing node when a pointer leads to something missing", () => {
		const nodes = parsed('{"delta":[{"op":"add"}]}');
		expect(pointerOf(nodes, nodeAt(nodes, "/delta/0/value"))).toBe("/delta/0");
	});

	it("leaves out what is folded, and the line of the root", () => {
		const nodes = parsed('{"a":{"b":1,"c":2},"d":3}');
		expect(openLines(nodes, noFolding).lines).toEqual([1, 2, 3, 4]);
		expect(openLines(nodes, toggled(nodes, noFolding, 1)).lines).toEqual([1, 4]);
		expect(openLines(parsed("7"), noFolding).lines).toEqual([0]);
		expect(openLines(parsed("{}"), noFolding).lines).toEqual([0]);
	});

	it.each([
		['{"a":1,}', "a name in quotes belongs here"],
		["[1,]", "a value belongs here"],
		["[1 2]", "comma"],
		['{"a" 1}', "colon"],
		['"abc', "string"],
		['"a\u0001b"', "string"],
		["01", "the value is complete"],
		["nul", "a value belongs here"],
		["", "ends"],
		['{"a":', "ends"],
		["1 x", "the value is complete"],
	])("says where and why %j is not JSON", (text, why) => {
		const tree = parseJsonTree(text);
		expect(tree.ok).toBe(false);
		if (!tree.ok) expect(tree.why).toContain(why);
	});

	it("accepts exactly what JSON.parse accepts", () => {
		const samples = [
			"1e5",
			"-",
			"+1",
			".5",
			"1.",
			"[]",
			" { } ",
			"{}{}",
			"\ufeff{}",
			'"\\ud800"',
			'"\\x"',
			"[,1]",
			"tru",
			"true",
			'{"a":[{"b":{}}]}',
			"[[[]]",
			"NaN",
			"'a'",
		];
		for (const text of samples) {
			let strict = true;
			try {
				JSON.parse(text);
			} catch {
				strict = false;
			}
			expect([text, parseJsonTree(text).ok]).toEqual([text, strict]);
		}
	});
});

describe("a tree of any size", () => {
	it("stops at the number of values asked for, and says which holders go on", () => {
		const tree = parseJsonTree('{"a":[1,2,3,4],"b":5}', 4);
		if (!tree.ok) throw new Error(tree.why);
		expect(tree.nodes).toHaveLength(4);
		expect(tree.cutAt).toBe(10);
		expect(tree.nodes.map((node) => node.isCut === true)).toEqual([true, true, false, false]);
		expect(tree.nodes[1]?.end).toBe(4);
	});

	it("reads a string of eight million characters, escapes too", () => {
		for (const sign of ["x", "\\n", "\u202e"]) {
			const tree = parseJsonTree(`["${sign.repeat(8 << 20)}"]`);
			expect(tree.ok && tree.nodes.length).toBe(2);
		}
	});

	it("decodes only the beginning of a long string, never half an escape", () => {
		const raw = JSON.stringify('a\n\u0001\\b"c');
		const whole = JSON.parse(raw) as string;
		for (let most = 2; most <= raw.length; most++) {
			const { text, rest } = stringStart(raw, most);
			expect(whole.startsWith(text)).toBe(true);
			expect(rest === 0).toBe(text === whole);
		}
	});
});

describe("names", () => {
	it("stand without quotes only where they look like no other", () => {
		for (const name of ["status", "_id", "$ref", "@type", "agui.event", "Größe", "日本", "a-b", "x/y"])
			expect(isPlainName(name), name).toBe(true);
		for (const name of ["", " ", "  ", " a", "a ", "a b", "0", "12", "-0", '"', "a\u200b", "\u202ea", "a\nb", 'a"b', "a\\"])
			expect(isPlainName(name), JSON.stringify(name)).toBe(false);
	});
});
