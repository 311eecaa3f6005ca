import type { Direction } from "../../../schemas/timeline.ts";

/**
 * Which entries stand together as one row. The rule, over the listed entries in their order:
 * - an entry joins the one before it when both are of one family, unless its type opens something new (`TEXT_MESSAGE_START`);
 * - an entry that stands alone (`standsAlone`) joins nothing and nothing joins it;
 * - between two that join, hidden entries may lie only when they are upkeep: pings, pongs and acks. Whatever else a filter hides still parts
 *   them, so that no row spans a gap or a broken link.
 */

export type FoldFamily = "TEXT_MESSAGE_*" | "REASONING_*" | "THINKING_*" | "TOOL_CALL_*" | "STATE_DELTA" | "ACTIVITY_DELTA" | "ack";

/** `opens`: begins a row of its own. `delta`: carries a piece of what is said together. */
type Role = "opens" | "delta" | "part";

interface Foldable {
	/** 2 to 62. The transcript store keeps it for each entry: never renumber, only add. */
	code: number;
	type: string;
	dir: Direction;
	family: FoldFamily;
	role: Role;
}

/** Everything that never folds. */
export const PLAIN_CODE = 0;
/** A ping or pong, either way. */
export const HEARTBEAT_CODE = 1;
const ACK_CODE = 2;

const received = (code: number, type: string, family: FoldFamily, role: Role): Foldable => ({ code, type, dir: "in", family, role });

export const FOLDABLE: readonly Foldable[] = [
	{ code: ACK_CODE, type: "ack", dir: "out", family: "ack", role: "part" },
	received(3, "TEXT_MESSAGE_START", "TEXT_MESSAGE_*", "opens"),
	received(4, "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_*", "delta"),
	received(5, "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_*", "delta"),
	received(6, "TEXT_MESSAGE_END", "TEXT_MESSAGE_*", "part"),
	received(7, "REASONING_START", "REASONING_*", "opens"),
	received(8, "REASONING_MESSAGE_START", "REASONING_*", "part"),
	received(9, "REASONING_MESSAGE_CONTENT", "REASONING_*", "delta"),
	received(10, "REASONING_MESSAGE_CHUNK", "REASONING_*", "delta"),
	received(11, "REASONING_MESSAGE_END", "REASONING_*", "part"),
	received(12, "REASONING_ENCRYPTED_VALUE", "REASONING_*", "part"),
	received(13, "REASONING_END", "REASONING_*", "part"),
	received(14, "THINKING_START", "THINKING_*", "opens"),
	received(15, "THINKING_TEXT_MESSAGE_START", "THINKING_*", "part"),
	received(16, "THINKING_TEXT_MESSAGE_CONTENT", "THINKING_*", "delta"),
	received(17, "THINKING_TEXT_MESSAGE_END", "THINKING_*", "part"),
	received(18, "THINKING_END", "THINKING_*", "part"),
	received(19, "TOOL_CALL_START", "TOOL_CALL_*", "opens"),
	received(20, "TOOL_CALL_ARGS", "TOOL_CALL_*", "delta"),
	received(21, "TOOL_CALL_CHUNK", "TOOL_CALL_*", "delta"),
	received(22, "TOOL_CALL_END", "TOOL_CALL_*", "part"),
	received(23, "TOOL_CALL_RESULT", "TOOL_CALL_*", "part"),
	received(24, "STATE_DELTA", "STATE_DELTA", "delta"),
	received(25, "ACTIVITY_DELTA", "ACTIVITY_DELTA", "delta"),
];

const CODES = 64;
/** The rule as tables by code: a list of a million entries asks a million times. */
const families: (FoldFamily | undefined)[] = new Array(CODES).fill(undefined);
const deltas = new Uint8Array(CODES);
const joining = new Uint8Array(CODES * CODES);
for (const { code, family, role } of FOLDABLE) {
	families[code] = family;
	if (role === "delta") deltas[code] = 1;
	for (const before of FOLDABLE) if (before.family === family && role !== "opens") joining[before.code * CODES + code] = 1;
}

export const familyOf = (code: number): FoldFamily | undefined => families[code];
export const isDelta = (code: number): boolean => deltas[code] === 1;

/** Whether the entry joins the row of the listed entry before it. Neither of the two stands alone. */
const joins = (before: number, code: number): boolean => joining[before * CODES + code] === 1;

/** Whether an entry of that code, hidden by the filter, may lie inside of a fold. */
const isUpkeep = (code: number): boolean => code === HEARTBEAT_CODE || code === ACK_CODE;

/** The rows a list of entries becomes, as it grows. */
export interface Folder {
	/** The next listed entry. True when it joins the row of the one before it. */
	listed(code: number, standsAlone: boolean): boolean;
	/** The next entry, hidden by the filter. */
	hidden(code: number, standsAlone: boolean): void;
}

export function createFolder(): Folder {
	let before = PLAIN_CODE;
	return {
		listed(code, standsAlone) {
			const together = !standsAlone && joins(before, code);
			before = standsAlone ? PLAIN_CODE : code;
			return together;
		},
		hidden(code, standsAlone) {
			if (standsAlone || !isUpkeep(code)) before = PLAIN_CODE;
		},
	};
}
