import { Worker } from "node:worker_threads";
import { READING_LIMIT_MS } from "../../core/limits.ts";
import type { FrameReader } from "../../core/ports.ts";
import { doorOf } from "../../core/protocols/table.ts";
import type { ReadFrame } from "../../core/session/machine.ts";
import { END, type FromThread, type ReadJob } from "./messages.ts";
import { readFrameOf } from "./read-frame.ts";
import { sharedCopy } from "./shared-copy.ts";

export interface FrameReaderOptions {
	/** Longest time for one frame, ms. */
	limitMs?: number;
	/** Heap of the thread, MiB. */
	heapMiB?: number;
}

/** Beyond what a value may cost (READING_COST_BYTES) the thread holds findings, walks and the schemas. */
const HEAP_MIB = 1536;

/** In the built program the thread's script lies beside; from source it is loaded as it stands. */
const scriptUrl = (): URL => new URL(import.meta.url.endsWith(".ts") ? "./frame-thread.ts" : "./frame-thread.js", import.meta.url);

/** A frame of this size is read on main in a few milliseconds, bytes. */
const READ_HERE_BYTES = 256 * 1024;

/** What the thread has to do, and whom to tell. */
interface Waiting extends ReadJob {
	done(decoded: ReadFrame): void;
}

/**
 * One thread for all sessions, started with the first large frame. A session has one frame in it at a time, so none can keep the others waiting
 * for more than that. A frame that takes too long, or more memory than there is, ends the thread: it is looked at once more for its name only, in
 * a new one, and comes back unread when that fails too.
 */
export function createFrameReader({ limitMs = READING_LIMIT_MS, heapMiB = HEAP_MIB }: FrameReaderOptions = {}): FrameReader {
	const queue: Waiting[] = [];
	let worker: Worker | null = null;
	/** It has loaded its code; until then no frame's time runs. */
	let isReady = false;
	let running: Waiting | null = null;
	let limit: NodeJS.Timeout | undefined;
	let nextId = 1;
	let closed = false;

	function start(): Worker {
		const spawned = new Worker(scriptUrl(), { name: "frame-reader", resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
		spawned.unref();
		spawned.on("message", (said: FromThread) => {
			if (said.ready) {
				isReady = true;
				if (running) startLimit();
			} else if (running?.id !== said.id) return;
			else if (said.decoded === null) tooDeep(running);
			else settle(running, said.decoded);
		});
		spawned.on("messageerror", () => {
			if (running) tooDeep(running);
		});
		// Told by its end, which follows.
		spawned.on("error", () => undefined);
		spawned.on("exit", () => {
			if (worker !== spawned) return;
			worker = null;
			isReady = false;
			if (running) failed(running);
		});
		return spawned;
	}

	function settle(job: Waiting, decoded: ReadFrame): void {
		clearTimeout(limit);
		running = null;
		job.done(decoded);
		next();
	}

	/**
	 * A value nested so deep that it cannot pass between threads. Reading itself knows no depth: a small one is read here, of a large one the name
	 * is looked at.
	 */
	function tooDeep(job: Waiting): void {
		if (job.bytes.length > READ_HERE_BYTES) failed(job);
		else settle(job, readFrameOf(job));
	}

	function failed(job: Waiting): void {
		clearTimeout(limit);
		running = null;
		if (job.onlyName || closed) job.done(doorOf(job.rule.protocol).unreadFrame(null));
		else queue.unshift({ ...job, onlyName: true });
		next();
	}

	function next(): void {
		if (running) return;
		const job = queue.shift();
		if (job === undefined) return;
		if (closed) {
			failed(job);
			return;
		}
		running = job;
		worker ??= start();
		const { id, rule, opcode, bytes, onlyName } = job;
		worker.postMessage({ id, rule, opcode, bytes, onlyName } satisfies ReadJob);
		if (isReady) startLimit();
	}

	function startLimit(): void {
		limit = setTimeout(() => void worker?.terminate(), limitMs);
		limit.unref();
	}

	return {
		async read(rule, opcode, bytes) {
			const shared = await sharedCopy(bytes);
			const decoded = await new Promise<ReadFrame>((done) => {
				queue.push({ id: nextId++, rule, opcode, bytes: shared, onlyName: false, done });
				next();
			});
			return { bytes: shared, decoded };
		},
		async close() {
			closed = true;
			const ending = worker;
			if (ending === null) {
				next();
				return;
			}
			const ended = new Promise((resolve) => ending.once("exit", resolve));
			if (running) void ending.terminate();
			else ending.postMessage(END);
			await ended;
		},
	};
}
