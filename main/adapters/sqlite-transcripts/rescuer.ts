import type { Database } from "better-sqlite3";
import { systemWords } from "../files/system-words.ts";
import type { FromWriter } from "./messages.ts";
import { type OpenSession, rescue } from "./rescue.ts";
import { createFileWatch } from "./watch-files.ts";

/** The files are looked at this often while nothing is written. */
const LOOK_MS = 1000;
/** A rescue that failed is tried again after this: a disk may get room, a folder come back. */
const AGAIN_MS = 5000;

export interface Rescuer {
	/** Whether the writer may go on with its files. Once it may not, it writes and answers nothing more: a rescue is under way. */
	isSafe(): boolean;
	opened(session: OpenSession): void;
	/** Pages are about to be given back to the disk. */
	mayShrink(): void;
	dispose(): void;
}

/** The writer's guard: watches its files, and when they are not what it opened, saves all that is there into a new database. `ended` ends the writer. */
export function createRescuer(db: Database, profileDir: string, say: (message: FromWriter) => void, ended: () => void): Rescuer {
	const watch = createFileWatch(db, profileDir);
	const sessions = new Map<number, OpenSession>();
	let lastBatch = db.prepare("SELECT last_batch FROM store").pluck().get() as number;
	const readLastBatch = db.prepare<[], number>("SELECT last_batch FROM store").pluck();
	let again: NodeJS.Timeout | null = null;
	let isOver = false;
	const timer = setInterval(isSafe, LOOK_MS);
	timer.unref();

	function isSafe(): boolean {
		if (isOver || again !== null) return false;
		const trouble = watch.trouble();
		if (trouble === null) return true;
		begin(trouble);
		return false;
	}

	function begin(trouble: string): void {
		say({ kind: "unsafe", message: trouble });
		tryRescue(trouble);
	}

	function tryRescue(trouble: string): void {
		try {
			lastBatch = readLastBatch.get() ?? lastBatch;
		} catch {
			// It cannot be read any more; the number from the start serves, since batches are written again and not twice.
		}
		try {
			const { databasePath, isWhole } = rescue(db, profileDir, [...sessions.values()], lastBatch, Date.now());
			isOver = true;
			say({ kind: "rescued", databasePath, isWhole, message: trouble });
			ended();
		} catch (error) {
			const why = systemWords(error);
			say({ kind: "unsafe", message: `${trouble}; and no new database could be made beside it (${why}), which is tried again` });
			again = setTimeout(() => tryRescue(trouble), AGAIN_MS);
		}
	}

	return {
		isSafe,
		opened: (session) => void sessions.set(session.row, session),
		mayShrink: watch.mayShrink,
		dispose() {
			isOver = true;
			clearInterval(timer);
			if (again !== null) clearTimeout(again);
		},
	};
}
