import type { Database } from "better-sqlite3";
import type { Change, StoredSeal } from "../messages.ts";
import { readFacts } from "../stored-json.ts";
import { claimedText } from "./claims.ts";
import { CLAIMS_ORDINAL, ENTRIES_PER_SEAL } from "./seal-rows.ts";

export interface SealWriter {
	/** The next seal ends with what is stored now, or where it covers as much as a seal may. */
	begin(change: Extract<Change, { kind: "beginSeal" }>): void;
	/** A seal of that number that is stored already stays as it is. */
	store(seal: StoredSeal): void;
	stamp(change: Extract<Change, { kind: "timeStamp" }>): void;
	/** Notes how a sealed entry stood before a change. */
	amend(sessionRow: number, ordinal: number, deliveryBefore: number, findingsBefore: number): void;
	/** Notes that the facts which are saved next claim another thing than the stored ones. */
	claim(sessionRow: number, claims: string): void;
}

/** The writer's part of sealing; runs inside the caller's transaction. A session that is gone is left out. */
export function createSealWriter(db: Database): SealWriter {
	const begin = db.prepare(
		`UPDATE sessions SET
			seal_upto = min(entries, ${ENTRIES_PER_SEAL} + (SELECT coalesce(max(position), 0) FROM seals WHERE session = sessions.id)),
			seal_amended = (SELECT coalesce(max(id), 0) FROM amendments), salt_secret = coalesce(salt_secret, ?)
		 WHERE session_id = ?`,
	);
	const store = db.prepare(
		`INSERT OR IGNORE INTO seals (session, number, position, last_ordinal, amended_up_to, claims, statement, head, signature, key, at_ms)
		 SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM sessions WHERE session_id = ?`,
	);
	const stamp = db.prepare(
		"UPDATE seals SET time_stamp = ? WHERE number = ? AND session = (SELECT id FROM sessions WHERE session_id = ?) AND time_stamp IS NULL",
	);
	const amend = db.prepare("INSERT INTO amendments (session, ordinal, delivery_before, findings_before) VALUES (?, ?, ?, ?)");
	const storedFacts = db.prepare<[number], string>("SELECT facts FROM sessions WHERE id = ?").pluck();
	return {
		begin: ({ secret, sessionId }) => void begin.run(secret, sessionId),
		store(seal) {
			const { sessionId, number, position, lastOrdinal, amendedUpTo, claims, statement, head, signature, key, atMs } = seal;
			store.run(number, position, lastOrdinal, amendedUpTo, claims, statement, head, signature, key, atMs, sessionId);
		},
		stamp: ({ stamp: bytes, number, sessionId }) => void stamp.run(bytes, number, sessionId),
		amend: (sessionRow, ordinal, delivery, findings) => void amend.run(sessionRow, ordinal, delivery, findings),
		claim(sessionRow, claims) {
			const stored = storedFacts.get(sessionRow);
			if (stored !== undefined && claimedText(readFacts("", stored)) !== claims) amend.run(sessionRow, CLAIMS_ORDINAL, 0, 0);
		},
	};
}
