import type { ReadingRule } from "../../core/protocols/door.ts";
import type { ReadFrame } from "../../core/session/machine.ts";

/** Main to the thread. `onlyName`: reading the value failed before, so only type and number are looked for. */
export interface ReadJob {
	id: number;
	rule: ReadingRule;
	opcode: "text" | "binary";
	bytes: Uint8Array;
	onlyName: boolean;
}

/** From the thread: first that it is there, then an answer for each job. */
export type FromThread = { ready: true } | { ready: false; id: number; decoded: ReadFrame | null };

/** The last message to the thread. */
export const END = "end";
