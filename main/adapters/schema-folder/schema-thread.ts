/** The thread in which one schema is compiled and judges messages. Main ends it when it takes too long. */
import { parentPort, workerData } from "node:worker_threads";
import { loadObservationSchema } from "../../core/protocols/foreign-loading.ts";
import type { SchemaAnswer, SchemaJob, SchemaOutcome, SchemaQuestion } from "./messages.ts";

const { text, questions, answered } = workerData as SchemaJob;
const counter = new Int32Array(answered);
const loading = loadObservationSchema(text);
if (loading.ok) {
	questions.on("message", ({ number, text }: SchemaQuestion) => {
		const answer: SchemaAnswer = { number, findings: loading.check(text) };
		questions.postMessage(answer);
		Atomics.store(counter, 0, number);
		Atomics.notify(counter, 0);
	});
}
const outcome: SchemaOutcome = loading.ok
	? { kind: "ready", title: loading.title, form: loading.form, sample: loading.sample }
	: { kind: "refused", refusal: loading.refusal };
parentPort?.postMessage(outcome);
