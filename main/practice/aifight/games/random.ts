/** Chance as a number that travels with the state: the same seed deals the same match. */
export interface Chance {
	chance: number;
}

/** 0 ≤ result < 1. Moves the chance on. Source: the public-domain generator mulberry32. */
export function draw(from: Chance): number {
	from.chance = (from.chance + 0x6d2b79f5) | 0;
	let mixed = Math.imul(from.chance ^ (from.chance >>> 15), 1 | from.chance);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A whole number from 0 to `below` − 1. */
export const drawBelow = (from: Chance, below: number): number => Math.floor(draw(from) * below);

/** A fair order of the same things, in a new array. */
export function shuffled<T>(from: Chance, things: readonly T[]): T[] {
	const order = [...things];
	for (let last = order.length - 1; last > 0; last--) {
		const other = drawBelow(from, last + 1);
		[order[last], order[other]] = [order[other] as T, order[last] as T];
	}
	return order;
}

export const pick = <T>(from: Chance, things: readonly T[]): T => things[drawBelow(from, things.length)] as T;
