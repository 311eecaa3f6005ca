import { callChunk, type OrderFault, runStarted, text, textChunk } from "./events.ts";

const FIRST = textChunk({ messageId: "v-text", delta: "Gate 3 " });

/** Rules about the short form: one pending stream a lane, closed by most other events. */
export const CHUNK_ORDER: readonly OrderFault[] = [
	{
		name: "order-chunk-no-message",
		title: "Order: a first text chunk without an id",
		about: "The first TEXT_MESSAGE_CHUNK names no message.",
		before: [runStarted()],
		breaks: textChunk({ delta: "is open." }),
	},
	{
		name: "order-chunk-no-call",
		title: "Order: a first tool chunk without an id",
		about: "The first TOOL_CALL_CHUNK names no call.",
		before: [runStarted()],
		breaks: callChunk({ toolCallName: "lookup_badge" }),
	},
	{
		name: "order-chunk-no-tool",
		title: "Order: a first tool chunk without a tool",
		about: "The first TOOL_CALL_CHUNK names no tool.",
		before: [runStarted()],
		breaks: callChunk({ toolCallId: "v-call" }),
	},
	{
		name: "order-chunk-no-thought",
		title: "Order: a first reasoning chunk without an id",
		about: "The first REASONING_MESSAGE_CHUNK names no message.",
		before: [runStarted()],
		breaks: { type: "REASONING_MESSAGE_CHUNK", delta: "The badge may be old." },
	},
	{
		name: "order-chunk-interrupted",
		title: "Order: chunks interrupted by a state delta",
		about: "A STATE_DELTA closes the message the chunks made, and the next chunk names none.",
		before: [runStarted(), FIRST, { type: "STATE_DELTA", delta: [] }],
		breaks: textChunk({ delta: "is open." }),
	},
	{
		name: "order-chunk-role",
		title: "Order: a chunk of another role",
		about: "A later chunk says another role than the first one.",
		before: [runStarted(), FIRST],
		breaks: textChunk({ role: "user", delta: "is open." }),
	},
	{
		name: "order-chunk-tool",
		title: "Order: a chunk of another tool",
		about: "A later chunk says another tool than the first one.",
		before: [runStarted(), callChunk({ toolCallId: "v-call", toolCallName: "lookup_badge" })],
		breaks: callChunk({ toolCallName: "open_door" }),
	},
	{
		name: "order-chunk-other-lane",
		title: "Order: a chunk of another lane's message",
		about: "A sub-agent's chunk goes on with another sub-agent's message.",
		before: [runStarted(), textChunk({ messageId: "v-text", delta: "Gate 3 ", subagentRunId: "v-helper" })],
		breaks: textChunk({ messageId: "v-text", delta: "is open.", subagentRunId: "v-other" }),
	},
	{
		name: "order-chunk-ambiguous",
		title: "Order: a chunk that could be two lanes'",
		about: "Two sub-agents have open messages, and a chunk names neither message nor sub-agent.",
		before: [
			runStarted(),
			textChunk({ messageId: "v-text", subagentRunId: "v-helper" }),
			textChunk({ messageId: "v-text-2", subagentRunId: "v-other" }),
		],
		breaks: textChunk({ delta: "is open." }),
	},
	{
		name: "order-chunk-mixed",
		title: "Order: START and CHUNK of one message",
		about: "A message opened by START is continued by a CHUNK; the two forms do not mix.",
		before: [runStarted(), text()],
		breaks: textChunk({ messageId: "v-text", delta: "is open." }),
	},
];
