import type { Database } from "better-sqlite3";

/** Stands in `amendments` for what a session claims beside its entries. */
export const CLAIMS_ORDINAL = 0;

/** A seal covers at most this many entries that no seal covered before. */
export const ENTRIES_PER_SEAL = 10_000;

/** Up to where a seal reaches: the session's first `position` entries, each as it stood after the amendment `amendedUpTo`. */
export interface SealBoundary {
	position: number;
	/** Ordinal of the last of these entries, 0 when there is none. */
	lastOrdinal: number;
	amendedUpTo: number;
}

/** The boundary of "nothing was sealed yet". */
export const NOTHING_SEALED: SealBoundary = { position: 0, lastOrdinal: 0, amendedUpTo: 0 };

export interface SealRow extends SealBoundary {
	number: number;
	claims: string;
	statement: string;
	/** As stored: 32 bytes unless somebody changed them. */
	head: Buffer;
	signature: Buffer | null;
	/** SPKI, DER. */
	key: Buffer | null;
	atMs: number;
	timeStamp: Buffer | null;
}

export interface SealRows {
	/** By number. */
	all(sessionRow: number): SealRow[];
	last(sessionRow: number): SealRow | null;
	/** Ordinals up to `to.lastOrdinal` that were amended after `from` and not after `to`, ascending; CLAIMS_ORDINAL is not among them. */
	amended(sessionRow: number, from: SealBoundary, to: SealBoundary): number[];
	/** What was amended after that: how many of its entries, and whether what the session claims. */
	amendedAfter(sessionRow: number, boundary: SealBoundary): { entries: number; claims: boolean };
	/** 32 bytes; null before the first seal was begun. */
	secret(sessionRow: number): Buffer | null;
}

const COLUMNS = `number, position, last_ordinal AS lastOrdinal, amended_up_to AS amendedUpTo, claims, statement, head, signature, key,
	at_ms AS atMs, time_stamp AS timeStamp`;

export function createSealRows(db: Database): SealRows {
	const all = db.prepare<[number], SealRow>(`SELECT ${COLUMNS} FROM seals WHERE session = ? ORDER BY number`);
	const last = db.prepare<[number], SealRow>(`SELECT ${COLUMNS} FROM seals WHERE session = ? ORDER BY number DESC LIMIT 1`);
	// By number, for what lies between two seals is little; the plus keeps SQLite from reading all of a session.
	const amended = db
		.prepare<[number, number, number, number], number>(
			`SELECT DISTINCT ordinal FROM amendments WHERE id > ? AND id <= ? AND +session = ? AND ordinal <= ? AND ordinal <> ${CLAIMS_ORDINAL} ORDER BY ordinal`,
		)
		.pluck();
	const after = db.prepare<[number, number, number], { entries: number; claims: number }>(
		`SELECT count(DISTINCT CASE WHEN ordinal <= ? AND ordinal <> ${CLAIMS_ORDINAL} THEN ordinal END) AS entries,
			coalesce(max(ordinal = ${CLAIMS_ORDINAL}), 0) AS claims
		 FROM amendments WHERE id > ? AND +session = ?`,
	);
	const secret = db.prepare<[number], Buffer | null>("SELECT salt_secret FROM sessions WHERE id = ?").pluck();
	return {
		all: (sessionRow) => all.all(sessionRow),
		last: (sessionRow) => last.get(sessionRow) ?? null,
		amended: (sessionRow, from, to) => amended.all(from.amendedUpTo, to.amendedUpTo, sessionRow, from.lastOrdinal),
		amendedAfter(sessionRow, { amendedUpTo, lastOrdinal }) {
			const found = after.get(lastOrdinal, amendedUpTo, sessionRow);
			return { entries: found?.entries ?? 0, claims: found?.claims === 1 };
		},
		secret: (sessionRow) => secret.get(sessionRow) ?? null,
	};
}
