import type { View } from "../game.ts";
import { blindSeats, blindsOf, type HoldemSeat, type HoldemState, isDealtIn, potOf, roundTable } from "./state.ts";

/** Names of the places after the blinds, last one first. */
const LATE_PLACES = ["CO", "MP", "MP", "MP", "MP"];

/** BTN, SB, BB, UTG … by seat, for those dealt in. */
function places(state: HoldemState): Map<number, string> {
	const round = roundTable(state);
	if (round.length === 2) {
		const { small, big } = blindSeats(state);
		return new Map([
			[small, "BTN"],
			[big, "BB"],
		]);
	}
	const others = round.length - 3;
	const between = others === 0 ? [] : ["UTG", ...LATE_PLACES.slice(0, others - 1).reverse()];
	return new Map(["SB", "BB", ...between, "BTN"].map((name, index) => [round[index] as number, name]));
}

/** First to speak on this street, and round from there. */
function actionOrder(state: HoldemState): string[] {
	const round = roundTable(state);
	const first = state.phase === "preflop" ? (round.indexOf(blindSeats(state).big) + 1) % round.length : 0;
	const order = [...round.slice(first), ...round.slice(0, first)];
	return order.map((seat) => (state.seats[seat] as HoldemSeat).id);
}

/** The table as one player sees it: only their own cards. */
export function viewOf(state: HoldemState, viewer: string): View {
	const blinds = blindsOf(state);
	const names = places(state);
	const mine = state.seats.findIndex(({ id }) => id === viewer);
	const own = state.seats[mine];
	const running = state.turn !== null;
	const placeOf = (seat: number) => {
		const place = names.get(seat);
		return place === undefined ? {} : { position: place };
	};
	return {
		state: {
			phase: state.phase,
			community_cards: [...state.community],
			pot: potOf(state),
			current_bet: state.currentBet,
			dealer: state.dealer,
			dealer_id: (state.seats[state.dealer] as HoldemSeat).id,
			hand_num: state.hand,
			max_hands: state.config.max_hands,
			hands_completed: running ? state.hand - 1 : state.hand,
			small_blind: blinds.small,
			big_blind: blinds.big,
			...(running ? { current_player_id: (state.seats[state.turn as number] as HoldemSeat).id, action_order: actionOrder(state) } : {}),
			players: state.seats.map(({ id, status, chips, bet }, seat) => ({ id, status, chips, bet, ...placeOf(seat) })),
			your_player_id: viewer,
			your_seat: mine,
			...(own && isDealtIn(own) && own.cards.length === 2 ? { your_hand: [...own.cards] } : {}),
			your_chips: own?.chips ?? 0,
			your_bet: own?.bet ?? 0,
			...(names.has(mine) ? { your_position: names.get(mine) } : {}),
		},
		players: state.seats.map(({ id, status, chips, bet }, seat) => ({ id, status, data: { bet, chips, ...placeOf(seat), seat } })),
	};
}
