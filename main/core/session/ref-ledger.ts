import type { Ref } from "./machine.ts";

/**
 * Which ordinal the store gave to each ref of one session. Refs are dense and commit in order, so waiting ones are a queue; refs whose entry
 * may still change are kept until they are let go.
 */
export interface RefLedger {
	/** Call once per append, in order of refs. `keep` when delivery or findings may change later. */
	add(ref: Ref, ordinal: number, keep: boolean): void;
	/** The highest ref at or below `upToOrdinal`; those are no longer waiting. Null when there is none. */
	committed(upToOrdinal: number): Ref | null;
	refOf(ordinal: number): Ref | undefined;
	ordinalOf(ref: Ref): number | undefined;
	letGo(ref: Ref): void;
	/** Entries added since the start, and those of them that are committed. */
	addedCount(): number;
	committedCount(): number;
	/** Every entry added so far is committed. */
	isAllCommitted(): boolean;
}

export function createRefLedger(): RefLedger {
	let waiting: number[] = [];
	let firstWaiting: Ref = 1;
	let head = 0;
	const kept = new Map<Ref, number>();
	const refs = new Map<number, Ref>();

	return {
		add(ref, ordinal, keep) {
			waiting.push(ordinal);
			if (keep) {
				kept.set(ref, ordinal);
				refs.set(ordinal, ref);
			}
		},
		committed(upToOrdinal) {
			const before = head;
			while (head < waiting.length && (waiting[head] ?? 0) <= upToOrdinal) head += 1;
			if (head === before) return null;
			const ref = firstWaiting + head - 1;
			// Cut the queue only now and then, so that a commit costs no copy of what still waits.
			if (head > 4_096 || head === waiting.length) {
				waiting = waiting.slice(head);
				firstWaiting += head;
				head = 0;
			}
			return ref;
		},
		refOf: (ordinal) => refs.get(ordinal),
		ordinalOf: (ref) => kept.get(ref),
		letGo(ref) {
			const ordinal = kept.get(ref);
			if (ordinal !== undefined) refs.delete(ordinal);
			kept.delete(ref);
		},
		isAllCommitted: () => head === waiting.length,
		addedCount: () => firstWaiting + waiting.length - 1,
		committedCount: () => firstWaiting + head - 1,
	};
}
