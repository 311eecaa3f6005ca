import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { makeDatabasePrivate } from "../files/private-files.ts";
import { systemWords } from "../files/system-words.ts";
import { migrate, SCHEMA_VERSION, schemaVersion } from "./migrate.ts";
import { damaged, isDamage, needsCopy, newer, refuseForeign, refuseOthers } from "./recognise.ts";
import { refuseNoFile } from "./refuse-no-file.ts";
import { hasOnlyLog } from "./repaired-files.ts";

type Connection = Database.Database;

/**
 * 8 MiB. A checkpoint costs a second write of every page, and a long log costs more with each page: `bench ingest` is a tenth slower with six times
 * as many, and half as many are no gain.
 */
const AUTO_CHECKPOINT_PAGES = 2048;
/** A log that a long reader let grow is cut back to this once it is empty again. */
const LARGEST_IDLE_LOG_BYTES = 48 * 1024 * 1024;
const CACHE_KIB = 16_384;
const BUSY_TIMEOUT_MS = 5000;
const LOG_ALONE = "it is empty or gone, while the log beside it holds what was recorded last";

/**
 * The one connection that writes. Creates or upgrades the database.
 * Errors: STORE_NEWER before anything was changed; STORE_DAMAGED; STORE_FAILED.
 */
export function openForWriting(databasePath: string): Connection {
	return explained(databasePath, () => {
		refuseNoFile(databasePath, false);
		if (hasOnlyLog(databasePath)) throw damaged(databasePath, LOG_ALONE);
		// An empty file is a database without content.
		if (sizeOf(databasePath) > 0) refuseOthers(databasePath, BUSY_TIMEOUT_MS);
		makeDatabasePrivate(databasePath);
		const db = new Database(databasePath, { timeout: BUSY_TIMEOUT_MS });
		try {
			// Before the first table is made: room can then be given back in steps (compact.ts).
			db.pragma("auto_vacuum = INCREMENTAL");
			db.pragma("journal_mode = WAL");
			db.pragma("synchronous = FULL");
			db.pragma(`cache_size = -${CACHE_KIB}`);
			db.pragma(`wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES}`);
			db.pragma(`journal_size_limit = ${LARGEST_IDLE_LOG_BYTES}`);
			migrate(db);
		} catch (error) {
			db.close();
			throw error;
		}
		return db;
	});
}

/** Brings the log back into the database file, and cuts one of more pages than `keep`; without waiting for anybody who reads. */
export function bringBackLog(db: Connection, keep: number = AUTO_CHECKPOINT_PAGES): void {
	const [state] = db.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
	if (state === undefined || state.log <= keep || state.log !== state.checkpointed) return;
	db.pragma("busy_timeout = 0");
	try {
		db.pragma("wal_checkpoint(TRUNCATE)");
	} finally {
		db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
	}
}

/** A connection that cannot write. Errors: STORE_NEWER; STORE_DAMAGED; STORE_FAILED, also when there is no database. */
export function openForReading(databasePath: string): Connection {
	return explained(databasePath, () => {
		refuseNoFile(databasePath, true);
		if (hasOnlyLog(databasePath)) throw damaged(databasePath, LOG_ALONE);
		if (statSync(databasePath, { throwIfNoEntry: false }) === undefined) {
			throw new ConsoleError("STORE_FAILED", `There is no transcript database at ${databasePath}; nothing has been recorded there yet.`);
		}
		const db = new Database(databasePath, { readonly: true, timeout: BUSY_TIMEOUT_MS });
		try {
			refuseForeign(db);
			const version = schemaVersion(db);
			if (version > SCHEMA_VERSION) throw newer(databasePath, version);
			if (version < SCHEMA_VERSION) {
				if (!isWritable(dirname(databasePath))) throw unreadableHere(databasePath, "its format is older");
				const sentence = `The transcript database ${databasePath} has the older format ${version}; open it once for recording to bring it up to date.`;
				throw new ConsoleError("STORE_FAILED", sentence);
			}
			db.pragma(`cache_size = -${CACHE_KIB}`);
		} catch (error) {
			db.close();
			throw error;
		}
		return db;
	});
}

/** `detail` tells that a copy elsewhere can be read. */
const unreadableHere = (path: string, why: string) =>
	new ConsoleError(
		"STORE_FAILED",
		`The transcript database ${path} cannot be opened where it is: ${why}. Look at the rights on its folder.`,
		{
			detail: { readCopy: true },
		},
	);

function isWritable(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function explained(databasePath: string, open: () => Connection): Connection {
	try {
		return open();
	} catch (error) {
		if (error instanceof ConsoleError) throw error;
		if (isDamage(error)) throw damaged(databasePath, error);
		if (needsCopy(error)) throw unreadableHere(databasePath, systemWords(error));
		const words = systemWords(error);
		throw new ConsoleError("STORE_FAILED", `The transcript database ${databasePath} cannot be opened: ${words}.`, { cause: error });
	}
}
