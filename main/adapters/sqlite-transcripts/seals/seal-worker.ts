/** Worker thread that computes seals, on a connection that cannot write. */
import { workerData } from "node:worker_threads";
import { type Answers, answerQuestions } from "../answering.ts";
import { openForReading } from "../database.ts";
import { createSessionSealer, type DueSession, type SealStep, type SessionSealer } from "./seal-session.ts";
import type { LastSeal } from "./stamping.ts";

export type SealRequests = {
	due: { args: { all: boolean }; result: DueSession[] };
	standing: { args: { sessionId: string }; result: ReturnType<SessionSealer["standing"]> };
	last: { args: { sessionId: string }; result: LastSeal | null };
	step: { args: { sessionId: string; budgetMs: number }; result: SealStep };
};

const CACHE_KIB = 1024;

const { databasePath, lastOrdinalBefore } = workerData as { databasePath: string; lastOrdinalBefore: number };

answerQuestions<SealRequests>((): Answers<SealRequests> => {
	const db = openForReading(databasePath);
	// It reads from one end to the other: a large cache would be filled with what is never asked for again.
	db.pragma(`cache_size = -${CACHE_KIB}`);
	const sealer = createSessionSealer(db, lastOrdinalBefore);
	return {
		due: ({ all }) => sealer.due(all),
		standing: ({ sessionId }) => sealer.standing(sessionId),
		last: ({ sessionId }) => sealer.last(sessionId),
		step: ({ sessionId, budgetMs }) => sealer.step(sessionId, budgetMs),
	};
});
