import type { Database } from "better-sqlite3";

/** Where a session's chain ends, as the writer has it in memory. */
export interface KnownTail {
	position: number;
	head: Buffer;
	lastOrdinal: number;
}

/** What other programs did since the last look. */
export interface OutsideNews {
	/** Something was written; else the log was emptied, and whether something had been written before cannot be told. */
	isWritten: boolean;
	/** Sessions whose end in the database is not the one this writer stored. */
	sessionIds: string[];
}

export interface OutsideWrites {
	/** Whether there is something to look at; cheap, and may be asked inside a transaction that has written nothing yet. */
	hasNews(): boolean;
	/** Null when there is nothing new. `tails` are those stored, by session row. Not inside a transaction. */
	look(tails: () => readonly [number, KnownTail][]): OutsideNews | null;
	/** How often there was something so far. */
	times(): number;
}

/**
 * Notices what other programs do to the database while this connection, the only one of ours that writes, records into it. SQLite tells each
 * connection when another one committed. It tells the same when another one emptied the log, as database browsers do: then the log is empty.
 */
export function createOutsideWrites(db: Database): OutsideWrites {
	const version = db.prepare<[], number>("PRAGMA data_version").pluck();
	const stored = db.prepare<[number], { sessionId: string; entries: number; lastOrdinal: number; head: Buffer }>(
		`SELECT session_id AS sessionId, entries, last_ordinal AS lastOrdinal, head FROM sessions
		 WHERE id = ? AND NOT EXISTS (SELECT 1 FROM notes WHERE session = sessions.id AND purging <> 0)`,
	);
	const last = db.prepare<[number], { position: number; hash: Buffer }>(
		"SELECT position, hash FROM entries WHERE session = ? ORDER BY position DESC LIMIT 1",
	);
	const logged = db.prepare<[], { log: number }>("PRAGMA wal_checkpoint(NOOP)");
	let seen = version.get();
	let times = 0;

	function foreignIn(row: number, { position, head, lastOrdinal }: KnownTail): string | null {
		const session = stored.get(row);
		if (session === undefined) return null;
		const entry = last.get(row);
		const isSame =
			session.entries === position &&
			session.lastOrdinal === lastOrdinal &&
			session.head.equals(head) &&
			(entry?.position ?? 0) === position &&
			(entry === undefined || entry.hash.equals(head));
		return isSame ? null : session.sessionId;
	}

	const hasNews = (): boolean => version.get() !== seen;

	return {
		hasNews,
		look(tails) {
			if (!hasNews()) return null;
			seen = version.get();
			times++;
			const isWritten = (logged.get()?.log ?? 0) > 0;
			return { isWritten, sessionIds: tails().flatMap(([row, tail]) => foreignIn(row, tail) ?? []) };
		},
		times: () => times,
	};
}
