import { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import type { FromReader, ReaderRequestName, ReaderRequests, ToReader } from "./reader-requests.ts";

export interface Reading {
	/** Errors: what the reader answers; STORE_FAILED when it stopped. */
	ask<N extends ReaderRequestName>(name: N, args: ReaderRequests[N]["args"]): Promise<ReaderRequests[N]["result"]>;
	close(): Promise<void>;
}

interface Asked {
	resolve(result: unknown): void;
	reject(error: ConsoleError): void;
}

const readerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./reader.ts", import.meta.url) : new URL("./store-reader.js", import.meta.url);

/** Main's side of the reader worker. One that stopped is started again by the next question. */
export function startReading(databasePath: string, onReader: (worker: Worker) => void): Reading {
	const asked = new Map<number, Asked>();
	let nextId = 1;
	let closed = false;
	let worker: Worker | null = spawn();

	function spawn(): Worker {
		const spawned = new Worker(readerUrl(), { workerData: { databasePath }, name: "store-reader" });
		let why = "";
		spawned.on("message", (reply: FromReader) => {
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
		onReader(spawned);
		return spawned;
	}

	return {
		ask(name, args) {
			if (closed) return Promise.reject(new ConsoleError("STORE_FAILED", "The transcript store is closed."));
			worker ??= spawn();
			const id = nextId++;
			worker.postMessage({ id, name, args } satisfies ToReader);
			return new Promise((resolve, reject) => asked.set(id, { resolve: resolve as Asked["resolve"], reject }));
		},
		async close() {
			closed = true;
			await worker?.terminate();
		},
	};
}
