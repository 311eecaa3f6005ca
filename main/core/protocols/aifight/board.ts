import type { TableBoard, TablePlayer } from "../../../../schemas/table.ts";
import type { Match } from "./desk.ts";
import { numberIn, numbersIn, objectIn, objectsIn, textIn, textsIn } from "./read.ts";
import type { GameName } from "./schemas.ts";

type State = Record<string, unknown>;

/** The table's middle, as people look at it. */
export function boardOf(game: GameName | null, state: State): TableBoard {
	const phase = textIn(state, "phase");
	switch (game) {
		case "texas_holdem":
			return {
				kind: game,
				phase,
				community: textsIn(state, "community_cards"),
				pot: numberIn(state, "pot"),
				currentBet: numberIn(state, "current_bet"),
				smallBlind: numberIn(state, "small_blind"),
				bigBlind: numberIn(state, "big_blind"),
				hand: numberIn(state, "hand_num"),
				hands: numberIn(state, "max_hands"),
				yourHand: textsIn(state, "your_hand"),
			};
		case "liars_dice":
			return {
				kind: game,
				phase,
				round: numberIn(state, "round"),
				bid: bidOf(objectIn(state, "current_bid")),
				bids: (objectsIn(state, "round_bids") ?? []).flatMap((bid) => bidOf(bid) ?? []),
				totalDice: numberIn(state, "total_dice"),
				yourDice: numbersIn(state, "your_dice"),
			};
		case "coup":
			return {
				kind: game,
				phase,
				action: textIn(state, "pending_action"),
				target: textIn(state, "pending_target"),
				claimedRole: textIn(state, "claimed_role"),
				blocker: textIn(state, "blocker"),
				blockRole: textIn(state, "block_role"),
				loser: textIn(state, "influence_loser"),
				yourCards: textsIn(state, "your_cards"),
				exchangeOptions: textsIn(state, "all_exchange_options"),
			};
		case null:
			return { kind: "unknown", state };
	}
}

function bidOf(bid: State | null): { quantity: number; face: number; bidder: string } | null {
	const quantity = bid && numberIn(bid, "quantity");
	const face = bid && numberIn(bid, "face");
	if (bid === null || quantity === null || face === null) return null;
	return { quantity, face, bidder: textIn(bid, "bidder") ?? "?" };
}

/** Everybody at the table in order of seats, from all that was told about them: the start, the newest frame, the end. */
export function playersOf(match: Match, state: State, infos: State[], over: State | null): TablePlayer[] {
	const identities = new Map((over ? (objectsIn(over, "players") ?? []) : []).map((player) => [textIn(player, "player_id") ?? "", player]));
	const payoffs = over ? (objectIn(objectIn(over, "result") ?? {}, "payoffs") ?? {}) : {};
	const byId = new Map(infos.map((info) => [textIn(info, "id") ?? "", info]));
	const ids = [...new Set([...match.seats.map(({ playerId }) => playerId), ...byId.keys(), ...identities.keys()])].filter(
		(id) => id !== "",
	);
	const turn = textIn(state, "current_player_id") ?? textIn(state, "current_turn");
	const players = ids.map((playerId): TablePlayer => {
		const info = byId.get(playerId) ?? {};
		const facts = objectIn(info, "data") ?? {};
		const identity = identities.get(playerId);
		const start = match.seats.find((seat) => seat.playerId === playerId);
		const isYou = playerId === match.you;
		return {
			playerId,
			name: (identity && textIn(identity, "agent_name")) ?? start?.name ?? textIn(info, "name") ?? playerId,
			seat: start?.seat ?? (identity ? numberIn(identity, "position") : numberIn(facts, "seat")),
			status: textIn(info, "status"),
			isYou,
			hasTurn: over === null && turn === playerId,
			isDealer: textIn(state, "dealer_id") === playerId,
			chips: numberIn(facts, "chips") ?? (isYou ? numberIn(state, "your_chips") : null),
			bet: numberIn(facts, "bet"),
			place: textIn(facts, "position"),
			diceCount: numberIn(facts, "dice_count"),
			coins: numberIn(facts, "coins"),
			hiddenCards: numberIn(facts, "hidden_cards"),
			revealed: textsIn(facts, "revealed"),
			agentId: identity ? textIn(identity, "agent_id") : null,
			payoff: numberIn(payoffs, playerId),
		};
	});
	return players.sort((a, b) => (a.seat ?? 99) - (b.seat ?? 99));
}
