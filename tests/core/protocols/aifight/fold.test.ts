import { describe, expect, test } from "vitest";
import { eventWords } from "../../../../main/core/protocols/aifight/event-words.ts";
import { createTableFold, type TableEntry } from "../../../../main/core/protocols/aifight/fold.ts";
import type { GameName } from "../../../../main/core/protocols/aifight/schemas.ts";
import { EVENT_VALIDATORS, GAMES } from "../../../../main/core/protocols/aifight/schemas.ts";
import type { TableView } from "../../../../schemas/table.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	confirmRequest,
	error,
	feed,
	gameOver,
	gameStart,
	gameState,
	join,
	OTHER_TABLE,
	queueJoined,
	retryOf,
	stale,
	TABLE,
	THIRD_TABLE,
	welcome,
} from "./frames.ts";

type Said = { from: "server" | "client"; frame: unknown } | { from: "console"; type: string };
const server = (...frames: unknown[]): Said[] => frames.map((frame) => ({ from: "server", frame }));
const client = (frame: unknown): Said[] => [{ from: "client", frame }];
const lost: Said[] = [{ from: "console", type: "link.closed" }];

/** Entries as the timeline holds them: ordinals from 1, one a second. */
function entriesOf(said: Said[]): TableEntry[] {
	return said.map((each, index): TableEntry => {
		const base = { ordinal: index + 1, atMs: 1_000 * (index + 1) };
		if (each.from === "console") return { ...base, dir: "local", kind: "link", type: each.type, text: "{}" };
		const text = typeof each.frame === "string" ? each.frame : JSON.stringify(each.frame);
		return { ...base, dir: each.from === "server" ? "in" : "out", kind: "frame", opcode: "text", type: "", text };
	});
}

function viewAfter(...said: Said[][]): TableView {
	const fold = createTableFold();
	for (const entry of entriesOf(said.flat())) fold.take(entry);
	return fold.view();
}

