/** Worker thread that computes seals, on a connection that cannot write. */
import { workerData } from "node:worker_threads";
import { type Answers, answerQuestions } from "../answering.ts";
import { openForReading } from "../database.ts";
import { createSessionSealer, type DueSession, type SealStep, type SessionSealer } from "./seal-session.ts";

export type SealRequests = {
	due: { args: { all: boolean }; result: DueSession[] };
	standing: { args: { sessionId: string }; result: ReturnType<SessionSealer["standing"]> };
	step: { args: { sessionId: string; budgetMs: number }; result: SealStep };
};

const { databasePath } = workerData as { databasePath: string };

answerQuestions<SealRequests>((): Answers<SealRequests> => {
	const sealer = createSessionSealer(openForReading(databasePath));
	return {
		due: ({ all }) => sealer.due(all),
		standing: ({ sessionId }) => sealer.standing(sessionId),
		step: ({ sessionId, budgetMs }) => sealer.step(sessionId, budgetMs),
	};
});
