import type { Move } from "../game.ts";
import { actorOf, BLOCKS, COSTS, type CoupState, hiddenOf, MUST_COUP_AT, othersAlive, playerOf, type TurnAction } from "./state.ts";

/** All ways to take `count` of the numbers from 0 to `of` − 1, each ascending. */
function combinations(of: number, count: number, from = 0): number[][] {
	if (count === 0) return [[]];
	const all: number[][] = [];
	for (let first = from; first <= of - count; first++)
		for (const rest of combinations(of, count - 1, first + 1)) all.push([first, ...rest]);
	return all;
}

function turnChoices(state: CoupState): Move[] {
	const { id, coins } = actorOf(state);
	const at = (type: TurnAction): Move[] =>
		coins >= (COSTS[type] ?? 0) ? othersAlive(state, id).map((target) => ({ type, data: { target } })) : [];
	if (coins >= MUST_COUP_AT) return at("coup");
	return [
		{ type: "income" },
		{ type: "foreign_aid" },
		...at("coup"),
		{ type: "tax" },
		...at("assassinate"),
		...at("steal"),
		{ type: "exchange" },
	];
}

/** All cards an exchange chooses from: the hidden ones, then the drawn ones. */
export const exchangeOptions = (state: CoupState) => [...hiddenOf(actorOf(state)), ...state.drawn];

function returnChoices(state: CoupState): Move[] {
	const all = exchangeOptions(state);
	return combinations(all.length, state.drawn.length).map((indices) => ({
		type: "return_cards",
		data: { return_indices: indices, cards: indices.map((index) => all[index]), all_cards: all },
	}));
}

/** Every concrete choice: one entry for each target, role, card and combination. */
export function choicesOf(state: CoupState, player: string): Move[] {
	switch (state.phase) {
		case "action":
			return turnChoices(state);
		case "challenge_action":
		case "challenge_block":
			return [{ type: "challenge" }, { type: "pass" }];
		case "block":
			return [...(BLOCKS[state.log?.action as TurnAction] ?? []).map((role) => ({ type: "block", data: { role } })), { type: "pass" }];
		case "lose_influence":
			return playerOf(state, player).cards.flatMap(({ up }, index) => (up ? [] : [{ type: "lose_card", data: { card_index: index } }]));
		case "exchange_return":
			return returnChoices(state);
		case "done":
			return [];
	}
}
