import { compareStrength, strengthOf } from "./ranking.ts";
import { type HoldemState, isInHand, roundTable } from "./state.ts";

interface Payout {
	/** Chips by player id; only who takes some is in it. */
	payouts: Record<string, number>;
	winners: string[];
}

/** Main and side pots by what each put in; an odd chip goes to the first winner left of the dealer. Gives the chips out. */
export function payOut(state: HoldemState): Payout {
	const order = roundTable(state).map((seat) => state.seats[seat] as HoldemState["seats"][number]);
	const strength = new Map(order.filter(isInHand).map((seat) => [seat.id, strengthOf([...seat.cards, ...state.community])]));
	const payouts: Record<string, number> = {};
	const winners = new Set<string>();
	const levels = [...new Set(state.seats.map(({ invested }) => invested))].filter((level) => level > 0).sort((a, b) => a - b);
	let floor = 0;
	for (const level of levels) {
		const pot = state.seats.reduce((sum, { invested }) => sum + Math.max(0, Math.min(invested, level) - floor), 0);
		const contenders = order.filter((seat) => isInHand(seat) && seat.invested >= level);
		// What nobody still in the hand has matched goes to the strongest below.
		const among = contenders.length > 0 ? contenders : order.filter(isInHand);
		const best = among.reduce(
			(top, { id }) => {
				const own = strength.get(id) ?? [];
				return compareStrength(own, top) > 0 ? own : top;
			},
			[] as readonly number[],
		);
		const taking = among.filter(({ id }) => compareStrength(strength.get(id) ?? [], best) === 0);
		const share = Math.floor(pot / taking.length);
		for (const [index, seat] of taking.entries()) {
			const chips = share + (index < pot % taking.length ? 1 : 0);
			seat.chips += chips;
			payouts[seat.id] = (payouts[seat.id] ?? 0) + chips;
			// A bet that nobody could call comes back; that is no win.
			if (contenders.length > 1 || strength.size === 1) winners.add(seat.id);
		}
		floor = level;
	}
	return { payouts, winners: [...winners] };
}