describe("the table", () => {
	test("shows what may be played, until when, and what was sent", () => {
		const begin = server(welcome(), gameStart(), actionRequest("r-1", { timeout_ms: 60_000 }));
		const [asked] = viewAfter(begin).tables;
		expect(asked).toMatchObject({
			sessionId: TABLE,
			game: "liars_dice",
			gameBy: "said",
			you: "p0",
			seat: 0,
			startOrdinal: 2,
			boardOrdinal: 3,
		});
		expect(asked?.board).toEqual({
			kind: "liars_dice",
			phase: "bidding",
			round: 1,
			bid: null,
			bids: [],
			totalDice: 10,
			yourDice: [1, 3, 4, 5, 6],
		});
		expect(asked?.request).toMatchObject({
			ordinal: 3,
			requestId: "r-1",
			askedAtMs: 3_000,
			deadlineAtMs: 63_000,
			answerable: true,
			answered: false,
		});
		expect(asked?.request?.moves).toEqual([{ kind: "bid", label: "Bid", type: "bid", minQuantity: 1, maxQuantity: 10, minFace: 1 }]);
		expect(asked?.players.map(({ playerId, name, isYou, hasTurn, diceCount }) => [playerId, name, isYou, hasTurn, diceCount])).toEqual([
			["p0", "You", true, true, 5],
			["p1", "Player 2", false, false, 5],
		]);

		const [sent] = viewAfter(begin, client(bid("r-1"))).tables;
		expect(sent?.request).toMatchObject({ answered: true });
		expect(sent?.lastMove).toMatchObject({ ordinal: 4, move: { type: "bid" }, outcome: "open" });
		expect(viewAfter(begin, client(bid("r-1")), server(retryOf("r-2"))).tables[0]).toMatchObject({
			lastMove: { outcome: "illegal" },
			request: { requestId: "r-2", retry: { reason: "invalid_action", left: 0 } },
		});
		expect(viewAfter(begin, client(bid("r-1")), server(actionRequest("r-2"), stale("r-1"))).tables[0]?.lastMove?.outcome).toBe("stale");
		expect(viewAfter(begin, client(bid("r-1")), server(feed(bidEvent(0, "p0")))).tables[0]?.lastMove?.outcome).toBe("accepted");
	});

	test("takes each event once over four carriers, in order of its number, with the entry that brought it", () => {
		const outOfBand = {
			type: "event",
			data: { match_id: TABLE, events: [{ type: "player_disconnected", data: { player: "p1", reason: "disconnect" } }] },
		};
		const [table] = viewAfter(
			server(welcome(), gameStart(), feed(bidEvent(0, "p1"), bidEvent(2, "p1", 4)), outOfBand),
			server(actionRequest("r-1", { new_events: [bidEvent(0, "p1"), bidEvent(1, "p0", 3), bidEvent(2, "p1", 4)] })),
			server(feed(bidEvent(3, "p0", 5))),
		).tables;
		expect(table?.events.map(({ seq, ordinal, text }) => [seq, ordinal, text])).toEqual([
			[0, 3, "Player 2 bids 2 × 4."],
			[1, 5, "You bid 3 × 4."],
			[2, 3, "Player 2 bids 4 × 4."],
			[null, 4, "Player 2 is gone (disconnect)."],
			[3, 6, "You bid 5 × 4."],
		]);
	});

	test("a history takes the place of the log and is not appended to it", () => {
		const [table] = viewAfter(
			server(welcome(), gameStart(), actionRequest("r-1", { new_events: [bidEvent(0, "p1")] })),
			client(bid("r-1")),
			lost,
			server(
				welcome(),
				actionRequest("r-2", { is_reconnect: true, new_events: [], event_history: [bidEvent(0, "p1"), bidEvent(1, "p0")] }),
			),
		).tables;
		expect(table?.events.map(({ seq, ordinal }) => [seq, ordinal])).toEqual([
			[0, 3],
			[1, 7],
		]);
		expect(table?.lastMove?.outcome).toBe("accepted");
		expect(table?.request).toMatchObject({ requestId: "r-2", answerable: true });
	});

	test("while the link is down nothing can be answered, and the queue is gone", () => {
		const view = viewAfter(
			server(welcome(), queueJoined(), gameStart(OTHER_TABLE), queueJoined(), confirmRequest(), gameStart(), actionRequest("r-1")),
			lost,
		);
		expect(view).toMatchObject({ queue: null, confirm: null });
		expect(view.tables.find(({ sessionId }) => sessionId === TABLE)?.request?.answerable).toBe(false);
	});

	test("somebody else's move after a reconnect closes the old request", () => {
		const [table] = viewAfter(server(welcome(), gameStart(), actionRequest("r-1")), lost, server(welcome(), gameState())).tables;
		expect(table?.request).toBeNull();
		expect(table?.players.map(({ hasTurn }) => hasTurn)).toEqual([false, true]);
	});

	test("reveals who everybody was and how it ended, and invents no replay", () => {
		const begin = server(welcome(), gameStart(), actionRequest("r-1"));
		const [won] = viewAfter(begin, server(gameOver())).tables;
		expect(won?.result).toMatchObject({ ordinal: 4, winner: "p0", text: "You win.", replayUrl: "/replay/x", forfeit: null });
		expect(won?.players.map(({ name, payoff }) => [name, payoff])).toEqual([
			["Agent-1", 1],
			["Agent-2", 0],
		]);
		expect(won?.request).toBeNull();
		const { replay_url: _, ...data } = gameOver({
			result: { payoffs: { p0: 1, p1: 1 }, is_draw: true },
			forfeit_reason: "disconnect",
			forfeited_by: "p1",
		}).data;
		const [drawn] = viewAfter(begin, server({ type: "game_over", data })).tables;
		expect(drawn?.result).toMatchObject({
			replayUrl: null,
			winner: null,
			text: "A draw between you and Agent-2. Agent-2 gave it up (disconnect).",
		});
	});

	test("is the same whatever came before it was looked at, and survives frames of any shape", () => {
		const odd = ["{", "null", { type: "action_request" }, { type: "game_over", data: { session_id: 4, players: [1], result: [] } }];
		const said = [
			...server(welcome(), queueJoined(), gameStart(), ...odd, actionRequest("r-1"), error("no"), feed(bidEvent(0, "p1"))),
			...client(join("coup")),
			...server({ type: "game_start", data: { match_id: OTHER_TABLE, players: [{}, 7], rules: null } }),
			...server({
				type: "action_request",
				data: { match_id: THIRD_TABLE, state: { community_cards: 3 }, legal_actions: [1, {}, { type: "fold" }], request_id: "r" },
			}),
		];
		const looked = createTableFold();
		for (const entry of entriesOf(said)) {
			looked.take(entry);
			looked.view();
		}
		expect(looked.view()).toEqual(viewAfter(said));
		expect(JSON.parse(JSON.stringify(looked.view()))).toEqual(looked.view());
		const inferred = looked.view().tables.find(({ sessionId }) => sessionId === THIRD_TABLE);
		expect(inferred).toMatchObject({ game: "texas_holdem", gameBy: "inferred", request: { moves: [{ kind: "ready", label: "Fold" }] } });
	});
});

