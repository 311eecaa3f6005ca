/** Worker thread that holds the profile's lock and the only connection that writes. */
import { parentPort, workerData } from "node:worker_threads";
import { assertNever, ConsoleError, toWireError } from "../../core/errors.ts";
import { createCompacting, hasRemoved } from "./compacting.ts";
import { bringBackLog, openForWriting } from "./database.ts";
import { acquireLock, type ProfileLock } from "./lock.ts";
import type { FromWriter, ToWriter, WriterData } from "./messages.ts";
import { createSessionOpener } from "./open-session.ts";
import { databaseIn } from "./profile-files.ts";
import { lastOrdinalGiven } from "./purge.ts";
import { damaged, isDamage } from "./recognise.ts";
import { createRescuer } from "./rescuer.ts";
import { takeRescued } from "./take-rescued.ts";
import { dropUnfinishedImports } from "./unfinished-imports.ts";
import { createBatchWriter } from "./write-batch.ts";
import { writeFailure } from "./write-failure.ts";

/** A pause this long is used to bring the log back into the database file. */
const IDLE_MS = 1000;
/** While nothing is written, what other programs do to the database is looked for this often. */
const LOOK_OUTSIDE_MS = 1000;
/** Closing gives room back for at most this long; the rest goes with the next start. */
const CLOSING_MS = 1500;

function start(): void {
	const port = parentPort;
	if (port === null) throw new Error("The writer runs in a worker thread only.");
	const say = (message: FromWriter): void => port.postMessage(message);
	const { profileDir, databasePath, kinds } = workerData as WriterData;
	let lock: ProfileLock | null = null;
	try {
		lock = acquireLock(profileDir);
		// One that was rescued in this run is recorded on as it is.
		const isOwn = databasePath === databaseIn(profileDir);
		const place = isOwn ? takeRescued(profileDir, databasePath, Date.now()) : { databasePath, note: "" };
		const db = openForWriting(place.databasePath);
		dropUnfinishedImports(db);
		serve(db, lock, place.note, say);
	} catch (error) {
		lock?.release();
		const { code, message } = toWireError(error instanceof ConsoleError || !isDamage(error) ? error : damaged(databasePath, error));
		if (code === "INTERNAL") {
			const failure = writeFailure(error);
			say({
				kind: "refused",
				code: "STORE_FAILED",
				message: `The profile ${profileDir} cannot be used: ${failure.message}.`,
				lasts: failure.lasts,
			});
		} else say({ kind: "refused", code, message, lasts: code === "STORE_DAMAGED" || code === "STORE_NEWER" });
		port.close();
	}

	function serve(db: ReturnType<typeof openForWriting>, held: ProfileLock, note: string, answer: (message: FromWriter) => void): void {
		const batches = createBatchWriter(db, kinds, (news) => answer({ kind: "outside", news }));
		const openSession = createSessionOpener(db);
		const compacting = createCompacting(db, answer, batches.forget);
		const rescuer = createRescuer(db, profileDir, answer, () => end());
		let idle: NodeJS.Timeout | null = null;
		const looking = setInterval(lookOutside, LOOK_OUTSIDE_MS);
		looking.unref();

		function lookOutside(): void {
			if (!rescuer.isSafe()) return;
			try {
				batches.lookOutside();
			} catch {
				// A database that cannot be read says so at the next commit.
			}
		}

		function tidy(): void {
			if (!rescuer.isSafe()) return;
			try {
				bringBackLog(db);
			} catch {
				// Nothing depends on it: what is in the log is safe there, and a disk that fails will say so at the next commit.
			}
		}

		function finishCompacting(): void {
			try {
				if (hasRemoved(db)) compacting.finish(CLOSING_MS);
			} catch {
				// What was removed stays marked as such; the next start goes on with it.
			}
		}

		function end(): void {
			if (idle !== null) clearTimeout(idle);
			clearInterval(looking);
			rescuer.dispose();
			compacting.stop();
			db.close();
			held.release();
			port?.close();
		}

		port?.on("message", (message: ToWriter) => {
			switch (message.kind) {
				case "batch": {
					if (idle !== null) clearTimeout(idle);
					const { id } = message.batch;
					// Looked at before, so that nothing is written where it would be lost; and after, so that nothing lost is called stored.
					if (!rescuer.isSafe()) return;
					try {
						const comparisons = batches.write(message.batch);
						if (!rescuer.isSafe()) return;
						answer({ kind: "committed", id, comparisons });
					} catch (error) {
						if (rescuer.isSafe()) answer({ kind: "failed", id, ...writeFailure(error) });
					}
					idle = setTimeout(tidy, IDLE_MS);
					return;
				}
				case "open":
					try {
						const opened = openSession(message.origin, message.facts);
						rescuer.opened({ row: opened.row, origin: message.origin, facts: opened.session.facts });
						answer({ kind: "opened", id: message.id, opened });
					} catch (error) {
						answer({
							kind: "openFailed",
							id: message.id,
							code: isDamage(error) ? "STORE_DAMAGED" : "STORE_FAILED",
							message: writeFailure(error).message,
						});
					}
					return;
				case "limitPages":
					db.pragma(`max_page_count = ${message.pages}`);
					return;
				case "compact":
					rescuer.mayShrink();
					compacting.start(message.mayStop);
					return;
				case "stopCompact":
					compacting.stop();
					return;
				case "close":
					finishCompacting();
					end();
					return;
				default:
					assertNever(message);
			}
		});

		// Everything that may be refused is asked before it is said to be ready.
		const mustCompact = hasRemoved(db);
		const lastOrdinal = lastOrdinalGiven(db);
		const lastBatch = db.prepare("SELECT last_batch FROM store").pluck().get() as number;
		answer({ kind: "ready", lastOrdinal, lastBatch, databasePath: db.name, note });
		if (mustCompact) {
			rescuer.mayShrink();
			compacting.start(false);
		}
	}
}

start();
