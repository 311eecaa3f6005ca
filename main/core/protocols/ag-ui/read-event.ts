import { activityDelta, activitySnapshot } from "./activities.ts";
import { closeAllLanes, closeLane, readChunk } from "./chunks.ts";
import { inputMessages, messagesSnapshot } from "./history.ts";
import { addItem, lastItem, touch } from "./items.ts";
import { readParts } from "./read-messages.ts";
import { encryptedValue, endSpan, startSpan } from "./reasoning.ts";
import { inWords, memberOf, metadataIn, neededText, optionalText, report } from "./report.ts";
import { enterRun, runFailed, runFinished, runStarted } from "./runs.ts";
import { stateDelta, stateSnapshot } from "./shared-state.ts";
import type { Reading, TextFamily } from "./state.ts";
import { stepFinished, stepStarted } from "./steps.ts";
import { endMessage, growMessage, startMessage } from "./stream-messages.ts";
import { subagentFailed, subagentFinished, subagentStarted } from "./subagents.ts";
import { readThinking } from "./thinking.ts";
import { endToolCall, growToolCall, startToolCall, toolResult } from "./tool-calls.ts";

const laneIn = (reading: Reading) => optionalText(reading, "subagentRunId");

/** Events that close what their lane is putting together from chunks, with what they do. RAW, activities and encrypted values do not close it. */
const IN_LANE: Record<string, (reading: Reading) => void> = {
	TEXT_MESSAGE_START: (reading) => start(reading, "text"),
	TEXT_MESSAGE_CONTENT: (reading) => content(reading, "text"),
	TEXT_MESSAGE_END: (reading) => end(reading, "text"),
	REASONING_MESSAGE_START: (reading) => start(reading, "reasoning"),
	REASONING_MESSAGE_CONTENT: (reading) => content(reading, "reasoning"),
	REASONING_MESSAGE_END: (reading) => end(reading, "reasoning"),
	REASONING_START: (reading) => withId(reading, (id) => startSpan(reading, id, laneIn(reading))),
	REASONING_END: (reading) => withId(reading, (id) => endSpan(reading, id, laneIn(reading))),
	TOOL_CALL_START: toolStart,
	TOOL_CALL_ARGS: toolArgs,
	TOOL_CALL_END: (reading) => {
		const id = neededText(reading, "toolCallId");
		if (id !== undefined) endToolCall(reading, id, laneIn(reading), metadataIn(reading));
	},
	TOOL_CALL_RESULT: result,
	STATE_SNAPSHOT: stateSnapshot,
	STATE_DELTA: stateDelta,
	CUSTOM: custom,
	STEP_STARTED: stepStarted,
	STEP_FINISHED: stepFinished,
};

const ACROSS_LANES: Record<string, (reading: Reading) => void> = {
	RAW: () => undefined,
	ACTIVITY_SNAPSHOT: activitySnapshot,
	ACTIVITY_DELTA: activityDelta,
	REASONING_ENCRYPTED_VALUE: encryptedValue,
	SUBAGENT_STARTED: subagentStarted,
	SUBAGENT_FINISHED: (reading) => endSubagent(reading, subagentFinished),
	SUBAGENT_ERROR: (reading) => endSubagent(reading, subagentFailed),
	TEXT_MESSAGE_CHUNK: (reading) => readChunk(reading, "text"),
	TOOL_CALL_CHUNK: (reading) => readChunk(reading, "toolCall"),
	REASONING_MESSAGE_CHUNK: (reading) => readChunk(reading, "reasoning"),
};

