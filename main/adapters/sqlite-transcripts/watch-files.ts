import { type Stats, statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { readFileSync } from "../files/open-files.ts";
import { lockIn } from "./profile-files.ts";

/** The kernel's list of locks costs ten times a look at the files, and nothing is lost by lost locks alone. */
const LOCKS_EVERY_MS = 1000;
const LOG_HEADER_BYTES = 32;
const LOG_FRAME_HEADER_BYTES = 24;

export interface FileWatch {
	/**
	 * What happened to the database, its log or its locks, as the end of a sentence; null while they are as this connection opened them.
	 * A few microseconds, so that it can be asked after each commit.
	 */
	trouble(): string | null;
	/** The database may have become shorter by our own doing. */
	mayShrink(): void;
}

/** The files that a connection writes to, watched from outside: SQLite itself goes on in a file that has no name any more. */
export function createFileWatch(db: Database, profileDir: string): FileWatch {
	const [database, log, index] = ["", "-wal", "-shm"].map((suffix) => db.name + suffix) as [string, string, string];
	const opened = new Map([database, log, index].map((path) => [path, identityOf(path)]));
	const noopCheckpoint = db.prepare<[], { log: number }>("PRAGMA wal_checkpoint(NOOP)");
	const pageCount = db.prepare<[], number>("PRAGMA page_count").pluck();
	const pageBytes = db.pragma("page_size", { simple: true }) as number;
	const locked = [database, index, lockIn(profileDir)].filter((path) => hasLock(path));
	let databaseBytes = 0;
	let logBytes = 0;
	let locksSeenAtMs = performance.now();
	let shrinks = false;

	function ofDatabase(): string | null {
		const found = statSync(database, { throwIfNoEntry: false });
		const trouble = changed(database, found, "The database");
		if (trouble !== null || found === undefined) return trouble;
		if (found.size < databaseBytes && !shrinks && found.size < (pageCount.get() as number) * pageBytes)
			return `The database ${database} was cut short by something else`;
		shrinks = false;
		databaseBytes = found.size;
		return null;
	}

	function ofLog(): string | null {
		const found = statSync(log, { throwIfNoEntry: false });
		const trouble = changed(log, found, "The log beside the database,");
		if (trouble !== null || found === undefined) return trouble;
		if (found.size < logBytes) {
			// Another program may bring the log in and cut it, by SQLite's rules.
			const frames = noopCheckpoint.get()?.log ?? 0;
			if (frames > 0 && found.size < LOG_HEADER_BYTES + frames * (pageBytes + LOG_FRAME_HEADER_BYTES))
				return `The log beside the database, ${log}, was cut short by something else`;
		}
		logBytes = found.size;
		return null;
	}

	function changed(path: string, found: Stats | undefined, name: string): string | null {
		if (found === undefined) return `${name} ${path} was removed or moved by something else`;
		return sameFile(opened.get(path), found) ? null : `Another file has taken the place of ${path}`;
	}

	function ofLocks(): string | null {
		if (locked.length === 0 || performance.now() - locksSeenAtMs < LOCKS_EVERY_MS) return null;
		locksSeenAtMs = performance.now();
		const lost = locked.find((path) => !hasLock(path));
		if (lost === undefined) return null;
		if (identityOf(lost) === undefined) return `${lost} was removed or moved by something else`;
		return `The locks of this program on ${lost} are gone, so another program may change it meanwhile`;
	}

	return {
		trouble: () => ofDatabase() ?? ofLog() ?? ofLocks(),
		mayShrink() {
			shrinks = true;
		},
	};
}

interface Identity {
	dev: number;
	ino: number;
}

const identityOf = (path: string): Identity | undefined => statSync(path, { throwIfNoEntry: false });
const sameFile = (a: Identity | undefined, b: Identity): boolean => a?.ino === b.ino && a.dev === b.dev;

/** As the kernel tells, on Linux; elsewhere, and where its list names files otherwise, nothing is known and nothing is watched. */
function hasLock(path: string): boolean {
	const ino = identityOf(path)?.ino;
	if (ino === undefined) return false;
	try {
		const holder = String(process.pid);
		return readFileSync("/proc/locks", "utf8")
			.split("\n")
			.some((line) => line.includes(` ${holder} `) && line.includes(`:${ino} `));
	} catch {
		return false;
	}
}
