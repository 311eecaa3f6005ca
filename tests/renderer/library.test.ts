import "../fakes/learn-protocols.ts";
import { describe, expect, test, vi } from "vitest";
import { groupCount } from "../../renderer/state/format.ts";
import { createLibraryStore } from "../../renderer/state/library-store.ts";
import { badgesOf, createListRows, dayWords, factsOf } from "../../renderer/state/library-words.ts";
import { fileOf, isDrawable, mediaParts } from "../../renderer/state/media-parts.ts";
import { createSearchStore } from "../../renderer/state/search-store.ts";
import type { OperatorApi, RequestName } from "../../schemas/ipc.ts";
import type { LibraryPage, LibrarySession, SearchAnswer, SearchHit } from "../../schemas/library.ts";

type Answer = (args: never) => unknown;

/** A bridge whose answers wait until the test lets them go. */
function handApi() {
	const asked: { name: RequestName; args: Record<string, unknown>; answer(value: unknown): Promise<void> }[] = [];
	const listeners = new Map<string, Set<Answer>>();
	const api = {
		request: (name: RequestName, args: Record<string, unknown>) =>
			new Promise((resolve) => {
				asked.push({
					name,
					args,
					async answer(value) {
						resolve({ ok: true, value });
						await new Promise((done) => setTimeout(done, 0));
					},
				});
			}),
		on(name: string, listener: Answer) {
			listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
			return () => listeners.get(name)?.delete(listener);
		},
	} as unknown as OperatorApi;
	const tell = (name: string) => {
		for (const listener of listeners.get(name) ?? []) listener({} as never);
	};
	return { api, asked, tell, of: (name: RequestName) => asked.filter((each) => each.name === name) };
}

const session = (sessionId: string) => ({ sessionId, name: sessionId }) as LibrarySession;
const page = (total: number, sessions: LibrarySession[]): LibraryPage =>
	({ total, all: { sessions: total, entries: 0, bytes: 0, removed: 0 }, facets: {}, days: [], sessions }) as unknown as LibraryPage;
const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => session(`s${from + n}`));

