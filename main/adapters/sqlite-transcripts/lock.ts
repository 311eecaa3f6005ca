import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ConsoleError } from "../../core/errors.ts";
import { readFileSync, renameSync, writeFileSync } from "../files/open-files.ts";
import { makeDatabasePrivate } from "../files/private-files.ts";
import { lockIn } from "./profile-files.ts";
import { refuseNoFile } from "./refuse-no-file.ts";

const HOLDER_FILE = "recording.json";

export interface ProfileLock {
	release(): void;
}

interface Holder {
	pid: number;
	/** When it took the lock, ms since 1970. */
	sinceMs: number;
}

/**
 * The right to record on a profile. Held as an exclusive SQLite transaction on an empty file: the operating system drops it with the
 * process, however that ends, so no lock is ever stale. Who holds it stands in recording.json beside it; that file alone decides nothing.
 * Errors: STORE_LOCKED names the profile and the holder; STORE_FAILED where no file can be.
 */
export function acquireLock(profileDir: string): ProfileLock {
	refuseNoFile(lockIn(profileDir), false);
	makeDatabasePrivate(lockIn(profileDir));
	const db = new Database(lockIn(profileDir), { timeout: 0 });
	try {
		db.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		db.close();
		if (!isBusy(error)) throw error;
		throw new ConsoleError("STORE_LOCKED", lockedSentence(profileDir), {
			cause: error,
			detail: { profileDir, pid: holderPid(profileDir) },
		});
	}
	const holder = join(profileDir, HOLDER_FILE);
	writeFileSync(`${holder}.new`, `${JSON.stringify({ pid: process.pid, sinceMs: Date.now() } satisfies Holder)}\n`);
	renameSync(`${holder}.new`, holder);
	return {
		release() {
			rmSync(holder, { force: true });
			db.close();
		},
	};
}

/**
 * Since when another program records on this profile, ms since 1970; null when none does. The lock decides. It is tried only where somebody
 * said that it is held, so that looking is no hindrance to a program that is just taking it.
 */
export function recordingSinceMs(profileDir: string): number | null {
	const holder = readHolder(profileDir);
	if (holder === null || !existsSync(lockIn(profileDir))) return null;
	const db = new Database(lockIn(profileDir), { readonly: true, timeout: 0 });
	try {
		db.prepare("SELECT count(*) FROM sqlite_schema").get();
		return null;
	} catch (error) {
		if (!isBusy(error)) throw error;
		return holder.sinceMs ?? 0;
	} finally {
		db.close();
	}
}

function lockedSentence(profileDir: string): string {
	const pid = holderPid(profileDir);
	const who = pid === null ? "Another Switchboard" : `Another Switchboard (process ${pid})`;
	return `${who} already records on the profile ${profileDir}. Close it, or choose another profile folder; stored sessions can be read meanwhile.`;
}

function holderPid(profileDir: string): number | null {
	// Null also while the holder is just starting and has not said who it is.
	return readHolder(profileDir)?.pid ?? null;
}

/** An older program says its pid only. */
function readHolder(profileDir: string): Partial<Holder> | null {
	try {
		const { pid, sinceMs } = JSON.parse(readFileSync(join(profileDir, HOLDER_FILE), "utf8")) as Record<string, unknown>;
		return { ...(typeof pid === "number" && { pid }), ...(typeof sinceMs === "number" && { sinceMs }) };
	} catch {
		return null;
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
