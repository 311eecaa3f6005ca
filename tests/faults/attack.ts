/** An attack on the built program, by name: what it does, how often, and what came of it. */
export interface Attack {
	name: string;
	about: string;
	/** How often in a full run. */
	times: number;
	/** Its part of the time: minutes of half an hour, by what it needs on two idle cores. */
	share: number;
	/** Null when it can be run here, else why not. */
	cannot?(): string | null;
	/** Ends early, with what it has, once the order says so. Throws when the rig itself fails. */
	run(order: AttackOrder): Promise<Outcome>;
}

export interface AttackOrder {
	times: number;
	random: Random;
	/** An empty folder of its own, removed afterwards. */
	folder: string;
	/** False once the time for this attack is over. */
	goesOn(): boolean;
	say(line: string): void;
}

export interface Outcome {
	/** Counts by what they are; printed as they are. */
	figures: Record<string, number>;
	/** A sentence for each thing that did not hold; empty when everything did. */
	wrong: string[];
}

/** The same numbers for the same seed, on every machine. */
export interface Random {
	/** 0 or more, below `limit`. */
	below(limit: number): number;
	pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose places. */
export function seeded(seed: number): Random {
	let state = seed >>> 0;
	function below(limit: number): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
	}
	return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}
