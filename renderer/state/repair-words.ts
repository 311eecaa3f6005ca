import { apartWords, type RepairOutcome, type RepairPhase } from "../../schemas/repair.ts";
import { groupCount, plural } from "./format.ts";

export const PHASE_WORDS: Record<RepairPhase, string> = {
	closing: "Closing links and writing what is pending.",
	checking: "Checking the whole database.",
	saving: "Saving what can be read into a new database.",
	opening: "Opening the database.",
};

export interface OutcomeWords {
	title: string;
	/** Nothing was lost, as far as that can be told. */
	isGood: boolean;
	lines: string[];
}

/** What a repair came to, in sentences; sessions that are not whole and paths are shown beside them. */
export function outcomeWords(outcome: RepairOutcome): OutcomeWords {
	switch (outcome.kind) {
		case "whole":
			return {
				title: "Nothing to repair",
				isGood: true,
				lines: ["The full check found nothing wrong. Nothing was changed.", ...apartLines(outcome.apart)],
			};
		case "cancelled":
			return { title: "The repair was stopped", isGood: false, lines: ["Everything is as it was."] };
		case "failed":
			return { title: "The repair did not succeed", isGood: false, lines: [outcome.message] };
		case "repaired": {
			const { sessions, entries, findings, lostEntries, damaged, unreadable } = outcome;
			const saved = `Saved: ${plural(sessions, "session")} with ${plural(entries, "entry", "entries")} and ${plural(findings, "finding")}.`;
			const lost =
				lostEntries === null
					? "How many entries are lost is not known: not every session could be read."
					: lostEntries === 0
						? "No entry that its session counts is missing."
						: `Lost: ${plural(lostEntries, "entry", "entries")}.`;
			const tables = unreadable.filter((table) => table !== "entries" && table !== "sessions");
			const others = tables.length === 0 ? [] : [`Not all could be read of: ${tables.join(", ")}.`];
			const isGood = lostEntries === 0 && damaged.length === 0 && tables.length === 0;
			return {
				title: isGood ? "The database was repaired" : "The database was repaired, with losses",
				isGood,
				lines: [saved, lost, ...others, ...apartLines(outcome.apart)],
			};
		}
	}
}

function apartLines(apart: readonly string[] | undefined): string[] {
	const words = apartWords(apart);
	return words === null ? [] : [words];
}

/** `400 of 600 entries`, for a session that is not whole. */
export const damagedWords = ({ entries, counted }: { entries: number; counted: number | null }): string =>
	counted === null ? `${plural(entries, "entry", "entries")} found` : `${groupCount(entries)} of ${plural(counted, "entry", "entries")}`;

/** `1 200 of 4 000 entries`; empty while nothing is known. */
export function progressWords({ done, total }: { done: number; total: number }): string {
	if (total > 0) return `${groupCount(done)} of ${plural(total, "entry", "entries")}`;
	return done > 0 ? plural(done, "entry", "entries") : "";
}
