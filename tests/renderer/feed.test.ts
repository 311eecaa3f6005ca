import { describe, expect, it } from "vitest";
import {
	around,
	beginning,
	earlier,
	followed,
	type LoadedRow,
	later,
	nextPiece,
	staying,
	wantedTexts,
	withPage,
} from "../../renderer/state/conversation-window.ts";
import { createFeed } from "../../renderer/state/feed.ts";
import { endPage, missingPages, screenPages } from "../../renderer/state/timeline-pages.ts";
import { type ConversationRow, MAX_PIECE } from "../../schemas/conversation-page.ts";
import type { Events } from "../../schemas/ipc.ts";

/** A feed whose looks end when the test says so. */
function watch({ isTimed = true } = {}) {
	const plans: { delayMs: number; run: () => void; isCancelled: boolean }[] = [];
	const looks: ((isMore: boolean) => void)[] = [];
	let tell: (change: Events["timeline.changed"]) => void = () => {};
	let stopped = false;
	const feed = createFeed<{ count: number }>({
		api: {
			on: (_name, listener) => {
				tell = listener as typeof tell;
				return () => {
					stopped = true;
				};
			},
		},
		sessionId: "s",
		first: { count: 0 },
		restMs: () => 80,
		look: () => new Promise((resolve) => looks.push(resolve)),
		after: isTimed
			? (delayMs, run) => {
					const plan = { delayMs, run, isCancelled: false };
					plans.push(plan);
					return () => {
						plan.isCancelled = true;
					};
				}
			: undefined,
	});
	const changed = (sessionId = "s") => tell({ sessionId, entries: 1, upToOrdinal: 1, changedFrom: 1 });
	const ends = async (isMore = false) => {
		looks.at(-1)?.(isMore);
		await Promise.resolve();
		await Promise.resolve();
	};
	return { feed, plans, looks, changed, ends, isStopped: () => stopped };
}

describe("a feed", () => {
	it("looks once however often it is told, and rests before the next look", async () => {
		const { looks, plans, changed, ends } = watch();
		changed();
		changed();
		changed("another");
		expect([looks.length, plans.map(({ delayMs }) => delayMs)]).toEqual([0, [80]]);
		plans[0]?.run();
		changed();
		expect([looks.length, plans.length]).toEqual([1, 1]);
		await ends();
		expect(plans.map(({ delayMs }) => delayMs)).toEqual([80, 80]);
	});

	it("looks again at once for what is wanted while it looks, and takes back what was planned", async () => {
		const { feed, looks, plans, changed, ends } = watch();
		changed();
		feed.lookNow();
		expect([looks.length, plans[0]?.isCancelled]).toEqual([1, true]);
		feed.lookNow();
		expect(looks.length).toBe(1);
		await ends();
		expect(looks.length).toBe(2);
	});

	it("goes on while there is more, and stops when it is let go", async () => {
		const { feed, looks, plans, ends, changed, isStopped } = watch();
		feed.lookNow();
		await ends(true);
		expect(plans.map(({ delayMs }) => delayMs)).toEqual([0]);
		feed.dispose();
		expect([plans[0]?.isCancelled, isStopped()]).toEqual([true, true]);
		plans[0]?.run();
		changed();
		expect(looks.length).toBe(1);
	});

	it("without a clock looks at every change at once, one look at a time", async () => {
		const { looks, changed, ends } = watch({ isTimed: false });
		changed();
		changed();
		expect(looks.length).toBe(1);
		await ends();
		expect(looks.length).toBe(2);
		await ends();
		expect(looks.length).toBe(2);
	});

	it("tells its listeners what it publishes", () => {
		const { feed } = watch();
		const seen: number[] = [];
		const stop = feed.subscribe(() => seen.push(feed.snapshot().count));
		feed.publish({ count: 1 });
		stop();
		feed.publish({ count: 2 });
		expect([seen, feed.snapshot()]).toEqual([[1], { count: 2 }]);
	});
});

