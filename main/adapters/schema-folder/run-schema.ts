import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ProfileSchemas, RunningSchema } from "../../core/ports.ts";
import type { SchemaAnswer, SchemaJob, SchemaOutcome, SchemaQuestion } from "./messages.ts";

export interface SchemaLimits {
	/** For starting the thread and compiling. */
	loadMs: number;
	/** For one answer; main waits as long. */
	checkMs: number;
	heapMiB: number;
}

export const SCHEMA_LIMITS: SchemaLimits = { loadMs: 10_000, checkMs: 1_500, heapMiB: 192 };

type Loading = Awaited<ReturnType<ProfileSchemas["load"]>>;

/** In the built program the thread's script lies beside; from source it is loaded as it stands. */
const scriptUrl = (): URL => new URL(import.meta.url.endsWith(".ts") ? "./schema-thread.ts" : "./schema-thread.js", import.meta.url);

/** Compiles a schema in a thread of its own. The thread lives until `stop`, or until it breaks a limit. */
export function runSchema(text: string, limits: SchemaLimits = SCHEMA_LIMITS): Promise<Loading> {
	return new Promise((resolve) => {
		const { port1: questions, port2: theirs } = new MessageChannel();
		const answered = new SharedArrayBuffer(4);
		const job: SchemaJob = { text, questions: theirs, answered };
		const worker = new Worker(scriptUrl(), {
			workerData: job,
			transferList: [theirs],
			resourceLimits: { maxOldGenerationSizeMb: limits.heapMiB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
			// What it says of itself would be the schema's words.
			stdout: true,
			stderr: true,
		});
		worker.unref();
		let isOver = false;
		const end = () => {
			if (isOver) return;
			isOver = true;
			questions.close();
			void worker.terminate();
		};
		const refuse = (message: string) => {
			end();
			resolve({ ok: false, refusal: { pointer: "", message, wayOn: "Give a simpler schema; the stand-in stays in force." } });
		};
		const timer = setTimeout(() => refuse(`It could not be compiled within ${limits.loadMs / 1000} s.`), limits.loadMs);
		worker.once("message", (outcome: SchemaOutcome) => {
			clearTimeout(timer);
			if (outcome.kind === "refused") {
				end();
				resolve({ ok: false, refusal: outcome.refusal });
			} else {
				const check = createAsker(questions, answered, limits.checkMs, () => isOver, end);
				const schema: RunningSchema = { title: outcome.title, form: outcome.form, sample: outcome.sample, check, stop: end };
				resolve({ ok: true, schema });
			}
		});
		worker.once("error", (error: NodeJS.ErrnoException) => {
			clearTimeout(timer);
			refuse(
				error.code === "ERR_WORKER_OUT_OF_MEMORY"
					? "It takes more memory than a schema may."
					: "It made the program that compiles it fail.",
			);
		});
		worker.once("exit", () => {
			clearTimeout(timer);
			refuse("It made the program that compiles it end.");
		});
	});
}

/** Where a main thread may not sleep it looks again and again: the same wait, at more cost. */
function waitFor(counter: Int32Array, value: number, limitMs: number): void {
	try {
		Atomics.wait(counter, 0, value, limitMs);
	} catch (thrown) {
		if (!(thrown instanceof TypeError)) throw thrown;
	}
}

/** Asks and waits. After one answer that did not come in time the thread is ended and every answer is null. */
function createAsker(
	questions: MessagePort,
	answered: SharedArrayBuffer,
	limitMs: number,
	isOver: () => boolean,
	end: () => void,
): RunningSchema["check"] {
	const counter = new Int32Array(answered);
	let last = 0;
	return (text) => {
		if (isOver()) return null;
		last += 1;
		const question: SchemaQuestion = { number: last, text };
		questions.postMessage(question);
		const endMs = performance.now() + limitMs;
		for (;;) {
			const received = receiveMessageOnPort(questions) as { message: SchemaAnswer } | undefined;
			if (received?.message.number === last) return received.message.findings;
			const leftMs = endMs - performance.now();
			if (received === undefined) {
				if (leftMs <= 0) break;
				waitFor(counter, last - 1, leftMs);
			}
		}
		end();
		return null;
	};
}
