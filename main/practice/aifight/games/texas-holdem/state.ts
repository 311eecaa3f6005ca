import type { Chance } from "../random.ts";
import type { Card } from "./cards.ts";

export interface HoldemConfig {
	small_blind: number;
	big_blind: number;
	starting_chips: number;
	max_hands: number;
}

/** Shorter than the ten hands of the real table: a practice match is to end before one tires of it. `game_start` says so. */
export const PRACTICE_CONFIG: HoldemConfig = { small_blind: 200, big_blind: 400, starting_chips: 10_000, max_hands: 6 };
/** Blinds double with this hand. */
export const DOUBLE_AT_HAND = 6;

export type Street = "preflop" | "flop" | "turn" | "river";

export interface HoldemSeat {
	id: string;
	chips: number;
	cards: Card[];
	/** On this street. */
	bet: number;
	/** In this hand. */
	invested: number;
	status: "active" | "folded" | "allIn" | "eliminated";
	/** Spoke since the last raise. */
	acted: boolean;
}

export interface HoldemState extends Chance {
	config: HoldemConfig;
	seats: HoldemSeat[];
	deck: Card[];
	community: Card[];
	phase: Street | "done";
	hand: number;
	dealer: number;
	/** Seat of who is to speak; null when the match is over. */
	turn: number | null;
	currentBet: number;
	/** Size of the last full raise. */
	raiseSize: number;
	/** An all-in below a full raise: nobody may raise on this street any more. */
	raiseBlocked: boolean;
	/** Set at the end. */
	reason: "max_hands_reached" | "opponent_eliminated" | null;
}

export const isInHand = (seat: HoldemSeat): boolean => seat.status === "active" || seat.status === "allIn";
export const isDealtIn = (seat: HoldemSeat): boolean => seat.status !== "eliminated";
export const potOf = (state: HoldemState): number => state.seats.reduce((sum, { invested }) => sum + invested, 0);

export function blindsOf({ config, hand }: Pick<HoldemState, "config" | "hand">): { small: number; big: number } {
	const factor = hand >= DOUBLE_AT_HAND ? 2 : 1;
	return { small: config.small_blind * factor, big: config.big_blind * factor };
}

/** Seats dealt in, from the one left of the dealer to the dealer. */
export function roundTable(state: HoldemState): number[] {
	const seats = state.seats.map((_, step) => (state.dealer + 1 + step) % state.seats.length);
	return seats.filter((seat) => isDealtIn(state.seats[seat] as HoldemSeat));
}

/** Seats of the two blinds; with two players the dealer has the small one. */
export function blindSeats(state: HoldemState): { small: number; big: number } {
	const round = roundTable(state);
	const [first, second] = round.length === 2 ? [round[1], round[0]] : round;
	return { small: first as number, big: second as number };
}
