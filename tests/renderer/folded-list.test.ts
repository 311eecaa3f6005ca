import { describe, expect, it } from "vitest";
import { createSessionView } from "../../renderer/state/session-view.ts";
import { createTimelineFeed } from "../../renderer/state/timeline-feed.ts";
import type { TimelineFilter, TimelineRow } from "../../schemas/timeline.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";
import { pageOf } from "../fakes/page-of.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 14, 32);

const entry = (ordinal: number): TimelineRow => ({
	ordinal,
	position: ordinal,
	atMs: NOW_MS + ordinal,
	monoMs: ordinal,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "TEXT_MESSAGE_CONTENT",
	summary: `w${ordinal}`,
	byteLength: 10,
	findings: 0,
});

/** A list of groups of entries, numbered from 1, told as the contract tells folds. */
async function open(sizes: number[]) {
	const api = createFakeOperatorApi({ nowMs: NOW_MS });
	const { sessionId } = api.sessions[0]?.summary ?? { sessionId: "" };
	const state = { shape: 0 };
	const count = () => sizes.reduce((sum, size) => sum + size, 0);
	const rowsOf = ({ unfolded = [], fold, text }: TimelineFilter): TimelineRow[] => {
		let next = 1;
		return sizes.flatMap((size) => {
			const first = next;
			next += size;
			const members = Array.from({ length: size }, (_, place) => entry(first + place));
			if (size === 1 || fold !== true || text !== undefined) return members;
			if (unfolded.includes(first)) return members.map((member) => ({ ...member, unfolded: first }));
			const last = next - 1;
			const folded = { family: "TEXT_MESSAGE_*", count: size, deltas: size, totalBytes: 0, lastOrdinal: last, lastAtMs: NOW_MS + last };
			return [{ ...entry(first), fold: folded }];
		});
	};
	api.answer("timeline.rows", ({ filter, from, count: wanted }) => {
		const rows = rowsOf(filter);
		const [total, all] = [rows.length, count()];
		return { total, listed: all, entries: all, upToOrdinal: all, shape: state.shape, ...pageOf(rows, from, wanted) };
	});
	api.answer("timeline.locate", ({ filter, ordinal }) => ({
		index: Math.max(
			0,
			rowsOf(filter).findLastIndex((row) => row.ordinal <= ordinal),
		),
	}));
	const filter: TimelineFilter = { fold: true };
	const feed = createTimelineFeed({ api, sessionId, filter, schedule: (run) => void Promise.resolve().then(run), nowMs: () => NOW_MS });
	const view = createSessionView(feed);
	const settle = async () => {
		for (let turn = 0; turn < 120; turn++) await Promise.resolve();
	};
	const changed = async (changedFrom: number) => {
		api.emit("timeline.changed", { sessionId, entries: count(), upToOrdinal: count(), changedFrom });
		await settle();
	};
	await settle();
	const now = () => view.state.getState();
	const summaryOf = (index: number) => feed.rowAt(index)?.summary;
	return { api, sizes, state, feed, view, now, settle, changed, summaryOf };
}

describe("folds in the list", () => {
	it("opens a fold in place and selects its first entry, closes it again from any row in it", async () => {
		const { feed, view, now } = await open([1, 50, 1]);
		expect(feed.snapshot()).toMatchObject({ total: 3, listed: 52, entries: 52 });
		await view.toggleFold(feed.rowAt(1) as TimelineRow);
		expect(feed.snapshot().total).toBe(52);
		expect(now()).toMatchObject({ selected: { ordinal: 2, index: 1 }, place: { follow: false } });
		await view.toggleFold(feed.rowAt(30) as TimelineRow);
		expect(feed.snapshot().total).toBe(3);
		expect(now().selected).toEqual({ ordinal: 2, index: 1 });
		await view.toggleFold(feed.rowAt(0) as TimelineRow);
		expect(feed.snapshot().total).toBe(3);
	});

	it("draws the growing fold anew and counts its entries as new, though no row came", async () => {
		const { sizes, feed, view, now, changed } = await open([3, 10]);
		view.select(0, 1);
		sizes[1] = 25;
		await changed(14);
		expect(feed.rowAt(1)?.fold?.count).toBe(25);
		expect(feed.snapshot()).toMatchObject({ total: 2, listed: 28 });
		expect(feed.snapshot().listed - now().place.readTo).toBe(15);
	});

	it("keeps the count of new entries when a fold is opened", async () => {
		const { sizes, feed, view, now, changed } = await open([3, 10]);
		view.select(0, 1);
		sizes[1] = 25;
		await changed(14);
		await view.toggleFold(feed.rowAt(0) as TimelineRow);
		expect(feed.snapshot().listed - now().place.readTo).toBe(15);
	});

	it("opens the fold that holds the entry looked for", async () => {
		const { view, now, feed } = await open([1, 50, 1, 40]);
		await view.selectOrdinal(30);
		expect(now().selected).toEqual({ ordinal: 30, index: 29 });
		expect(feed.snapshot().total).toBe(53);
		await view.selectOrdinal(52);
		expect(now().selected).toEqual({ ordinal: 52, index: 51 });
		expect(now().filter.unfolded).toEqual([2]);
	});

	it("keeps a hit in sight when the words that found it go, and folds it away when folding is switched on", async () => {
		const { view, now, feed, settle } = await open([1, 50, 1]);
		await view.setFilter({ text: "w30" });
		await settle();
		view.select(29, 30);
		await view.setFilter({ text: undefined });
		await settle();
		expect(now().selected).toEqual({ ordinal: 30, index: 29 });
		expect(feed.rowAt(29)?.unfolded).toBe(2);
		await view.setFilter({ fold: false, unfolded: undefined });
		await view.setFilter({ fold: true, unfolded: undefined });
		await settle();
		expect(now().selected).toEqual({ ordinal: 2, index: 1 });
	});

	it("keeps the row at the top of the screen there when a fold above it opens or closes", async () => {
		const { view, feed, summaryOf, settle } = await open([50, ...Array<number>(400).fill(1)]);
		view.setFollow(false);
		view.setVisible(300, 330);
		await settle();
		const top = summaryOf(300);
		await view.toggleFold(feed.rowAt(0) ?? ({ ...entry(1), fold: {} } as TimelineRow));
		expect(feed.snapshot().moved).toBe(49);
		expect(summaryOf(349)).toBe(top);
	});

	it("keeps it there when a late finding takes an entry out of a fold above", async () => {
		const { sizes, state, view, feed, summaryOf, settle, changed } = await open([50, ...Array<number>(400).fill(1)]);
		view.setFollow(false);
		view.setVisible(300, 330);
		await settle();
		const top = summaryOf(300);
		sizes.splice(0, 1, 20, 1, 29);
		state.shape = 1;
		await changed(21);
		expect(feed.snapshot()).toMatchObject({ moved: 2, total: 403 });
		expect(summaryOf(302)).toBe(top);
		// What lay between was read under another index.
		view.setVisible(0, 30);
		await settle();
		expect(feed.rowAt(2)?.fold?.count).toBe(29);
	});

	it("finds the fold around a time", async () => {
		const { feed } = await open([1, 50, 1]);
		expect(await feed.findTime(NOW_MS + 30)).toBe(1);
		expect(await feed.findTime(NOW_MS + 52)).toBe(2);
	});
});
