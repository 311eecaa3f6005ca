import type { Database } from "better-sqlite3";

/** Entries deleted between two chances for the recording. */
const ENTRIES_PER_SLICE = 400;

interface PurgeStep {
	/** Entries taken out. */
	entries: number;
	/** The session that is gone with this step. */
	gone: { row: number; sessionId: string } | null;
}

export interface Purge {
	/** Marks removed sessions as gone: none of them can be restored. Answers their entries. */
	begin(): number;
	/** Takes a slice out, in a transaction of its own. Null when nothing is left. */
	step(): PurgeStep | null;
}

/** Removed sessions leave the database in slices; what stood there is overwritten (`secure_delete`) and its ordinals are never given again. */
export function createPurge(db: Database): Purge {
	const mark = db.prepare(
		`UPDATE notes SET purging = max(1, coalesce((SELECT ordinal FROM entries WHERE entries.session = notes.session AND position = 1), 1))
		 WHERE removed_at_ms IS NOT NULL AND purging = 0`,
	);
	const count = db
		.prepare("SELECT coalesce(sum(entries), 0) FROM sessions JOIN notes ON notes.session = sessions.id WHERE purging > 0")
		.pluck();
	const next = db.prepare<[], { row: number; sessionId: string }>(
		"SELECT sessions.id AS row, session_id AS sessionId FROM notes JOIN sessions ON sessions.id = notes.session WHERE purging > 0 LIMIT 1",
	);
	const slice = db
		.prepare<[number], number>(`SELECT ordinal FROM entries WHERE session = ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`)
		.pluck();
	const dropEntry = db.prepare("DELETE FROM entries WHERE ordinal = ?");
	const dropFindings = db.prepare("DELETE FROM findings WHERE ordinal = ?");
	const rest = [
		`INSERT INTO purged (session, first_ordinal, last_ordinal)
		 SELECT sessions.id, purging, max(purging, last_ordinal) FROM notes JOIN sessions ON sessions.id = notes.session WHERE sessions.id = ?`,
		"DELETE FROM seals WHERE session = ?",
		"DELETE FROM amendments WHERE session = ?",
		"DELETE FROM activity WHERE session = ?",
		"DELETE FROM shapes WHERE session = ?",
		"DELETE FROM drafts WHERE session_id = (SELECT session_id FROM sessions WHERE id = ?)",
		"DELETE FROM notes WHERE session = ?",
		"DELETE FROM sessions WHERE id = ?",
	].map((sql) => db.prepare(sql));

	const takeOut = db.transaction((row: number, sessionId: string): PurgeStep => {
		const ordinals = slice.all(row);
		for (const ordinal of ordinals) {
			dropFindings.run(ordinal);
			dropEntry.run(ordinal);
		}
		if (ordinals.length > 0) return { entries: ordinals.length, gone: null };
		for (const statement of rest) statement.run(row);
		return { entries: 0, gone: { row, sessionId } };
	});

	return {
		begin() {
			mark.run();
			return count.get() as number;
		},
		step() {
			const session = next.get();
			if (session === undefined) return null;
			db.pragma("secure_delete = ON");
			try {
				return takeOut.immediate(session.row, session.sessionId);
			} finally {
				db.pragma("secure_delete = OFF");
			}
		},
	};
}

/** The highest ordinal that was ever given. */
export function lastOrdinalGiven(db: Database): number {
	return db
		.prepare("SELECT max((SELECT coalesce(max(ordinal), 0) FROM entries), (SELECT coalesce(max(last_ordinal), 0) FROM purged))")
		.pluck()
		.get() as number;
}
