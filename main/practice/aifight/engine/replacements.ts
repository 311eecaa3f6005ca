import type { Visitor } from "../judge/upgrade.ts";

/** Coming back so often within a minute after being replaced is a fight over the seat. */
const FIGHT = { times: 3, withinMs: 60_000 };

/** Watches whether a client keeps the promise that goes with `replaced-close-code`: to stay away for minutes. */
export interface Replacements {
	/** The client with this instance lost the seat to somebody else. */
	lost(instance: string | null): void;
	/** Somebody dialled; a complaint when it is the one that lost the seat, again and again. */
	dialled(visitor: Visitor, nowMs: number): string | null;
}

export function createReplacements(): Replacements {
	const returns = new Map<string, number[]>();
	let last: string | null = null;
	return {
		lost(instance) {
			last = instance;
		},
		dialled({ instance, closeCode }, nowMs) {
			if (instance === null || instance !== last || !closeCode) return null;
			const recent = [...(returns.get(instance) ?? []), nowMs].filter((at) => nowMs - at < FIGHT.withinMs);
			returns.set(instance, recent);
			if (recent.length < FIGHT.times) return null;
			return `The client declared replaced-close-code and came back ${recent.length} times within a minute after being replaced.`;
		},
	};
}
