import { mebibytes } from "../../../schemas/rules/sizes.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { CONVERSATION_BYTES } from "../limits.ts";
import type { Decoded } from "../protocols/ag-ui/decoded.ts";
import type { AnyItem } from "../protocols/ag-ui/state.ts";
import type { StoredEntry } from "../reading/reading.ts";

/** What one conversation holds in memory, by what its frames leave there. An estimate, never much too low: about one byte a character and the objects. */
export interface ReadingBudget {
	/** Whether the entry can be read without passing the limit. Answers false for good once it was false. */
	admits(entry: StoredEntry): boolean;
	/** A frame was read. */
	read(entry: StoredEntry, decoded: Decoded): void;
	/** Something people read was made. */
	made(item: AnyItem): void;
	/** First entry that was not read; null while all were. */
	stoppedAt(): number | null;
}

/** An item, its row and the places it is found by. */
const ITEM_BYTES = 512;
/** Ids of a frame that opens or closes something. */
const FRAME_BYTES = 64;
/** Ids and names longer than this are counted whole. */
const LONG_UNITS = 1_024;

/** Grow by their delta. */
const GROWING = /_(?:CONTENT|ARGS|CHUNK)$/;
/** Their values stay in their entries, or in the state, which has a limit of its own. */
const NOT_KEPT: ReadonlySet<string> = new Set(["CUSTOM", "RAW", "STATE_SNAPSHOT", "STATE_DELTA", "RUN_STARTED"]);
/** Their values are kept as they came. */
const KEPT = /^(?:TOOL_CALL_RESULT|RUN_FINISHED|RUN_ERROR|ACTIVITY_|SUBAGENT_)/;

export function createReadingBudget(limit = CONVERSATION_BYTES): ReadingBudget {
	let spent = 0;
	/** A messages snapshot takes the place of the one before. */
	let snapshot = 0;
	let stopped: number | null = null;

	function weightOf(type: string, units: number): number {
		if (NOT_KEPT.has(type)) return FRAME_BYTES;
		return KEPT.test(type) || units > LONG_UNITS ? FRAME_BYTES + units : FRAME_BYTES;
	}

	return {
		admits(entry) {
			if (stopped !== null) return false;
			const units = entry.text?.length ?? 0;
			const more = NOT_KEPT.has(entry.type) ? 0 : units - (entry.type === "MESSAGES_SNAPSHOT" ? snapshot : 0);
			if (spent + Math.max(0, more) <= limit) return true;
			stopped = entry.ordinal;
			return false;
		},
		read(entry, decoded) {
			const units = entry.text?.length ?? 0;
			if (decoded.kind !== "event") {
				spent += FRAME_BYTES;
			} else if (GROWING.test(decoded.type)) {
				const { delta } = decoded.event;
				spent += typeof delta === "string" ? delta.length : 0;
			} else if (decoded.type === "MESSAGES_SNAPSHOT") {
				spent += units - snapshot;
				snapshot = units;
			} else spent += weightOf(decoded.type, units);
		},
		made(item) {
			spent += ITEM_BYTES + (item.text?.length ?? 0);
		},
		stoppedAt: () => stopped,
	};
}

/** Said at the first entry that is not read, once. */
export function stoppedFinding(): Finding {
	return { code: "budget.conversation", severity: "warning", path: "", message: STOPPED_WORDS };
}

export const STOPPED_WORDS = `The conversation holds ${mebibytes(CONVERSATION_BYTES)}, as much as is kept of one session in memory. It ends here; what comes from here on is in the timeline.`;
