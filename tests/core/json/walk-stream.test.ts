import { expect, test } from "vitest";
import { createJsonWalk, JsonStreamError, type StreamPath } from "../../../main/core/json/walk-stream.ts";

/** Takes whatever lies at a path that ends with `t`, walks objects and arrays, and skips the rest. */
function walk(text: string, pieceLength: number, options?: { largestValue?: number }): string[] {
	const heard: string[] = [];
	const walker = createJsonWalk(
		{
			begin: (path: StreamPath, kind) => (path.at(-1) === "t" ? "take" : path.at(-1) === "s" || kind === "scalar" ? "skip" : "walk"),
			taken: (path, value) => heard.push(`${path.join("/")} ${value}`),
			ended: (path) => heard.push(`end ${path.join("/")}`),
		},
		options,
	);
	for (let at = 0; at < text.length; at += pieceLength) walker.feed(text.slice(at, at + pieceLength));
	walker.end();
	return heard;
}

const TEXT = `{"a": [ 1, {"t": {"x": [1, "}]", "\\""], "y": -1.5e3}}, {"t":"é\\u2028😀"} ],
	"s": {"t": [[[{"deep": "\\\\"}]]]}, "t": 12, "b": {"t": null}, "c": [], "d": {} }`;

test("hands over what is taken, exactly as it stands, wherever the pieces are cut", () => {
	const whole = walk(TEXT, TEXT.length);
	expect(whole).toEqual([
		'a/1/t {"x": [1, "}]", "\\""], "y": -1.5e3}',
		"end a/1",
		'a/2/t "é\\u2028😀"',
		"end a/2",
		"end a",
		"t 12",
		"b/t null",
		"end b",
		"end c",
		"end d",
		"end ",
	]);
	for (let length = 1; length < 40; length++) expect(walk(TEXT, length)).toEqual(whole);
});

const BROKEN: [string, number, number][] = [
	['{"a":1,}', 1, 8],
	['{"a" 1}', 1, 6],
	['{"a":[1 2]}', 1, 9],
	['{\n  "a": 1\n  "b": 2\n}', 3, 3],
	['{"a":{"b":1}', 1, 13],
	['{"s":[}', 1, 7],
	['{"t":{"x":}}', 1, 12],
	['{"s":"\u0001"}', 1, 7],
	["{} x", 1, 4],
	["", 1, 1],
	['{"a":nul}', 1, 9],
	["<html>", 1, 1],
];
test.each(BROKEN)("says where %j stops being JSON", (text, line, column) => {
	for (const length of [1, 3, 1000]) {
		let thrown: unknown;
		try {
			walk(text, length);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(JsonStreamError);
		expect(thrown).toMatchObject({ line, column });
	}
});

test("holds no more than it may of one value, and nothing of what it skips", () => {
	const long = "x".repeat(5000);
	expect(() => walk(`{"t":"${long}"}`, 100, { largestValue: 1000 })).toThrow(/larger/);
	expect(walk(`{"a":{"s":"${long}"}}`, 100)).toEqual(["end a", "end "]);
});

test("does not run out of stack on what is skipped or taken, and refuses to walk without end", () => {
	const deep = "[".repeat(200_000) + "]".repeat(200_000);
	expect(walk(`{"s":${deep},"t":1}`, 65_536)).toEqual(["t 1", "end "]);
	expect(() => walk(deep, 65_536)).toThrow(/nested too deep/);
});
