/** Worker thread that reads sessions into what people see of them, on a connection that cannot write: neither main nor paging waits for it. */
import { workerData } from "node:worker_threads";
import { answerQuestions } from "./answering.ts";
import { openForReading } from "./database.ts";
import { createReadings } from "./readings.ts";
import type { ReadingRequests } from "./readings-requests.ts";

const { databasePath } = workerData as { databasePath: string };

answerQuestions<ReadingRequests>(() => createReadings(openForReading(databasePath)));
