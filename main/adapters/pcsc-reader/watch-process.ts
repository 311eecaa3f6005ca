import type { FromReader } from "./messages.ts";
import type { ReaderProcess, SpawnReader } from "./spawn-reader.ts";

/** Silence after which a process counts as hung, ms. With the step below it is noticed within 2 s. */
const SILENT_MS = 1500;
/** How long a process may take to say its first word: Node starting on a busy computer, ms. */
const FIRST_WORD_MS = 15_000;
const STEP_MS = 250;

export interface ProcessEnd {
	/** Rest of the sentence "the reader process …". */
	why: string;
	/** It was silent and was killed. */
	wasHung: boolean;
}

export interface WatchedProcess {
	readonly pid: number | undefined;
	send: ReaderProcess["send"];
	/** No more calls; resolves when the process is gone. */
	stop(): Promise<void>;
}

/** Starts a reader process and watches its heartbeat; one that falls silent is killed. */
export function watchProcess(spawn: SpawnReader, on: { message(message: FromReader): void; ended(end: ProcessEnd): void }): WatchedProcess {
	const child = spawn();
	let heardMs = performance.now();
	let limitMs = FIRST_WORD_MS;
	let stepMs = performance.now();
	let wasHung = false;
	let isStopped = false;
	let markGone = () => {};
	const gone = new Promise<void>((resolve) => {
		markGone = resolve;
	});

	const timer = setInterval(() => {
		const nowMs = performance.now();
		// When this process itself was late, its news from the other one is old too.
		if (nowMs - stepMs > 3 * STEP_MS) heardMs = nowMs;
		stepMs = nowMs;
		if (nowMs - heardMs <= limitMs || wasHung) return;
		wasHung = true;
		child.kill();
	}, STEP_MS);
	timer.unref();

	child.onMessage((message) => {
		heardMs = performance.now();
		limitMs = SILENT_MS;
		if (message.kind !== "beat" && !isStopped) on.message(message);
	});
	child.onExit((how) => {
		clearInterval(timer);
		markGone();
		if (!isStopped) on.ended({ why: wasHung ? "stopped answering and was ended" : `ended by itself (${how})`, wasHung });
	});

	return {
		get pid() {
			return child.pid;
		},
		send: (message) => child.send(message),
		stop() {
			isStopped = true;
			clearInterval(timer);
			child.kill();
			return gone;
		},
	};
}
