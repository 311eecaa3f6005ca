import type { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import { systemWords } from "../files/system-words.ts";
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
	/** Lets the thread go, with what it was asked; the next question starts another one. */
	renew(): void;
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
	interface Thread {
		worker: Worker;
		asked: Map<number, Asked>;
	}
	let nextId = 1;
	let closed = false;
	let thread: Thread | null = startAtOnce ? start() : null;

	function start(): Thread {
		const spawned: Thread = { worker: spawn(), asked: new Map() };
		const { worker, asked } = spawned;
		let why = "";
		worker.on("message", (reply: FromWorker) => {
			const question = asked.get(reply.id);
			asked.delete(reply.id);
			if ("error" in reply) question?.reject(new ConsoleError(reply.error.code, reply.error.message, { detail: reply.error.detail }));
			else question?.resolve(reply.result);
		});
		worker.on("error", (error) => {
			why = `: ${systemWords(error)}`;
		});
		worker.on("exit", () => {
			if (thread === spawned) thread = null;
			const error = new ConsoleError(
				"STORE_FAILED",
				closed ? "The transcript store is closed." : `The transcript reader stopped${why}. Try again.`,
			);
			for (const { reject } of asked.values()) reject(error);
			asked.clear();
		});
		return spawned;
	}

	const end = ({ worker }: Thread): void => worker.postMessage({ id: 0, name: END, args: {} } satisfies ToWorker);

	return {
		ask(name, args) {
			if (closed) return Promise.reject(new ConsoleError("STORE_FAILED", "The transcript store is closed."));
			thread ??= start();
			const { worker, asked } = thread;
			const id = nextId++;
			worker.postMessage({ id, name, args } satisfies ToWorker);
			return new Promise((resolve, reject) => asked.set(id, { resolve: resolve as Asked["resolve"], reject }));
		},
		renew() {
			if (thread === null) return;
			end(thread);
			thread = null;
		},
		async close(isStuck = false) {
			closed = true;
			if (thread === null) return;
			const { worker } = thread;
			const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
			// Stopping a thread that is loading SQLite's addon ends the whole program: the addon cannot start while its thread is being stopped.
			if (!isStuck) end(thread);
			const limit = setTimeout(() => void worker.terminate(), isStuck ? 0 : END_LIMIT_MS);
			await ended;
			clearTimeout(limit);
		},
	};
}
