import { describe, expect, it } from "vitest";
import { allAsks, announcement, asksOf, nextAsk, windowTitle } from "../../renderer/state/asks.ts";
import { tableAsk } from "../../renderer/state/table-words.ts";
import type { Interaction, SessionSummary } from "../../schemas/session.ts";
import type { TableStatus } from "../../schemas/table.ts";

const NOW_MS = 1_000_000;
const tap = (expiresAtMs: number | null): Interaction => ({
	interactionId: "i",
	modality: "nfc",
	prompt: "",
	requestedAtMs: NOW_MS,
	expiresAtMs,
	turn: null,
	carriers: ["custom"],
	state: "waiting",
	answeredByTurn: null,
	ordinals: { asked: [], ended: null },
	changedAtMs: NOW_MS,
});
const turn = (sessionId: string, inMs: number, more: object = {}): TableStatus["matches"][number] => ({
	sessionId,
	game: "texas_holdem",
	request: { requestId: "r", deadlineAtMs: NOW_MS + inMs, answerable: true, answered: false, isRetry: false, ...more },
});
const table = (more: Partial<TableStatus>): TableStatus => ({
	welcomed: true,
	agent: null,
	games: [],
	queue: null,
	confirm: null,
	readiness: null,
	matches: [],
	...more,
});
const session = (sessionId: string, more: Partial<SessionSummary>) =>
	({
		sessionId,
		name: sessionId,
		status: { kind: "open", sinceMs: 0, attempt: 1 },
		interactions: [],
		...more,
	}) as unknown as SessionSummary;

const desk = session("Gate 3", { interactions: [tap(NOW_MS + 50_000), tap(null)] });
const seat = session("Table", { table: table({ matches: [turn("a", 90_000), turn("b", 20_000)] }) });

describe("what asks for the operator", () => {
	it("turns of a table stand with AgentCall's requests in one order of deadlines, those without an end last", () => {
		const asks = allAsks([desk, seat], NOW_MS);
		expect(asks.map(({ sessionId, words, deadlineAtMs }) => [sessionId, words, deadlineAtMs && deadlineAtMs - NOW_MS])).toEqual([
			["Table", "Your turn: Hold’em", 20_000],
			["Gate 3", "Asks: NFC card", 50_000],
			["Table", "Your turn: Hold’em", 90_000],
			["Gate 3", "Asks: NFC card", null],
		]);
	});

	it.each<[string, Partial<TableStatus>, number]>([
		["a turn that was answered", { matches: [turn("a", 9_000, { answered: true })] }, 0],
		["a request that offers nothing", { matches: [turn("a", 9_000, { answerable: false })] }, 0],
		["a turn whose time is over", { matches: [turn("a", -1)] }, 0],
		[
			"a match to confirm",
			{ confirm: { confirmId: "c", game: "coup", mode: "ranked", players: 3, deadlineAtMs: NOW_MS + 1, answered: false } },
			1,
		],
		[
			"a match that is confirmed",
			{ confirm: { confirmId: "c", game: "coup", mode: "ranked", players: 3, deadlineAtMs: NOW_MS + 1, answered: true } },
			0,
		],
		["a question whether the agent is ready, without an end", { readiness: { requestId: "q", deadlineAtMs: null } }, 1],
	])("%s counts as it should", (_name, more, count) => {
		expect(asksOf(session("s", { table: table(more) }), NOW_MS)).toHaveLength(count);
	});

	it("without a link nobody's turn can be played", () => {
		const broken = session("s", { table: table({ matches: [turn("a", 9_000)] }), status: { kind: "idle" } });
		expect(asksOf(broken, NOW_MS)).toEqual([]);
	});

	it("the title counts them all, and names the one when it is one", () => {
		expect(windowTitle(desk, [desk, seat], NOW_MS)).toBe("4 ask for you – Gate 3 – Switchboard");
		const one = session("Table", { table: table({ matches: [turn("a", 9_000)] }) });
		expect(windowTitle(one, [one], NOW_MS)).toBe("Your turn: Hold’em – Table – Switchboard");
		expect(windowTitle(null, [one], NOW_MS)).toBe("Your turn: Hold’em, Table – Switchboard");
		expect(windowTitle(one, [one], NOW_MS + 9_000)).toBe("Table – Switchboard");
	});

	it("each is announced in words without a clock", () => {
		const asking = session("Gate 3", { interactions: [{ ...tap(NOW_MS + 50_000), modality: "photo", prompt: "Photo, please." }] });
		expect(allAsks([asking, desk, seat], NOW_MS).map(announcement)).toEqual([
			"Table: Your turn: Hold’em",
			"Gate 3: agent asks for a photo. Photo, please.",
			"Gate 3: agent asks for an NFC card.",
			"Table: Your turn: Hold’em",
			"Gate 3: agent asks for an NFC card.",
		]);
	});

	it("going there leads to the session of the first ask, and from there to the next session that asks", () => {
		const asks = allAsks([desk, seat], NOW_MS);
		expect(nextAsk(asks, null)?.sessionId).toBe("Table");
		expect(nextAsk(asks, "elsewhere")?.sessionId).toBe("Table");
		expect(nextAsk(asks, "Table")?.sessionId).toBe("Gate 3");
		expect(nextAsk(asks, "Gate 3")?.sessionId).toBe("Table");
		expect(nextAsk([], "Table")).toBeNull();
	});

	it("one session's own line says the first to end, whatever it is", () => {
		const confirm = { confirmId: "c", game: "coup", mode: "ranked", players: 3, deadlineAtMs: NOW_MS + 25_000, answered: false };
		expect(tableAsk(session("s", { table: table({ confirm, matches: [turn("a", 20_000)] }) }), NOW_MS)).toMatchObject({
			state: "Your turn",
			detail: "00:20",
			more: "1 of 2",
		});
		expect(tableAsk(session("s", { table: table({ confirm, matches: [turn("a", 30_000)] }) }), NOW_MS)?.state).toBe("Confirm the match");
	});
});
