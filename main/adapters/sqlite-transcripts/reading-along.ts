import { Worker } from "node:worker_threads";
import { type Asker, createAsker } from "./asker.ts";
import type { DatabasePlace } from "./profile-files.ts";
import type { ReadingRequests } from "./readings-requests.ts";

/** Sessions as people read them. */
export type ReadingAlong = Asker<ReadingRequests>;

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./readings-worker.ts", import.meta.url) : new URL("./store-readings.js", import.meta.url);

/** Main's side of the worker that reads sessions. It starts with the first question: loading the schemas of all events takes a moment. */
export function startReadingAlong(place: DatabasePlace, onWorker: (worker: Worker) => void): ReadingAlong {
	return createAsker(() => {
		const worker = new Worker(workerUrl(), { workerData: { databasePath: place.path }, name: "store-readings" });
		onWorker(worker);
		return worker;
	}, false);
}
