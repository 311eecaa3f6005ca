import { closeSync, existsSync, openSync, readSync } from "node:fs";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { migrate, SCHEMA_VERSION, schemaVersion } from "./migrate.ts";

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
const HEADER_BYTES = 64;

/**
 * The one connection that writes. Creates or upgrades the database.
 * Errors: STORE_NEWER before anything was changed; STORE_FAILED.
 */
export function openForWriting(databasePath: string): Connection {
	return explained(databasePath, () => {
		if (existsSync(databasePath)) {
			refuseForeign(databasePath);
			refuseNewer(databasePath);
		}
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

/** A connection that cannot write. Errors: STORE_NEWER; STORE_FAILED, also when there is no database. */
export function openForReading(databasePath: string): Connection {
	return explained(databasePath, () => {
		if (!existsSync(databasePath)) {
			throw new ConsoleError("STORE_FAILED", `There is no transcript database at ${databasePath}; nothing has been recorded there yet.`);
		}
		refuseForeign(databasePath);
		const db = new Database(databasePath, { readonly: true, timeout: BUSY_TIMEOUT_MS });
		try {
			const version = schemaVersion(db);
			if (version > SCHEMA_VERSION) throw newer(databasePath, version);
			if (version < SCHEMA_VERSION) {
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

const SQLITE_MAGIC = "SQLite format 3\0";

/** An empty file is a database without content; any other begins with the magic words. */
function refuseForeign(databasePath: string): void {
	const header = headerOf(databasePath);
	if (header.length === 0 || header.toString("latin1", 0, SQLITE_MAGIC.length) === SQLITE_MAGIC) return;
	const sentence = `${databasePath} is not a Switchboard database. It was left untouched; move it away or choose another profile folder.`;
	throw new ConsoleError("STORE_FAILED", sentence);
}

/** First the file's own header, without SQLite; then, for a version that only the log holds yet, a connection that cannot write. */
function refuseNewer(databasePath: string): void {
	const inHeader = versionInHeader(databasePath);
	if (inHeader > SCHEMA_VERSION) throw newer(databasePath, inHeader);
	if (!existsSync(`${databasePath}-wal`)) return;
	const db = new Database(databasePath, { readonly: true, timeout: BUSY_TIMEOUT_MS });
	const version = schemaVersion(db);
	db.close();
	if (version > SCHEMA_VERSION) throw newer(databasePath, version);
}

/** `user_version` is a big-endian number at byte 60 of an SQLite file. */
function versionInHeader(databasePath: string): number {
	const header = headerOf(databasePath);
	return header.length < HEADER_BYTES ? 0 : header.readInt32BE(60);
}

/** At most the first 64 bytes. */
function headerOf(databasePath: string): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	const file = openSync(databasePath, "r");
	try {
		return header.subarray(0, readSync(file, header, 0, header.length, 0));
	} finally {
		closeSync(file);
	}
}

function newer(databasePath: string, version: number): ConsoleError {
	const sentence = `The transcript database ${databasePath} has format ${version}, this program knows ${SCHEMA_VERSION}. It was left untouched; use the newer Switchboard or another profile folder.`;
	return new ConsoleError("STORE_NEWER", sentence);
}

function explained(databasePath: string, open: () => Connection): Connection {
	try {
		return open();
	} catch (error) {
		if (error instanceof ConsoleError) throw error;
		const words = error instanceof Error ? error.message : String(error);
		throw new ConsoleError("STORE_FAILED", `The transcript database ${databasePath} cannot be opened: ${words}.`, { cause: error });
	}
}
