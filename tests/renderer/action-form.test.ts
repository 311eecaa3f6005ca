import { describe, expect, test } from "vitest";
import { actionText, moveOf, moveWords, newActionDraft, stepAmount, stepBid } from "../../renderer/state/action-draft.ts";
import { createActionStore } from "../../renderer/state/action-store.ts";
import { standOf } from "../../renderer/state/action-words.ts";
import { groupEvents, holesIn } from "../../renderer/state/table-events.ts";
import { cardOf, placesAround, seating } from "../../renderer/state/table-words.ts";
import type { OperatorApi, Requests } from "../../schemas/ipc.ts";
import type { TableMatch, TableMove, TableRequest } from "../../schemas/table.ts";

const MOVES: TableMove[] = [
	{ kind: "ready", label: "Fold", move: { type: "fold" } },
	{ kind: "amount", label: "Raise to", type: "raise", min: 800, max: 2000 },
	{ kind: "bid", label: "Bid", type: "bid", minQuantity: 2, maxQuantity: 10, minFace: 4 },
];
const request = (more: Partial<TableRequest> = {}): TableRequest => ({
	ordinal: 9,
	requestId: "r-1",
	askedAtMs: 0,
	deadlineAtMs: 60_000,
	retry: null,
	answerable: true,
	answered: false,
	moves: MOVES,
	...more,
});
const match = (more: Partial<TableMatch> = {}): TableMatch => ({
	sessionId: "table-1",
	game: "texas_holdem",
	gameBy: "said",
	you: "p0",
	seat: 0,
	startOrdinal: 1,
	rules: null,
	strategyPrompt: "",
	board: null,
	boardOrdinal: null,
	players: [],
	events: [],
	request: request(),
	lastMove: null,
	result: null,
	...more,
});
const OPEN = { status: { kind: "open", sinceMs: 0, attempt: 1 } } as const;

describe("a move", () => {
	test("is built from what was chosen, exactly as the wire wants it, without a word about models", () => {
		const draft = { ...newActionDraft(request()), index: 1, amount: "1200" };
		const move = moveOf(request(), draft);
		expect(move && actionText("table-1", "r-1", move)).toBe(
			'{"type":"action","match_id":"table-1","data":{"type":"raise","data":{"amount":1200}},"request_id":"r-1"}',
		);
		expect(moveWords(MOVES[1] as TableMove, draft)).toBe("Raise to 1\u202f200");
	});

	test("begins at the least that may be said", () => {
		expect(newActionDraft(request())).toMatchObject({ index: null, amount: "800", quantity: "2", face: 4 });
		expect(moveOf(request(), newActionDraft(request()))).toBeNull();
	});

	test("steps stay within what is allowed; a bid of the least number keeps its least face", () => {
		const raise = MOVES[1] as TableMove & { kind: "amount" };
		const bid = MOVES[2] as TableMove & { kind: "bid" };
		expect([stepAmount(raise, "800", 1, 400), stepAmount(raise, "1900", 1, 400), stepAmount(raise, "800", -1, 400)]).toEqual([
			"1200",
			"2000",
			"800",
		]);
		const draft = newActionDraft(request());
		expect(stepBid(bid, draft, 0, -1)).toEqual({ quantity: "2", face: 4 });
		expect(stepBid(bid, { ...draft, quantity: "3" }, 0, -3)).toEqual({ quantity: "3", face: 1 });
		expect(stepBid(bid, { ...draft, quantity: "3", face: 1 }, -1, 0)).toEqual({ quantity: "2", face: 4 });
	});
});

/** A console that accepts everything and remembers what was sent. */
function consoleOf() {
	const sent: string[] = [];
	const api = {
		on: () => () => {},
		request: async (name: keyof Requests, args: { text?: string }) => {
			if (name === "message.send") sent.push(args.text ?? "");
			const check = { type: "action", byteLength: 1, findings: [], sendable: true, nextTurn: null };
			return { ok: true, value: name === "message.send" ? { ordinal: 1, stored: true, delivery: "sent", queued: false } : check };
		},
	} as unknown as OperatorApi;
	const store = createActionStore(api, "s", (_delayMs, run) => {
		run();
		return () => {};
	});
	return { store, sent };
}

