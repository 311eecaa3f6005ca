/** Worker thread that holds the profile's lock and the only connection that writes. */
import { parentPort, workerData } from "node:worker_threads";
import { assertNever, toWireError } from "../../core/errors.ts";
import { createCompacting, hasRemoved } from "./compacting.ts";
import { bringBackLog, openForWriting } from "./database.ts";
import { acquireLock, type ProfileLock } from "./lock.ts";
import type { FromWriter, ToWriter, WriterData } from "./messages.ts";
import { createSessionOpener } from "./open-session.ts";
import { lastOrdinalGiven } from "./purge.ts";
import { dropUnfinishedImports } from "./unfinished-imports.ts";
import { createBatchWriter } from "./write-batch.ts";

/** A pause this long is used to bring the log back into the database file. */
const IDLE_MS = 1000;
/** Closing gives room back for at most this long; the rest goes with the next start. */
const CLOSING_MS = 1500;

function start(): void {
	const port = parentPort;
	if (port === null) throw new Error("The writer runs in a worker thread only.");
	const say = (message: FromWriter): void => port.postMessage(message);
	const { profileDir, databasePath } = workerData as WriterData;
	let lock: ProfileLock | null = null;
	try {
		lock = acquireLock(profileDir);
		const db = openForWriting(databasePath);
		dropUnfinishedImports(db);
		serve(db, lock, say);
	} catch (error) {
		lock?.release();
		const { code, message } = toWireError(error);
		if (code === "INTERNAL")
			say({ kind: "refused", code: "STORE_FAILED", message: `The profile ${profileDir} cannot be used: ${words(error)}.` });
		else say({ kind: "refused", code, message });
		port.close();
	}

	function serve(db: ReturnType<typeof openForWriting>, held: ProfileLock, answer: (message: FromWriter) => void): void {
		const batches = createBatchWriter(db);
		const openSession = createSessionOpener(db);
		const compacting = createCompacting(db, answer, batches.forget);
		let idle: NodeJS.Timeout | null = null;

		function tidy(): void {
			try {
				bringBackLog(db);
			} catch {
				// Nothing depends on it: what is in the log is safe there, and a disk that fails will say so at the next commit.
			}
		}

		function finishCompacting(): void {
			try {
				compacting.finish(CLOSING_MS);
			} catch {
				// What was removed stays marked as such; the next start goes on with it.
			}
		}

		port?.on("message", (message: ToWriter) => {
			switch (message.kind) {
				case "batch": {
					if (idle !== null) clearTimeout(idle);
					const { id } = message.batch;
					try {
						answer({ kind: "committed", id, comparisons: batches.write(message.batch) });
					} catch (error) {
						answer({ kind: "failed", id, message: words(error) });
					}
					idle = setTimeout(tidy, IDLE_MS);
					return;
				}
				case "open":
					try {
						answer({ kind: "opened", id: message.id, opened: openSession(message.origin, message.facts) });
					} catch (error) {
						answer({ kind: "openFailed", id: message.id, code: "STORE_FAILED", message: words(error) });
					}
					return;
				case "limitPages":
					db.pragma(`max_page_count = ${message.pages}`);
					return;
				case "compact":
					compacting.start(message.mayStop);
					return;
				case "stopCompact":
					compacting.stop();
					return;
				case "close":
					if (idle !== null) clearTimeout(idle);
					if (hasRemoved(db)) finishCompacting();
					db.close();
					held.release();
					port.close();
					return;
				default:
					assertNever(message);
			}
		});

		const lastOrdinal = lastOrdinalGiven(db);
		const lastBatch = db.prepare("SELECT last_batch FROM store").pluck().get() as number;
		answer({ kind: "ready", lastOrdinal, lastBatch });
		if (hasRemoved(db)) compacting.start(false);
	}
}

/** SQLite's own words, with what a person can do about the one case that is theirs to mend. */
function words(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	const isFull = error instanceof Error && "code" in error && error.code === "SQLITE_FULL";
	return isFull ? "the disk is full; free some space" : text;
}

start();
