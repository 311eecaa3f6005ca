import { expect, test } from "vitest";
import { damagedWords, outcomeWords, progressWords } from "../../renderer/state/repair-words.ts";
import type { RepairOutcome } from "../../schemas/repair.ts";

const repaired: RepairOutcome = {
	kind: "repaired",
	database: "/p/transcripts.sqlite",
	kept: "/p/transcripts-damaged-1.sqlite",
	problem: "malformed",
	sessions: 2,
	entries: 1400,
	findings: 1,
	lostEntries: 0,
	damaged: [],
	moreDamaged: 0,
	unreadable: [],
};

test("a repair without a loss says so", () => {
	expect(outcomeWords(repaired)).toEqual({
		title: "The database was repaired",
		isGood: true,
		lines: ["Saved: 2 sessions with 1\u202f400 entries and 1 finding.", "No entry that its session counts is missing."],
	});
});

test("losses are counted, or said to be unknown; tables that could not be read are named", () => {
	expect(outcomeWords({ ...repaired, lostEntries: 18 })).toMatchObject({ title: "The database was repaired, with losses", isGood: false });
	expect(outcomeWords({ ...repaired, lostEntries: 18 }).lines).toContain("Lost: 18 entries.");
	expect(outcomeWords({ ...repaired, lostEntries: null, unreadable: ["entries", "notes"] }).lines.slice(1)).toEqual([
		"How many entries are lost is not known: not every session could be read.",
		"Not all could be read of: notes.",
	]);
	expect(damagedWords({ entries: 584, counted: 602 })).toBe("584 of 602 entries");
	expect(damagedWords({ entries: 1, counted: null })).toBe("1 entry found");
});

test("what stands apart is named, with the way to take it in", () => {
	const apart = ["/p/transcripts-apart-1.sqlite"];
	for (const outcome of [{ ...repaired, apart }, { kind: "whole", database: "/p/transcripts.sqlite", apart } as const])
		expect(outcomeWords(outcome).lines.at(-1)).toMatch(/not merged: \/p\/transcripts-apart-1\.sqlite\. .*import FILE/);
});

test("nothing to repair, stopped and failed change nothing, and say so or why", () => {
	expect(outcomeWords({ kind: "whole", database: "/p" }).lines[0]).toContain("Nothing was changed");
	expect(outcomeWords({ kind: "cancelled" }).lines).toEqual(["Everything is as it was."]);
	expect(outcomeWords({ kind: "failed", message: "Another program has it." }).lines).toEqual(["Another program has it."]);
});

test("progress is said as far as it is known", () => {
	expect(progressWords({ done: 0, total: 0 })).toBe("");
	expect(progressWords({ done: 1000, total: 4000 })).toBe("1\u202f000 of 4\u202f000 entries");
});
