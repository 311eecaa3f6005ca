import type { Database } from "better-sqlite3";
import { DIRECTION_CODES } from "../../core/timeline/chain.ts";

export const TENTH_MS = 100;

export interface ActivityCounter {
	count(sessionRow: number, atMs: number, dir: number): void;
	flush(): void;
	/** Forgets what was counted and not flushed. */
	reset(): void;
}

/** Counts entries in and out per tenth of a second. Neighbours mostly share one, so only the current one is held. */
export function createActivityCounter(db: Database): ActivityCounter {
	const add = db.prepare(
		`INSERT INTO activity (session, tenth, received, sent) VALUES (?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent`,
	);
	let session = 0;
	let tenth = 0;
	let received = 0;
	let sent = 0;

	function flush(): void {
		if (received + sent > 0) add.run(session, tenth, received, sent);
		received = 0;
		sent = 0;
	}

	return {
		flush,
		count(sessionRow, atMs, dir) {
			const nowTenth = Math.floor(atMs / TENTH_MS);
			if (sessionRow !== session || nowTenth !== tenth) {
				flush();
				session = sessionRow;
				tenth = nowTenth;
			}
			if (dir === DIRECTION_CODES.in) received++;
			else if (dir === DIRECTION_CODES.out) sent++;
		},
		reset() {
			received = 0;
			sent = 0;
		},
	};
}
