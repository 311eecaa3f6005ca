/**
 * The rules of another public validator of AG-UI streams (ag-ui-validate, rules AGUI001 and so on), each held against our reading with a stream of
 * our own: the same is found, or why not.
 */
import { describe, expect, test } from "vitest";
import { checkTranscript } from "../../../../main/core/reading/check-transcript.ts";

type Event = string | ({ type: string } & Record<string, unknown>);

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const inRun = (...events: Event[]): Event[] => [started, ...events, finished];
const text = (part: "START" | "CONTENT" | "END", more: object = {}) => ({
	type: `TEXT_MESSAGE_${part}`,
	messageId: "m",
	...(part === "CONTENT" && { delta: "x" }),
	...more,
});
const call = (part: "START" | "ARGS" | "END", more: object = {}) => ({
	type: `TOOL_CALL_${part}`,
	toolCallId: "c",
	...(part === "START" && { toolCallName: "f" }),
	...(part === "ARGS" && { delta: "{}" }),
	...more,
});
const result = { type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "c", content: "42" };
const snapshot = { type: "STATE_SNAPSHOT", snapshot: { a: 1 } };
const delta = (...operations: unknown[]) => ({ type: "STATE_DELTA", delta: operations });

interface Rule {
	id: string;
	what: string;
	/** Null: it is about HTTP, which this protocol does not use. */
	events: Event[] | null;
	/** `severity code`, at the event that causes it; empty where nothing is found. */
	ours: string[];
	/** Why it is not the same; absent where it is. */
	why?: string;
}

const HTTP = "It is about HTTP and server-sent events; these events come in WebSocket messages.";

