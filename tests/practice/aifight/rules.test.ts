import { describe, expect, test } from "vitest";
import { COUP } from "../../../main/practice/aifight/games/coup/rules.ts";
import type { CoupState, Role } from "../../../main/practice/aifight/games/coup/state.ts";
import type { Game, GameEvent, Move } from "../../../main/practice/aifight/games/game.ts";
import { LIARS_DICE } from "../../../main/practice/aifight/games/liars-dice/rules.ts";
import { payOut } from "../../../main/practice/aifight/games/texas-holdem/pots.ts";
import { compareStrength, HAND_NAMES, strengthOf } from "../../../main/practice/aifight/games/texas-holdem/ranking.ts";
import { TEXAS_HOLDEM } from "../../../main/practice/aifight/games/texas-holdem/rules.ts";
import type { HoldemState } from "../../../main/practice/aifight/games/texas-holdem/state.ts";

/** Plays these moves one after another and keeps what happened. */
function played<S>(game: Game<S>, state: S, ...moves: [player: string, move: Move][]): { state: S; events: GameEvent[] } {
	const events: GameEvent[] = [];
	for (const [player, move] of moves) {
		const outcome = game.act(state, player, move);
		if ("illegal" in outcome) throw new Error(outcome.illegal);
		state = outcome.state;
		events.push(...outcome.events);
	}
	return { state, events };
}

const typesOf = (events: readonly GameEvent[]) => events.map(({ type }) => type);

describe("Hold'em", () => {
	test.each([
		["Ah Kd 9c 7s 5h 3d 2c", "High Card"],
		["Ah Ad 9c 7s 5h 3d 2c", "One Pair"],
		["Ah Ad 9c 9s 5h 5d 2c", "Two Pair"],
		["Ah Ad Ac 9s 5h 3d 2c", "Three of a Kind"],
		["Ah 2d 3c 4s 5h Kd Kc", "Straight"],
		["Ah 9h 7h 3h 2h Kd Kc", "Flush"],
		["Ah Ad Ac Ks Kh Kd 2c", "Full House"],
		["Ah Ad Ac As Kh Kd Kc", "Four of a Kind"],
		["5h 6h 7h 8h 9h Ah Kh", "Straight Flush"],
	])("%s is %s", (cards, name) => {
		expect(HAND_NAMES[strengthOf(cards.split(" "))[0] as number]).toBe(name);
	});
	test.each([
		["Ah Ad Kc Qs Jh 3d 2c", "Ac As Kh Qd Th 3c 2d"],
		["6h 5d 4c 3s 2h Kd Kc", "5h 4d 3c 2s Ah Kd Kc"],
		["Ah Ad Kc Ks Jh Jd 2c", "Ah Ad Qc Qs Jh Jd Kc"],
	])("%s beats %s", (better, worse) => {
		expect(compareStrength(strengthOf(better.split(" ")), strengthOf(worse.split(" ")))).toBeGreaterThan(0);
	});

	const seat = (id: string, invested: number, cards: string, status: HoldemState["seats"][number]["status"] = "allIn") =>
		({ id, invested, cards: cards.split(" "), status, chips: 0, bet: 0, acted: true }) as HoldemState["seats"][number];
	const showdown = (...seats: HoldemState["seats"]) =>
		({ ...TEXAS_HOLDEM.deal(["p0", "p1", "p2"], 1).state, seats, community: ["2c", "3d", "7h", "9s", "Jc"], dealer: 0 }) as HoldemState;

	test("a short all-in wins the main pot only, a bet nobody matched comes back and is no win", () => {
		const state = showdown(seat("p0", 1000, "Ah Ad"), seat("p1", 3000, "Kh Kd"), seat("p2", 4000, "4h 5d"));
		expect(payOut(state)).toEqual({ payouts: { p0: 3000, p1: 4000, p2: 1000 }, winners: ["p0", "p1"] });
	});
	test("equal hands share, the odd chip goes to the first left of the dealer, folded chips stay in", () => {
		const state = showdown(seat("p0", 300, "Ah Kd"), seat("p1", 101, "4h 5d", "folded"), seat("p2", 300, "Ad Kh"));
		expect(payOut(state)).toEqual({ payouts: { p2: 351, p0: 350 }, winners: ["p2", "p0"] });
	});
	test("a raise names the whole bet on the street, a call the difference, and the most is chips and bet together", () => {
		const { state } = TEXAS_HOLDEM.deal(["p0", "p1", "p2", "p3"], 1);
		expect(TEXAS_HOLDEM.waitsFor(state)).toEqual(["p3"]);
		const raised = played(TEXAS_HOLDEM, state, ["p3", { type: "raise", data: { amount: 1000 } }], ["p0", { type: "fold" }]);
		expect(raised.events[0]?.data).toEqual({ action: "raise", amount: 1000, total_bet: 1000 });
		expect(TEXAS_HOLDEM.legal(raised.state, "p1")).toEqual([
			{ type: "fold" },
			{ type: "call", data: { amount: 800 } },
			{ type: "raise", data: { amount: 1600, min: 1600, max: 10_000 } },
			{ type: "allin" },
		]);
	});
	test("after an all-in below a full raise nobody raises on that street", () => {
		const { state } = TEXAS_HOLDEM.deal(["p0", "p1", "p2"], 1);
		(state.seats[1] as HoldemState["seats"][number]).chips = 1000;
		const { state: short } = played(TEXAS_HOLDEM, state, ["p0", { type: "raise", data: { amount: 1000 } }], ["p1", { type: "allin" }]);
		expect(TEXAS_HOLDEM.legal(short, "p2")?.map(({ type }) => type)).toEqual(["fold", "call", "allin"]);
	});
	test("a hand that everybody gave up shows cards to their owner only", () => {
		const { state } = TEXAS_HOLDEM.deal(["p0", "p1", "p2"], 1);
		const { events } = played(TEXAS_HOLDEM, state, ["p0", { type: "fold" }], ["p1", { type: "fold" }]);
		const result = events.find(({ type }) => type === "hand_result") as GameEvent;
		expect(result.data).toMatchObject({ winners: ["p2"], pot: 600, reason: "all_folded", hands: {} });
		expect(Object.keys(result.ownData?.p0?.hands as object)).toEqual(["p0"]);
		expect(result.ownData?.p0?.hands).toMatchObject({ p0: { folded: true } });
	});
});

