/** Worker thread with a connection that cannot write: paging, search, verifying and export never delay a commit or main. */
import { dirname } from "node:path";
import { workerData } from "node:worker_threads";
import { answerQuestions } from "./answering.ts";
import { openForReading, openForWriting } from "./database.ts";
import { holdProfile } from "./profile-files.ts";
import { createQueries } from "./queries.ts";
import type { ReaderRequests } from "./reader-requests.ts";
import { answerRecordedElsewhere, type RecorderRequests } from "./recorded-elsewhere.ts";
import { headsLogOf } from "./seals/heads-log.ts";

const { databasePath, isCopy } = workerData as { databasePath: string; isCopy: boolean };
// Exports are written in this thread.
holdProfile(databasePath);

answerQuestions<ReaderRequests & RecorderRequests>(() => {
	// Its log is brought in, and an older format up to date: nobody else has the copy.
	if (isCopy) openForWriting(databasePath).close();
	const db = openForReading(databasePath);
	return { ...createQueries(db, headsLogOf(databasePath)), ...answerRecordedElsewhere(db, dirname(databasePath)) };
});
