import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import type { SessionFacts, SessionOrigin } from "../../core/ports.ts";
import { makeDatabasePrivate } from "../files/private-files.ts";
import { openForWriting } from "./database.ts";
import { genesis } from "./hashing.ts";
import { makeFolder } from "./make-folder.ts";
import { isUnreadable } from "./recognise.ts";

/** A session as it was opened for recording. */
export interface OpenSession {
	row: number;
	origin: SessionOrigin;
	facts: SessionFacts;
}

export interface Rescued {
	databasePath: string;
	/** False: the old database could not be read, and the new one holds only what comes from now on. */
	isWhole: boolean;
}

const PREFIX = "transcripts-rescued-";
const APART = "transcripts-apart-";

/** Of the current time, sortable, fit for a file's name: 20261130-141205-042. */
export const fileStamp = (ms: number): string =>
	new Date(ms)
		.toISOString()
		.replace(/[-:]/g, "")
		.replace("T", "-")
		.replace(/\.(\d+)Z/, "-$1");

/** Rescued databases that wait to take the place of the profile's own, oldest first. */
export const rescuedIn = (profileDir: string): string[] => databasesIn(profileDir, PREFIX);

/** Rescued databases that stand apart, since the profile's own has sessions they do not hold; oldest first. */
export const apartIn = (profileDir: string): string[] => databasesIn(profileDir, APART);

/** Name of a rescued database that is to stand apart. */
export const apartFrom = (rescued: string): string => rescued.replace(PREFIX, APART);

function databasesIn(profileDir: string, prefix: string): string[] {
	try {
		return readdirSync(profileDir)
			.filter((name) => name.startsWith(prefix) && name.endsWith(".sqlite"))
			.sort()
			.map((name) => join(profileDir, name));
	} catch {
		return [];
	}
}

/**
 * Makes a new database beside the old one from what the open connection still sees, which is everything that was committed; where that cannot be
 * read, an empty one with the sessions that are recorded. The old files are not touched.
 * Errors: whatever SQLite and the system throw; nothing of the new one is left then.
 */
export function rescue(
	db: Database.Database,
	profileDir: string,
	sessions: readonly OpenSession[],
	lastBatch: number,
	nowMs: number,
): Rescued {
	const databasePath = join(profileDir, `${PREFIX}${fileStamp(nowMs)}.sqlite`);
	makeFolder(profileDir);
	makeDatabasePrivate(databasePath);
	try {
		try {
			db.prepare("VACUUM INTO ?").run(databasePath);
			return { databasePath, isWhole: true };
		} catch (error) {
			if (!isUnreadable(error)) throw error;
			rmSync(databasePath, { force: true });
			begin(databasePath, sessions, lastBatch);
			return { databasePath, isWhole: false };
		}
	} catch (error) {
		for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(databasePath + suffix, { force: true });
		throw error;
	}
}

function begin(databasePath: string, sessions: readonly OpenSession[], lastBatch: number): void {
	const db = openForWriting(databasePath);
	try {
		const insert = db.prepare(
			"INSERT INTO sessions (id, session_id, origin, facts, entries, last_ordinal, head, trouble_changes) VALUES (?, ?, ?, ?, 0, 0, ?, 0)",
		);
		db.transaction(() => {
			for (const { row, origin, facts } of sessions)
				insert.run(row, origin.sessionId, JSON.stringify(origin), JSON.stringify(facts), genesis(origin.sessionId));
			db.prepare("UPDATE store SET last_batch = ?").run(lastBatch);
		}).immediate();
	} finally {
		db.close();
	}
}
