/** Worker thread of one backup: copies the database as it is at one moment, checks the copy, and only then gives it its name. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { renameSync } from "../files/open-files.ts";
import { makeDatabasePrivate } from "../files/private-files.ts";
import { systemWords } from "../files/system-words.ts";
import { openForReading } from "./database.ts";
import { makeFolder } from "./make-folder.ts";
import { holdProfile } from "./profile-files.ts";

/** Pages (1 MiB) copied between two looks at whether it was cancelled. */
const PAGES_PER_STEP = 256;

export interface BackupData {
	databasePath: string;
	path: string;
}

export type FromBackup =
	| { kind: "progress"; done: number; total: number }
	| { kind: "done"; bytes: number }
	| { kind: "cancelled" }
	| { kind: "failed"; message: string };

class Cancelled extends Error {}

const UNFINISHED = ".unfinished";

async function run(say: (message: FromBackup) => void): Promise<void> {
	const { databasePath, path } = workerData as BackupData;
	holdProfile(databasePath);
	const unfinished = `${path}.${process.pid}${UNFINISHED}`;
	let isCancelled = false;
	parentPort?.on("message", () => {
		isCancelled = true;
	});
	try {
		makeFolder(dirname(path));
		dropLeftovers(path);
		const bytes = await copy(databasePath, unfinished, say, () => isCancelled);
		// Another program may have made a file of that name meanwhile; it is not ours to replace.
		if (existsSync(path)) throw new Error("there is a file of that name already");
		renameSync(unfinished, path);
		say({ kind: "done", bytes });
	} catch (error) {
		for (const suffix of ["", "-wal", "-shm", "-journal"]) removeIfThere(unfinished + suffix);
		if (error instanceof Cancelled) say({ kind: "cancelled" });
		else say({ kind: "failed", message: systemWords(error) });
	} finally {
		parentPort?.close();
	}
}

function removeIfThere(path: string): void {
	try {
		rmSync(path, { force: true });
	} catch {
		// Its folder is no folder, so nothing was made there; the first error is the one to tell.
	}
}

/** A backup that was killed in the middle left its unfinished file behind. */
function dropLeftovers(path: string): void {
	for (const name of readdirSync(dirname(path))) {
		if (name.startsWith(`${basename(path)}.`) && name.endsWith(UNFINISHED)) rmSync(join(dirname(path), name), { force: true });
	}
}

async function copy(databasePath: string, target: string, say: (message: FromBackup) => void, isCancelled: () => boolean): Promise<number> {
	const source = openForReading(databasePath);
	try {
		// One read transaction around all steps holds one moment. Without it every commit of the recorder would start the copy anew.
		source.exec("BEGIN");
		source.prepare("SELECT count(*) FROM sqlite_schema").get();
		const pageBytes = source.pragma("page_size", { simple: true }) as number;
		makeDatabasePrivate(target);
		await source.backup(target, {
			progress({ totalPages, remainingPages }) {
				if (isCancelled()) throw new Cancelled();
				say({ kind: "progress", done: (totalPages - remainingPages) * pageBytes, total: totalPages * pageBytes });
				return PAGES_PER_STEP;
			},
		});
		source.exec("COMMIT");
	} finally {
		source.close();
	}
	return check(target, isCancelled);
}

/** The copy becomes one file without a log, whole, and on disk: SQLite syncs it when it leaves the log (synchronous is FULL by default). */
function check(target: string, isCancelled: () => boolean): number {
	const db = new Database(target);
	try {
		db.pragma("journal_mode = DELETE");
		const verdict = db.pragma("quick_check(1)", { simple: true });
		if (verdict !== "ok") throw new Error(`the copy does not hold together: ${String(verdict)}`);
		if (isCancelled()) throw new Cancelled();
		return (db.pragma("page_count", { simple: true }) as number) * (db.pragma("page_size", { simple: true }) as number);
	} finally {
		db.close();
	}
}

if (parentPort !== null) {
	const port = parentPort;
	void run((message) => port.postMessage(message));
}