describe("Liar's Dice", () => {
	const bid = (quantity: number, face: number): Move => ({ type: "bid", data: { quantity, face } });
	const three = () => LIARS_DICE.deal(["p0", "p1", "p2"], 1).state;

	test("hints name the least bid, and after sixes one die more of any face", () => {
		expect(LIARS_DICE.legal(three(), "p0")).toEqual([
			{ type: "bid", data: { min_quantity: 1, max_quantity: 15, min_face: 1, max_face: 6 } },
		]);
		const { state } = played(LIARS_DICE, three(), ["p0", bid(4, 6)]);
		expect(LIARS_DICE.legal(state, "p1")?.[1]?.data).toEqual({
			current_quantity: 4,
			current_face: 6,
			min_quantity: 5,
			min_face: 1,
			max_quantity: 15,
		});
	});
	test("above the highest bid there is only a challenge", () => {
		const { state } = played(LIARS_DICE, three(), ["p0", bid(15, 6)]);
		expect(LIARS_DICE.legal(state, "p1")).toEqual([{ type: "challenge" }]);
	});
	test.each([
		[bid(3, 4), "below the least bid"],
		[bid(4, 2), "below the least bid"],
		[bid(16, 1), "more than the 15"],
		[bid(5, 7), "no face 7"],
		[{ type: "bid", data: { quantity: 5, face: 1, min_quantity: 1 } }, "nothing else"],
		[{ type: "bid", data: { quantity: 4.5, face: 6 } }, "whole numbers"],
	])("refuses %j over four threes: %s", (move, why) => {
		const { state } = played(LIARS_DICE, three(), ["p0", bid(4, 3)]);
		expect(LIARS_DICE.act(state, "p1", move)).toEqual({ illegal: expect.stringContaining(why) });
	});
	test("ones are wild, but not for a bid on ones; the loser opens the next round", () => {
		const dealt = three();
		const dice = [
			[1, 1, 2, 3, 4],
			[2, 2, 6, 6, 6],
			[5, 5, 5, 5, 4],
		];
		for (const [index, player] of dealt.players.entries()) player.dice = dice[index] as number[];
		const met = played(LIARS_DICE, dealt, ["p0", bid(5, 2)], ["p1", { type: "challenge" }]);
		expect(met.events[1]?.data).toMatchObject({ actual_count: 5, bid_met: true, loser: "p1" });
		expect(LIARS_DICE.waitsFor(met.state)).toEqual(["p1"]);
		const ones = played(LIARS_DICE, dealt, ["p0", bid(3, 1)], ["p1", { type: "challenge" }]);
		expect(ones.events[1]?.data).toMatchObject({ actual_count: 2, bid_met: false, loser: "p0" });
		expect(typesOf(ones.events)).toEqual(["bid", "challenge", "round_start"]);
	});
});

