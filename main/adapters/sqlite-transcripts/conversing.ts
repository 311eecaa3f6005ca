import { Worker } from "node:worker_threads";
import { type Asker, createAsker } from "./asker.ts";
import type { ConversationRequests } from "./conversation-requests.ts";
import type { DatabasePlace } from "./profile-files.ts";
import type { TableRequests } from "./table-requests.ts";

/** Conversations and tables: sessions as people read them. */
export type Conversing = Asker<ConversationRequests & TableRequests>;

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts")
		? new URL("./conversation-worker.ts", import.meta.url)
		: new URL("./store-conversation.js", import.meta.url);

/** Main's side of the conversation worker. It starts with the first question: loading the schemas of all events takes a moment. */
export function startConversing(place: DatabasePlace, onWorker: (worker: Worker) => void): Conversing {
	return createAsker(() => {
		const worker = new Worker(workerUrl(), { workerData: { databasePath: place.path }, name: "store-conversation" });
		onWorker(worker);
		return worker;
	}, false);
}
