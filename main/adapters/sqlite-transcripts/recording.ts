/** The life of the writer as main sees it: started, watched, started again, closed; and the health of the store. */
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { StoreCheck, StoreHealth } from "../../../schemas/ipc.ts";
import { assertNever, ConsoleError } from "../../core/errors.ts";
import type { SessionFacts, SessionOrigin } from "../../core/ports.ts";
import { frameKinds } from "../../core/protocols/table.ts";
import { systemWords } from "../files/system-words.ts";
import { createIntake, type Intake } from "./intake.ts";
import { createLogWatch } from "./log-watch.ts";
import type { FromWriter, OpenedSession, ToWriter, WriterData } from "./messages.ts";
import type { OutsideNews } from "./outside-writes.ts";
import type { DatabasePlace } from "./profile-files.ts";
import {
	afterExit,
	damageSentence,
	endedSentence,
	failingSentence,
	isOurs,
	logSentence,
	rescueSentence,
	retryPauseMs,
	unsafeSentence,
} from "./writer-rules.ts";

export interface Recording {
	intake: Intake;
	/** Errors: STORE_FAILED. */
	open(origin: SessionOrigin, facts: SessionFacts): Promise<OpenedSession>;
	health(): StoreHealth;
	onHealth(listener: (health: StoreHealth) => void): () => void;
	/** Resolves when everything accepted so far is on disk, or cannot be written now. */
	flushed(): Promise<void>;
	/** What a look at the database found. */
	checked(check: StoreCheck): void;
	/** Entries up to this ordinal were stored by earlier runs of the program. */
	lastOrdinalBefore: number;
	/** Another program wrote into the database in this run, or emptied its log. */
	isTouchedOutside(): boolean;
	/** What another program did to that session in this run, in one sentence; null when nothing is known. */
	foreignIn(sessionId: string): string | null;
	/** A sentence that stays until the program ends. */
	warn(sentence: string): void;
	/** What comes of it is told by `onCompacting`. */
	compact(mayStop: boolean): void;
	stopCompacting(): void;
	/** Errors: STORE_FAILED when something could not be written; the lock is released all the same. */
	close(): Promise<void>;
}

export interface RecordingOptions {
	profileDir: string;
	place: DatabasePlace;
	/** ms since 1970. */
	now(): number;
	onCommit(firstOrdinal: number, entries: number): void;
	onCompacting(news: CompactingNews): void;
	/** The database is another file now; `place` says which. */
	onMoved(): void;
	/** Each writer as it starts. */
	onWriter(worker: Worker): void;
}

export type CompactingNews = Extract<FromWriter, { kind: "compacting" | "compacted" }>;

interface Waiting {
	message: ToWriter;
	resolve(opened: OpenedSession): void;
	reject(error: ConsoleError): void;
}

const writerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./writer.ts", import.meta.url) : new URL("./store-writer.js", import.meta.url);

