import { describe, expect, it } from "vitest";
import { layOut, nodeAt, readJson } from "../../renderer/state/json-text.ts";

describe("the JSON reader of the composer", () => {
	it("accepts and refuses what JSON.parse accepts and refuses", () => {
		const texts = [
			"{}",
			"[]",
			" 1.5e-3 ",
			"-0",
			'"\\u00e9\\n"',
			"null",
			'{"a":[true,false]}',
			"",
			"{",
			"[1,]",
			"01",
			"+1",
			"nul",
			'"a',
			'"\\x"',
			'"a\nb"',
			"{'a':1}",
			'{"a" 1}',
			"[1 2]",
			"1 2",
			"\u00a01",
			'"\\"',
			'{"a":1,}',
		];
		for (const text of texts) {
			let parses = true;
			try {
				JSON.parse(text);
			} catch {
				parses = false;
			}
			expect({ text, ok: readJson(text).ok }).toEqual({ text, ok: parses });
		}
	});

	it("names the place of the fault", () => {
		expect(readJson('{"a": tru}')).toMatchObject({ ok: false, at: 6 });
		expect(readJson("[".repeat(5000))).toMatchObject({ ok: false });
	});

	it("finds the value a pointer names, else the nearest one around it", () => {
		const text = '{"a/b":[{"c~d":"x"},7]}';
		const reading = readJson(text);
		if (!reading.ok) throw new Error(reading.message);
		const found = nodeAt(reading.node, "/a~1b/0/c~0d");
		expect([text.slice(found.node.from, found.node.to), found.exact]).toEqual(['"x"', true]);
		expect(nodeAt(reading.node, "/a~1b/1/none")).toMatchObject({ exact: false, node: { source: "7" } });
	});

	it("lays out without touching a digit or an escape", () => {
		const text = '{"n":9007199254740993, "s":"\\u0041", "e":[], "l":[1.0,{}]}';
		const reading = readJson(text);
		if (!reading.ok) throw new Error(reading.message);
		const wide = layOut(text, reading.node, "\t");
		expect(wide).toBe('{\n\t"n": 9007199254740993,\n\t"s": "\\u0041",\n\t"e": [],\n\t"l": [\n\t\t1.0,\n\t\t{}\n\t]\n}');
		const again = readJson(wide);
		if (!again.ok) throw new Error(again.message);
		expect(layOut(wide, again.node, "")).toBe('{"n":9007199254740993,"s":"\\u0041","e":[],"l":[1.0,{}]}');
	});
});
