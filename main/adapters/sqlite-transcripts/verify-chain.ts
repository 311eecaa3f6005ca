import type { Database } from "better-sqlite3";
import type { VerifyReport } from "../../../schemas/ipc.ts";
import type { SessionFacts } from "../../core/ports.ts";
import { DIRECTION_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";
import { type StoredEntry, WHOLE_COLUMNS, type WholeEntry } from "./entry-reader.ts";
import { createChain, fromHex, genesis, HASH_BYTES, writeSha256 } from "./hashing.ts";
import type { SessionTail } from "./session-tail.ts";
import { createYielder } from "./yielding.ts";

const ENTRIES_PER_SLICE = 256;

/** Recomputes a stored session: every byte, every header, the order, and that nothing is missing up to the head. */
export function createVerifier(db: Database) {
	const slice = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`,
	);

	const findingsOf = db
		.prepare<[number], number>("SELECT COUNT(*) FROM findings JOIN entries USING (ordinal) WHERE entries.session = ?")
		.pluck();

	return async (sessionId: string, tail: SessionTail, facts: SessionFacts, noted?: string): Promise<VerifyReport> => {
		const wanted = fromHex(noted);
		let headAt: number | null = null;
		const findings = findingsOf.get(tail.row) ?? 0;
		const counters = createCounters(facts, tail.entries);
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
			...(noted !== undefined && { headAt }),
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
				counters.take(entry);
				head = entry.hash;
				if (wanted?.equals(head)) headAt = entry.ordinal;
				position = entry.position;
				lastOrdinal = entry.ordinal;
			}
			if (entries.length === 0) return report(tail.lastOrdinal, `${tail.entries} entries were counted, only ${position} are there.`);
			await pause();
		}
		if (!head.equals(tail.head)) return report(tail.lastOrdinal, "The last entry does not carry the hash the session ended with.");
		const claim = counters.falseClaim(findings);
		return report(claim === null ? null : tail.lastOrdinal, claim);
	};
}

/** What the session's facts claim, counted again from its entries: a session may never claim more than it holds. */
function createCounters(facts: SessionFacts, entries: number) {
	const claimed = Math.min(facts.cursor ?? 0, entries);
	/** One bit for each number up to the claimed cursor. */
	const seen = new Uint8Array((claimed >> 3) + 1);
	let distinct = 0;
	let received = 0;
	return {
		take({ dir, opcode, epoch, sequence }: WholeEntry): void {
			if (dir !== DIRECTION_CODES.in || (opcode !== OPCODE_CODES.text && opcode !== OPCODE_CODES.binary)) return;
			received += 1;
			if (epoch !== facts.epoch || sequence === null || sequence < 1 || sequence > claimed) return;
			const bit = 1 << (sequence & 7);
			const byte = seen[sequence >> 3] ?? 0;
			if ((byte & bit) !== 0) return;
			seen[sequence >> 3] = byte | bit;
			distinct += 1;
		},
		falseClaim(findings: number): string | null {
			if ((facts.received ?? 0) > received) return `The session counts ${facts.received} received frames, ${received} are stored.`;
			if ((facts.cursor ?? 0) > distinct)
				return `The session claims everything up to ${facts.cursor}; only ${distinct} of those numbers are stored.`;
			if ((facts.findings ?? 0) > findings) return `The session counts ${facts.findings} findings, ${findings} are stored.`;
			return null;
		},
	};
}

function chainHeaderOf(entry: StoredEntry) {
	const { ordinal, dir, kind, opcode, epoch, sequence, byteLength } = entry;
	return { ordinal, atMs: entry.at_ms, monoMs: entry.mono_ms, dir, kind, opcode, epoch, sequence, byteLength };
}