/** Errors: STORE_LOCKED, STORE_NEWER, STORE_FAILED. */
export async function startRecording(options: RecordingOptions): Promise<Recording> {
	const { profileDir, place } = options;
	let state: StoreHealth["state"] = "ok";
	let trouble = "";
	/** It fails, and trying again is no use. */
	let lasts = false;
	let logWarning = "";
	/** What became of the database in this run; stays until the program ends. */
	let note = "";
	const alarms = new Set<string>();
	let writtenOutside = "";
	let isTouchedOutside = false;
	const foreign = new Map<string, string>();
	let lastOrdinalBefore = 0;
	let check: StoreCheck | null = null;
	let worker: Worker | null = null;
	let intake: Intake | null = null;
	let lastCommitted = 0;
	/** Tries in a row that failed. */
	let failures = 0;
	let retryTimer: NodeJS.Timeout | null = null;
	let retry: () => void = () => {};
	let closing = false;
	let isRescued = false;
	let nextRequest = 1;
	const waiting = new Map<number, Waiting>();
	const listeners = new Set<(health: StoreHealth) => void>();
	const failureWaiters = new Set<() => void>();
	const start = { resolve: (): void => {}, reject: (_error: ConsoleError): void => {} };
	const started = new Promise<void>((resolve, reject) => Object.assign(start, { resolve, reject }));

	function health(): StoreHealth {
		const { entries, bytes } = intake?.pending() ?? { entries: 0, bytes: 0 };
		const message = state === "ok" ? "" : trouble;
		const warnings = [note, writtenOutside, ...alarms, damageSentence(check), logWarning].filter((text) => text !== "");
		const warning = warnings.length === 0 ? {} : { warning: warnings.join(" ") };
		return {
			state,
			message,
			databasePath: place.path,
			databaseBytes: sizeOnDisk(place.path),
			pendingEntries: entries,
			pendingBytes: bytes,
			...(state === "failing" && lasts && { lasts: true as const }),
			...warning,
			...(check !== null && { check }),
		};
	}

	function tell(): void {
		for (const listener of listeners) listener(health());
	}

	/** The warning comes and goes with the log. */
	const logWatch = createLogWatch(
		() => logSize(place.path),
		(bytes) => {
			const isNews = (logSentence(bytes) === "") !== (logWarning === "");
			if (!isNews) return;
			logWarning = logSentence(bytes);
			tell();
		},
	);

	function setState(next: StoreHealth["state"], message: string, isForGood = false): void {
		const changed = state !== next || trouble !== message || lasts !== isForGood;
		state = next;
		trouble = message;
		lasts = isForGood;
		if (changed) tell();
	}

	/** `isForGood`: only closing tries once more. */
	function failing(why: string, again: () => void, isForGood = false): void {
		intake?.interrupted();
		setState("failing", isForGood ? endedSentence(why) : failingSentence(why), isForGood);
		wakeWaiters();
		retry = again;
		if (closing || isForGood) return;
		retryTimer = setTimeout(retryNow, retryPauseMs(failures++));
	}

	function wakeWaiters(): void {
		for (const wake of failureWaiters) wake();
		failureWaiters.clear();
	}

	/** Whoever opens a session hears it, instead of waiting for a writer that may never come. */
	function refuseWaiting(error: ConsoleError): void {
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	}

	function retryNow(): void {
		if (retryTimer !== null) clearTimeout(retryTimer);
		retryTimer = null;
		retry();
	}

	function recovered(): void {
		failures = 0;
		setState("ok", "");
	}

	const resume = (): void => intake?.resume();

	function moved(databasePath: string, why: string): void {
		if (why !== "") note = why;
		if (place.path === databasePath) return;
		place.path = databasePath;
		options.onMoved();
	}

	function ready(lastOrdinal: number, lastBatch: number): void {
		if (intake === null) {
			lastCommitted = lastBatch;
			lastOrdinalBefore = lastOrdinal;
			const post = (batch: Extract<ToWriter, { kind: "batch" }>["batch"]): void =>
				worker?.postMessage({ kind: "batch", batch } satisfies ToWriter);
			intake = createIntake({ nextOrdinal: lastOrdinal + 1, nextBatch: lastBatch + 1, post, onCommit: options.onCommit });
			start.resolve();
		} else if (!isOurs(lastBatch, lastCommitted, intake.oldestBatch())) {
			failing("another program has recorded on this profile since; restart Switchboard", wakeWaiters, true);
			return;
		}
		for (const { message } of waiting.values()) worker?.postMessage(message);
		resume();
		if (intake.oldestBatch() === 0) recovered();
	}

	function received(message: FromWriter): void {
		switch (message.kind) {
			case "ready":
				moved(message.databasePath, message.note);
				ready(message.lastOrdinal, message.lastBatch);
				return;
			case "refused":
				start.reject(new ConsoleError(message.code, message.message));
				refuseWaiting(new ConsoleError(message.code, message.message));
				failing(message.message.replace(/\.$/, ""), spawn, message.lasts);
				return;
			case "committed":
				lastCommitted = message.id;
				recovered();
				intake?.committed(message.id, message.comparisons);
				logWatch.look();
				return;
			case "failed":
				failing(message.message, resume, message.lasts);
				return;
			case "opened":
				waiting.get(message.id)?.resolve(message.opened);
				waiting.delete(message.id);
				return;
			case "openFailed":
				waiting.get(message.id)?.reject(new ConsoleError(message.code, `The session cannot be stored: ${message.message}.`));
				waiting.delete(message.id);
				return;
			case "unsafe":
				intake?.interrupted();
				setState("failing", unsafeSentence(message.message));
				wakeWaiters();
				return;
			case "rescued":
				isRescued = true;
				moved(message.databasePath, rescueSentence(message));
				return;
			case "outside":
				outside(message.news);
				return;
			case "compacting":
			case "compacted":
				options.onCompacting(message);
				return;
			default:
				assertNever(message);
		}
	}

	function outside({ isWritten, sessionIds }: OutsideNews): void {
		isTouchedOutside = true;
		if (!isWritten && sessionIds.length === 0) return;
		const at = new Date(options.now()).toISOString();
		writtenOutside = `Another program wrote into the database (noticed at ${at}). Seals that this run makes from now on say so.`;
		for (const sessionId of sessionIds) {
			const sentence = `Another program changed session ${sessionId} in the database (noticed at ${at}): what stands at its end is not what was recorded here. Nothing more of it is sealed in this run.`;
			foreign.set(sessionId, sentence);
			alarms.add(sentence);
		}
		tell();
	}

	function spawn(): void {
		const data: WriterData = { profileDir, databasePath: place.path, kinds: frameKinds() };
		const spawned = new Worker(writerUrl(), { workerData: data, name: "store-writer" });
		let isRefused = false;
		let why = "";
		worker = spawned;
		spawned.on("message", (message: FromWriter) => {
			isRefused ||= message.kind === "refused";
			received(message);
		});
		spawned.on("error", (error) => {
			why = `: ${systemWords(error)}`;
			start.reject(new ConsoleError("STORE_FAILED", `The transcript store could not start${why}`, { cause: error }));
		});
		spawned.on("exit", () => {
			if (worker === spawned) worker = null;
			options.onCompacting({ kind: "compacted", outcome: closing ? "stopped" : "failed", message: `its writer stopped${why}` });
			start.reject(new ConsoleError("STORE_FAILED", "The transcript store stopped while starting."));
			const next = afterExit({ isRescued, isClosing: closing, isRefused, pendingEntries: intake?.pending().entries ?? 0 });
			isRescued = false;
			if (next === "startAgain") {
				intake?.interrupted();
				spawn();
			} else if (next === "failing") failing(`its writer stopped unexpectedly${why}`, spawn);
			else if (next === "closed") wakeWaiters();
		});
		options.onWriter(spawned);
	}

	function flushed(): Promise<void> {
		if (intake === null || state === "failing" || state === "closed") return Promise.resolve();
		return unlessFailing(intake.settled());
	}

	/** Also ends when a write fails meanwhile. */
	function unlessFailing(settled: Promise<void>): Promise<void> {
		return new Promise((resolve) => {
			failureWaiters.add(resolve);
			void settled.then(() => {
				failureWaiters.delete(resolve);
				resolve();
			});
		});
	}

	async function stopWorker(): Promise<void> {
		const stopping = worker;
		if (stopping === null) return;
		const exited = new Promise<void>((resolve) => stopping.once("exit", () => resolve()));
		stopping.postMessage({ kind: "close" } satisfies ToWriter);
		await exited;
	}

	async function close(): Promise<void> {
		if (closing) return;
		closing = true;
		logWatch.stop();
		if (state === "failing") {
			// One last try, at once.
			const tried = unlessFailing(intake?.settled() ?? Promise.resolve());
			retryNow();
			await tried;
		} else {
			await flushed();
		}
		await stopWorker();
		if (worker !== null) {
			await unlessFailing(intake?.settled() ?? Promise.resolve());
			await stopWorker();
		}
		const lost = intake?.pending().entries ?? 0;
		intake?.giveUp();
		const cause = trouble;
		setState("closed", "The transcript store is closed.");
		refuseWaiting(new ConsoleError("STORE_FAILED", "The transcript store was closed."));
		if (lost > 0)
			throw new ConsoleError("STORE_FAILED", `${lost} entries could not be written before closing. ${cause}`, { detail: { lost } });
	}

	spawn();
	try {
		await started;
	} catch (error) {
		closing = true;
		if (retryTimer !== null) clearTimeout(retryTimer);
		await (worker as Worker | null)?.terminate();
		throw error;
	}

	return {
		intake: intake as unknown as Intake,
		open(origin, facts) {
			const id = nextRequest++;
			return new Promise((resolve, reject) => {
				const message: ToWriter = { kind: "open", id, origin, facts };
				if (state === "closed") return reject(new ConsoleError("STORE_FAILED", "The transcript store is closed."));
				waiting.set(id, { message, resolve, reject });
				worker?.postMessage(message);
			});
		},
		health,
		onHealth(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		flushed,
		checked(found) {
			check = found;
			if (found.problem !== null) tell();
		},
		lastOrdinalBefore,
		isTouchedOutside: () => isTouchedOutside,
		foreignIn: (sessionId) => foreign.get(sessionId) ?? null,
		warn(sentence) {
			alarms.add(sentence);
			tell();
		},
		compact: (mayStop) => worker?.postMessage({ kind: "compact", mayStop } satisfies ToWriter),
		stopCompacting: () => worker?.postMessage({ kind: "stopCompact" } satisfies ToWriter),
		close,
	};
}

export const logSize = (databasePath: string): number => statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;

export const sizeOnDisk = (databasePath: string): number =>
	(statSync(databasePath, { throwIfNoEntry: false })?.size ?? 0) + logSize(databasePath);
