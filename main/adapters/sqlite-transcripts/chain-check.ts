import type { StoredEntry, WholeEntry } from "./entry-reader.ts";
import { createChain, HASH_BYTES, writeSha256 } from "./hashing.ts";

/** The chain of entries, computed again one after the other. */
export interface ChainCheck {
	/** A sentence about what does not hold, else null; after a sentence nothing more may be taken. */
	take(entry: WholeEntry): string | null;
	/** Of the last entry that held. */
	head(): Buffer;
	position(): number;
	lastOrdinal(): number;
}

/** Begins after the entry that has that place and hash. */
export function createChainCheck(after: { position: number; lastOrdinal: number; head: Buffer }): ChainCheck {
	const chain = createChain();
	const expected = Buffer.alloc(HASH_BYTES);
	let { position, lastOrdinal, head } = after;

	return {
		take(entry) {
			if (entry.position !== position + 1) return `Entry ${position + 1} of the session is missing.`;
			if (entry.ordinal <= lastOrdinal) return "The order of the entries was changed.";
			writeSha256(entry.body, expected, 0);
			if (!expected.equals(entry.sha256)) return "The bytes do not match their SHA-256.";
			chain.next(head, chainHeaderOf(entry), entry.type, entry.sha256, expected, 0);
			if (!expected.equals(entry.hash))
				return "The chain does not hold: time, direction, kind, type or sequence was changed, or an entry before it.";
			({ position, ordinal: lastOrdinal, hash: head } = entry);
			return null;
		},
		head: () => head,
		position: () => position,
		lastOrdinal: () => lastOrdinal,
	};
}

export function chainHeaderOf(entry: StoredEntry) {
	const { ordinal, dir, kind, opcode, epoch, sequence, byteLength } = entry;
	return { ordinal, atMs: entry.at_ms, monoMs: entry.mono_ms, dir, kind, opcode, epoch, sequence, byteLength };
}
