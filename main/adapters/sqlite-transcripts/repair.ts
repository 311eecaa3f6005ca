import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { RepairPhase } from "../../../schemas/repair.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { FrameKindsTable } from "../../core/timeline/frame-kinds.ts";
import { copyFileSync, renameSync } from "../files/open-files.ts";
import { problemOf } from "./check-database.ts";
import { openForWriting } from "./database.ts";
import { acquireLock } from "./lock.ts";
import { SCHEMA_VERSION, schemaVersion } from "./migrate.ts";
import { copyWithNewBeginning } from "./new-beginning.ts";
import { databaseIn } from "./profile-files.ts";
import { damaged, isUnreadable, newer, refuseForeign } from "./recognise.ts";
import { refuseNoFile } from "./refuse-no-file.ts";
import { finishRepair, hasOnlyLog, othersWith, REPAIRED } from "./repaired-files.ts";
import { apartIn, fileStamp, rescuedIn } from "./rescue.ts";
import { columnsOf, type Salvaged, salvage } from "./salvage.ts";

export type Repaired = (
	| { repaired: false; database: string; problem: null }
	| ({ repaired: true; database: string; kept: string; problem: string } & Salvaged)
) & {
	/** Databases with sessions of an earlier run that no repair merges; absent without one. */
	apart?: string[];
};

/** Told while it goes on, and asked whether it should. */
export interface RepairWatch {
	/** `total` is 0 where it is not known. */
	progress(phase: RepairPhase, done: number, total: number): void;
	isCancelled(): boolean;
}

const ALONE: RepairWatch = { progress() {}, isCancelled: () => false };
const LOG_DOES_NOT_FIT =
	"The database cannot be read with the log beside it, which does not fit it; what the database alone holds was saved. What stood in the log only is not in it.";
/** `kinds`: what the protocols say of their frames. */
type Saving = RepairWatch & { kinds: FrameKindsTable };
const UNFINISHED = "transcripts-repairing-";

/**
 * Checks the database of a profile in full and, where it is damaged, puts a new one with all that can be read in its place. The damaged one is kept
 * as it is under another name. `kinds`: what the protocols say of their frames, for their lists. Where there is none, or an empty one, what an earlier run rescued is repaired instead. Blocks: for a thread
 * or a program that does nothing else.
 * Errors: STORE_LOCKED while a program records there or has the database open; STORE_NEWER; REPAIR_CANCELLED, with everything as it was; STORE_FAILED
 * for none, one that is not ours, or one of which nothing can be saved.
 */
export function repairProfile(profileDir: string, nowMs: number, kinds: FrameKindsTable, watch: RepairWatch = ALONE): Repaired {
	const database = databaseIn(profileDir);
	const lock = acquireLock(profileDir);
	try {
		dropUnfinished(profileDir);
		finishRepair(profileDir, nowMs);
		refuseNoFile(database, false);
		const source = sourceIn(profileDir);
		refuseNoFile(source, false);
		refuseIfUsed(source);
		const found = saveFrom(source, join(profileDir, `${UNFINISHED}${fileStamp(nowMs)}.sqlite`), profileDir, { ...watch, kinds });
		const aside = apartIn(profileDir);
		const apart = aside.length === 0 ? {} : { apart: aside };
		if (found === null) return { repaired: false, database: source, problem: null, ...apart };
		if (watch.isCancelled()) throw cancelled();
		// From here on it is finished by whoever comes next, if this ends in the middle.
		renameSync(found.saved, repairedFrom(found.saved));
		const kept = finishRepair(profileDir, nowMs, source) ?? source;
		return { repaired: true, database, kept, problem: found.problem, ...found.salvaged, ...apart };
	} finally {
		dropUnfinished(profileDir);
		lock.release();
	}
}

const repairedFrom = (saved: string): string => saved.replace(UNFINISHED, REPAIRED);

/** Errors: STORE_FAILED when there is nothing to repair. */
function sourceIn(profileDir: string): string {
	const database = databaseIn(profileDir);
	if (sizeOf(database) > 0) return database;
	const rescued = rescuedIn(profileDir).at(-1);
	if (rescued !== undefined) return rescued;
	if (hasOnlyLog(database) || statSync(database, { throwIfNoEntry: false }) !== undefined) return database;
	throw new ConsoleError("STORE_FAILED", `There is no transcript database at ${database}.`);
}

