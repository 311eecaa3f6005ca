import type { Foldable } from "../../timeline/folds.ts";

const received = (code: number, type: string, family: string, role: Foldable["role"]): Foldable => ({
	code,
	type,
	dir: "in",
	family,
	role,
});

/** Events that stand together as one row. Codes are stored: never renumber, only add; 2 is a carrier's own. */
export const AG_UI_FOLDABLE: readonly Foldable[] = [
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