const RULES: Rule[] = [
	{
		id: "AGUI001",
		what: "the first event is RUN_STARTED",
		events: [text("START"), text("END"), finished],
		ours: ["error agui.firstEvent"],
	},
	{
		id: "AGUI002",
		what: "one run at a time",
		events: [started, { ...started, runId: "s" }, { ...finished, runId: "s" }],
		ours: ["error agui.runActive"],
	},
	{
		id: "AGUI003",
		what: "a run has an end",
		events: [started, text("START"), text("END")],
		ours: ["warning agui.runCutOff"],
		why: "A warning: in a live session the agent may not be to blame, for the recording or the link ended.",
	},
	{ id: "AGUI004", what: "nothing follows the end of a run", events: [...inRun(), text("START")], ours: ["error agui.afterFinished"] },
	{
		id: "AGUI005",
		what: "a run that finished does not fail as well",
		events: [...inRun(), { type: "RUN_ERROR", message: "boom" }],
		ours: [],
		why: "The reference client takes RUN_ERROR after RUN_FINISHED; the run is shown as failed, late.",
	},
	{
		id: "AGUI006",
		what: "a step that ends has begun",
		events: inRun({ type: "STEP_FINISHED", stepName: "plan" }),
		ours: ["error agui.notOpen"],
	},
	{
		id: "AGUI007",
		what: "a step that began ends",
		events: inRun({ type: "STEP_STARTED", stepName: "plan" }),
		ours: ["error agui.leftOpen"],
	},
	{
		id: "AGUI008",
		what: "the end names the run that began",
		events: [started, { ...finished, runId: "other" }],
		ours: ["warning agui.runIdMismatch"],
	},
	{ id: "AGUI101", what: "content of an open message", events: inRun(text("CONTENT")), ours: ["error agui.notOpen"] },
	{ id: "AGUI102", what: "the end of an open message", events: inRun(text("END")), ours: ["error agui.notOpen"] },
	{ id: "AGUI103", what: "a message that began ends", events: inRun(text("START"), text("CONTENT")), ours: ["error agui.leftOpen"] },
	{
		id: "AGUI104",
		what: "an id is used for one message",
		events: inRun(text("START"), text("END"), text("START"), text("END")),
		ours: [],
		why: "The reference client goes on with the message of that id; so do we, and show both parts.",
	},
	{
		id: "AGUI105",
		what: "a delta is not empty",
		events: inRun(text("START"), text("CONTENT", { delta: "" }), text("END")),
		ours: [],
		why: "The schema of AG-UI 1.0 allows an empty delta.",
	},
	{
		id: "AGUI106",
		what: "a message is opened once",
		events: inRun(text("START"), text("START"), text("END")),
		ours: ["error agui.alreadyOpen"],
	},
	{ id: "AGUI201", what: "arguments of an open call", events: inRun(call("ARGS")), ours: ["error agui.notOpen"] },
	{ id: "AGUI202", what: "the end of an open call", events: inRun(call("END")), ours: ["error agui.notOpen"] },
	{ id: "AGUI203", what: "a call that began ends", events: inRun(call("START"), call("ARGS")), ours: ["error agui.leftOpen"] },
	{
		id: "AGUI204",
		what: "arguments are JSON",
		events: inRun(call("START"), call("ARGS", { delta: "{oops" }), call("END")),
		ours: ["warning agui.argumentsInvalid"],
		why: "A warning: the reference client reads no arguments and goes on.",
	},
	{
		id: "AGUI205",
		what: "an id is used for one call",
		events: inRun(call("START"), call("END"), call("START"), call("END")),
		ours: [],
		why: "The reference client goes on with the call of that id; so do we.",
	},
	{
		id: "AGUI206",
		what: "a result comes after the call",
		events: inRun(call("START"), result, call("END")),
		ours: ["warning agui.resultBeforeEnd"],
	},
	{
		id: "AGUI207",
		what: "a result is of a call that began",
		events: inRun(result),
		ours: ["warning agui.unknownToolCall"],
		why: "A warning: the call may be one of a run that is not in this recording.",
	},
	{
		id: "AGUI208",
		what: "a call's message is known",
		events: inRun(call("START", { parentMessageId: "nobody" }), call("END")),
		ours: [],
		why: "The message may be one that the agent has and never sent; the reference client makes it.",
	},
	{
		id: "AGUI301",
		what: "a delta follows a snapshot",
		events: inRun(delta({ op: "add", path: "/a", value: 1 })),
		ours: [],
		why: "A state begins as an empty object: a delta fits that, or cannot be applied and is said to.",
	},
	{
		id: "AGUI302",
		what: "a delta can be applied",
		events: inRun(snapshot, delta({ op: "replace", path: "/no/where", value: 1 })),
		ours: ["error state.missingPath"],
	},
	{
		id: "AGUI303",
		what: "a delta is a JSON Patch",
		events: inRun(snapshot, delta({ op: "replace", path: "a", value: 1 })),
		ours: ["error schema.pattern", "error state.badPatch"],
	},
	{
		id: "AGUI304",
		what: "a snapshot throws no deltas away",
		events: inRun(snapshot, delta({ op: "add", path: "/b", value: 1 }), snapshot),
		ours: [],
		why: "A snapshot is the whole state by its meaning; what it changed is shown where it stands.",
	},
	{
		id: "AGUI305",
		what: "state that was declared is established",
		events: inRun(text("START"), text("END")),
		ours: [],
		why: "Nothing in this protocol declares a state before it comes.",
	},
	{
		id: "AGUI401",
		what: "content of open reasoning",
		events: inRun({ type: "REASONING_MESSAGE_CONTENT", messageId: "m", delta: "x" }),
		ours: ["error agui.notOpen"],
	},
	{
		id: "AGUI402",
		what: "reasoning that began ends",
		events: inRun({ type: "REASONING_START", messageId: "s" }),
		ours: ["error agui.leftOpen"],
	},
	{ id: "AGUI501", what: "frames of the event stream are whole", events: null, ours: [], why: HTTP },
	{ id: "AGUI502", what: "an event is JSON", events: inRun("{oops"), ours: ["error frame.invalid"] },
	{ id: "AGUI503", what: "a type is known", events: inRun({ type: "AGUI_PING" }), ours: ["info frame.unknownType"] },
	{
		id: "AGUI504",
		what: "an event keeps its schema",
		events: inRun({ type: "TOOL_CALL_START", toolCallId: "c" }, call("END")),
		ours: ["error schema.required", "error agui.unreadable"],
	},
	{ id: "AGUI505", what: "the content type is that of an event stream", events: null, ours: [], why: HTTP },
	{
		id: "AGUI506",
		what: "something is heard now and then",
		events: null,
		ours: [],
		why: `${HTTP} A link that is silent is pinged, and a dead one is noted.`,
	},
	{ id: "AGUI507", what: "nothing on the way holds events back", events: null, ours: [], why: HTTP },
	{
		id: "AGUI508",
		what: "the connection does not end in a run",
		events: null,
		ours: [],
		why: `${HTTP} A run whose link ended is agui.runCutOff.`,
	},
	{
		id: "AGUI901",
		what: "RAW holds nothing AG-UI has a type for",
		events: inRun({ type: "RAW", event: { type: "TEXT_MESSAGE_END", messageId: "m" } }),
		ours: [],
		why: "What a RAW event passes on is for who knows its source.",
	},
	{
		id: "AGUI902",
		what: "events say when they were made",
		events: inRun(),
		ours: [],
		why: "They are optional, and the time of receipt is kept for every frame.",
	},
	{
		id: "AGUI903",
		what: "names of CUSTOM have a prefix",
		events: inRun({ type: "CUSTOM", name: "update", value: 1 }),
		ours: [],
		why: "Names of CUSTOM are for agent and client to agree on.",
	},
];

function found(events: readonly Event[]): string[] {
	const start = { dir: "out", msg: { type: "session.start", sessionId: "s", resumeFromSequence: 0 } };
	const lines = [start, ...events.map((event) => ({ dir: "in", msg: event }))].map((line) => JSON.stringify(line));
	return checkTranscript("agentcall", lines).findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe("rules of ag-ui-validate", () => {
	test.each(RULES)("$id, $what: $ours", ({ events, ours, why }) => {
		if (events !== null) expect(found(events)).toEqual(ours);
		// Nothing of ours says the same: then it must be said why.
		if (ours.length === 0) expect(why).toMatch(/\.$/);
	});
});
