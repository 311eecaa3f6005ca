import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../../", import.meta.url);
const readme = readFileSync(new URL("main/core/protocols/agentcall/README.md", root), "utf8");
/** Lines of the table: row id, rule in a few words, test file. */
const rows = [...readme.matchAll(/^\| ([AOB]\d+(?:\.\d+)?) +\| ([^|]+?) +\| `([^`]+)` +\|$/gm)].map(
	([, id = "", rule = "", file = ""]) => ({ id, rule, file }),
);

/** Ids at the beginning of a test's name, several with commas between them; or of the rows a table of scenarios names its tests with. */
function idsIn(source: string): Set<string> {
	const names = [...source.matchAll(/["`]((?:[AOB]\d+(?:\.\d+)?(?:, )?)+)(?=[:"`])/g)];
	return new Set(names.flatMap(([, ids = ""]) => ids.split(", ")));
}

/** How many rules each part of the notes has, counted there. */
const PARTS = { A2: 10, A3: 5, O: 16, B1: 5, B2: 9, B3: 10, B4: 11, B5: 4, B6: 11, B7: 3, B8: 7, B9: 20, B10: 2 };

test("every row of the table of rules has a test whose name begins with its id, in the file it names", () => {
	const sources = new Map<string, Set<string>>();
	const missing = rows.filter(({ id, file }) => {
		if (!existsSync(new URL(file, root))) return true;
		const ids = sources.get(file) ?? idsIn(readFileSync(new URL(file, root), "utf8"));
		sources.set(file, ids);
		return !ids.has(id);
	});
	expect(missing).toEqual([]);
});

test("the table has every rule of every part once, and says each in words", () => {
	const wanted = Object.entries(PARTS).flatMap(([part, count]) =>
		Array.from({ length: count }, (_, index) => (part === "O" ? `O${index + 1}` : `${part}.${index + 1}`)),
	);
	expect(rows.map(({ id }) => id)).toEqual(wanted);
	expect(rows.filter(({ rule }) => rule.length < 8)).toEqual([]);
});

test("an id that is only mentioned is no test", () => {
	expect([...idsIn('it("B4.3: with the same bytes", f); // B9.1\n it("as B4.4 says", f); ["B6.2", 1]; `A2.1, B4.7: x`')]).toEqual([
		"B4.3",
		"B6.2",
		"A2.1",
		"B4.7",
	]);
});
