import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { renameSync } from "../files/open-files.ts";
import { problemOf } from "./check-database.ts";
import { openForWriting } from "./database.ts";
import { acquireLock } from "./lock.ts";
import { SCHEMA_VERSION, schemaVersion } from "./migrate.ts";
import { databaseIn } from "./profile-files.ts";
import { isUnreadable, newer, refuseForeign } from "./recognise.ts";
import { fileStamp } from "./rescue.ts";
import { type Salvaged, salvage } from "./salvage.ts";

export type Repaired =
	| { repaired: false; database: string; problem: null }
	| ({ repaired: true; database: string; kept: string; problem: string } & Salvaged);

const UNFINISHED = "transcripts-repairing-";

/**
 * Checks the database of a profile in full and, where it is damaged, puts a new one with all that can be read in its place. The damaged one is kept
 * as it is under another name. Blocks: for a program that does nothing else.
 * Errors: STORE_LOCKED while a program records there; STORE_NEWER; STORE_FAILED for none, one that is not ours, or one of which nothing can be read.
 */
export function repairProfile(profileDir: string, nowMs: number): Repaired {
	const database = databaseIn(profileDir);
	if (statSync(database, { throwIfNoEntry: false }) === undefined)
		throw new ConsoleError("STORE_FAILED", `There is no transcript database at ${database}.`);
	const lock = acquireLock(profileDir);
	try {
		dropUnfinished(profileDir);
		const from = open(database, profileDir);
		const repairing = join(profileDir, `${UNFINISHED}${fileStamp(nowMs)}.sqlite`);
		let problem: string;
		let salvaged: Salvaged;
		try {
			const found = problemOf(from, "integrity_check");
			if (found === null) return { repaired: false, database, problem: null };
			problem = found;
			salvaged = saveInto(from, repairing);
		} catch (error) {
			dropUnfinished(profileDir);
			throw error;
		} finally {
			from.close();
		}
		const kept = join(profileDir, `transcripts-damaged-${fileStamp(nowMs)}.sqlite`);
		for (const suffix of ["-wal", "-shm", ""])
			if (statSync(database + suffix, { throwIfNoEntry: false })) renameSync(database + suffix, kept + suffix);
		renameSync(repairing, database);
		return { repaired: true, database, kept, problem, ...salvaged };
	} finally {
		lock.release();
	}
}

/** Of a repair that was ended in the middle. */
function dropUnfinished(profileDir: string): void {
	for (const name of readdirSync(profileDir)) if (name.startsWith(UNFINISHED)) rmSync(join(profileDir, name), { force: true });
}

/** On a connection that cannot write: the damaged files stay as they are. */
function open(path: string, profileDir: string): Database.Database {
	const db = new Database(path, { readonly: true });
	try {
		const version = schemaVersion(db);
		if (version > SCHEMA_VERSION) throw newer(path, version);
		refuseForeign(db);
		return db;
	} catch (error) {
		db.close();
		if (isUnreadable(error) || (error instanceof ConsoleError && error.code === "STORE_DAMAGED"))
			throw new ConsoleError(
				"STORE_FAILED",
				`Nothing can be read of ${path}: its beginning is damaged. It was left as it is. ${backups(profileDir)}`,
				{
					cause: error,
				},
			);
		throw error;
	}
}

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