describe("the list of sessions", () => {
	test("reads the pages that are in view, once, and drops answers to an earlier filter", async () => {
		const { api, asked, of } = handApi();
		const store = createLibraryStore(api);
		store.open();
		await asked[0]?.answer(page(1000, range(0, 100)));
		store.show(95, 120, 120);
		expect(of("library.list").map(({ args }) => args.from)).toEqual([0, 100]);
		store.setFilter({ text: "gate" });
		await asked[1]?.answer(page(1000, range(100, 100)));
		expect(store.state.getState().rows.size).toBe(100);
		await asked[2]?.answer(page(1, range(7, 1)));
		expect([...store.state.getState().rows.values()].map(({ sessionId }) => sessionId)).toEqual(["s7"]);
		expect(store.state.getState()).toMatchObject({ place: 0, filter: { text: "gate" } });
		store.setFilter({ text: "", contains: [] });
		expect(store.state.getState().filter).toEqual({});
	});

	test("keeps its place, what is chosen and what is looked at while another screen is shown, and asks nothing then", async () => {
		const { api, asked, tell, of } = handApi();
		const due: (() => void)[] = [];
		const store = createLibraryStore(api, (run) => {
			due.push(run);
			return () => {};
		});
		const close = store.open();
		await asked[0]?.answer(page(300, range(0, 100)));
		store.show(40, 60, 61);
		store.choose("s41", true);
		store.look(session("s42"));
		close();
		tell("library.changed");
		tell("session.changed");
		expect(due).toHaveLength(0);
		expect(of("library.list")).toHaveLength(1);
		store.open();
		expect(store.state.getState()).toMatchObject({ place: 61, current: { sessionId: "s42" } });
		expect(store.state.getState().chosen.has("s41")).toBe(true);
		await asked[1]?.answer(page(300, range(0, 100)));
		tell("session.changed");
		tell("session.changed");
		expect(due).toHaveLength(1);
	});

	test("sessions that never rest do not keep a slow list from ever being shown", async () => {
		const { api, asked, tell, of } = handApi();
		const due: (() => void)[] = [];
		const store = createLibraryStore(api, (run) => {
			due.push(run);
			return () => {};
		});
		store.open();
		for (let turn = 0; turn < 3; turn++) tell("session.changed");
		expect(due).toHaveLength(0);
		await asked[0]?.answer(page(1, range(1, 1)));
		expect(store.state.getState().page?.total).toBe(1);
		// What was missed meanwhile is looked at once more.
		expect(due).toHaveLength(1);
		due[0]?.();
		tell("session.changed");
		await asked[1]?.answer(page(2, range(1, 2)));
		expect(store.state.getState().page?.total).toBe(2);
		expect(of("library.list")).toHaveLength(2);
		expect(due).toHaveLength(2);
	});

	test("sorting by the same thing again turns it round; words begin with A", () => {
		const store = createLibraryStore(handApi().api);
		store.setSort("time");
		expect(store.state.getState().sort).toEqual({ by: "time", descending: false });
		store.setSort("entries");
		expect(store.state.getState().sort).toEqual({ by: "entries", descending: true });
		store.setSort("name");
		expect(store.state.getState().sort).toEqual({ by: "name", descending: false });
	});

	test("each day has a row of its own before its sessions, wherever one looks", () => {
		const days = [
			{ startMs: 3, count: 2 },
			{ startMs: 2, count: 1 },
			{ startMs: 1, count: 3 },
		];
		const list = createListRows(6, days);
		expect(list.length).toBe(9);
		const rows = Array.from({ length: 9 }, (_, place) => list.at(place));
		expect(rows.map(({ day, index }) => (day ? `day ${day.startMs}` : index))).toEqual(["day 3", 0, 1, "day 2", 2, "day 1", 3, 4, 5]);
		expect(createListRows(4, []).at(2)).toEqual({ index: 2, day: null });
	});

	test("says days, facts and how it ended in few words", () => {
		const now = new Date(2026, 10, 30, 12).getTime();
		expect(dayWords(new Date(2026, 10, 30).getTime(), now)).toBe("Today, Monday 30 Nov");
		expect(dayWords(new Date(2026, 10, 29).getTime(), now)).toBe("Yesterday, Sunday 29 Nov");
		expect(dayWords(new Date(2025, 11, 31).getTime(), now)).toBe("Wednesday 31 Dec 2025");
		const row = {
			protocol: "agentcall",
			outcome: "lost",
			lastOutcome: { code: 1006 },
			entries: 1296,
			firstAtMs: 1000,
			lastAtMs: 62_000,
			gaps: 0,
			healedGaps: 1,
			findings: 2,
			unknown: 1,
			taps: 1,
			photos: 0,
		} as LibrarySession;
		expect(factsOf(row)).toBe("AgentCall, 1\u202f296 entries, 1 min 1 s, 1 tap");
		expect(badgesOf(row).map(({ label }) => label)).toEqual(["link lost 1006", "1 unknown", "1 gap, healed", "2 findings"]);
		const ended = { ...row, outcome: "ended", unknown: 0, healedGaps: 0, findings: 0 } as LibrarySession;
		const own = { code: null, by: "console", errorCode: "CANCELLED" } as LibrarySession["lastOutcome"];
		const unread = (more: object) =>
			badgesOf({ ...ended, lastOutcome: own, entries: 1480, ...more } as LibrarySession).map(({ label }) => label);
		expect(unread({ unread: 280 })).toEqual(["ended", `read to ${groupCount(1200)} of ${groupCount(1480)}`]);
		expect(unread({ unread: 280, outcome: "live" })).toEqual(["live"]);
		expect(badgesOf({ ...ended, lastOutcome: own }).map(({ label }) => label)).toEqual(["ended"]);
	});
});

