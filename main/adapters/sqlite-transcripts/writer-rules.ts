/** What follows from what the writer says, and the sentences people read about it. Pure. */
import type { StoreCheck } from "../../../schemas/ipc.ts";
import { LOG_WARN_BYTES } from "./log-size.ts";
import type { FromWriter } from "./messages.ts";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/** Until the next try, after that many failed ones in a row. */
export const retryPauseMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);

/** How things stood when the writer's thread ended. */
export interface WriterExit {
	/** It saved what was stored into a new database, which is recorded on. */
	isRescued: boolean;
	/** The store is being closed. */
	isClosing: boolean;
	/** It did not take the database, and said why. */
	isRefused: boolean;
	pendingEntries: number;
}

/** `startAgain`: also at the end, while what is pending has not been written anywhere yet. `rest`: a refusal has said everything. */
export function afterExit({ isRescued, isClosing, isRefused, pendingEntries }: WriterExit): "startAgain" | "failing" | "closed" | "rest" {
	if (isRescued && (!isClosing || pendingEntries > 0)) return "startAgain";
	if (isClosing) return "closed";
	return isRefused ? "rest" : "failing";
}

/**
 * Whether a writer that started again finds the database as this program left it: its last transaction is the last one known here, or the one
 * that was under way. Ordinals given out here may be taken there otherwise: writing on would mix two recordings.
 */
export const isOurs = (lastBatch: number, lastCommitted: number, oldestBatch: number): boolean =>
	lastBatch === lastCommitted || lastBatch === oldestBatch;

export const failingSentence = (why: string): string =>
	`The transcript cannot be written: ${why}. Everything is kept in memory and tried again; nothing is acknowledged meanwhile.`;

/** Of one that no further try would change. */
export const endedSentence = (why: string): string =>
	`The transcript cannot be written any more: ${why}. Nothing more is stored or acknowledged; what came is kept in memory until Switchboard ends.`;

export const unsafeSentence = (why: string): string =>
	`${why}. What comes is kept in memory; what is stored is being saved into a new database beside the old one.`;

/** Empty while the log is small. */
export function logSentence(bytes: number): string {
	if (bytes < LOG_WARN_BYTES) return "";
	const mib = Math.round(bytes / 1024 / 1024);
	return `The log beside the database has grown to ${mib} MiB because something reads from the database for a long time; it shrinks when that ends.`;
}

/** Empty when nothing is damaged. */
export function damageSentence(check: StoreCheck | null): string {
	if (check === null || check.problem === null) return "";
	const first = check.problem.split(/[\n;]/).find((line) => line.trim() !== "" && !line.startsWith("***")) ?? check.problem;
	return `The database is damaged (${first.trim()}): some of what was stored may not be readable. A repair saves what can be read into a new database and keeps this one: here, or by the command “repair” once Switchboard has ended.`;
}

export function rescueSentence({ message, databasePath, isWhole }: Extract<FromWriter, { kind: "rescued" }>): string {
	const what = isWhole
		? `Everything that was stored is in ${databasePath} now, which is recorded on`
		: `It could not be read any more; what came since is in ${databasePath}, which is recorded on`;
	return `${message}. ${what}. The old files are left as they are.`;
}
