import { closeSync, readSync, statSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { copyFileSync, openSync, writeFileSync } from "../files/open-files.ts";
import { migrate, SCHEMA_VERSION } from "./migrate.ts";
import { APPLICATION_ID } from "./migrations/0095-mark-as-ours.ts";

const PAGE_BYTES = 4096;
/** Places in SQLite's header, and kinds of pages: https://www.sqlite.org/fileformat2.html. */
const VERSIONS_AT = 18;
const PAGES_AT = 28;
const FIRST_TREE_AT = 100;
const TREES = { rows: [0x05, 0x0d], keys: [0x02, 0x0a] };
const LEAF_OF_ROWS = 0x0d;
const LOG = { with: 2, without: 1 };

/** What stands in `sqlite_schema`. */
interface Part {
	type: "table" | "index";
	name: string;
	rootpage: number;
	sql: string | null;
}

/**
 * Copies a damaged database and gives the copy another beginning. SQLite finds all tables through the first page; where each of ours begins is known
 * without it, because a new database is always made in the same order. What comes out may still be nothing that can be read.
 * The copy is one file without a log. Errors: those of the system.
 */
export function copyWithNewBeginning(damaged: string, copy: string): void {
	if (statSync(damaged, { throwIfNoEntry: false }) === undefined) writeFileSync(copy, "");
	else copyFileSync(damaged, copy);
	if (copyLog(damaged, copy)) {
		// Only with a beginning does SQLite look at the log, and closing brings that into the copy; with a first page of its own where it has one.
		writeBeginning(copy, LOG.with);
		const db = new Database(copy);
		db.pragma("user_version");
		db.close();
	}
	writeBeginning(copy, LOG.without);
}

function copyLog(from: string, to: string): boolean {
	try {
		copyFileSync(`${from}-wal`, `${to}-wal`);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
		throw error;
	}
}

function writeBeginning(path: string, log: number): void {
	const file = openSync(path, "r+");
	try {
		const first = firstPage(layoutOf(file));
		first.fill(log, VERSIONS_AT, VERSIONS_AT + 2);
		first.writeUInt32BE(Math.max(1, Math.floor(statSync(path).size / PAGE_BYTES)), PAGES_AT);
		writeSync(file, first, 0, PAGE_BYTES, 0);
	} finally {
		closeSync(file);
	}
}

/** A new database's, or that of one which SQLite has written anew as a whole: whichever fits more of the pages that are there. */
function layoutOf(file: number): Part[] {
	const [asMade, asRewritten] = [newLayout(false), newLayout(true)];
	return fitting(file, asRewritten) > fitting(file, asMade) ? asRewritten : asMade;
}

function newLayout(isRewritten: boolean): Part[] {
	const db = new Database(":memory:");
	try {
		db.pragma("auto_vacuum = INCREMENTAL");
		migrate(db);
		if (isRewritten) db.exec("VACUUM");
		return db.prepare<[], Part>("SELECT type, name, rootpage, sql FROM sqlite_schema").all();
	} finally {
		db.close();
	}
}

function fitting(file: number, layout: readonly Part[]): number {
	const kind = Buffer.alloc(1);
	return layout.filter(({ type, rootpage, sql }) => {
		const isOfRows = type === "table" && !/WITHOUT ROWID/.test(sql ?? "");
		return readSync(file, kind, 0, 1, (rootpage - 1) * PAGE_BYTES) === 1 && TREES[isOfRows ? "rows" : "keys"].includes(kind[0] as number);
	}).length;
}

/** Holds the tables and what SQLite makes for them; other indexes are not needed for reading, and would not find room. */
function firstPage(layout: readonly Part[]): Buffer {
	const db = new Database(":memory:");
	try {
		db.pragma("auto_vacuum = INCREMENTAL");
		for (const { type, name, sql } of layout)
			if (type === "table" && sql !== null && !name.startsWith("sqlite_")) db.exec(sql.replace(/\s+/g, " "));
		db.pragma(`application_id = ${APPLICATION_ID}`);
		db.pragma(`user_version = ${SCHEMA_VERSION}`);
		db.unsafeMode(true);
		db.pragma("writable_schema = ON");
		const place = db.prepare("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?");
		for (const { name, rootpage } of layout) place.run(rootpage, name);
		const first = db.serialize().subarray(0, PAGE_BYTES);
		if (first[FIRST_TREE_AT] !== LEAF_OF_ROWS) throw new Error("The tables do not find room on the first page.");
		return first;
	} finally {
		db.close();
	}
}
