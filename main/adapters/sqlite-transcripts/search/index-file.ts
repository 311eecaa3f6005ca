/**
 * The search index: a file of its own beside the database. It holds nothing that cannot be made again, so it is never waited for, never
 * part of a backup, and thrown away when it does not fit. A file of its own has its own lock: filling it never delays a commit.
 */
import { rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { makeDatabasePrivate } from "../../files/private-files.ts";
import { indexPathOf } from "../profile-files.ts";

type Connection = Database.Database;

/** One row of the index stands for this many ordinals. Neighbours say much the same, so a block has few more threes than one entry. */
export const ORDINALS_PER_BLOCK = 128;
export const blockOf = (ordinal: number): number => Math.floor((ordinal - 1) / ORDINALS_PER_BLOCK);
export const firstOrdinalOf = (block: number): number => block * ORDINALS_PER_BLOCK + 1;
export const lastOrdinalOf = (block: number): number => (block + 1) * ORDINALS_PER_BLOCK;

export const indexSize = (indexPath: string): number =>
	["", "-wal"].reduce((sum, suffix) => sum + (statSync(indexPath + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);

const FORMAT = 1;
const CACHE_KIB = 4096;
/** 8 MiB */
const AUTO_CHECKPOINT_PAGES = 2048;

/** `blocks` says what a block holds at all, so that a search by time or sequence passes over most of them. */
const SCHEMA = `
	CREATE TABLE progress (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		identity TEXT NOT NULL,
		next_block INTEGER NOT NULL,
		last_hash BLOB,
		last_ordinal INTEGER NOT NULL,
		purged INTEGER NOT NULL
	) STRICT;
	CREATE TABLE blocks (
		block INTEGER PRIMARY KEY,
		from_ms INTEGER,
		to_ms INTEGER,
		dirs INTEGER NOT NULL,
		kinds INTEGER NOT NULL,
		from_sequence INTEGER,
		to_sequence INTEGER
	) STRICT;
	CREATE VIRTUAL TABLE grams USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
	PRAGMA user_version = ${FORMAT};
`;

/** For the one thread that fills it. A file that is of another format, of another database or damaged is made anew. */
export function openIndexForWriting(indexPath: string, identity: string): Connection {
	try {
		const db = open(indexPath);
		const version = db.pragma("user_version", { simple: true });
		const isOurs = version === FORMAT && db.prepare("SELECT identity FROM progress").pluck().get() === identity;
		if (isOurs) return db;
		db.close();
	} catch {
		// What is wrong with it does not matter: it is made anew.
	}
	dropIndex(indexPath);
	const db = open(indexPath);
	db.transaction(() => {
		db.exec(SCHEMA);
		db.prepare("INSERT INTO progress VALUES (1, ?, 0, NULL, 0, 0)").run(identity);
	}).immediate();
	return db;
}

function open(indexPath: string): Connection {
	makeDatabasePrivate(indexPath);
	const db = new Database(indexPath);
	try {
		db.pragma("journal_mode = WAL");
		// It may be lost with a power cut, never damaged; then it is filled again from where it was.
		db.pragma("synchronous = NORMAL");
		db.pragma(`cache_size = -${CACHE_KIB}`);
		db.pragma(`wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES}`);
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

export function dropIndex(indexPath: string): void {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(indexPath + suffix, { force: true });
}

/**
 * Whether the index was made from what this database holds. A database that was put back from a backup has the same identity, but other
 * entries after some point: the last entry in the index tells.
 */
export function isMadeFrom(database: Connection, index: Connection): boolean {
	const progress = index.prepare("SELECT last_hash AS hash, last_ordinal AS ordinal FROM progress").get() as {
		hash: Buffer | null;
		ordinal: number;
	};
	if (progress.hash === null) return true;
	const stored = database.prepare("SELECT hash FROM entries WHERE ordinal = ?").pluck().get(progress.ordinal) as Buffer | undefined;
	if (stored !== undefined) return stored.equals(progress.hash);
	return database.prepare("SELECT 1 FROM purged WHERE ? BETWEEN first_ordinal AND last_ordinal").get(progress.ordinal) !== undefined;
}

export const identityOf = (database: Connection): string => database.prepare("SELECT id FROM identity").pluck().get() as string;

/** Blocks that are in the index: all below this one. */
export const nextBlockOf = (index: Connection): number => index.prepare("SELECT next_block FROM progress").pluck().get() as number;

/** For those who search; null while there is none that can be used. */
export function openIndexForReading(database: Connection): Connection | null {
	const indexPath = indexPathOf(database.name);
	if (statSync(indexPath, { throwIfNoEntry: false }) === undefined) return null;
	let db: Connection | null = null;
	try {
		db = new Database(indexPath, { readonly: true });
		if (db.pragma("user_version", { simple: true }) !== FORMAT) throw new Error("another format");
		if (db.prepare("SELECT identity FROM progress").pluck().get() !== identityOf(database)) throw new Error("another database");
		if (!isMadeFrom(database, db)) throw new Error("an earlier day of this database");
		return db;
	} catch {
		db?.close();
		return null;
	}
}

/** Ordinals of that database after the last one in its index. */
export function notIndexed(database: Connection): number {
	const last = database.prepare("SELECT coalesce(max(ordinal), 0) FROM entries").pluck().get() as number;
	const index = openIndexForReading(database);
	if (index === null) return last;
	try {
		return Math.max(0, last - nextBlockOf(index) * ORDINALS_PER_BLOCK);
	} finally {
		index.close();
	}
}
