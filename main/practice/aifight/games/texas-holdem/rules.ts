import { type Game, type GameEvent, type Move, nextAfter, type Outcome } from "../game.ts";
import { shuffled } from "../random.ts";
import { bet, legalBets, put, whyNotLegal } from "./betting.ts";
import { DECK } from "./cards.ts";
import { payOut } from "./pots.ts";
import { HAND_NAMES, strengthOf } from "./ranking.ts";
import {
	blindSeats,
	blindsOf,
	type HoldemSeat,
	type HoldemState,
	isDealtIn,
	isInHand,
	PRACTICE_CONFIG,
	potOf,
	type Street,
} from "./state.ts";
import { viewOf } from "./view.ts";

const NEXT_STREET: Record<Street, Street | null> = { preflop: "flop", flop: "turn", turn: "river", river: null };

const chipsOf = (state: HoldemState) => Object.fromEntries(state.seats.map(({ id, chips }) => [id, chips]));

function startHand(state: HoldemState, events: GameEvent[]): void {
	for (const seat of state.seats) {
		Object.assign(seat, { bet: 0, invested: 0, acted: false, cards: [] });
		seat.status = seat.chips > 0 ? "active" : "eliminated";
	}
	state.dealer = nextAfter(state.seats, state.dealer, isDealtIn) ?? state.dealer;
	const blinds = blindsOf(state);
	events.push({
		type: "new_hand",
		data: {
			hand_num: state.hand,
			max_hands: state.config.max_hands,
			dealer: (state.seats[state.dealer] as HoldemSeat).id,
			chips: chipsOf(state),
			small_blind: blinds.small,
			big_blind: blinds.big,
		},
	});
	state.deck = shuffled(state, DECK);
	state.community = [];
	for (const seat of state.seats) if (isDealtIn(seat)) seat.cards = state.deck.splice(0, 2);
	const at = blindSeats(state);
	for (const [action, index, chips] of [
		["small_blind", at.small, blinds.small],
		["big_blind", at.big, blinds.big],
	] as const) {
		const seat = state.seats[index] as HoldemSeat;
		put(seat, chips);
		events.push({ type: "player_action", player: seat.id, data: { action, amount: seat.bet, total_bet: seat.invested } });
	}
	Object.assign(state, { phase: "preflop", currentBet: blinds.big, raiseSize: blinds.big, raiseBlocked: false });
	goOn(state, at.big, events);
}

/** Finds who speaks next after this seat, or deals the next street, or settles the hand. */
function goOn(state: HoldemState, from: number, events: GameEvent[]): void {
	const left = state.seats.filter(isInHand);
	if (left.length === 1) {
		settle(state, "all_folded", events);
		return;
	}
	const speaking = left.filter(({ status }) => status === "active");
	const owes = (seat: HoldemSeat) => seat.status === "active" && (seat.bet < state.currentBet || (!seat.acted && speaking.length > 1));
	state.turn = nextAfter(state.seats, from, owes);
	if (state.turn !== null) return;
	const street = NEXT_STREET[state.phase as Street];
	if (street) {
		nextStreet(state, street, events);
		goOn(state, state.dealer, events);
	} else settle(state, "showdown", events);
}

function nextStreet(state: HoldemState, phase: Street, events: GameEvent[]): void {
	for (const seat of state.seats) Object.assign(seat, { bet: 0, acted: false });
	Object.assign(state, { phase, currentBet: 0, raiseSize: blindsOf(state).big, raiseBlocked: false });
	const cards = state.deck.splice(0, phase === "flop" ? 3 : 1);
	state.community.push(...cards);
	events.push({ type: "community_cards", data: { cards, phase } });
}

type Shown = Record<string, { cards?: string[]; hand?: string; folded?: boolean }>;

/** What this viewer gets to see of the hands: their own always, the others' only when they were compared. */
function shownTo(state: HoldemState, reason: string, viewer: string | null): Shown {
	const hands: Shown = {};
	for (const { id, cards, status } of state.seats) {
		if (cards.length === 0) continue;
		const isOut = status === "folded";
		const shows = id === viewer || (reason === "showdown" && !isOut);
		if (!shows && !isOut) continue;
		if (!shows && reason === "all_folded") continue;
		hands[id] = {
			...(shows ? { cards: [...cards] } : {}),
			...(shows && reason === "showdown" && !isOut
				? { hand: HAND_NAMES[strengthOf([...cards, ...state.community])[0] as number] as string }
				: {}),
			...(isOut ? { folded: true } : {}),
		};
	}
	return hands;
}

