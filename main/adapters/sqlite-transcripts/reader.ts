/** Worker thread with a connection that cannot write: paging, search, verifying and export never delay a commit or main. */
import { parentPort, workerData } from "node:worker_threads";
import { ConsoleError, toWireError } from "../../core/errors.ts";
import { openForReading } from "./database.ts";
import { createQueries } from "./queries.ts";
import type { FromReader, ReaderRequestName, ReaderRequests, ToReader } from "./reader-requests.ts";

export interface ReaderData {
	databasePath: string;
}

export type Queries = {
	[N in ReaderRequestName]: (args: ReaderRequests[N]["args"]) => ReaderRequests[N]["result"] | Promise<ReaderRequests[N]["result"]>;
};

function start(): void {
	const port = parentPort;
	if (port === null) throw new Error("The reader runs in a worker thread only.");
	const { databasePath } = workerData as ReaderData;
	let queries: Queries | null = null;

	async function answer({ id, name, args }: ToReader): Promise<FromReader> {
		try {
			queries ??= createQueries(openForReading(databasePath));
			const query = queries[name] as (args: unknown) => unknown;
			return { id, result: await query(args) };
		} catch (error) {
			return { id, error: explain(error) };
		}
	}

	port.on("message", (message: ToReader) => {
		void answer(message).then((reply) => port.postMessage(reply));
	});
}

function explain(error: unknown): { code: ConsoleError["code"]; message: string } {
	if (error instanceof ConsoleError) return toWireError(error);
	return {
		code: "STORE_FAILED",
		message: `The transcript database cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
	};
}

start();