/** Renaming it under a program that has it open would have that program remove the new one's log later. */
function refuseIfUsed(path: string): void {
	const [pid] = othersWith([path, `${path}-shm`]);
	if (pid === undefined) return;
	const sentence = `Another program (process ${pid}) has ${path} open. Close it, then repair again; nothing was changed.`;
	throw new ConsoleError("STORE_LOCKED", sentence, { detail: { pid } });
}

interface Saved {
	/** The new database. */
	saved: string;
	problem: string;
	salvaged: Salvaged;
}

/** Null for a database that holds together. */
function saveFrom(database: string, repairing: string, profileDir: string, watch: Saving): Saved | null {
	if (hasOnlyLog(database)) return saveWithoutBeginning(database, repairing, profileDir, watch, null);
	let from: Database.Database;
	try {
		from = open(database);
	} catch (error) {
		if (!isLost(error)) throw error;
		return saveWithoutLog(database, aloneIn(repairing), watch) ?? saveWithoutBeginning(database, repairing, profileDir, watch, error);
	}
	try {
		watch.progress("checking", 0, 0);
		const problem = problemOf(from, "integrity_check");
		if (problem === null) return null;
		const salvaged = saveInto(from, repairing, watch);
		const alone = saveWithoutLog(database, aloneIn(repairing), watch);
		return alone !== null && alone.salvaged.entries > salvaged.entries ? alone : { saved: repairing, problem, salvaged };
	} finally {
		from.close();
	}
}

/**
 * What a log that was cut still holds may be older than what the database has taken over from it since: read together they are neither. The database
 * alone is then what was there when its log was brought in last. Null where there is no log, or nothing is found that way.
 */
function saveWithoutLog(database: string, repairing: string, watch: Saving): Saved | null {
	if (statSync(`${database}-wal`, { throwIfNoEntry: false }) === undefined) return null;
	const copy = copyFor(repairing);
	copyFileSync(database, copy);
	try {
		const from = open(copy);
		try {
			const salvaged = saveInto(from, repairing, watch);
			return salvaged.sessions > 0 ? { saved: repairing, problem: LOG_DOES_NOT_FIT, salvaged } : null;
		} finally {
			from.close();
		}
	} catch (error) {
		if (!isLost(error)) throw error;
		return null;
	}
}

/** Errors: STORE_FAILED when nothing is saved that way either. */
function saveWithoutBeginning(database: string, repairing: string, profileDir: string, watch: Saving, cause: unknown): Saved {
	const copy = copyFor(repairing);
	const nothing = `Nothing could be saved of ${database}: its beginning is damaged, and no session was found in the rest. It was left as it is. ${backups(profileDir)}`;
	try {
		copyWithNewBeginning(database, copy);
		const from = new Database(copy, { readonly: true });
		try {
			const salvaged = saveInto(from, repairing, watch);
			if (salvaged.sessions > 0) return { saved: repairing, problem: "The beginning of the database cannot be read.", salvaged };
		} finally {
			from.close();
		}
	} catch (error) {
		if (!isUnreadable(error)) throw error;
	}
	throw new ConsoleError("STORE_FAILED", nothing, { cause });
}

const aloneIn = (repairing: string): string => repairing.replace(/sqlite$/, "alone.sqlite");
const copyFor = (repairing: string): string => repairing.replace(/sqlite$/, "copy.sqlite");

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
function saveInto(from: Database.Database, path: string, watch: Saving): Salvaged {
	const into = openForWriting(path);
	try {
		const salvaged = salvage(from, into, watch.kinds, (done, total) => {
			watch.progress("saving", done, total);
			if (watch.isCancelled()) throw cancelled();
		});
		into.pragma("journal_mode = DELETE");
		return salvaged;
	} finally {
		into.close();
	}
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const cancelled = () => new ConsoleError("REPAIR_CANCELLED", "The repair was stopped; everything is as it was.");
