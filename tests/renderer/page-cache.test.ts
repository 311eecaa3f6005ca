import { describe, expect, it } from "vitest";
import { createPageCache } from "../../renderer/state/page-cache.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import { PAGE_ROWS } from "../../schemas/timeline.ts";

const row = (ordinal: number, more: Partial<TimelineRow> = {}): TimelineRow => ({
	ordinal,
	position: ordinal,
	atMs: ordinal,
	monoMs: ordinal,
	dir: "in",
	kind: "frame",
	type: "T",
	summary: "",
	byteLength: 1,
	findings: 0,
	...more,
});
const rows = (from: number, count: number) => Array.from({ length: count }, (_, place) => row(from + place));

describe("the page cache", () => {
	it("finds rows by index across pages put in one answer", () => {
		const cache = createPageCache();
		cache.put(200, rows(1000, 150), 1000);
		expect(cache.rowAt(200)?.ordinal).toBe(1000);
		expect(cache.rowAt(349)?.ordinal).toBe(1149);
		expect(cache.rowAt(350)).toBeUndefined();
		expect(cache.rowAt(199)).toBeUndefined();
	});

	it("throws out the page that was used longest ago, never more than it may hold", () => {
		const cache = createPageCache(3);
		for (const page of [0, 1, 2]) cache.put(page * PAGE_ROWS, rows(page * 1000, PAGE_ROWS), 1000);
		cache.rowAt(0);
		cache.put(3 * PAGE_ROWS, rows(3000, PAGE_ROWS), 1000);
		expect(cache.size).toBe(3);
		expect(cache.rowAt(0)?.ordinal).toBe(0);
		expect(cache.rowAt(PAGE_ROWS)).toBeUndefined();
	});

	it("wants a page again when an entry in it changed, and keeps showing the old rows meanwhile", () => {
		const cache = createPageCache();
		cache.put(0, rows(1, PAGE_ROWS), 200);
		cache.put(PAGE_ROWS, rows(101, PAGE_ROWS), 200);
		cache.changedFrom(150);
		expect(cache.needs(0, 200)).toBe(false);
		expect(cache.needs(1, 200)).toBe(true);
		expect(cache.rowAt(180)?.ordinal).toBe(181);
	});

	it("wants the last page again when the list grew into it", () => {
		const cache = createPageCache();
		cache.put(0, rows(1, 40), 40);
		expect(cache.needs(0, 40)).toBe(false);
		expect(cache.needs(0, 41)).toBe(true);
		expect(cache.needs(1, 40)).toBe(false);
		expect(cache.needs(-1, 40)).toBe(false);
	});

	it("forgets what lies behind a shorter end", () => {
		const cache = createPageCache();
		cache.put(0, rows(1, 100), 160);
		cache.put(100, rows(101, 60), 160);
		cache.cut(130);
		expect(cache.rowAt(129)?.ordinal).toBe(130);
		expect(cache.rowAt(130)).toBeUndefined();
		cache.cut(100);
		expect(cache.rowAt(100)).toBeUndefined();
		expect(cache.size).toBe(1);
	});

	it("keeps the same row object when a page comes again unchanged, and takes the new one when its delivery changed", () => {
		const cache = createPageCache();
		cache.put(0, [row(1, { delivery: "sent" }), row(2)], 2);
		const [first, second] = [cache.rowAt(0), cache.rowAt(1)];
		cache.put(0, [row(1, { delivery: "answered" }), row(2)], 2);
		expect(cache.rowAt(0)).not.toBe(first);
		expect(cache.rowAt(0)?.delivery).toBe("answered");
		expect(cache.rowAt(1)).toBe(second);
	});

	it("wants the page with the end again after any growth: its last row may be a fold that took the new entries in", () => {
		const cache = createPageCache();
		const fold = { family: "T_*", count: 9, deltas: 9, totalBytes: 9, lastOrdinal: 108, lastAtMs: 0 };
		cache.put(0, rows(1, PAGE_ROWS), 200);
		cache.put(PAGE_ROWS, [...rows(1001, PAGE_ROWS - 1), row(1100, { fold })], 200);
		cache.changedFrom(1109);
		expect([cache.needs(0, 200), cache.needs(1, 200)]).toEqual([false, true]);
	});

	it("wants a page again when an entry inside of its last fold changed, and tells a grown fold from the old one", () => {
		const cache = createPageCache();
		const fold = { family: "T_*", count: 9, deltas: 9, totalBytes: 9, lastOrdinal: 108, lastAtMs: 0 };
		const page = [...rows(1, PAGE_ROWS - 1), row(PAGE_ROWS, { fold })];
		cache.put(0, page, 500);
		const shown = cache.rowAt(PAGE_ROWS - 1);
		cache.changedFrom(105);
		expect(cache.needs(0, 500)).toBe(true);
		cache.put(0, [...page.slice(0, -1), row(PAGE_ROWS, { fold: { ...fold } })], 500);
		expect(cache.rowAt(PAGE_ROWS - 1)).toBe(shown);
		cache.put(0, [...page.slice(0, -1), row(PAGE_ROWS, { fold: { ...fold, count: 10 } })], 500);
		expect(cache.rowAt(PAGE_ROWS - 1)?.fold?.count).toBe(10);
	});
});
