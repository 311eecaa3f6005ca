import { describe, expect, it } from "vitest";
import { createSessionView } from "../../renderer/state/session-view.ts";
import { createTimelineFeed } from "../../renderer/state/timeline-feed.ts";
import type { Requests } from "../../schemas/ipc.ts";
import { createFakeOperatorApi, isTrouble } from "../fakes/fake-operator-api.ts";
import { pageOf } from "../fakes/page-of.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 14, 32);

async function open(name: string) {
	const api = createFakeOperatorApi({ nowMs: NOW_MS });
	const session = api.sessions.find(({ summary }) => summary.name.startsWith(name));
	if (!session) throw new Error(`no demo session ${name}`);
	const { sessionId } = session.summary;
	const feed = createTimelineFeed({ api, sessionId, filter: {}, schedule: (run) => void Promise.resolve().then(run), nowMs: () => NOW_MS });
	const view = createSessionView(feed);
	const settle = async () => {
		for (let turn = 0; turn < 80; turn++) await Promise.resolve();
	};
	await settle();
	const now = () => view.state.getState();
	return { api, session, sessionId, feed, view, now, settle };
}

type Api = ReturnType<typeof createFakeOperatorApi>;
type Demo = Api["sessions"][number];

const troubles = (session: Demo) => Array.from({ length: session.length() }, (_, index) => session.entryAt(index).row).filter(isTrouble);
const troubleOrdinals = (session: Demo) => troubles(session).map((row) => row.ordinal);

function rowsWith(api: Api, args: Requests["timeline.rows"]["args"]): Requests["timeline.rows"]["result"] {
	const session = api.sessions.find(({ summary }) => summary.sessionId === args.sessionId);
	const list = session ? troubles(session) : [];
	const upToOrdinal = list[list.length - 1]?.ordinal ?? 0;
	return {
		total: list.length,
		listed: list.length,
		entries: session?.length() ?? 0,
		upToOrdinal,
		shape: 1,
		...pageOf(list, args.from, args.count),
	};
}

describe("the operator's view of a session", () => {
	it("follows the end until an entry is selected, then holds still and counts what comes", async () => {
		const { api, sessionId, view, now, settle, feed } = await open("Gate");
		expect(now().place.follow).toBe(true);
		view.select(100, feed.rowAt(100)?.ordinal ?? 0);
		expect(now().place.follow).toBe(false);
		const { total } = feed.snapshot();
		api.grow(sessionId, 37, NOW_MS);
		await settle();
		expect(now().place.readTo).toBe(total);
		expect(feed.snapshot().total - now().place.readTo).toBe(37);
		expect(now().selected?.index).toBe(100);
	});

	it("moves by entries, stops at both ends, and starts from the last entry when nothing is selected", async () => {
		const { view, now, feed } = await open("Gate");
		const last = feed.snapshot().total - 1;
		await view.move(-1);
		expect(now().selected?.index).toBe(last);
		await view.move(1);
		expect(now().selected?.index).toBe(last);
		await view.toStart();
		await view.move(-1);
		expect(now().selected?.index).toBe(0);
	});

	it("lets only the newest of several jumps land", async () => {
		const { view, now } = await open("Long watch");
		const jumps = [view.toStart(), view.move(-10), view.toStart()];
		await Promise.all(jumps);
		expect(now().selected?.index).toBe(0);
	});

	it("goes from trouble to trouble both ways and says when there is no more", async () => {
		const { session, view, now } = await open("Gate");
		const found = troubles(session);
		await view.toTrouble("previous");
		expect(now().selected?.ordinal).toBe(found[found.length - 1]?.ordinal);
		await view.toTrouble("previous");
		expect(now().selected?.ordinal).toBe(found[found.length - 2]?.ordinal);
		await view.toTrouble("next");
		await view.toTrouble("next");
		expect(now().noTrouble).toBe("next");
		expect(now().selected?.ordinal).toBe(found[found.length - 1]?.ordinal);
	});

	it("keeps the selected entry in place when the filter changes, with its new index", async () => {
		const { view, now, feed, settle } = await open("Gate");
		const index = 400;
		const ordinal = feed.rowAt(index)?.ordinal ?? (await feed.row(index))?.ordinal ?? 0;
		view.select(index, ordinal);
		await view.setFilter({ heartbeats: true });
		await settle();
		const selected = now().selected;
		expect(selected?.ordinal).toBe(ordinal);
		expect(selected?.index).toBeGreaterThan(index);
		expect((await feed.row(selected?.index ?? -1))?.ordinal).toBe(ordinal);
	});

	it("counts nothing as new because a filter was loosened", async () => {
		const { view, now, feed, settle } = await open("Gate");
		await view.setFilter({ text: "RUN_STARTED" });
		await settle();
		view.select(2, feed.rowAt(2)?.ordinal ?? 0);
		await view.setFilter({ text: undefined });
		await settle();
		expect(now().place.readTo).toBe(feed.snapshot().total);
	});

	it("follows again with End, taking the selection to the last entry, and with scrolling all the way down", async () => {
		const { view, now, feed } = await open("Gate");
		view.select(3, feed.rowAt(3)?.ordinal ?? (await feed.row(3))?.ordinal ?? 0);
		await view.toEnd();
		expect(now().place.follow).toBe(true);
		expect(now().selected?.index).toBe(feed.snapshot().total - 1);
		view.scrolled(false);
		expect(now().place.follow).toBe(false);
		view.scrolled(true);
		expect(now().place.follow).toBe(true);
	});

	it("gives the selected entry its new index when an older one joins a list of trouble only", async () => {
		const { api, session, sessionId, view, now, settle, feed } = await open("Gate");
		await view.setFilter({ onlyTrouble: true });
		await settle();
		await view.toEnd();
		view.select(2, feed.rowAt(2)?.ordinal ?? 0);
		const before = now().selected;
		const early = session.entryAt(3);
		early.row.findings = 1;
		// The fake keeps its lists as it first made them, so this one is answered afresh.
		api.answer("timeline.rows", async (args) => rowsWith(api, args));
		api.answer("timeline.locate", ({ ordinal }) => ({ index: troubleOrdinals(session).indexOf(ordinal) }));
		api.emit("timeline.changed", { sessionId, entries: session.length(), upToOrdinal: 0, changedFrom: early.row.ordinal });
		await settle();
		expect(now().selected).toEqual({ ordinal: before?.ordinal, index: (before?.index ?? 0) + 1 });
	});

	it("switches directions off and on; all of them is no filter at all", async () => {
		const { view, now, settle, feed } = await open("Gate");
		view.toggleDirection("in");
		await settle();
		expect(now().filter.directions).toEqual(["out", "local"]);
		expect(feed.rowAt(0)?.dir).not.toBe("in");
		view.toggleDirection("in");
		expect(now().filter.directions).toBeUndefined();
	});
});
