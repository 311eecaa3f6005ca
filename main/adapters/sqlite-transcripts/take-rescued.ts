import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { renameSync } from "../files/open-files.ts";
import { damaged, isDamage, refuseForeign } from "./recognise.ts";
import { finishRepair, hasOnlyLog } from "./repaired-files.ts";
import { apartFrom, fileStamp, rescuedIn } from "./rescue.ts";

export interface Taken {
	/** What is recorded on from now on. */
	databasePath: string;
	/** A sentence for people; empty when there was nothing to take. */
	note: string;
}

/**
 * What an earlier run rescued becomes the profile's database again, when that holds nothing of its own; the former one is kept beside it.
 * Under the lock of the profile only. Errors: whatever SQLite and the system throw.
 */
export function takeRescued(profileDir: string, databasePath: string, nowMs: number): Taken {
	const before = finishRepair(profileDir, nowMs);
	let note = before === null ? "" : `A repair that was ended in the middle was finished; the damaged database is kept as ${before}.`;
	for (const rescued of rescuedIn(profileDir)) {
		const kept = join(profileDir, `transcripts-before-rescue-${fileStamp(nowMs)}.sqlite`);
		if (!isReadable(rescued)) {
			const apart = apartFrom(rescued);
			if (!isThere(databasePath)) throw damagedBoth(databasePath, rescued);
			for (const suffix of ["-wal", "-shm", ""]) if (isThere(rescued + suffix)) renameSync(rescued + suffix, apart + suffix);
			note = `What has the name of a database that an earlier run rescued is none that can be read; it is kept as ${apart}.`;
		} else if (!isThere(databasePath)) {
			// It says nothing that was not rescued, and alone it says little; but nothing is thrown away.
			if (hasOnlyLog(databasePath)) renameSync(`${databasePath}-wal`, `${kept}-wal`);
			takePlace(rescued, databasePath);
			note = `The database of this profile was missing; what an earlier run had rescued took its place.`;
		} else if (!holdsAllOf(rescued, databasePath)) {
			const apart = apartFrom(rescued);
			moveWhole(rescued, apart);
			note = `An earlier run rescued sessions into ${apart}, while the database of this profile has others of its own. Both are kept; to look into the other one, copy it as transcripts.sqlite into a folder of its own and open that as a profile.`;
		} else if (!setAside(databasePath, kept)) {
			return {
				databasePath: rescued,
				note: `Recording goes on in ${rescued}, which an earlier run rescued: another program has ${databasePath} open. Close it and restart Switchboard.`,
			};
		} else {
			takePlace(rescued, databasePath);
			note = `What an earlier run rescued is the database of this profile again; the former one is kept as ${kept}.`;
		}
	}
	return { databasePath, note };
}

const damagedBoth = (database: string, rescued: string) =>
	damaged(rescued, `it was rescued when ${database} was lost, and cannot be read either`);

/** Whether it is one of ours whose tables can be found. */
function isReadable(path: string): boolean {
	try {
		const db = new Database(path, { readonly: true });
		try {
			refuseForeign(db);
			return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined;
		} finally {
			db.close();
		}
	} catch (error) {
		if (isDamage(error) || error instanceof ConsoleError) return false;
		throw error;
	}
}

const isThere = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Everything that the one database holds, the other holds too: its sessions with all their entries. True as well for one that cannot be read. */
function holdsAllOf(rescued: string, database: string): boolean {
	const mine = new Database(rescued);
	try {
		const theirs = new Database(database);
		try {
			const entryAt = mine
				.prepare<[string, number], Buffer>(
					"SELECT hash FROM entries JOIN sessions ON sessions.id = entries.session WHERE session_id = ? AND position = ?",
				)
				.pluck();
			const has = mine.prepare("SELECT 1 FROM sessions WHERE session_id = ?").pluck();
			// Not ours, or never written to.
			if (theirs.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() === undefined) return true;
			const sessions = theirs.prepare<[], { id: string; entries: number; head: Buffer }>(
				"SELECT session_id AS id, entries, head FROM sessions",
			);
			for (const { id, entries, head } of sessions.iterate()) {
				if (has.get(id) === undefined) return false;
				if (entries > 0 && entryAt.get(id, entries)?.equals(head) !== true) return false;
			}
			return true;
		} finally {
			theirs.close();
		}
	} catch (error) {
		if (isDamage(error)) return true;
		throw error;
	} finally {
		mine.close();
	}
}

/** False while another program has it open: a database that somebody uses keeps its name. */
function setAside(path: string, aside: string): boolean {
	try {
		const db = new Database(path, { timeout: 1000 });
		try {
			// Leaving the log takes being alone.
			if (db.pragma("journal_mode = DELETE", { simple: true }) !== "delete") return false;
		} finally {
			db.close();
		}
	} catch (error) {
		if (!isDamage(error)) return false;
		for (const suffix of ["-wal", "-shm"])
			if (statSync(path + suffix, { throwIfNoEntry: false })) renameSync(path + suffix, aside + suffix);
	}
	renameSync(path, aside);
	return true;
}

function takePlace(rescued: string, databasePath: string): void {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(databasePath + suffix, { force: true });
	moveWhole(rescued, databasePath);
}

/** One file without a log is moved in one step. */
function moveWhole(from: string, to: string): void {
	const db = new Database(from);
	try {
		db.pragma("journal_mode = DELETE");
	} finally {
		db.close();
	}
	renameSync(from, to);
}
