import { parentPort } from "node:worker_threads";
import { ConsoleError, toWireError } from "../../core/errors.ts";
import { systemWords } from "../files/system-words.ts";
import { END, type FromWorker, type Questions, type ToWorker } from "./asker.ts";
import type { Refusal } from "./messages.ts";

export type Answers<Q extends Questions> = {
	[N in keyof Q]: (args: Q[N]["args"]) => Q[N]["result"] | Promise<Q[N]["result"]>;
};

/** A worker's side: answers what main asks. `open` is called with the first question. */
export function answerQuestions<Q extends Questions>(open: () => Answers<Q>): void {
	const port = parentPort;
	if (port === null) throw new Error("This runs in a worker thread only.");
	let answers: Answers<Q> | null = null;

	async function answer({ id, name, args }: ToWorker): Promise<FromWorker> {
		try {
			answers ??= open();
			const query = answers[name] as (args: unknown) => unknown;
			return { id, result: await query(args) };
		} catch (error) {
			return { id, error: explain(error) };
		}
	}

	port.on("message", (message: ToWorker) => {
		// Ends this thread only, with what it is doing.
		if (message.name === END) process.exit();
		void answer(message).then((reply) => port.postMessage(reply));
	});
}

function explain(error: unknown): Refusal {
	if (error instanceof ConsoleError) return toWireError(error);
	return {
		code: "STORE_FAILED",
		message: `The transcript database cannot be read: ${systemWords(error)}.`,
	};
}
