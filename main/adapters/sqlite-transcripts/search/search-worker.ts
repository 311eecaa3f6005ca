/** Worker thread that searches. It may be stopped at any moment: an expression of the operator's runs in it. */
import { statSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { Database } from "better-sqlite3";
import { answerQuestions } from "../answering.ts";
import { openForReading } from "../database.ts";
import { indexPathOf } from "../profile-files.ts";
import { openIndexForReading } from "./index-file.ts";
import { createSearcher, type SearchRequests } from "./searcher.ts";

export interface SearchData {
	databasePath: string;
	/** Frames whose numbers of cards are masked: this thread loads no protocol. */
	secretive: readonly string[];
}

const { databasePath, secretive } = workerData as SearchData;

answerQuestions<SearchRequests>(() => {
	const database = openForReading(databasePath);
	const indexPath = indexPathOf(databasePath);
	let index: Database | null = null;
	let openedFile: number | undefined;

	/** The file may be made anew while this runs. Searches that began on the old one go on with it. */
	function currentIndex(): Database | null {
		const file = statSync(indexPath, { throwIfNoEntry: false })?.ino;
		if (index !== null && file === openedFile) return index;
		if (file === undefined) return null;
		index = openIndexForReading(database);
		openedFile = file;
		return index;
	}

	return createSearcher({ database, index: currentIndex, secretive: new Set(secretive) });
});
