import { describe, expect, it } from "vitest";
import { parseSearch } from "../../../main/core/search/parse-search.ts";

const conditions = (text: string) => {
	const parsed = parseSearch(text);
	if (parsed.kind === "hint") throw new Error(parsed.hint.message);
	return parsed.conditions;
};
const hint = (text: string) => {
	const parsed = parseSearch(text);
	return parsed.kind === "hint" ? parsed.hint : null;
};

describe("a line of search", () => {
	it("is words, phrases and their absence", () => {
		expect(conditions('badge -test "gate 3" -"not so"')).toEqual([
			{ kind: "text", text: "badge", wanted: true },
			{ kind: "text", text: "test", wanted: false },
			{ kind: "text", text: "gate 3", wanted: true },
			{ kind: "text", text: "not so", wanted: false },
		]);
		expect(conditions("")).toEqual([]);
		expect(conditions(" \t\n")).toEqual([]);
		expect(conditions("-")).toEqual([{ kind: "text", text: "-", wanted: true }]);
	});

	it("takes a phrase that is not closed to its end, with escaped quotation marks in it", () => {
		expect(conditions('"gate 3')).toEqual([{ kind: "text", text: "gate 3", wanted: true }]);
		expect(conditions('"say \\"yes\\""')).toEqual([{ kind: "text", text: 'say "yes"', wanted: true }]);
		expect(conditions('""')).toEqual([]);
	});

	it("reads expressions with their flags, slashes in classes and escaped ones", () => {
		expect(conditions("/badge \\d+/i")).toEqual([{ kind: "regex", source: "badge \\d+", flags: "i", wanted: true }]);
		expect(conditions("-/a[/]b\\/c/")).toEqual([{ kind: "regex", source: "a[/]b\\/c", flags: "", wanted: false }]);
		expect(conditions("// note")).toEqual([
			{ kind: "text", text: "//", wanted: true },
			{ kind: "text", text: "note", wanted: true },
		]);
	});

	it("reads JSON paths with every operator", () => {
		expect(conditions('$.type = RUN_FINISHED $["odd name"][0][*].x ~ "two words" $.n>=12')).toEqual([
			{ kind: "json", path: ["type"], operator: "=", value: "RUN_FINISHED" },
			{ kind: "json", path: ["odd name", "0", "*", "x"], operator: "~", value: "two words" },
			{ kind: "json", path: ["n"], operator: ">=", value: "12" },
		]);
		expect(conditions("$.error")).toEqual([{ kind: "json", path: ["error"], operator: "exists", value: null }]);
		expect(conditions("$5")).toEqual([{ kind: "text", text: "$5", wanted: true }]);
	});

	it("reads direction, type, kind, finding, time and sequence", () => {
		expect(conditions("dir:in,out kind:tap type:RUN_* finding:schema.* seq:10..20 seq:5.. seq:..9 seq:7")).toEqual([
			{ kind: "direction", directions: ["in", "out"] },
			{ kind: "entryKind", kinds: ["tap"] },
			{ kind: "type", pattern: "RUN_*" },
			{ kind: "finding", pattern: "schema.*" },
			{ kind: "sequence", from: 10, to: 20 },
			{ kind: "sequence", from: 5, to: null },
			{ kind: "sequence", from: null, to: 9 },
			{ kind: "sequence", from: 7, to: 7 },
		]);
		const local = new Date(2026, 10, 30, 14, 5).getTime();
		expect(conditions("after:2026-11-30T14:05 before:2026-11-30T14:05:00Z")).toEqual([
			{ kind: "time", fromMs: local, toMs: null },
			{ kind: "time", fromMs: null, toMs: Date.parse("2026-11-30T14:05:00Z") - 1 },
		]);
		expect(conditions("m-1:abc http://x")).toHaveLength(2);
	});

	it.each([
		["/badge", "incomplete"],
		["/(/", "incomplete"],
		["/[a-/", "incomplete"],
		["/a(?<n/", "incomplete"],
		["/x\\", "incomplete"],
		["/*/", "invalid"],
		["/a)/", "invalid"],
		["/path/to/file", "invalid"],
		["/a/gg", "invalid"],
		["$.", "incomplete"],
		["$.a =", "incomplete"],
		["$.a[", "incomplete"],
		["dir:", "incomplete"],
		["dir:o", "incomplete"],
		["dir:up", "invalid"],
		["kind:frames", "invalid"],
		["type:", "incomplete"],
		["after:2026-", "incomplete"],
		["after:2026-02-31", "incomplete"],
		["after:yesterday", "invalid"],
		["seq:", "incomplete"],
	])("says of %s that it is %s, and where", (text, kind) => {
		const said = hint(`word ${text}`);
		expect(said).toMatchObject({ kind, from: expect.any(Number), to: expect.any(Number) });
		expect(said?.from).toBeGreaterThanOrEqual(5);
		expect(said?.message).toMatch(/\S.*[.?]$/);
	});

	it("never throws, whatever is typed", () => {
		const signs = '"/$.[]()=~<>-:*\\ abdirtypeseq0123';
		let seed = 7;
		for (let round = 0; round < 5000; round++) {
			let text = "";
			for (let n = 0; n < 12; n++) {
				seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
				text += signs[seed % signs.length];
			}
			expect(() => parseSearch(text)).not.toThrow();
		}
	});
});
