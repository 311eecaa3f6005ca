import { afterEach, describe, expect, it } from "vitest";
import { createTimelineFeed, type TimelineFeed } from "../../renderer/state/timeline-feed.ts";
import type { TimelineFilter } from "../../schemas/timeline.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 14, 32);

/** A feed whose frames of the screen come when the test says so. */
function open(name: string, filter: TimelineFilter = {}) {
	const api = createFakeOperatorApi({ nowMs: NOW_MS });
	const session = api.sessions.find(({ summary }) => summary.name.startsWith(name));
	if (!session) throw new Error(`no demo session ${name}`);
	const { sessionId } = session.summary;
	const frames: (() => void)[] = [];
	const feed = createTimelineFeed({ api, sessionId, filter, schedule: (run) => frames.push(run), nowMs: () => NOW_MS });
	const answers = async () => {
		for (let turn = 0; turn < 40; turn++) await Promise.resolve();
	};
	const frame = async () => {
		await answers();
		const due = frames.splice(0);
		for (const run of due) run();
		return due.length;
	};
	const asked = () => api.requests.filter(({ name: request }) => request === "timeline.rows").length;
	return { api, feed, session, sessionId, frame, frames, asked, answers };
}

const feeds: TimelineFeed[] = [];
const started = (name: string, filter?: TimelineFilter) => {
	const talk = open(name, filter);
	feeds.push(talk.feed);
	return talk;
};
afterEach(() => {
	for (const feed of feeds.splice(0)) feed.dispose();
});

