import type { Move, View } from "../games/game.ts";
import { type Chance, draw, pick } from "../games/random.ts";

const CLAIMS: Record<string, string> = { tax: "Duke", assassinate: "Assassin", steal: "Captain", exchange: "Ambassador" };

/** Claims what it has and sometimes more; seldom doubts. */
export function chooseCoup(view: View, legal: readonly Move[], chance: Chance): Move {
	const cards = view.state.your_cards as string[];
	const has = (role: string | undefined) => role === undefined || cards.includes(role);
	const luck = draw(chance);
	const pass = legal.find(({ type }) => type === "pass");
	if (pass) {
		const block = legal.find(({ type, data }) => type === "block" && has(data?.role as string));
		if (block) return block;
		return luck < 0.1 ? pick(chance, legal) : pass;
	}
	const coups = legal.filter(({ type }) => type === "coup");
	if (coups.length > 0) return pick(chance, coups);
	const honest = legal.filter(({ type }) => has(CLAIMS[type]));
	return pick(chance, luck < 0.2 || honest.length === 0 ? legal : honest);
}
