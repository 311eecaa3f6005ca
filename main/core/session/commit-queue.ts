/**
 * What becomes true when an entry's commit returns. Entries of one session commit in the order they were appended, so the newest committed
 * one carries the values for all before it.
 */
export interface CommitQueue {
	/** Call once per appended entry, in order. */
	push(contiguous: number, received: number): void;
	/** Values of entry `upToRef`; forgets everything up to it. Null when nothing is newly committed. */
	commit(upToRef: number): { contiguous: number; received: number } | null;
	/** Numbers of an older epoch say nothing about the new one. */
	forgetContiguous(): void;
}

/** `firstRef` is the ref of the first entry that will be pushed. */
export function createCommitQueue(firstRef: number): CommitQueue {
	let base = firstRef;
	let contiguous: number[] = [];
	let received: number[] = [];
	return {
		push(contiguousAfter, receivedAfter) {
			contiguous.push(contiguousAfter);
			received.push(receivedAfter);
		},
		commit(upToRef) {
			const count = upToRef - base + 1;
			const last = count - 1;
			const reachedContiguous = contiguous[last];
			const reachedReceived = received[last];
			if (count < 1 || reachedContiguous === undefined || reachedReceived === undefined) return null;
			contiguous = contiguous.slice(count);
			received = received.slice(count);
			base += count;
			return { contiguous: reachedContiguous, received: reachedReceived };
		},
		forgetContiguous() {
			contiguous.fill(-1);
		},
	};
}