describe("the form for a request", () => {
	test("is sent once, however often Enter is pressed", async () => {
		const { store, sent } = consoleOf();
		store.show(match());
		store.choose(0);
		await Promise.all([store.send(false), store.send(false)]);
		await store.send(false);
		expect(sent).toEqual(['{"type":"action","match_id":"table-1","data":{"type":"fold"},"request_id":"r-1"}']);
	});

	test("a newer request begins a new one; what was chosen is kept beside it until it is taken up", () => {
		const { store } = consoleOf();
		store.show(match());
		store.choose(1);
		store.change({ amount: "1000" });
		store.show(match({ request: request({ requestId: "r-2" }) }));
		expect(store.state.getState()).toMatchObject({ draft: { requestId: "r-2", index: null }, lost: { requestId: "r-1" } });
		expect(store.text()).toBeNull();
		store.takeLost();
		expect(store.text()).toContain('"amount":1000}},"request_id":"r-2"');
	});

	test("what was sent is not called lost when the next request comes", async () => {
		const { store } = consoleOf();
		store.show(match());
		store.choose(0);
		await store.send(false);
		store.show(match({ request: request({ requestId: "r-2" }) }));
		expect(store.state.getState().lost).toBeNull();
	});

	test("the second chance begins with the move that was not allowed", () => {
		const { store } = consoleOf();
		const lastMove = { ordinal: 10, move: { type: "raise", data: { amount: 5000 } }, outcome: "illegal" as const };
		store.show(match({ lastMove, request: request({ requestId: "r-2", retry: { reason: "invalid_action", left: 0 } }) }));
		expect(store.state.getState().draft).toMatchObject({ index: 1, amount: "5000" });
	});

	test("another match has a form of its own, and coming back finds the first one as it was", () => {
		const { store } = consoleOf();
		store.show(match());
		store.choose(0);
		store.show(match({ sessionId: "table-2", request: request({ requestId: "r-9" }) }));
		expect(store.text()).toBeNull();
		store.show(match());
		expect(store.text()).toContain('"match_id":"table-1"');
	});
});

describe("whether a request can be answered", () => {
	test("open, late, and shut with the reason", () => {
		expect(standOf(match(), OPEN, 1_000)).toEqual({ kind: "open" });
		expect(standOf(match(), OPEN, 60_000)).toEqual({ kind: "late" });
		expect(standOf(match({ request: null }), OPEN, 0)).toMatchObject({ kind: "shut", title: "Not your turn" });
		expect(standOf(match({ request: request({ answerable: false, moves: [] }) }), OPEN, 0)).toMatchObject({ title: "Nothing to choose" });
		expect(standOf(match(), { status: { kind: "idle" } }, 0)).toMatchObject({ title: "The link is down" });
		const lastMove = { ordinal: 1, move: {}, outcome: "stale" as const };
		expect(standOf(match({ request: request({ answered: true }), lastMove }), OPEN, 0)).toMatchObject({
			title: "Stale: not used by the server",
		});
	});
});

describe("the table in words", () => {
	test("cards as the wire writes them", () => {
		expect(cardOf("Tc")).toMatchObject({ rank: "10", suit: "club", isRed: false, name: "ten of clubs" });
		expect(cardOf("Ah")).toMatchObject({ rank: "A", isRed: true, name: "ace of hearts" });
		expect([cardOf("1x"), cardOf("__proto__"), cardOf("")]).toEqual([null, null, null]);
	});

	test("the others sit in order from the left of the one who looks", () => {
		const players = ["p0", "p1", "p2", "p3"].map((playerId) => ({ playerId, isYou: playerId === "p2" })) as TableMatch["players"];
		const { you, others } = seating(players);
		expect([you?.playerId, ...others.map(({ playerId }) => playerId)]).toEqual(["p2", "p3", "p0", "p1"]);
		const around = placesAround(others);
		expect([around.west?.playerId, around.north.map(({ playerId }) => playerId), around.east?.playerId]).toEqual(["p3", ["p0"], "p1"]);
		expect(seating(players.map((player) => ({ ...player, isYou: false }))).you).toBeNull();
	});

	test("events are parted by hands, rounds and turns, and missing numbers are counted", () => {
		const event = (seq: number | null, type: string, data: Record<string, unknown> = {}) => ({
			ordinal: 1,
			seq,
			type,
			player: null,
			text: "",
			ts: null,
			data,
		});
		const events = [
			event(0, "new_hand", { hand_num: 1 }),
			event(1, "player_action"),
			event(4, "new_hand", { hand_num: 2 }),
			event(null, "x"),
		];
		expect(groupEvents(events).map(({ title, events: inside }) => [title, inside.length])).toEqual([
			["Hand 1", 2],
			["Hand 2", 2],
		]);
		expect(holesIn(events)).toBe(2);
		expect(groupEvents([event(0, "x"), event(1, "action"), event(2, "action")]).map(({ title }) => title)).toEqual([
			"",
			"Turn 1",
			"Turn 2",
		]);
	});
});
