import { describe, expect, it } from "vitest";
import { libraryRow } from "../../../main/core/library/library-row.ts";
import { listSessions } from "../../../main/core/library/list-sessions.ts";
import { outcomeOf } from "../../../main/core/library/outcome.ts";
import { planRetention } from "../../../main/core/library/plan-retention.ts";
import type { LibrarySession, LibrarySort } from "../../../schemas/library.ts";
import type { LinkOutcome, SessionSummary } from "../../../schemas/session.ts";

const DAY = 86_400_000;
const NOON = new Date(2026, 10, 30, 12).getTime();
const NEWEST: LibrarySort = { by: "time", descending: true };

function session(sessionId: string, more: Partial<LibrarySession> = {}): LibrarySession {
	const firstAtMs = more.firstAtMs ?? NOON;
	return {
		sessionId,
		name: sessionId,
		protocol: "agentcall",
		profile: "standin-0.1",
		endpoint: "wss://gate.example/agui",
		by: "url",
		createdAtMs: firstAtMs,
		firstAtMs,
		lastAtMs: firstAtMs + 1000,
		outcome: "ended",
		lastOutcome: null,
		entries: 10,
		bytes: 1000,
		findings: 0,
		unread: 0,
		gaps: 0,
		healedGaps: 0,
		unknown: 0,
		taps: 0,
		photos: 0,
		tags: [],
		note: "",
		removedAtMs: null,
		...more,
	};
}

const ids = (page: { sessions: { sessionId: string }[] }) => page.sessions.map(({ sessionId }) => sessionId);

describe("the list of the library", () => {
	const all = [
		session("a", { firstAtMs: NOON - 2 * DAY, findings: 2, tags: ["gate"], entries: 5 }),
		session("b", { firstAtMs: NOON, protocol: "aifight", outcome: "lost", healedGaps: 1, entries: 50 }),
		session("c", { firstAtMs: NOON + 1000, note: "asked twice", unknown: 1, findings: 1, entries: 7 }),
		session("d", { firstAtMs: NOON - DAY, removedAtMs: 5 }),
	];
	const list = (filter = {}, sort = NEWEST, from = 0, count = 100) => listSessions(all, filter, sort, from, count);

	it("is newest first, by days, without what was removed", () => {
		const page = list();
		expect(ids(page)).toEqual(["c", "b", "a"]);
		expect(page.days).toEqual([
			{ startMs: new Date(NOON).setHours(0, 0, 0, 0), count: 2 },
			{ startMs: new Date(NOON - 2 * DAY).setHours(0, 0, 0, 0), count: 1 },
		]);
		expect(page.all).toEqual({ sessions: 3, entries: 62, bytes: 3000, removed: 1 });
		expect(ids(list({ removed: true }))).toEqual(["d"]);
	});

	it("sorts by everything it shows, and pages", () => {
		expect(ids(list({}, { by: "entries", descending: true }))).toEqual(["b", "c", "a"]);
		expect(ids(list({}, { by: "name", descending: false }))).toEqual(["a", "b", "c"]);
		expect(ids(list({}, { by: "findings", descending: true }))).toEqual(["a", "c", "b"]);
		expect(list({}, { by: "entries", descending: true }).days).toEqual([]);
		expect(ids(list({}, NEWEST, 1, 1))).toEqual(["b"]);
	});

	it("filters: every part must hold, and the counts say what each other choice would leave", () => {
		expect(ids(list({ contains: ["finding"] }))).toEqual(["c", "a"]);
		expect(ids(list({ contains: ["finding", "note"] }))).toEqual(["c"]);
		expect(ids(list({ text: "ASKED gate.example" }))).toEqual(["c"]);
		expect(ids(list({ tags: ["gate", "none"] }))).toEqual(["a"]);
		expect(ids(list({ outcomes: ["lost", "refused"] }))).toEqual(["b"]);
		expect(ids(list({ fromMs: NOON }))).toEqual(["c", "b"]);
		const { facets } = list({ protocols: ["agentcall"] });
		expect(facets.protocols).toEqual({ agentcall: 2, aifight: 1 });
		expect(facets.outcomes.lost).toBe(0);
		expect(facets.contains).toMatchObject({ finding: 2, note: 1, gap: 0 });
		expect(facets.tags).toEqual([{ tag: "gate", count: 1 }]);
	});
});

