import { type Card, rankOf, suitOf } from "./cards.ts";

export const HAND_NAMES = [
	"High Card",
	"One Pair",
	"Two Pair",
	"Three of a Kind",
	"Straight",
	"Flush",
	"Full House",
	"Four of a Kind",
	"Straight Flush",
] as const;

/** First the place in HAND_NAMES, then the ranks that decide between equals, highest first. */
type Strength = readonly number[];

export function compareStrength(a: Strength, b: Strength): number {
	for (const [index, value] of a.entries()) {
		const difference = value - (b[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Highest rank of five in a row, null without; the ace also stands below the two. */
function straightTop(ranks: readonly number[]): number | null {
	const there = new Set(ranks);
	if (there.has(14)) there.add(1);
	for (let top = 14; top >= 5; top--) if ([0, 1, 2, 3, 4].every((below) => there.has(top - below))) return top;
	return null;
}

/** The best five of up to seven cards. */
export function strengthOf(cards: readonly Card[]): Strength {
	const ranks = cards.map(rankOf).sort((a, b) => b - a);
	const counts = new Map<number, number>();
	for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
	const suited = [..."cdhs"].map((suit) => cards.filter((card) => suitOf(card) === suit)).find((same) => same.length >= 5);
	const flush = suited?.map(rankOf).sort((a, b) => b - a);
	const straightFlush = flush ? straightTop(flush) : null;
	if (straightFlush !== null) return [8, straightFlush];
	/** Ranks that are there at least so often, highest first. */
	const atLeast = (times: number) => [...counts].filter(([, count]) => count >= times).map(([rank]) => rank);
	/** The best others beside these. */
	const kickers = (used: readonly number[], count: number) => ranks.filter((rank) => !used.includes(rank)).slice(0, count);
	const four = atLeast(4)[0];
	if (four !== undefined) return [7, four, ...kickers([four], 1)];
	const three = atLeast(3)[0];
	const pairs = atLeast(2).filter((rank) => rank !== three);
	if (three !== undefined && pairs[0] !== undefined) return [6, three, pairs[0]];
	if (flush) return [5, ...flush.slice(0, 5)];
	const straight = straightTop(ranks);
	if (straight !== null) return [4, straight];
	if (three !== undefined) return [3, three, ...kickers([three], 2)];
	const [high, low] = pairs;
	if (high !== undefined && low !== undefined) return [2, high, low, ...kickers([high, low], 1)];
	if (high !== undefined) return [1, high, ...kickers([high], 3)];
	return [0, ...ranks.slice(0, 5)];
}