describe("events as sentences", () => {
	const names = { you: "p0", nameOf: (id: string) => ({ p0: "You", p1: "Player 2", p2: "Player 3" })[id] ?? id };
	const said = (game: GameName | null, type: string, data: object = {}, player?: string) =>
		eventWords(game, { type, data, ...(player === undefined ? {} : { player }) }, names);

	test.each<[GameName, string, object, string | undefined, string]>([
		[
			"texas_holdem",
			"new_hand",
			{ hand_num: 2, max_hands: 10, dealer: "p1", small_blind: 200, big_blind: 400 },
			undefined,
			"Hand 2 of 10. Player 2 deals, blinds 200/400.",
		],
		["texas_holdem", "player_action", { action: "small_blind", amount: 200 }, "p1", "Player 2 posts the small blind, 200."],
		["texas_holdem", "player_action", { action: "raise", amount: 1000 }, "p0", "You raise to 1000."],
		["texas_holdem", "player_action", { action: "allin", amount: 900 }, "p1", "Player 2 goes all in with 900."],
		["texas_holdem", "player_action", { action: "check" }, "p0", "You check."],
		["texas_holdem", "community_cards", { cards: ["Ah", "Td", "3c"], phase: "flop" }, undefined, "Flop: Ah Td 3c."],
		["texas_holdem", "cards_dealt", { cards: ["Ah", "Td"] }, "p0", "You get Ah Td."],
		[
			"texas_holdem",
			"hand_result",
			{ winners: ["p0"], pot: 1600, reason: "all_folded" },
			undefined,
			"You win 1600, everybody else folded.",
		],
		["texas_holdem", "hand_result", { winners: ["p1", "p2"], reason: "showdown" }, undefined, "Player 2 and Player 3 win at the showdown."],
		["texas_holdem", "match_result", { winner: "p1" }, undefined, "The match is over. Player 2 wins."],
		["texas_holdem", "player_disconnected", { reason: "timeout" }, "p1", "Player 2 is gone (timeout)."],
		[
			"liars_dice",
			"challenge",
			{ challenger: "p1", bidder: "p0", bid_quantity: 4, bid_face: 2, actual_count: 5, bid_met: true, loser: "p1" },
			"p1",
			"Player 2 challenges your 4 × 2: 5 there, it was true. Player 2 loses a die.",
		],
		["liars_dice", "player_eliminated", { player: "p1" }, "p1", "Player 2 is out."],
		["liars_dice", "round_start", { round: 2, dice_counts: { p0: 5, p1: 4 } }, undefined, "Round 2, dice: you 5, Player 2 4."],
		["liars_dice", "game_over", { winner: "" }, undefined, "The match is over. Nobody wins."],
		[
			"coup",
			"action",
			{ action: "steal", target: "p0", claimed_role: "Captain" },
			"p1",
			"Player 2 wants to steal against you, claiming Captain.",
		],
		["coup", "challenge_pass", { player: "p0" }, "p0", "You let the claim stand."],
		["coup", "challenge", { challenger: "p0", actor: "p1", claimed_role: "Duke" }, "p0", "You doubt Player 2's Duke."],
		[
			"coup",
			"challenge_result",
			{ result: "fail", actor: "p1", challenger: "p0", revealed_card: "Duke" },
			"p1",
			"Player 2's claim was true (Duke).",
		],
		["coup", "challenge_result", { result: "success", actor: "p0", challenger: "p1" }, "p0", "Your claim was a lie."],
		[
			"coup",
			"block",
			{ blocker: "p0", claimed_role: "Contessa", action: "assassinate" },
			"p0",
			"You block assassinate, claiming Contessa.",
		],
		["coup", "block_accepted", { blocker: "p0" }, "p0", "Your block holds."],
		["coup", "influence_lost", { player: "p1", card: "Duke", card_index: 1 }, "p1", "Player 2 loses Duke."],
		["coup", "exchange_draw", { action: "exchange", drawn_count: 2 }, "p0", "You draw 2 cards."],
		[
			"coup",
			"action_resolved",
			{ action: "steal", target: "p1", stolen: 2, coins_now: 4 },
			"p0",
			"You are granted steal against Player 2, 2 stolen, now 4 coins.",
		],
		["coup", "game_over", { winner: "p0" }, undefined, "The match is over. You win."],
	])("D21 D25: %s %s %o of %s: %s", (game, type, data, player, sentence) => {
		expect(said(game, type, data, player)).toBe(sentence);
	});

	test("every event of the published games has words, even with no facts at all", () => {
		for (const game of GAMES) {
			for (const type of EVENT_VALIDATORS[game].keys()) {
				const sentence = said(game, type);
				expect([game, type, sentence.startsWith(type), sentence.endsWith(".")]).toEqual([game, type, false, true]);
			}
		}
	});

	test("an event nobody knows says its type and facts", () => {
		expect(said("coup", "earthquake", { force: 7 }, "p1")).toBe('earthquake of Player 2 {"force":7}');
		expect(said(null, "bid", { quantity: 2 })).toBe('bid {"quantity":2}');
	});
});
