import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Move } from "../../../main/practice/aifight/games/game.ts";
import { type DiceState, LIARS_DICE } from "../../../main/practice/aifight/games/liars-dice/rules.ts";
import { TEXAS_HOLDEM } from "../../../main/practice/aifight/games/texas-holdem/rules.ts";
import type { HoldemState } from "../../../main/practice/aifight/games/texas-holdem/state.ts";

interface Request {
	legal_actions: Move[] | null;
	state: Record<string, unknown>;
	players: { id: string; status: string; data: Record<string, number> }[];
	new_events: { type: string; player?: string; data: Record<string, unknown> }[] | null;
}

/** Requests of a recorded match; null when the recordings are not there. */
function requestsOf(name: string): Request[] | null {
	const file = new URL(`../../../../shared/upstream/aifight/transcripts/happy_path/${name}.jsonl`, import.meta.url);
	if (!existsSync(file)) return null;
	const lines = readFileSync(file, "utf8").trim().split("\n");
	const payloads = lines.map((line) => (JSON.parse(line) as { payload: { type: string; data: Request } }).payload);
	return payloads.filter(({ type }) => type === "action_request").map(({ data }) => data);
}

const ABSENT = "The recorded matches are not there.";

/** The table of that moment, as far as one player knows it. */
function diceTable({ state, players }: Request): DiceState {
	const turn = players.findIndex(({ id }) => id === state.current_turn);
	return {
		...LIARS_DICE.deal(["p0"], 1).state,
		players: players.map(({ id, data }) => ({ id, dice: Array.from({ length: data.dice_count as number }, () => 1) })),
		turn,
		bids: state.current_bid ? [state.current_bid as DiceState["bids"][number]] : [],
	};
}

describe("our rules beside recorded matches of the real server", () => {
	test("Liar's Dice offers the same hints at every request", (context) => {
		const requests = requestsOf("liars_dice_3player");
		if (!requests) return context.skip(ABSENT);
		for (const request of requests)
			expect(LIARS_DICE.legal(diceTable(request), request.state.current_turn as string)).toEqual(request.legal_actions);
	});
	test("Liar's Dice counts and judges every challenge alike", (context) => {
		const requests = requestsOf("liars_dice_3player");
		if (!requests) return context.skip(ABSENT);
		const challenges = requests.flatMap((request) => request.new_events ?? []).filter(({ type }) => type === "challenge");
		expect(challenges.length).toBeGreaterThan(5);
		for (const { data } of challenges) {
			const dice = data.all_dice as Record<string, number[]>;
			const players = Object.entries(dice).map(([id, rolled]) => ({ id, dice: rolled }));
			const bid = { bidder: data.bidder as string, quantity: data.bid_quantity as number, face: data.bid_face as number };
			const state = {
				...LIARS_DICE.deal(["p0"], 1).state,
				players,
				bids: [bid],
				turn: players.findIndex(({ id }) => id === data.challenger),
			};
			const outcome = LIARS_DICE.act(state, data.challenger as string, { type: "challenge" });
			expect(outcome).toHaveProperty("events");
			if ("events" in outcome) expect(outcome.events[0]?.data).toEqual(data);
		}
	});
	test("Hold'em offers the same moves at every request, given the size of the last raise", (context) => {
		const requests = requestsOf("texas_holdem_4player");
		if (!requests) return context.skip(ABSENT);
		for (const { state, players, legal_actions: legal } of requests) {
			const raise = legal?.find(({ type }) => type === "raise");
			const least = (raise?.data?.min as number | undefined) ?? 0;
			const table: HoldemState = {
				...TEXAS_HOLDEM.deal(["p0", "p1"], 1).state,
				seats: players.map(({ id, data }) => ({
					id,
					chips: data.chips as number,
					bet: data.bet as number,
					invested: 0,
					cards: [],
					acted: false,
					status: "active" as const,
				})),
				turn: players.findIndex(({ id }) => id === state.current_player_id),
				currentBet: state.current_bet as number,
				raiseSize: raise ? least - (state.current_bet as number) : Number.MAX_SAFE_INTEGER,
			};
			expect(TEXAS_HOLDEM.legal(table, state.current_player_id as string)).toEqual(legal);
		}
	});
});