describe("a rule of retention", () => {
	const all = [
		session("old", { firstAtMs: NOON - 40 * DAY, bytes: 100 }),
		session("tagged", { firstAtMs: NOON - 50 * DAY, bytes: 100, tags: ["x"] }),
		session("live", { firstAtMs: NOON - 60 * DAY, bytes: 100, outcome: "live" }),
		session("new", { firstAtMs: NOON - DAY, bytes: 100 }),
		session("gone", { firstAtMs: NOON - 90 * DAY, bytes: 100, removedAtMs: 1 }),
	];
	const plan = (maxAgeDays: number | null, maxBytes: number | null, keepNoted = true) =>
		planRetention(all, { maxAgeDays, maxBytes, keepNoted }, NOON);

	it("takes what is older, but nothing live, noted or removed already", () => {
		expect(plan(30, null)).toMatchObject({
			sessionIds: ["old"],
			plan: { count: 1, bytes: 100, kept: { sessions: 3, bytes: 300 }, unmet: true },
		});
		expect(plan(30, null, false).sessionIds).toEqual(["tagged", "old"]);
		expect(plan(null, null).sessionIds).toEqual([]);
	});

	it("takes the oldest until the rest is small enough, and says when it cannot be", () => {
		expect(plan(null, 350)).toMatchObject({ sessionIds: ["old"], plan: { unmet: false } });
		expect(plan(null, 250)).toMatchObject({ sessionIds: ["old", "new"], plan: { kept: { bytes: 200 }, unmet: false } });
		expect(plan(null, 0)).toMatchObject({ sessionIds: ["old", "new"], plan: { unmet: true } });
		expect(plan(null, 400).plan).toMatchObject({ count: 0, unmet: false });
	});
});

describe("how a session stands, in one word", () => {
	const outcome = (more: Partial<LinkOutcome>): LinkOutcome => ({
		code: 1000,
		reason: "",
		by: "agent",
		clean: true,
		meaning: "",
		next: "stop",
		...more,
	});
	const summary = (last: LinkOutcome | null, more: object = {}) =>
		({ status: last ? { kind: "closed", outcome: last } : { kind: "idle" }, lastOutcome: last, ...more }) as unknown as SessionSummary;

	it.each([
		["never linked", null, {}, "idle"],
		["closed 1000", outcome({}), {}, "ended"],
		["ended by the agent", outcome({ code: 4410, next: "ended" }), {}, "ended"],
		["dropped by the operator", outcome({ code: 1005, by: "console" }), {}, "ended"],
		["reset", outcome({ code: 1006, by: "network", clean: false }), {}, "lost"],
		["refused at the upgrade", outcome({ code: null, by: "agent", clean: false, httpStatus: 401 }), {}, "refused"],
		["closed for cause", outcome({ code: 1008 }), {}, "refused"],
		["another took the seat", outcome({ code: 4409 }), {}, "evicted"],
		["from a file", null, { importedFrom: "a.jsonl" }, "imported"],
		["open", outcome({ code: 1006, by: "network" }), { status: { kind: "open", sinceMs: 1, attempt: 2 } }, "live"],
	])("%s", (_what, last, more, word) => {
		expect(outcomeOf(summary(last, more))).toBe(word);
	});

	it("is part of its row with what the store knows", () => {
		const ledger = { gaps: [{ state: "healed" }, { state: "lost" }], findings: 3, unknown: 1, entries: 9 };
		const row = libraryRow(summary(outcome({}), { sessionId: "s", name: "n", ledger }), undefined);
		expect(row).toMatchObject({
			gaps: 1,
			healedGaps: 1,
			findings: 3,
			unknown: 1,
			entries: 9,
			tags: [],
			note: "",
			bytes: 0,
			outcome: "ended",
		});
	});
});
