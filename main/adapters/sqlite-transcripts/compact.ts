import type { Database } from "better-sqlite3";
import { createPurge } from "./purge.ts";

/** Pages (1 MiB) moved from the end of the file between two chances for the recording. */
const PAGES_PER_SLICE = 256;
const INCREMENTAL = 2;

export interface CompactProgress {
	/** Bytes of the database that are taken care of, and that are to be. */
	done: number;
	total: number;
	/** Sessions that are gone with this step, by their row. */
	gone: { row: number; sessionId: string }[];
	finished: boolean;
}

export interface Compaction {
	/** One slice of a few milliseconds. Errors: whatever SQLite throws; the slice is then undone. */
	step(): CompactProgress;
}

/** The database gives room back in small steps while it is written to; one made by an older version can only be rewritten at once. */
export const canCompactInSteps = (db: Database): boolean => db.pragma("auto_vacuum", { simple: true }) === INCREMENTAL;

/** Takes removed sessions out, then gives free pages back to the disk. `mayStop`: the whole database may be rewritten for that. */
export function beginCompaction(db: Database, mayStop: boolean): Compaction {
	const pageBytes = db.pragma("page_size", { simple: true }) as number;
	const purge = createPurge(db);
	const entries = db.prepare("SELECT coalesce(sum(entries), 0) FROM sessions").pluck().get() as number;
	const bytesPerEntry = entries === 0 ? 0 : (pageBytes * (db.pragma("page_count", { simple: true }) as number)) / entries;
	let left = purge.begin() * bytesPerEntry;
	let done = 0;

	const freeBytes = (): number => pageBytes * (db.pragma("freelist_count", { simple: true }) as number);

	function vacuum(): boolean {
		const before = freeBytes();
		if (before === 0) return true;
		if (canCompactInSteps(db)) db.pragma(`incremental_vacuum(${PAGES_PER_SLICE})`);
		else if (mayStop) rewrite(db);
		else return true;
		const freed = before - freeBytes();
		done += freed;
		// Pages that are in no list of their own cannot be given back; that is no reason to go on for ever.
		return freed <= 0;
	}

	return {
		step() {
			const step = purge.step();
			if (step !== null) {
				const bytes = step.entries * bytesPerEntry;
				left = Math.max(0, left - bytes);
				done += bytes;
				return {
					done: Math.round(done),
					total: Math.round(done + left + freeBytes()),
					gone: step.gone ? [step.gone] : [],
					finished: false,
				};
			}
			const finished = vacuum();
			return { done: Math.round(done), total: Math.round(done + (finished ? 0 : freeBytes())), gone: [], finished };
		},
	};
}

/** From now on it gives room back in steps. */
function rewrite(db: Database): void {
	db.pragma("auto_vacuum = INCREMENTAL");
	db.exec("VACUUM");
}