describe("Coup", () => {
	/** Three players with these hidden cards. */
	function dealt(...hands: [Role, Role][]): CoupState {
		const { state } = COUP.deal(["p0", "p1", "p2"], 1);
		for (const [index, hand] of hands.entries())
			(state.players[index] as CoupState["players"][number]).cards = hand.map((role) => ({ role, up: false }));
		return state;
	}
	const coins = (state: CoupState) => state.players.map((player) => player.coins);
	const steal: Move = { type: "steal", data: { target: "p1" } };
	const pass: Move = { type: "pass" };
	const challenge: Move = { type: "challenge" };

	test("a steal passed by all takes two coins, and all are asked at once", () => {
		const { state } = played(COUP, dealt(), ["p0", steal]);
		expect(COUP.waitsFor(state)).toEqual(["p1", "p2"]);
		const open = played(COUP, state, ["p2", pass], ["p1", pass]);
		expect(COUP.legal(open.state, "p1")).toEqual([
			{ type: "block", data: { role: "Captain" } },
			{ type: "block", data: { role: "Ambassador" } },
			pass,
		]);
		const done = played(COUP, open.state, ["p1", pass]);
		expect(done.events.at(-1)?.data).toEqual({ action: "steal", coins_now: 4, target: "p1", stolen: 2 });
		expect(coins(done.state)).toEqual([4, 0, 2]);
		expect(COUP.waitsFor(done.state)).toEqual(["p1"]);
	});
	test("a doubted truth is swapped and the doubter turns a card up; then the target may still block", () => {
		const { state, events } = played(
			COUP,
			dealt(["Captain", "Duke"]),
			["p0", steal],
			["p2", challenge],
			["p2", { type: "lose_card", data: { card_index: 1 } }],
		);
		expect(events[2]?.data).toEqual({ result: "fail", actor: "p0", challenger: "p2", revealed_card: "Captain" });
		expect(typesOf(events).slice(3)).toEqual(["influence_lost"]);
		expect(state).toMatchObject({ phase: "block", open: ["p1"] });
		expect(COUP.view(state, "p1").state).toMatchObject({
			pending_action: "steal",
			turn_log: { challenge_result: "fail", challenger: "p2" },
		});
	});
	test("a lie ends the turn, and an assassination caught keeps its coins lost", () => {
		const rich = dealt(["Duke", "Duke"]);
		(rich.players[0] as CoupState["players"][number]).coins = 3;
		const { state } = played(
			COUP,
			rich,
			["p0", { type: "assassinate", data: { target: "p1" } }],
			["p1", challenge],
			["p0", { type: "lose_card", data: { card_index: 0 } }],
		);
		expect(coins(state)).toEqual([0, 2, 2]);
		expect(COUP.waitsFor(state)).toEqual(["p1"]);
		expect(COUP.view(state, "p1").players[0]?.data).toEqual({ coins: 0, hidden_cards: 1, revealed: ["Duke"] });
	});
	test("a lying block against an assassination can cost both cards", () => {
		const rich = dealt(["Assassin", "Duke"], ["Duke", "Captain"]);
		(rich.players[0] as CoupState["players"][number]).coins = 3;
		const { state, events } = played(
			COUP,
			rich,
			["p0", { type: "assassinate", data: { target: "p1" } }],
			["p1", pass],
			["p2", pass],
			["p1", { type: "block", data: { role: "Contessa" } }],
			["p0", challenge],
			["p1", { type: "lose_card", data: { card_index: 0 } }],
		);
		expect(typesOf(events).slice(-4)).toEqual(["influence_lost", "action_resolved", "influence_lost", "player_eliminated"]);
		expect(COUP.waitsFor(state)).toEqual(["p2"]);
	});
	test("with ten coins only coup is left", () => {
		const rich = dealt();
		(rich.players[0] as CoupState["players"][number]).coins = 10;
		expect(COUP.legal(rich, "p0")?.map(({ type }) => type)).toEqual(["coup", "coup"]);
	});
	test("an exchange shows the drawn cards to the actor only and offers every pair to give back", () => {
		const { state } = played(COUP, dealt(["Ambassador", "Duke"]), ["p0", { type: "exchange" }], ["p1", pass], ["p2", pass]);
		const offered = COUP.legal(state, "p0") as Move[];
		expect(offered.map(({ data }) => data?.return_indices)).toEqual([
			[0, 1],
			[0, 2],
			[0, 3],
			[1, 2],
			[1, 3],
			[2, 3],
		]);
		expect(COUP.view(state, "p0").state.all_exchange_options).toHaveLength(4);
		expect(COUP.view(state, "p1").state).not.toHaveProperty("all_exchange_options");
		const kept = played(COUP, state, ["p0", { type: "return_cards", data: { return_indices: [0, 1] } }]);
		expect(COUP.view(kept.state, "p0").state.your_cards).toEqual((COUP.view(state, "p0").state.all_exchange_options as Role[]).slice(2));
		expect(COUP.act(state, "p0", { type: "return_cards", data: { return_indices: [1, 0] } })).toHaveProperty("illegal");
	});
});
