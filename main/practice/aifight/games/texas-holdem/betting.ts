import type { Move } from "../game.ts";
import { notOffered, sameMove, wholeIn } from "../moves.ts";
import type { HoldemSeat, HoldemState } from "./state.ts";

/** Whether the offer is a range that the amount may lie in: the whole bet on this street. */
function whyNotRaise(move: Move, offer: Move): string | null {
	const amount = wholeIn(move, "amount");
	const { min, max } = offer.data as { min: number; max: number };
	if (amount === null) return "a raise names its amount in whole chips";
	if (amount < min) return `a raise to ${amount} is below the least, ${min}`;
	return amount > max ? `a raise to ${amount} is above the most, ${max}` : null;
}

/** A call is a difference, a raise the whole bet on this street. Source: dossier section 14. */
export function legalBets(state: HoldemState, seat: HoldemSeat): Move[] {
	const missing = state.currentBet - seat.bet;
	const least = state.currentBet + state.raiseSize;
	const most = seat.chips + seat.bet;
	const moves: Move[] =
		missing > 0 ? [{ type: "fold" }, { type: "call", data: { amount: Math.min(missing, seat.chips) } }] : [{ type: "check" }];
	if (!state.raiseBlocked && most >= least) moves.push({ type: "raise", data: { amount: least, min: least, max: most } });
	moves.push({ type: "allin" });
	return moves;
}

export function whyNotLegal(move: Move, offered: readonly Move[]): string | null {
	const offer = offered.find(({ type }) => type === move.type);
	if (!offer) return notOffered(move, offered);
	if (move.type === "raise") return whyNotRaise(move, offer);
	return sameMove(move, offer) ? null : notOffered(move, offered);
}

/** Chips into the middle, at most what is there. */
export function put(seat: HoldemSeat, chips: number): void {
	const paid = Math.min(chips, seat.chips);
	seat.chips -= paid;
	seat.bet += paid;
	seat.invested += paid;
	if (seat.chips === 0) seat.status = "allIn";
}

/** Changes the seat and the bets; answers what the event says of it. The amount is a difference for a call, else the bet on this street. */
export function bet(state: HoldemState, seat: HoldemSeat, move: Move): Record<string, unknown> {
	const before = seat.bet;
	seat.acted = true;
	if (move.type === "fold") seat.status = "folded";
	if (move.type === "call") put(seat, state.currentBet - seat.bet);
	if (move.type === "raise") put(seat, (wholeIn(move, "amount") as number) - seat.bet);
	if (move.type === "allin") put(seat, seat.chips);
	if (seat.bet > state.currentBet) raised(state, seat);
	const amount = move.type === "call" ? seat.bet - before : seat.bet;
	const told = move.type === "fold" || move.type === "check" ? {} : { amount };
	return { action: move.type, ...told, total_bet: seat.invested };
}

function raised(state: HoldemState, raiser: HoldemSeat): void {
	const size = raiser.bet - state.currentBet;
	state.raiseBlocked = size < state.raiseSize;
	if (!state.raiseBlocked) state.raiseSize = size;
	state.currentBet = raiser.bet;
	for (const seat of state.seats) if (seat !== raiser && seat.status === "active") seat.acted = false;
}
