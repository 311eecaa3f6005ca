import type { Move } from "../games/game.ts";
import { type Chance, draw } from "../games/random.ts";

/** Mostly goes along, now and then raises by little, gives up on what is dear. */
export function chooseBet(legal: readonly Move[], chance: Chance): Move {
	const of = (type: string) => legal.find((one) => one.type === type);
	const [check, call, raise, fold, allin] = ["check", "call", "raise", "fold", "allin"].map(of);
	const luck = draw(chance);
	if (raise && luck < 0.15) return { type: "raise", data: { amount: raise.data?.min as number } };
	if (check) return check;
	const price = (call?.data?.amount as number | undefined) ?? 0;
	if (fold && luck > (price > 2000 ? 0.5 : 0.85)) return fold;
	return call ?? fold ?? (allin as Move);
}
