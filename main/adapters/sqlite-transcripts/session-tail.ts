import type { Database } from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";

/** A session as of one moment. */
export interface SessionTail {
	row: number;
	/** Also the position of the last entry. */
	entries: number;
	lastOrdinal: number;
	head: Buffer;
	/** Goes up when an older entry may have come into a list, left it, or stands out of its fold. */
	troubleChanges: number;
}

/** Errors: SESSION_NOT_FOUND. */
export function createTailFinder(db: Database): (sessionId: string) => SessionTail {
	const find = db.prepare<[string], SessionTail>(
		"SELECT id AS row, entries, last_ordinal AS lastOrdinal, head, trouble_changes AS troubleChanges FROM sessions WHERE session_id = ?",
	);
	return (sessionId) => {
		const tail = find.get(sessionId);
		if (tail === undefined) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${sessionId} is stored on this profile.`);
		return tail;
	};
}
