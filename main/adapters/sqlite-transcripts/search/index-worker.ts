/** Worker thread that fills the search index; the only one that writes to it. */
import { workerData } from "node:worker_threads";
import type { StoreCheck } from "../../../../schemas/ipc.ts";
import { type Answers, answerQuestions } from "../answering.ts";
import { checkDatabase } from "../check-database.ts";
import { openForReading } from "../database.ts";
import { indexPathOf } from "../profile-files.ts";
import { createIndexFiller, type IndexState } from "./fill-index.ts";
import { dropIndex, identityOf, openIndexForWriting } from "./index-file.ts";

export type IndexRequests = {
	step: { args: { budgetMs: number }; result: IndexState };
	/** The thread that nobody waits for also looks once whether the database holds together. */
	check: { args: Record<string, never>; result: StoreCheck };
};

const { databasePath } = workerData as { databasePath: string };

answerQuestions<IndexRequests>((): Answers<IndexRequests> => {
	const database = openForReading(databasePath);
	const identity = identityOf(database);
	const indexPath = indexPathOf(databasePath);
	let index = openIndexForWriting(indexPath, identity);
	let filler = createIndexFiller(database, index);
	return {
		check: () => checkDatabase(database),
		step({ budgetMs }) {
			try {
				return filler.step(budgetMs);
			} catch (error) {
				if (!(error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code)))) throw error;
				index.close();
				dropIndex(indexPath);
				index = openIndexForWriting(indexPath, identity);
				filler = createIndexFiller(database, index);
				return filler.step(budgetMs);
			}
		},
	};
});
