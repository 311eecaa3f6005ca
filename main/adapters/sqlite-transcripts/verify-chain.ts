import type { Database } from "better-sqlite3";
import type { VerifyReport } from "../../../schemas/ipc.ts";
import { type StoredEntry, WHOLE_COLUMNS, type WholeEntry } from "./entry-reader.ts";
import { createChain, genesis, HASH_BYTES, writeSha256 } from "./hashing.ts";
import type { SessionTail } from "./session-tail.ts";
import { createYielder } from "./yielding.ts";

const ENTRIES_PER_SLICE = 256;

/** Recomputes a stored session: every byte, every header, the order, and that nothing is missing up to the head. */
export function createVerifier(db: Database) {
	const slice = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`,
	);

	return async (sessionId: string, tail: SessionTail): Promise<VerifyReport> => {
		const chain = createChain();
		const pause = createYielder();
		let head = genesis(sessionId);
		let position = 0;
		let lastOrdinal = 0;
		const expected = Buffer.alloc(HASH_BYTES);

		const report = (firstBad: number | null, problem: string | null): VerifyReport => ({
			ok: problem === null,
			entries: position,
			firstBad,
			problem,
			head: head.toString("hex"),
		});

		function problemOf(entry: WholeEntry): string | null {
			if (entry.position !== position + 1) return `Entry ${position + 1} of the session is missing.`;
			if (entry.ordinal <= lastOrdinal) return "The order of the entries was changed.";
			writeSha256(entry.body, expected, 0);
			if (!expected.equals(entry.sha256)) return "The bytes do not match their SHA-256.";
			chain.next(head, chainHeaderOf(entry), entry.type, entry.sha256, expected, 0);
			return expected.equals(entry.hash)
				? null
				: "The chain does not hold: time, direction, kind, type or sequence was changed, or an entry before it.";
		}

		while (position < tail.entries) {
			const entries = slice.all(tail.row, position, tail.entries);
			for (const entry of entries) {
				const problem = problemOf(entry);
				if (problem !== null) return report(entry.ordinal, problem);
				head = entry.hash;
				position = entry.position;
				lastOrdinal = entry.ordinal;
			}
			if (entries.length === 0) return report(tail.lastOrdinal, `${tail.entries} entries were counted, only ${position} are there.`);
			await pause();
		}
		if (!head.equals(tail.head)) return report(tail.lastOrdinal, "The last entry does not carry the hash the session ended with.");
		return report(null, null);
	};
}

function chainHeaderOf(entry: StoredEntry) {
	const { ordinal, dir, kind, opcode, epoch, sequence, byteLength } = entry;
	return { ordinal, atMs: entry.at_ms, monoMs: entry.mono_ms, dir, kind, opcode, epoch, sequence, byteLength };
}
