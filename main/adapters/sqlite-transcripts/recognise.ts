import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { MIGRATIONS, SCHEMA_VERSION, schemaVersion } from "./migrate.ts";
import { APPLICATION_ID } from "./migrations/0095-mark-as-ours.ts";

type Connection = Database.Database;

/** What every database of this program has had since its first version. */
const FIRST_TABLES = ["sessions", "store"];

/**
 * Whether a file may be written to, told by SQLite on a connection that cannot write: the file itself is never opened (README, "Only SQLite opens").
 * Errors: STORE_NEWER, STORE_FAILED for what is not ours, STORE_DAMAGED, also for what may have been ours; whatever else SQLite throws.
 */
export function refuseOthers(databasePath: string, timeoutMs: number): void {
	const db = new Database(databasePath, { readonly: true, timeout: timeoutMs });
	try {
		refuseForeign(db);
		const version = schemaVersion(db);
		if (version > SCHEMA_VERSION) throw newer(databasePath, version);
	} finally {
		db.close();
	}
}

/** A database without any content is nobody's yet. Errors: STORE_FAILED, STORE_DAMAGED. */
export function refuseForeign(db: Connection): void {
	try {
		const id = db.pragma("application_id", { simple: true });
		const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
		if (id === APPLICATION_ID || (id === 0 && (tables.length === 0 || isFromBeforeTheMark(db, tables)))) return;
	} catch (error) {
		if (codeOf(error) === "SQLITE_NOTADB") throw unrecognised(db.name, error);
		if (codeOf(error).startsWith("SQLITE_CORRUPT")) throw damaged(db.name, error);
		throw error;
	}
	throw foreign(db.name);
}

const isFromBeforeTheMark = (db: Connection, tables: unknown[]): boolean =>
	FIRST_TABLES.every((table) => tables.includes(table)) && MIGRATIONS.some(({ version }) => version === schemaVersion(db));

const foreign = (path: string) =>
	new ConsoleError(
		"STORE_FAILED",
		`${path} is not a Switchboard database. It was left untouched; move it away or choose another profile folder.`,
	);

const unrecognised = (path: string, cause: unknown) =>
	new ConsoleError(
		"STORE_DAMAGED",
		`${path} is not a Switchboard database, or has lost its beginning. It was left untouched. The command “repair” looks for sessions in it; if it is another program's, move it away or choose another profile folder.`,
		{ cause },
	);

export const newer = (path: string, version: number) =>
	new ConsoleError(
		"STORE_NEWER",
		`The transcript database ${path} has format ${version}, this program knows ${SCHEMA_VERSION}. It was left untouched; use the newer Switchboard or another profile folder.`,
	);

export const damaged = (path: string, error: unknown) =>
	new ConsoleError(
		"STORE_DAMAGED",
		`The transcript database ${path} is damaged (${error instanceof Error ? error.message : String(error)}). The command “repair” saves what can still be read into a new one.`,
		{ cause: error },
	);

/** SQLite's word for an error; empty for any other error. */
const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : "");

/** SQLite makes a file beside a database that it reads, and could not: the folder is not to be written. */
export const needsCopy = (error: unknown): boolean => /^SQLITE_(CANTOPEN|READONLY)/.test(codeOf(error));

/** What is stored cannot be read, by whose ever fault. */
export const isUnreadable = (error: unknown): boolean => isDamage(error) || /^SQLITE_IOERR(_SHORT_READ|_READ)?$/.test(codeOf(error));

/** What is stored does not hold together; the disk and the rights on it are not to blame. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
