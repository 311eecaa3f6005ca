import type { GameName, Move, View } from "../games/game.ts";
import { type Chance, draw, pick } from "../games/random.ts";
import { chooseCoup } from "./coup.ts";
import { chooseBid } from "./liars-dice.ts";
import { chooseBet } from "./texas-holdem.ts";

/** A bot sees what a player sees. It plays to have a match, not to win it. */
export function botMove(game: GameName, view: View, legal: readonly Move[], chance: Chance): Move {
	switch (game) {
		case "texas_holdem":
			return chooseBet(legal, chance);
		case "liars_dice":
			return chooseBid(view, legal, chance);
		case "coup":
			return chooseCoup(view, legal, chance);
	}
}

/** Any legal move: what is offered as a range or as hints is made into one. */
export function anyMove(legal: readonly Move[], chance: Chance): Move {
	const offer = pick(chance, legal);
	if (offer.type === "raise") {
		const { min, max } = offer.data as { min: number; max: number };
		return { type: "raise", data: { amount: min + Math.floor(draw(chance) * (max - min + 1)) } };
	}
	if (offer.type === "bid") {
		const { min_quantity: least, max_quantity: most, min_face: leastFace } = offer.data as Record<string, number>;
		const quantity = (least as number) + Math.floor(draw(chance) * ((most as number) - (least as number) + 1));
		const from = quantity === least ? (leastFace as number) : 1;
		return { type: "bid", data: { quantity, face: from + Math.floor(draw(chance) * (7 - from)) } };
	}
	return offer;
}

/** What a server plays for somebody whose time is over: as little as can be. */
export function safeMove(legal: readonly Move[], chance: Chance): Move {
	for (const type of ["check", "fold", "challenge", "pass", "income"]) {
		// A doubt is safe only where the other choice is a bid.
		const fits = legal.find((one) => one.type === type && (type !== "challenge" || legal.some((other) => other.type === "bid")));
		if (fits) return fits;
	}
	return anyMove(legal.slice(0, 1), chance);
}