describe("pages of a list", () => {
	const cut = { pageRows: 100, total: 1000 };
	const missing =
		(...pages: number[]) =>
		(page: number) =>
			pages.includes(page);

	it("that the screen needs are the first run that is missing", () => {
		expect(missingPages({ first: 150, last: 420 }, cut, missing(2, 3, 9))).toEqual({ page: 2, pages: 2 });
		expect(missingPages({ first: 150, last: 420 }, cut, missing(5))).toBeNull();
		expect(missingPages({ first: 950, last: 1200 }, cut, missing(9, 10, 11))).toEqual({ page: 9, pages: 1 });
		expect(missingPages({ first: 0, last: 40 }, { ...cut, total: 0 }, missing(0))).toBeNull();
	});

	it("of a list not known yet are those the screen reaches into", () => {
		expect(screenPages({ first: 150, last: 420 }, cut)).toEqual({ page: 1, pages: 4 });
		expect(screenPages({ first: -3, last: 20 }, cut)).toEqual({ page: 0, pages: 1 });
	});

	it("at the end are two where the screen may reach over both", () => {
		expect([endPage(cut), endPage({ ...cut, total: 1001 }), endPage({ ...cut, total: 0 })]).toEqual([9, 10, 0]);
	});
});

const row = (index: number, more: object = {}): ConversationRow =>
	({ kind: "local", index, first: index, last: index, count: 1, atMs: 0, type: "link", words: "", ...more }) as ConversationRow;
const item = (index: number, text: { from: number; text: string; length: number } | null, textLength: number, isLive = true) =>
	row(index, { kind: "item", item: {}, text, textLength, results: [], content: null, run: null, isLive });

describe("the rows of a conversation that are held", () => {
	it("are wanted by the reading place, never more than may be drawn", () => {
		expect([beginning, around(100), around(10)]).toEqual([
			{ first: 0, count: 120 },
			{ first: 40, count: 120 },
			{ first: 0, count: 120 },
		]);
		expect(earlier({ first: 30, last: 200, total: 300 })).toEqual({ first: 0, count: 201 });
		expect(earlier({ first: 100, last: 339, total: 400 })).toEqual({ first: 40, count: 240 });
		expect(earlier({ first: 0, last: 50, total: 60 })).toBeNull();
		expect(later({ first: 0, last: 239, total: 1000 })).toEqual({ first: 60, count: 300 });
		expect(later({ first: 0, last: 59, total: 60 })).toBeNull();
		expect(staying({ first: 7, last: -1, total: 0 })).toEqual({ first: 7, count: 61 });
	});

	it("keep their objects where nothing changed, and fall out of the window", () => {
		const before = withPage(new Map(), { rows: [row(0), row(1), row(2)], from: 0, total: 3 }, 3, true);
		expect(before.isWhole).toBe(true);
		const after = withPage(before.loaded, { rows: [row(3)], from: 1, total: 4 }, 3, true);
		expect(after.rows.map(({ row }) => row.index)).toEqual([1, 2, 3]);
		expect([after.rows[0] === before.rows[1], after.isWhole]).toEqual([true, true]);
		expect(withPage(new Map(), { rows: [row(3)], from: 1, total: 4 }, 3, true)).toMatchObject({ first: 1, last: 3, isWhole: false });
	});

	it("hold a text that was left in the middle until its end is followed again", () => {
		const text = (from: number, said: string, length: number) => ({ from, text: said, length });
		const first = withPage(new Map(), { rows: [item(0, text(0, "abc", 10), 10)], from: 0, total: 1 }, 1, false);
		expect(wantedTexts(first.loaded)).toEqual([{ index: 0, to: 10 }]);
		const longer = withPage(first.loaded, { rows: [item(0, text(10, "xyz", 13), 13)], from: 0, total: 1 }, 1, false);
		expect(longer.rows[0]?.text).toMatchObject({ from: 0, to: 3, length: 13 });
		expect([...followed(longer.loaded).values()][0]?.text).toBeNull();
	});

	it("are read on by pieces on either side", () => {
		const text = { from: MAX_PIECE + 5, to: MAX_PIECE + 9, pieces: [], length: 3 * MAX_PIECE, isOpened: false } satisfies LoadedRow["text"];
		expect(nextPiece(text, "later")).toEqual({ from: MAX_PIECE + 9, count: MAX_PIECE });
		expect(nextPiece(text, "earlier")).toEqual({ from: 5, count: MAX_PIECE });
		expect(nextPiece({ ...text, from: 0 }, "earlier")).toBeNull();
	});
});
