import type { Database } from "better-sqlite3";
import type { Answers } from "./answering.ts";
import { MARK } from "./codes.ts";
import { recordingSinceMs } from "./lock.ts";
import { storedObject } from "./stored-json.ts";

/** What the reader worker also answers, for programs that only read. */
export type RecorderRequests = {
	/** Ids of the sessions whose link another program holds, makes or will make again by itself. */
	recordedElsewhere: { args: Record<string, never>; result: string[] };
};

/** After one of these as the last word about its link nothing more happens to a session by itself. */
const LAST_WORDS = new Set(["link.closed", "link.failed", "operator.disconnect", "operator.end"]);

/**
 * From the lock and the last word about each link since it was taken: what an earlier program left open when it was killed is not what this
 * one records.
 */
export function answerRecordedElsewhere(db: Database, profileDir: string): Answers<RecorderRequests> {
	const sessions = db.prepare<[], { id: number; session: string; facts: string }>("SELECT id, session_id AS session, facts FROM sessions");
	const lastWord = db
		.prepare<[number, number], string>(
			`SELECT type FROM entries INDEXED BY entries_marked
			 WHERE session = ? AND marks > 0 AND marks & ${MARK.event} AND at_ms >= ?
			 AND (type GLOB 'link.*' OR type IN ('operator.disconnect', 'operator.end')) ORDER BY position DESC LIMIT 1`,
		)
		.pluck();
	return {
		recordedElsewhere() {
			const sinceMs = recordingSinceMs(profileDir);
			if (sinceMs === null) return [];
			const isLive = (id: number) => {
				const word = lastWord.get(id, sinceMs);
				return word !== undefined && !LAST_WORDS.has(word);
			};
			const open = sessions.all().filter(({ facts }) => storedObject(facts)?.ended === false);
			return open.filter(({ id }) => isLive(id)).map(({ session }) => session);
		},
	};
}
