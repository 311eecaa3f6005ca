import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { renameSync } from "../files/open-files.ts";
import { problemOf } from "./check-database.ts";
import { openForWriting } from "./database.ts";
import { acquireLock } from "./lock.ts";
import { SCHEMA_VERSION, schemaVersion } from "./migrate.ts";
import { copyWithNewBeginning } from "./new-beginning.ts";
import { databaseIn } from "./profile-files.ts";
import { damaged, isUnreadable, newer, refuseForeign } from "./recognise.ts";
import { fileStamp } from "./rescue.ts";
import { columnsOf, type Salvaged, salvage } from "./salvage.ts";

export type Repaired =
	| { repaired: false; database: string; problem: null }
	| ({ repaired: true; database: string; kept: string; problem: string } & Salvaged);

const UNFINISHED = "transcripts-repairing-";

/**
 * Checks the database of a profile in full and, where it is damaged, puts a new one with all that can be read in its place. The damaged one is kept
 * as it is under another name. Blocks: for a program that does nothing else.
 * Errors: STORE_LOCKED while a program records there; STORE_NEWER; STORE_FAILED for none, one that is not ours, or one of which nothing can be saved.
 */
export function repairProfile(profileDir: string, nowMs: number): Repaired {
	const database = databaseIn(profileDir);
	if (statSync(database, { throwIfNoEntry: false }) === undefined)
		throw new ConsoleError("STORE_FAILED", `There is no transcript database at ${database}.`);
	const lock = acquireLock(profileDir);
	try {
		dropUnfinished(profileDir);
		const found = saveFrom(database, join(profileDir, `${UNFINISHED}${fileStamp(nowMs)}.sqlite`), profileDir);
		if (found === null) return { repaired: false, database, problem: null };
		const kept = join(profileDir, `transcripts-damaged-${fileStamp(nowMs)}.sqlite`);
		for (const suffix of ["-wal", "-shm", ""])
			if (statSync(database + suffix, { throwIfNoEntry: false })) renameSync(database + suffix, kept + suffix);
		renameSync(found.saved, database);
		return { repaired: true, database, kept, problem: found.problem, ...found.salvaged };
	} finally {
		dropUnfinished(profileDir);
		lock.release();
	}
}

interface Saved {
	/** The new database. */
	saved: string;
	problem: string;
	salvaged: Salvaged;
}

/** Null for a database that holds together. */
function saveFrom(database: string, repairing: string, profileDir: string): Saved | null {
	let from: Database.Database;
	try {
		from = open(database);
	} catch (error) {
		if (!isLost(error)) throw error;
		return saveWithoutBeginning(database, repairing, profileDir, error);
	}
	try {
		const problem = problemOf(from, "integrity_check");
		return problem === null ? null : { saved: repairing, problem, salvaged: saveInto(from, repairing) };
	} finally {
		from.close();
	}
}

/** Errors: STORE_FAILED when nothing is saved that way either. */
function saveWithoutBeginning(database: string, repairing: string, profileDir: string, cause: unknown): Saved {
	const copy = repairing.replace(/sqlite$/, "copy.sqlite");
	const nothing = `Nothing could be saved of ${database}: its beginning is damaged, and no session was found in the rest. It was left as it is. ${backups(profileDir)}`;
	try {
		copyWithNewBeginning(database, copy);
		const from = new Database(copy, { readonly: true });
		try {
			const salvaged = saveInto(from, repairing);
			if (salvaged.sessions > 0) return { saved: repairing, problem: "The beginning of the database cannot be read.", salvaged };
		} finally {
			from.close();
		}
	} catch (error) {
		if (!isUnreadable(error)) throw error;
	}
	throw new ConsoleError("STORE_FAILED", nothing, { cause });
}

/** Of a repair that was ended in the middle. */
function dropUnfinished(profileDir: string): void {
	for (const name of readdirSync(profileDir)) if (name.startsWith(UNFINISHED)) rmSync(join(profileDir, name), { force: true });
}

/** On a connection that cannot write: the damaged files stay as they are. */
function open(path: string): Database.Database {
	const db = new Database(path, { readonly: true });
	try {
		const version = schemaVersion(db);
		if (version > SCHEMA_VERSION) throw newer(path, version);
		refuseForeign(db);
		if (!["sessions", "entries"].every((table) => columnsOf(db, table).length > 0)) throw damaged(path, "its list of tables is not whole");
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

const isLost = (error: unknown): boolean => isUnreadable(error) || (error instanceof ConsoleError && error.code === "STORE_DAMAGED");

function backups(profileDir: string): string {
	const folder = join(profileDir, "backups");
	const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).filter((name) => name.endsWith(".sqlite")) : [];
	const last = names.sort().at(-1);
	return last === undefined ? "There is no backup in the profile." : `The last backup in the profile is ${join(folder, last)}.`;
}

/** The new database is one file without a log, whole and on disk. */
function saveInto(from: Database.Database, path: string): Salvaged {
	const into = openForWriting(path);
	try {
		const salvaged = salvage(from, into);
		into.pragma("journal_mode = DELETE");
		return salvaged;
	} finally {
		into.close();
	}
}
