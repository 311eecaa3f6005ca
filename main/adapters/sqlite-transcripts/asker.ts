import type { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import type { Refusal } from "./messages.ts";

/** Questions a worker answers: name → arguments and result, which travel by structured clone. */
export type Questions = Record<string, { args: unknown; result: unknown }>;

export interface ToWorker {
	id: number;
	name: string;
	args: unknown;
}

export type FromWorker = { id: number; result: unknown } | { id: number; error: Refusal };

export interface Asker<Q extends Questions> {
	/** Errors: what the worker answers; STORE_FAILED when it stopped. */
	ask<N extends keyof Q & string>(name: N, args: Q[N]["args"]): Promise<Q[N]["result"]>;
	/** Asks the thread to end, and stops it when it takes longer than a moment; `isStuck`: it cannot hear, so it is stopped at once. */
	close(isStuck?: boolean): Promise<void>;
}

/** Name of the last message to a thread. */
export const END = "end";
/** A thread that hears ends at once; one that is in a long read does not hear. */
const END_LIMIT_MS = 3000;

interface Asked {
	resolve(result: unknown): void;
	reject(error: ConsoleError): void;
}

/** Main's side of a worker that answers questions. It starts with the first one, or at once; one that stopped is started again by the next question. */
export function createAsker<Q extends Questions>(spawn: () => Worker, startAtOnce: boolean): Asker<Q> {
	const asked = new Map<number, Asked>();
	let nextId = 1;
	let closed = false;
	let worker: Worker | null = startAtOnce ? start() : null;

	function start(): Worker {
		const spawned = spawn();
		let why = "";
		spawned.on("message", (reply: FromWorker) => {
			const question = asked.get(reply.id);
			asked.delete(reply.id);
			if ("error" in reply) question?.reject(new ConsoleError(reply.error.code, reply.error.message));
			else question?.resolve(reply.result);
		});
		spawned.on("error", (error) => {
			why = `: ${error instanceof Error ? error.message : String(error)}`;
		});
		spawned.on("exit", () => {
			if (worker === spawned) worker = null;
			const error = new ConsoleError(
				"STORE_FAILED",
				closed ? "The transcript store is closed." : `The transcript reader stopped${why}. Try again.`,
			);
			for (const { reject } of asked.values()) reject(error);
			asked.clear();
		});
		return spawned;
	}

	return {
		ask(name, args) {
			if (closed) return Promise.reject(new ConsoleError("STORE_FAILED", "The transcript store is closed."));
			worker ??= start();
			const id = nextId++;
			worker.postMessage({ id, name, args } satisfies ToWorker);
			return new Promise((resolve, reject) => asked.set(id, { resolve: resolve as Asked["resolve"], reject }));
		},
		async close(isStuck = false) {
			closed = true;
			if (worker === null) return;
			const ending = worker;
			const ended = new Promise<void>((resolve) => ending.once("exit", () => resolve()));
			// Stopping a thread that is loading SQLite's addon ends the whole program: the addon cannot start while its thread is being stopped.
			if (!isStuck) ending.postMessage({ id: 0, name: END, args: {} } satisfies ToWorker);
			const limit = setTimeout(() => void ending.terminate(), isStuck ? 0 : END_LIMIT_MS);
			await ended;
			clearTimeout(limit);
		},
	};
}
