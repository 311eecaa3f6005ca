import { args, call, helper, helperEnd, helperError, type OrderFault, runStarted, text, textEnd, words } from "./events.ts";

const SCOUT = { subagentRunId: "v-helper" };
const OTHER = { subagentRunId: "v-other" };

/** Rules about sub-agents, and about whose a message is. */
export const OWNER_ORDER: readonly OrderFault[] = [
	{
		name: "order-helper-twice",
		title: "Order: a sub-agent started twice",
		about: "SUBAGENT_STARTED comes for one that is at work.",
		before: [runStarted(), helper()],
		breaks: helper(),
	},
	{
		name: "order-helper-again",
		title: "Order: a sub-agent started again",
		about: "SUBAGENT_STARTED comes for one that has finished in this run.",
		before: [runStarted(), helper(), helperEnd()],
		breaks: helper(),
	},
	{
		name: "order-helper-no-parent",
		title: "Order: a sub-agent of nobody",
		about: "SUBAGENT_STARTED names a parent that was never started.",
		before: [runStarted()],
		breaks: helper({ parentSubagentRunId: "v-nobody" }),
	},
	{
		name: "order-helper-end-unstarted",
		title: "Order: a sub-agent's end without a start",
		about: "SUBAGENT_FINISHED comes for one nobody started.",
		before: [runStarted()],
		breaks: helperEnd(),
	},
	{
		name: "order-helper-error-unstarted",
		title: "Order: a sub-agent's failure without a start",
		about: "SUBAGENT_ERROR comes for one nobody started.",
		before: [runStarted()],
		breaks: helperError,
	},
	{
		name: "order-helper-null",
		title: "Order: null in a sub-agent's start",
		about: "SUBAGENT_STARTED holds null where a description may be left out.",
		before: [runStarted()],
		breaks: helper({ description: null }),
	},
	{
		name: "order-helper-null-outcome",
		title: "Order: null as a sub-agent's outcome",
		about: "SUBAGENT_FINISHED holds null where an outcome may be left out.",
		before: [runStarted(), helper()],
		breaks: helperEnd({ outcome: null }),
	},
	{
		name: "order-words-other-owner",
		title: "Order: words by another",
		about: "A sub-agent goes on with the main agent's message.",
		before: [runStarted(), text()],
		breaks: words(SCOUT),
	},
	{
		name: "order-text-end-other-owner",
		title: "Order: a text closed by another",
		about: "A sub-agent closes another sub-agent's message.",
		before: [runStarted(), text(SCOUT)],
		breaks: textEnd(OTHER),
	},
	{
		name: "order-args-other-owner",
		title: "Order: arguments by another",
		about: "A sub-agent goes on with another sub-agent's tool call.",
		before: [runStarted(), call(SCOUT)],
		breaks: args(OTHER),
	},
	{
		name: "order-owner-kept",
		title: "Order: a closed text opened by another",
		about: "A message is opened again by another sub-agent; its owner is kept for the whole run.",
		before: [runStarted(), text(SCOUT), textEnd()],
		breaks: text(OTHER),
	},
	{
		name: "order-activity-other-owner",
		title: "Order: an activity changed by another",
		about: "A sub-agent patches the main agent's activity.",
		before: [runStarted(), { type: "ACTIVITY_SNAPSHOT", messageId: "v-plan", activityType: "PLAN", content: { doors: ["Gate 3"] } }],
		breaks: { type: "ACTIVITY_DELTA", messageId: "v-plan", activityType: "PLAN", patch: [], ...SCOUT },
	},
	{
		name: "order-secret-other-owner",
		title: "Order: an encrypted value by another",
		about: "A sub-agent adds an encrypted value to the main agent's tool call.",
		before: [runStarted(), call()],
		breaks: {
			type: "REASONING_ENCRYPTED_VALUE",
			subtype: "tool-call",
			entityId: "v-call",
			encryptedValue: "bm90IHJlYWw=",
			...SCOUT,
		},
	},
	{
		name: "order-call-other-parent",
		title: "Order: a tool call of another's message",
		about: "A sub-agent's tool call names the main agent's message as its parent.",
		before: [runStarted(), text()],
		breaks: call({ parentMessageId: "v-text", ...SCOUT }),
	},
];
