/** The repair of a damaged database by the console itself: what a window is told of it. Requests and events of `ipc.ts` under `repair.` speak in these words. */
import { gives, request } from "./shapes.ts";

/** `closing`: links are closed and what is pending is written; `opening`: the console opens the database again. */
export type RepairPhase = "closing" | "checking" | "saving" | "opening";

/** What a repair came to. */
export type RepairOutcome =
	/** Nothing was wrong with it, and nothing was changed. */
	| { kind: "whole"; database: string; apart?: string[] }
	| {
			kind: "repaired";
			database: string;
			/** The damaged one, as it was. */
			kept: string;
			/** SQLite's words. */
			problem: string;
			sessions: number;
			entries: number;
			findings: number;
			/** Entries that their sessions count and that could not be read; null when not every session could be read either. */
			lostEntries: number | null;
			/** Sessions that are not whole, at most MOST_NAMED of them, with what is there of them. */
			damaged: { session: string; entries: number; counted: number | null }[];
			moreDamaged: number;
			/** Other tables with something that could not be read. */
			unreadable: string[];
			/** Databases with sessions of an earlier run that were not merged; absent without one. */
			apart?: string[];
	  }
	| { kind: "cancelled" }
	| { kind: "failed"; message: string };

export const MOST_NAMED = 50;

/** What stands apart, and the way to take it in; the window and the command line say the same. Null where nothing does. */
export const apartWords = (apart: readonly string[] | undefined): string | null =>
	apart === undefined || apart.length === 0
		? null
		: `Sessions that an earlier run rescued stand apart and are not merged: ${apart.join(", ")}. To take one in, copy that file as transcripts.sqlite into a folder of its own, export the session from there (export ID --format jsonl --out FILE --data FOLDER), and import FILE here.`;

export interface RepairStatus {
	/** The database is open and the console answers. Otherwise a window can ask for nothing but the repair. */
	isOpen: boolean;
	/** Why it cannot be opened; null while it is open or being repaired. */
	problem: string | null;
	/** `total` is 0 where it is not known. Null: none is under way. */
	running: { phase: RepairPhase; done: number; total: number; isCancelling: boolean } | null;
	/** Of the last repair of this run, until somebody has read it. */
	outcome: RepairOutcome | null;
	profileDir: string;
}

export const REPAIR_REQUESTS = {
	/** Always answered, also while the database cannot be opened. */
	"repair.status": request({}, gives<RepairStatus>()),
	/**
	 * Closes every link, repairs, and opens the console again; `repair.changed` tells how it goes. Errors: JOB_RUNNING while one is under way,
	 * NOT_IN_THIS_HOST.
	 */
	"repair.start": request({}, gives<null>()),
	/** Everything stays as it was. Does nothing once the new database has its name. */
	"repair.cancel": request({}, gives<null>()),
	/** The outcome has been read. */
	"repair.dismiss": request({}, gives<null>()),
	/** Tries to open the database as it is once more: another program may have let it go. */
	"repair.retry": request({}, gives<null>()),
};
