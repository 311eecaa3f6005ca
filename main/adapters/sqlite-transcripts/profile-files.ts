import { dirname, join } from "node:path";
import { holdDatabases } from "../files/held-databases.ts";

export const databaseIn = (profileDir: string): string => join(profileDir, "transcripts.sqlite");
/** Where the database of a profile is now: another file once it had to be rescued. */
export interface DatabasePlace {
	path: string;
	/** The database that this is a copy of, made for this process alone because SQLite cannot open it where it is. */
	copyOf?: string;
}

export const lockIn = (profileDir: string): string => join(profileDir, "lock.sqlite");
export const indexPathOf = (databasePath: string): string => join(dirname(databasePath), "search.sqlite");

/** While SQLite has them open in this process, nothing else in this thread opens them; each thread that opens files says so for itself. */
export const holdProfile = (databasePath: string): (() => void) =>
	holdDatabases([databasePath, indexPathOf(databasePath), lockIn(dirname(databasePath))]);
