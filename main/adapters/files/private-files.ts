import { chmodSync, statSync } from "node:fs";
import { writeNewFileSync } from "./open-files.ts";

const OTHERS = 0o077;

/** What SQLite makes beside a database gets the database's own mode. */
const SUFFIXES = ["", "-wal", "-shm", "-journal"];

/**
 * Before SQLite opens a database to write: it is made for this user only, and what an older version or a hand left open to others is closed to
 * them, whatever the folder and the umask say. Windows knows no such modes.
 * Errors: those of the system when the file cannot be made.
 */
export function makeDatabasePrivate(path: string): void {
	if (statSync(path, { throwIfNoEntry: false }) === undefined) makeEmpty(path);
	for (const suffix of SUFFIXES) closeToOthers(path + suffix);
}

function makeEmpty(path: string): void {
	try {
		writeNewFileSync(path, "");
	} catch (error) {
		// Another program was quicker.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

function closeToOthers(path: string): void {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined || (found.mode & OTHERS) === 0) return;
	try {
		chmodSync(path, 0o600);
	} catch {
		// Somebody else's file, or a file system without modes; writing to it may work all the same.
	}
}