describe("the search", () => {
	const hit = (ordinal: number) => ({ ordinal, sessionId: "s", sessionName: "S", marks: [], snippet: "" }) as unknown as SearchHit;
	const answer = (more: Partial<SearchAnswer>): SearchAnswer => ({
		searchId: 1,
		hits: [],
		done: true,
		total: 10,
		settled: 10,
		notIndexed: 0,
		readTo: null,
		hint: null,
		...more,
	});
	const typed = async (store: ReturnType<typeof createSearchStore>, text: string) => {
		store.setText(text);
		await vi.advanceTimersByTimeAsync(200);
	};

	test("a line that is not finished is a hint and leaves the hits; the next one replaces them", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			const { api, asked } = handApi();
			const store = createSearchStore(api);
			await typed(store, "badge");
			void asked[0]?.answer(answer({ hits: [hit(2), hit(1)] }));
			await vi.advanceTimersByTimeAsync(1);
			expect(store.state.getState().hits).toHaveLength(2);
			await typed(store, "/badge (");
			void asked[1]?.answer(answer({ searchId: null, hint: { kind: "incomplete", message: "Not yet.", from: 0, to: 8 } }));
			await vi.advanceTimersByTimeAsync(1);
			expect(store.state.getState()).toMatchObject({
				hint: { kind: "incomplete" },
				askedFor: "badge",
				hits: [{ ordinal: 2 }, { ordinal: 1 }],
			});
			await typed(store, "/badge/");
			void asked[2]?.answer(answer({ hits: [hit(9)] }));
			await vi.advanceTimersByTimeAsync(1);
			expect(store.state.getState()).toMatchObject({ hint: null, askedFor: "/badge/", hits: [{ ordinal: 9 }] });
		} finally {
			vi.useRealTimers();
		}
	});

	test("looks on by itself until its first page is full; an answer to an earlier line is dropped and its search cancelled", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			const { api, asked, of } = handApi();
			const store = createSearchStore(api);
			await typed(store, "a");
			await typed(store, "ab");
			void asked[0]?.answer(answer({ searchId: 7, hits: [hit(1)], done: false }));
			await vi.advanceTimersByTimeAsync(1);
			expect(of("search.cancel").map(({ args }) => args.searchId)).toEqual([7]);
			expect(store.state.getState().hits).toEqual([]);
			void asked[1]?.answer(answer({ searchId: 8, done: false, settled: 3 }));
			await vi.advanceTimersByTimeAsync(1);
			const [more] = of("search.more");
			expect(more?.args).toEqual({ searchId: 8, limit: 50 });
			void more?.answer(answer({ searchId: 8, hits: [hit(5)], done: false, settled: 6 }));
			await vi.advanceTimersByTimeAsync(1);
			expect(store.state.getState()).toMatchObject({ kind: "searching", hits: [{ ordinal: 5 }] });
			const [, last] = of("search.more");
			expect(last?.args).toEqual({ searchId: 8, limit: 49 });
			void last?.answer(answer({ searchId: 8, hits: [hit(3)], done: true }));
			await vi.advanceTimersByTimeAsync(1);
			expect(of("search.more")).toHaveLength(2);
			expect(store.state.getState()).toMatchObject({ kind: "ready", done: true, hits: [{ ordinal: 5 }, { ordinal: 3 }] });
			expect(store.visit(0)).toMatchObject({ ordinal: 5 });
			expect(store.visit(2)).toBeNull();
			expect(store.state.getState().visited).toEqual({ index: 0 });
		} finally {
			vi.useRealTimers();
		}
	});
});

describe("pictures and data in an entry", () => {
	const png = Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
		Buffer.from("IHDR"),
		Buffer.from([0, 0, 0x02, 0x80, 0, 0, 0x01, 0xe0]),
		Buffer.alloc(200, 7),
	]);

	test("are told by their bytes, wherever base64 stands in the text, with their true size", () => {
		const [part, other] = mediaParts({
			text: JSON.stringify({ source: { type: "data", value: png.toString("base64"), mimeType: "image/jpeg" } }),
		});
		expect(other).toBeUndefined();
		expect(part).toMatchObject({ image: "png", saidType: "image/jpeg", size: { width: 640, height: 480 } });
		expect(Buffer.from(part?.bytes ?? []).equals(png)).toBe(true);
		expect(part && fileOf(part, 12)).toEqual({ name: "entry-12.png", type: "image/png" });
		expect(mediaParts({ text: `{"a":"data:image/png;base64,${png.toString("base64").replaceAll("/", "\\/")}"}` })[0]).toMatchObject({
			image: "png",
		});
		expect(mediaParts({ base64: png.toString("base64") })[0]).toMatchObject({ image: "png", saidType: null });
	});

	test("a long id is no data, data of a kind that is said is, and a picture of too many pixels is not drawn unasked", () => {
		expect(mediaParts({ text: `{"id":"${"a".repeat(300)}"}` })).toEqual([]);
		// Longer than any expression's stack bears, escaped or not.
		const photo = Buffer.concat([png, Buffer.alloc(6 << 20, 251)]);
		for (const written of [photo.toString("base64"), photo.toString("base64").replaceAll("/", "\\/")]) {
			const [whole, none] = mediaParts({ text: `{"note":"a b","id":"","value":"${written}","x":["${"a".repeat(9 << 20)}"]}` });
			expect(whole?.bytes.length).toBe(photo.length);
			expect(none).toBeUndefined();
		}
		const [sound] = mediaParts({ text: `{"mimeType":"audio/wav","data":"${Buffer.alloc(300, 1).toString("base64")}"}` });
		expect(sound).toMatchObject({ image: null, saidType: "audio/wav" });
		const bomb = Buffer.from(png);
		bomb.writeUInt32BE(60_000, 16);
		bomb.writeUInt32BE(60_000, 20);
		const [large] = mediaParts({ base64: bomb.toString("base64") });
		expect(large && isDrawable(large)).toBe(false);
	});
});