describe("the timeline feed", () => {
	it("knows length and last rows of a million entries after two requests, without reading what lies between", async () => {
		const { feed, frame, asked } = started("Long watch");
		expect(feed.snapshot().kind).toBe("loading");
		await frame();
		expect(feed.snapshot()).toMatchObject({ kind: "ready", total: 1_000_000, entries: 1_000_000 });
		expect(feed.rowAt(999_999)?.sequence).toBe(1_000_000);
		expect(feed.rowAt(500_000)).toBeUndefined();
		expect(asked()).toBeLessThanOrEqual(2);
	});

	it("reads the pages that are shown, and only those", async () => {
		const { feed, frame, asked } = started("Long watch");
		await frame();
		const before = asked();
		feed.show(500_020, 500_060);
		await frame();
		expect(feed.rowAt(500_040)?.sequence).toBe(500_041);
		expect(asked() - before).toBe(1);
		feed.show(500_030, 500_070);
		await frame();
		expect(asked() - before).toBe(1);
	});

	it("tells new rows and the new length in the same frame of the screen while following", async () => {
		const { api, feed, frame, sessionId } = started("Gate");
		await frame();
		const { total } = feed.snapshot();
		let seen = 0;
		feed.subscribe(() => {
			seen++;
			expect(feed.rowAt(feed.snapshot().total - 1)).toBeDefined();
		});
		for (let batch = 0; batch < 5; batch++) api.grow(sessionId, 100, NOW_MS + batch);
		await frame();
		expect(feed.snapshot().total).toBe(total + 500);
		expect(seen).toBe(1);
	});

	it("never announces a row that cannot be drawn, however fast the list grows and whenever pictures come", async () => {
		const { api, feed, frames, sessionId } = started("Gate");
		let seen = 0;
		feed.subscribe(() => {
			seen++;
			const { total } = feed.snapshot();
			for (let index = Math.max(0, total - 40); index < total; index++) expect(feed.rowAt(index)).toBeDefined();
			feed.show(Math.max(0, total - 26), total - 1);
		});
		for (let round = 0; round < 200; round++) {
			api.grow(sessionId, 90 + ((round * 37) % 600), NOW_MS + round);
			// Answers and pictures fall between each other in every way.
			for (let turn = 0; turn < 1 + (round % 7); turn++) await Promise.resolve();
			for (const run of frames.splice(0)) run();
		}
		expect(seen).toBeGreaterThan(20);
	});

	it("publishes at most once per frame, however many changes are told", async () => {
		const { api, feed, frame, sessionId, answers } = started("Gate");
		await frame();
		let published = 0;
		feed.subscribe(() => published++);
		for (let n = 0; n < 50; n++) {
			api.grow(sessionId, 1, NOW_MS + n);
			await answers();
		}
		expect(published).toBe(0);
		expect(await frame()).toBe(1);
		expect(published).toBe(1);
	});

	it("loses no entry that arrives while a request is under way", async () => {
		const { api, feed, frame, sessionId, session } = started("Gate");
		api.grow(sessionId, 3, NOW_MS);
		await Promise.resolve();
		api.grow(sessionId, 4, NOW_MS + 1);
		await frame();
		await frame();
		expect(feed.snapshot().entries).toBe(session.length());
		expect(feed.rowAt(feed.snapshot().total - 1)?.ordinal).toBe(session.entryAt(session.length() - 1).row.ordinal);
	});

	it("reads a shown page again when an entry in it changed its delivery", async () => {
		const { api, feed, frame, sessionId, session } = started("Ward");
		await frame();
		feed.show(0, 9);
		const place = Array.from({ length: 10 }, (_, index) => feed.rowAt(index)).findIndex((row) => row?.delivery === "unknown");
		const entry = session.entryAt(place);
		entry.row.delivery = "answered";
		api.emit("timeline.changed", {
			sessionId,
			entries: session.length(),
			upToOrdinal: entry.row.ordinal + 4,
			changedFrom: entry.row.ordinal,
		});
		await frame();
		expect(feed.rowAt(place)?.delivery).toBe("answered");
	});

	it("does not read pages that changed but are not shown", async () => {
		const { api, feed, frame, sessionId, asked } = started("Long watch");
		await frame();
		feed.setFollow(false);
		feed.show(10, 50);
		await frame();
		const before = asked();
		api.emit("timeline.changed", { sessionId, entries: 1_000_000, upToOrdinal: 1_999_999, changedFrom: 1_999_990 });
		await frame();
		expect(asked() - before).toBe(1);
	});

	it("keeps the old list until the first answer for a new filter, then has only the new one", async () => {
		const { feed, frame } = started("Gate");
		await frame();
		const { total } = feed.snapshot();
		const version = feed.setFilter({ text: "RUN_STARTED" });
		expect(feed.snapshot().total).toBe(total);
		expect(feed.rowAt(total - 1)).toBeDefined();
		await frame();
		expect(feed.snapshot().filterVersion).toBe(version);
		expect(feed.snapshot().total).toBe(7);
		expect(feed.rowAt(0)?.type).toBe("RUN_STARTED");
		expect(feed.rowAt(7)).toBeUndefined();
	});

	it("throws away an answer for a filter that was replaced under way", async () => {
		const { feed, frame } = started("Gate");
		await frame();
		feed.setFilter({ text: "RUN_STARTED" });
		feed.setFilter({ text: "RUN_FINISHED" });
		await frame();
		await frame();
		expect(feed.rowAt(0)?.type).toBe("RUN_FINISHED");
	});

	it("says what failed and reads again on demand", async () => {
		const { api, feed, frame, sessionId } = started("Gate");
		await frame();
		let broken = true;
		const request = api.request.bind(api);
		api.request = (name, args) =>
			broken && name === "timeline.rows"
				? Promise.resolve({ ok: false, error: { code: "STORE_FAILED", message: "The disk is gone." } })
				: request(name, args);
		api.grow(sessionId, 1, NOW_MS);
		await frame();
		expect(feed.snapshot().error?.code).toBe("STORE_FAILED");
		broken = false;
		feed.reload();
		await frame();
		expect(feed.snapshot().error).toBeNull();
	});

	it("finds a time in a million entries with about twenty questions", async () => {
		const { feed, frame, session, asked } = started("Long watch");
		await frame();
		const before = asked();
		const wanted = session.entryAt(654_321).row.atMs;
		expect(await feed.findTime(wanted)).toBe(654_321);
		expect(asked() - before).toBeLessThanOrEqual(21);
	});

	it("remembers when it first showed what came while it watched, and claims nothing about the rest", async () => {
		const { api, feed, frame, sessionId, session } = started("Gate");
		await frame();
		const old = session.entryAt(5).row.ordinal;
		api.grow(sessionId, 2, NOW_MS);
		await frame();
		expect(feed.shownAt(old)).toBeNull();
		expect(feed.shownAt(session.entryAt(session.length() - 1).row.ordinal)).toBe(NOW_MS);
	});

	it("asks nothing and tells nothing once disposed", async () => {
		const { api, feed, frame, sessionId, asked } = started("Gate");
		await frame();
		const before = asked();
		feed.dispose();
		api.grow(sessionId, 5, NOW_MS);
		await frame();
		expect(asked()).toBe(before);
	});
});
