import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOT = new URL("../../../../", import.meta.url);
const README = readFileSync(new URL("main/core/protocols/aifight/README.md", ROOT), "utf8");
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** Rows of the protocol notes: prose rules, disagreements, close codes, HTTP statuses, back-off, errors. */
const ROWS = [
	...numbered("X", 22),
	...numbered("D", 32),
	...["C1001", "C1005", "C1006", "C1011", "C1012", "C1013", "C4409", "C1000", "C1008", "C1009", "C-else", "C4xxx", "C-sleep", "C-cap"],
	...["H401", "H403-device", "H403-client", "H404", "H408", "H429", "H5xx", "H4xx"],
	...["B-curve", "B-slow", "B-endless", "B-jitter", "B-good", "B-flap", "B-wake", "B-single", "B-nosend"],
	...numbered("E", 9),
];

/** Id → last column of its line in the README. */
const LISTED = new Map(
	[...README.matchAll(/^\| ([XDCHBE][\w-]+) \|.*\| ([^|]+) \|$/gm)].map(([, id = "", where = ""]) => [id, where.trim()]),
);

/** What stands before a test's body: its name, or the first members of the rows that make its names. */
function namesIn(file: string): string {
	const path = file.includes("/") ? file : `tests/core/protocols/aifight/${file}.test.ts`;
	const url = new URL(path, ROOT);
	expect(existsSync(url), path).toBe(true);
	const lines = readFileSync(url, "utf8").split("\n");
	return lines.filter((line) => /^\s*(?:\]\)\(|(?:test|it|describe)[.(]|["`]|\[+"|\.\.\.\[")/.test(line)).join("\n");
}

test("every row of the notes is in the README once, and nothing else is", () => {
	expect([...LISTED.keys()].sort()).toEqual([...ROWS].sort());
	expect([...README.matchAll(/^\| ([XDCHBE][\w-]+) \|/gm)]).toHaveLength(ROWS.length);
});

test.each(ROWS)("row %s is tested under its name, or open with a reason", (id) => {
	const where = LISTED.get(id) ?? "";
	if (where.startsWith("open: ")) {
		expect(where.length).toBeGreaterThan("open: ".length + 20);
		return;
	}
	const file = /^`([^`]+)`$/.exec(where)?.[1];
	expect(file, `README names no test for ${id}`).toBeDefined();
	expect(namesIn(file ?? "")).toMatch(new RegExp(`(?<![\\w-])${id}(?![\\w-])`));
});
