import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFileSync, renameSync } from "../files/open-files.ts";
import { databaseIn } from "./profile-files.ts";
import { fileStamp } from "./rescue.ts";

/** What a repair has saved, whole and on disk, until it has the database's name. */
export const REPAIRED = "transcripts-repaired-";
/** A log with less holds no page. */
const LOG_HEADER_BYTES = 32;

/**
 * Gives what a repair has saved the database's name, and the damaged one another: also when that repair ended between the two. Under the lock of the
 * profile only. Answers the name of the damaged one, null when there was nothing to do or no damaged one. Errors: those of the system.
 */
export function finishRepair(profileDir: string, nowMs: number, damaged = databaseIn(profileDir)): string | null {
	const saved = readdirSync(profileDir)
		.filter((name) => name.startsWith(REPAIRED) && name.endsWith(".sqlite"))
		.sort()
		.at(-1);
	if (saved === undefined) return null;
	const kept = join(profileDir, `transcripts-damaged-${fileStamp(nowMs)}.sqlite`);
	const moved = ["-wal", "-shm", ""].filter((suffix) => moveIfThere(damaged + suffix, kept + suffix));
	const database = databaseIn(profileDir);
	// Where a rescued one was repaired, an empty one may have the name.
	for (const suffix of ["-wal", "-shm", ""]) moveIfThere(database + suffix, `${kept.replace(/\.sqlite$/, "-former.sqlite")}${suffix}`);
	renameSync(join(profileDir, saved), database);
	return moved.length > 0 ? kept : null;
}

function moveIfThere(from: string, to: string): boolean {
	if (statSync(from, { throwIfNoEntry: false }) === undefined) return false;
	renameSync(from, to);
	return true;
}

const holdsEntries = (log: string): boolean => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_HEADER_BYTES;

/** The database is gone or was cut to nothing, and its log is still there: SQLite would take it for a new one, and remove the log. */
export const hasOnlyLog = (database: string): boolean =>
	(statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0 && holdsEntries(`${database}-wal`);

/** Other processes that hold a lock on one of these files, as the kernel tells on Linux; elsewhere that is not known, and none are named. */
export function othersWith(paths: readonly string[]): number[] {
	let lines: string[];
	try {
		lines = readFileSync("/proc/locks", "utf8").split("\n");
	} catch {
		return [];
	}
	const inodes = paths.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.ino ?? []);
	const found = lines.flatMap((line) => {
		const [, , , , holder, file] = line.trim().split(/\s+/);
		return inodes.some((ino) => file?.endsWith(`:${ino}`)) ? Number(holder) : [];
	});
	return [...new Set(found)].filter((pid) => pid !== process.pid);
}
