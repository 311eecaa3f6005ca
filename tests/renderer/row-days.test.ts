import { expect, test } from "vitest";
import { zoneWords } from "../../renderer/state/format.ts";
import { type RowFacts, rowPicture } from "../../renderer/state/row-picture.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";

const evening = new Date(2026, 10, 30, 23, 59, 59).getTime();
const night = new Date(2026, 11, 1, 0, 0, 1).getTime();
const row = {
	ordinal: 2,
	atMs: night,
	dir: "in",
	kind: "frame",
	type: "RUN_STARTED",
	summary: "r-1",
	byteLength: 9,
	findings: 0,
} as TimelineRow;
const leadAfter = (previousAtMs: number | null): string =>
	rowPicture({ row, previousAtMs, proof: "none", isSelected: false, isWireCut: false, ask: null, nowMs: 0 } as unknown as RowFacts).lead;

test("a row says its date where the day is another one than in the row above, and where no row is above", () => {
	expect(leadAfter(evening)).toContain("1 Dec 2026 ·");
	expect(leadAfter(null)).toContain("1 Dec 2026 ·");
	expect(leadAfter(night - 1)).not.toContain("Dec");
});

test("the zone is said as its distance from UTC", () => {
	expect(zoneWords(night)).toMatch(/^UTC([+-]\d+(:\d\d)?)?$/);
});
