/** Worker thread that reads sessions into conversations and tables, on a connection that cannot write: neither main nor paging waits for it. */
import { workerData } from "node:worker_threads";
import { answerQuestions } from "./answering.ts";
import type { ConversationRequests } from "./conversation-requests.ts";
import { createConversations } from "./conversations.ts";
import { openForReading } from "./database.ts";
import type { TableRequests } from "./table-requests.ts";
import { createTables } from "./tables.ts";

const { databasePath } = workerData as { databasePath: string };

answerQuestions<ConversationRequests & TableRequests>(() => {
	const db = openForReading(databasePath);
	return { ...createConversations(db), ...createTables(db) };
});
