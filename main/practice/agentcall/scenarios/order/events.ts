/** AG-UI events in few words, for scripts that say them in a wrong order. Source: AG-UI 1.0. */
export type AgUiEvent = { type: string } & Record<string, unknown>;
type More = Record<string, unknown>;

/**
 * One rule of order and how it is broken: legal events, then the one that breaks the rule. `name` is kebab-case; `about` is one sentence.
 * The run is called `v-1`, so that it shares no id with what the agent says before and after.
 */
export interface OrderFault {
	name: string;
	title: string;
	about: string;
	before: readonly AgUiEvent[];
	breaks: AgUiEvent;
}

export const runStarted = (runId = "v-1"): AgUiEvent => ({ type: "RUN_STARTED", threadId: "t", runId });
export const runFinished: AgUiEvent = { type: "RUN_FINISHED", threadId: "t", runId: "v-1" };
export const runError: AgUiEvent = { type: "RUN_ERROR", message: "The printer for badges is out of paper." };

export const text = (more: More = {}): AgUiEvent => ({ type: "TEXT_MESSAGE_START", messageId: "v-text", ...more });
export const words = (more: More = {}): AgUiEvent => ({
	type: "TEXT_MESSAGE_CONTENT",
	messageId: "v-text",
	delta: "Gate 3 is open. ",
	...more,
});
export const textEnd = (more: More = {}): AgUiEvent => ({ type: "TEXT_MESSAGE_END", messageId: "v-text", ...more });

export const call = (more: More = {}): AgUiEvent => ({
	type: "TOOL_CALL_START",
	toolCallId: "v-call",
	toolCallName: "lookup_badge",
	...more,
});
export const args = (more: More = {}): AgUiEvent => ({ type: "TOOL_CALL_ARGS", toolCallId: "v-call", delta: '{"badge":42}', ...more });
export const callEnd: AgUiEvent = { type: "TOOL_CALL_END", toolCallId: "v-call" };

export const span: AgUiEvent = { type: "REASONING_START", messageId: "v-thought" };
export const spanEnd: AgUiEvent = { type: "REASONING_END", messageId: "v-thought" };
export const thought: AgUiEvent = { type: "REASONING_MESSAGE_START", messageId: "v-thought", role: "reasoning" };
export const thinking: AgUiEvent = { type: "REASONING_MESSAGE_CONTENT", messageId: "v-thought", delta: "The badge may be old." };
export const thoughtEnd: AgUiEvent = { type: "REASONING_MESSAGE_END", messageId: "v-thought" };

export const step = (more: More = {}): AgUiEvent => ({ type: "STEP_STARTED", stepName: "check badge", ...more });
export const stepEnd = (more: More = {}): AgUiEvent => ({ type: "STEP_FINISHED", stepName: "check badge", ...more });

export const helper = (more: More = {}): AgUiEvent => ({
	type: "SUBAGENT_STARTED",
	subagentRunId: "v-helper",
	name: "Door scout",
	...more,
});
export const helperEnd = (more: More = {}): AgUiEvent => ({ type: "SUBAGENT_FINISHED", subagentRunId: "v-helper", ...more });
export const helperError: AgUiEvent = { type: "SUBAGENT_ERROR", subagentRunId: "v-helper", message: "The door does not answer." };

export const textChunk = (more: More): AgUiEvent => ({ type: "TEXT_MESSAGE_CHUNK", ...more });
export const callChunk = (more: More): AgUiEvent => ({ type: "TOOL_CALL_CHUNK", ...more });