function settle(state: HoldemState, reason: "all_folded" | "showdown", events: GameEvent[]): void {
	const pot = potOf(state);
	const seen = (viewer: string | null) => shownTo(state, reason, viewer);
	const ownHands = Object.fromEntries(state.seats.map(({ id }) => [id, seen(id)]));
	const { payouts, winners } = payOut(state);
	for (const seat of state.seats) Object.assign(seat, { bet: 0, invested: 0 });
	const data = { winners, pot, reason, hand: state.hand, payouts };
	events.push({
		type: "hand_result",
		data: { ...data, hands: seen(null) },
		ownData: Object.fromEntries(Object.entries(ownHands).map(([id, hands]) => [id, { ...data, hands }])),
	});
	const rich = state.seats.filter(({ chips }) => chips > 0);
	if (rich.length === 1) finish(state, "opponent_eliminated", events);
	else if (state.hand >= state.config.max_hands) finish(state, "max_hands_reached", events);
	else {
		state.hand++;
		startHand(state, events);
	}
}

const leadersOf = (state: HoldemState) => {
	const most = Math.max(...state.seats.map(({ chips }) => chips));
	return state.seats.filter(({ chips }) => chips === most).map(({ id }) => id);
};

function finish(state: HoldemState, reason: NonNullable<HoldemState["reason"]>, events: GameEvent[]): void {
	Object.assign(state, { phase: "done", turn: null, currentBet: 0, reason });
	const winners = leadersOf(state);
	const winner = winners.length === 1 ? (winners[0] as string) : "";
	events.push({
		type: "match_result",
		data: { winner, winners, is_draw: winners.length > 1, hand: state.hand, reason, chips: chipsOf(state) },
	});
}

const speaker = (state: HoldemState) => (state.turn === null ? null : (state.seats[state.turn] as HoldemSeat));

function legal(state: HoldemState, player: string): Move[] | null {
	const seat = speaker(state);
	return seat?.id === player ? legalBets(state, seat) : null;
}

function act(before: HoldemState, player: string, move: Move): Outcome<HoldemState> {
	const offered = legal(before, player);
	if (!offered) return { illegal: `it is not ${player}'s turn` };
	const problem = whyNotLegal(move, offered);
	if (problem !== null) return { illegal: problem };
	const state = structuredClone(before);
	const at = state.turn as number;
	const data = bet(state, state.seats[at] as HoldemSeat, move);
	const events: GameEvent[] = [{ type: "player_action", player, data }];
	goOn(state, at, events);
	return { state, events };
}

/** No-limit, stacks carry over, most chips at the end win. Source: dossier section 14. */
export const TEXAS_HOLDEM: Game<HoldemState> = {
	name: "texas_holdem",
	seats: [2, 9],
	deal(players, seed) {
		const config = PRACTICE_CONFIG;
		const state: HoldemState = {
			chance: seed,
			config,
			seats: players.map((id) => ({
				id,
				chips: config.starting_chips,
				cards: [],
				bet: 0,
				invested: 0,
				status: "active",
				acted: false,
			})),
			deck: [],
			community: [],
			phase: "preflop",
			hand: 1,
			// The first hand moves it on to seat 0.
			dealer: players.length - 1,
			turn: null,
			currentBet: 0,
			raiseSize: 0,
			raiseBlocked: false,
			reason: null,
		};
		const events: GameEvent[] = [];
		startHand(state, events);
		return { state, events };
	},
	waitsFor: (state) => {
		const seat = speaker(state);
		return seat ? [seat.id] : [];
	},
	legal,
	act,
	view: viewOf,
	result(state) {
		if (state.reason === null) return null;
		const winners = leadersOf(state);
		const payoffs = chipsOf(state);
		return winners.length === 1 ? { payoffs, winner: winners[0] as string } : { payoffs };
	},
};
