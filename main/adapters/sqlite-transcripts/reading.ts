import { Worker } from "node:worker_threads";
import { type Asker, createAsker } from "./asker.ts";
import type { DatabasePlace } from "./profile-files.ts";
import type { ReaderRequests } from "./reader-requests.ts";
import type { RecorderRequests } from "./recorded-elsewhere.ts";

export type Reading = Asker<ReaderRequests & RecorderRequests>;

const readerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./reader.ts", import.meta.url) : new URL("./store-reader.js", import.meta.url);

/** Main's side of the reader worker, which starts at once. */
export function startReading(place: DatabasePlace, onReader: (worker: Worker) => void): Reading {
	return createAsker(() => {
		const worker = new Worker(readerUrl(), {
			workerData: { databasePath: place.path, isCopy: place.copyOf !== undefined },
			name: "store-reader",
		});
		onReader(worker);
		return worker;
	}, true);
}