/** Reads one AG-UI event into the conversation: 31 types of AG-UI 1.0 and five retired ones. Others are none of ours. */
export function readEvent(reading: Reading, type: string): void {
	switch (type) {
		case "RUN_STARTED":
			closeAllLanes(reading);
			runStarted(reading);
			inputMessages(reading);
			return;
		case "RUN_FINISHED":
			closeAllLanes(reading);
			runFinished(reading);
			return;
		case "RUN_ERROR":
			closeAllLanes(reading);
			runFailed(reading);
			return;
	}
	const inLane = Object.hasOwn(IN_LANE, type) ? IN_LANE[type] : undefined;
	const across = Object.hasOwn(ACROSS_LANES, type) ? ACROSS_LANES[type] : undefined;
	const isSnapshot = type === "MESSAGES_SNAPSHOT";
	const isThinking = type.startsWith("THINKING_");
	if (!inLane && !across && !isSnapshot && !isThinking) return;
	enterRun(reading, type);
	if (inLane) {
		closeLane(reading, laneIn(reading));
		inLane(reading);
	} else if (isSnapshot) {
		closeAllLanes(reading);
		messagesSnapshot(reading);
	} else if (across) across(reading);
	else readThinking(reading, type);
}

function withId(reading: Reading, then: (id: string) => void): void {
	const id = neededText(reading, "messageId");
	if (id !== undefined) then(id);
}

const ROLES: ReadonlySet<string> = new Set(["developer", "system", "assistant", "user"]);

function start(reading: Reading, family: TextFamily): void {
	withId(reading, (id) => {
		const role = optionalText(reading, "role") ?? "assistant";
		if (family === "text" && !ROLES.has(role)) {
			const message = `A text message cannot be ${inWords(role)}. It is read as the agent's; AG-UI clients give up here.`;
			report(reading, "agui.unreadable", "error", "/role", message);
		}
		const said = { role: ROLES.has(role) ? role : "assistant", name: optionalText(reading, "name") };
		startMessage(reading, family, id, said, laneIn(reading), metadataIn(reading));
	});
}

function content(reading: Reading, family: TextFamily): void {
	withId(reading, (id) => {
		const delta = neededText(reading, "delta");
		if (delta !== undefined) growMessage(reading, family, id, delta, laneIn(reading), metadataIn(reading));
	});
}

function end(reading: Reading, family: TextFamily): void {
	withId(reading, (id) => endMessage(reading, family, id, laneIn(reading), metadataIn(reading)));
}

function toolStart(reading: Reading): void {
	const id = neededText(reading, "toolCallId");
	const name = neededText(reading, "toolCallName");
	if (id === undefined) return;
	const said = { name: name ?? "", parentMessageId: optionalText(reading, "parentMessageId") };
	startToolCall(reading, id, said, laneIn(reading), metadataIn(reading));
}

function toolArgs(reading: Reading): void {
	const id = neededText(reading, "toolCallId");
	const delta = neededText(reading, "delta");
	if (id !== undefined && delta !== undefined) growToolCall(reading, id, delta, laneIn(reading), metadataIn(reading));
}

function result(reading: Reading): void {
	const messageId = neededText(reading, "messageId");
	const toolCallId = neededText(reading, "toolCallId");
	const raw = memberOf(reading.event, "content");
	if (messageId === undefined || toolCallId === undefined) return;
	if (typeof raw !== "string" && !Array.isArray(raw)) {
		report(reading, "agui.unreadable", "error", "/content", `content must be text or a list of parts, but is ${inWords(raw)}.`);
		return;
	}
	const said = { messageId, toolCallId, content: typeof raw === "string" ? raw : readParts(raw, false) };
	toolResult(reading, said, laneIn(reading), metadataIn(reading));
}

/** Names of CUSTOM events are anyone's; they are shown and drive nothing. Their values stay in the entries. */
function custom(reading: Reading): void {
	const name = neededText(reading, "name");
	if (name === undefined) return;
	const lane = laneIn(reading);
	const last = lastItem(reading, "custom", lane);
	if (last?.shown.name === name) touch(reading, last);
	else addItem<"custom">(reading, lane, { kind: "custom", name });
}

function endSubagent(reading: Reading, then: (reading: Reading) => void): void {
	const id = laneIn(reading);
	if (id !== undefined) closeLane(reading, id);
	then(reading);
}
