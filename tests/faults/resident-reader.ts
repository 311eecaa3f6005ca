/**
 * A program that stays and looks into a database whenever it is told to, so that a look costs no start. Each look opens the file, reads, and closes it
 * as a program of its own would: another process than the recorder, with locks of its own. Started by outside-readers.ts, which talks to it by IPC.
 */
import Database from "better-sqlite3";

/** `hold` reads on until the next message; `release` ends that. */
export interface Look {
	how: "browse" | "read" | "hold" | "release";
	file: string;
}
/** Null when it could. */
export type Looked = string | null;

const COUNT = "SELECT count(*) FROM entries";
let held: Database.Database | null = null;

const LOOKS: Record<Look["how"], (file: string) => void> = {
	/** As database browsers do: for writing, a look at everything, the log brought in and cut, and another journal mode tried. */
	browse(file) {
		const db = new Database(file, { timeout: 2000 });
		try {
			db.pragma("journal_mode");
			db.prepare(COUNT).get();
			db.pragma("integrity_check");
			db.pragma("wal_checkpoint(TRUNCATE)");
			unlessBusy(() => db.exec("PRAGMA journal_mode = DELETE"));
			unlessBusy(() => db.exec("PRAGMA journal_mode = WAL"));
		} finally {
			db.close();
		}
	},
	read(file) {
		const db = new Database(file, { readonly: true });
		try {
			db.prepare(COUNT).get();
		} finally {
			db.close();
		}
	},
	hold(file) {
		held = new Database(file, { readonly: true });
		held.exec("BEGIN");
		held.prepare(COUNT).get();
	},
	release() {
		held?.close();
		held = null;
	},
};

function unlessBusy(work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!String((error as { code?: string }).code).startsWith("SQLITE_BUSY")) throw error;
	}
}

process.on("message", ({ how, file }: Look) => {
	let problem: Looked = null;
	try {
		LOOKS[how](file);
	} catch (error) {
		problem = String(error);
	}
	process.send?.(problem);
});
