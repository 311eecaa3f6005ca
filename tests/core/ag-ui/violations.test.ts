import { describe, expect, test } from "vitest";
import { askOracle } from "./oracle.ts";
import { codes, type Event, runFinished, runStarted, talk } from "./talk.ts";

const text = (id: string, more: Record<string, unknown> = {}): Event => ({ type: "TEXT_MESSAGE_START", messageId: id, ...more });
const content = (id: string, delta = "x", more: Record<string, unknown> = {}): Event => ({
	type: "TEXT_MESSAGE_CONTENT",
	messageId: id,
	delta,
	...more,
});
const textEnd = (id: string, more: Record<string, unknown> = {}): Event => ({ type: "TEXT_MESSAGE_END", messageId: id, ...more });
const tool = (id: string, more: Record<string, unknown> = {}): Event => ({
	type: "TOOL_CALL_START",
	toolCallId: id,
	toolCallName: "t",
	...more,
});
const args = (id: string, more: Record<string, unknown> = {}): Event => ({ type: "TOOL_CALL_ARGS", toolCallId: id, delta: "{}", ...more });
const toolEnd = (id: string): Event => ({ type: "TOOL_CALL_END", toolCallId: id });
const span = (id: string): Event => ({ type: "REASONING_START", messageId: id });
const think = (id: string): Event => ({ type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" });
const step = (stepName: string, more: Record<string, unknown> = {}): Event => ({ type: "STEP_STARTED", stepName, ...more });
const stepEnd = (stepName: string, more: Record<string, unknown> = {}): Event => ({ type: "STEP_FINISHED", stepName, ...more });
const sub = (id: string, more: Record<string, unknown> = {}): Event => ({
	type: "SUBAGENT_STARTED",
	subagentRunId: id,
	name: "s",
	...more,
});
const subEnd = (id: string, more: Record<string, unknown> = {}): Event => ({ type: "SUBAGENT_FINISHED", subagentRunId: id, ...more });
const chunk = (more: Record<string, unknown>): Event => ({ type: "TEXT_MESSAGE_CHUNK", ...more });
const failed: Event = { type: "RUN_ERROR", message: "no" };

/** Every ordering rule of AG-UI 1.0: legal events, the one that breaks the rule, our name for it, the client's words. */
const RULES: [name: string, before: Event[], breaks: Event, code: string, words: string][] = [
	["the first event is RUN_STARTED", [], text("m"), "agui.firstEvent", "First event must be 'RUN_STARTED'"],
	[
		"a run begins while one is active",
		[runStarted()],
		runStarted("r2"),
		"agui.runActive",
		"Cannot send 'RUN_STARTED' while a run is still active",
	],
	[
		"something follows RUN_FINISHED",
		[runStarted(), runFinished()],
		text("m"),
		"agui.afterFinished",
		"already finished with 'RUN_FINISHED'",
	],
	["RUN_FINISHED twice", [runStarted(), runFinished()], runFinished(), "agui.afterFinished", "already finished with 'RUN_FINISHED'"],
	["something follows RUN_ERROR", [runStarted(), failed], text("m"), "agui.afterError", "already errored with 'RUN_ERROR'"],
	["RUN_FINISHED follows RUN_ERROR", [runStarted(), failed], runFinished(), "agui.afterError", "already errored with 'RUN_ERROR'"],
	["a text message is opened twice", [runStarted(), text("m")], text("m"), "agui.alreadyOpen:text", "is already in progress"],
	["content without a text message", [runStarted()], content("m"), "agui.notOpen:text", "No active text message found with ID"],
	["content after END", [runStarted(), text("m"), textEnd("m")], content("m"), "agui.notOpen:text", "No active text message found with ID"],
	["END without a text message", [runStarted()], textEnd("m"), "agui.notOpen:text", "No active text message found with ID"],
	["a tool call is opened twice", [runStarted(), tool("c")], tool("c"), "agui.alreadyOpen:toolCall", "is already in progress"],
	["arguments without a tool call", [runStarted()], args("c"), "agui.notOpen:toolCall", "No active tool call found with ID"],
	["END without a tool call", [runStarted()], toolEnd("c"), "agui.notOpen:toolCall", "No active tool call found with ID"],
	["a reasoning span is opened twice", [runStarted(), span("s")], span("s"), "agui.alreadyOpen:span", "is already in progress"],
	["a reasoning message is opened twice", [runStarted(), think("s")], think("s"), "agui.alreadyOpen:reasoning", "is already in progress"],
	[
		"a span does not open a message",
		[runStarted(), span("s")],
		{ type: "REASONING_MESSAGE_CONTENT", messageId: "s", delta: "x" },
		"agui.notOpen:reasoning",
		"No active reasoning message found with ID",
	],
	[
		"END without a reasoning message",
		[runStarted()],
		{ type: "REASONING_MESSAGE_END", messageId: "s" },
		"agui.notOpen:reasoning",
		"No active reasoning message found with ID",
	],
	[
		"a span closes that was not opened",
		[runStarted(), think("s")],
		{ type: "REASONING_END", messageId: "s" },
		"agui.notOpen:span",
		"No active reasoning span found with ID",
	],
	["a step is started twice", [runStarted(), step("a")], step("a"), "agui.alreadyOpen:step", 'Step "a" is already active'],
	["a step finishes that was not started", [runStarted()], stepEnd("a"), "agui.notOpen:step", "that was not started"],
	[
		"a step is finished by another",
		[runStarted(), step("a", { subagentRunId: "s" })],
		stepEnd("a"),
		"agui.stepOwner",
		"that step is open under subagent 's'",
	],
	["a run finishes with an open step", [runStarted(), step("a")], runFinished(), "agui.leftOpen:step", "while steps are still active: a"],
	[
		"a run finishes with an open text",
		[runStarted(), text("m")],
		runFinished(),
		"agui.leftOpen:text",
		"while text messages are still active: m",
	],
	[
		"a run finishes with open reasoning",
		[runStarted(), think("s")],
		runFinished(),
		"agui.leftOpen:reasoning",
		"while reasoning messages are still active: s",
	],
	[
		"a run finishes with an open span",
		[runStarted(), span("s")],
		runFinished(),
		"agui.leftOpen:span",
		"while reasoning spans are still active: s",
	],
	[
		"a run finishes with an open tool call",
		[runStarted(), tool("c")],
		runFinished(),
		"agui.leftOpen:toolCall",
		"while tool calls are still active: c",
	],
	[
		"a run finishes with an active sub-agent",
		[runStarted(), sub("s")],
		runFinished(),
		"agui.leftOpen:subagent",
		"while subagents are still active: s",
	],
	["a sub-agent starts twice", [runStarted(), sub("s")], sub("s"), "agui.subagentActive", "is already active"],
	["a sub-agent starts again", [runStarted(), sub("s"), subEnd("s")], sub("s"), "agui.subagentReused", "has already finished in this run"],
	[
		"a sub-agent of an unknown parent",
		[runStarted()],
		sub("s", { parentSubagentRunId: "p" }),
		"agui.subagentUnknownParent",
		"has not been started in this run",
	],
	["a sub-agent finishes that did not start", [runStarted()], subEnd("s"), "agui.subagentNotActive", "no active subagent found with ID"],
	[
		"a sub-agent fails that did not start",
		[runStarted()],
		{ type: "SUBAGENT_ERROR", subagentRunId: "s", message: "m" },
		"agui.subagentNotActive",
		"no active subagent found with ID",
	],
	["null in a lifecycle member", [runStarted()], sub("s", { description: null }), "schema.type", "expected string, received null"],
	["null as an outcome", [runStarted(), sub("s")], subEnd("s", { outcome: null }), "schema.type", "expected object"],
	[
		"content by another than the opener",
		[runStarted(), text("m")],
		content("m", "x", { subagentRunId: "s" }),
		"agui.ownerMismatch:text",
		"does not match the message 'm' opener's",
	],
	[
		"END by another than the opener",
		[runStarted(), text("m", { subagentRunId: "a" })],
		textEnd("m", { subagentRunId: "b" }),
		"agui.ownerMismatch:text",
		"does not match the message 'm' opener's",
	],
	[
		"arguments by another than the opener",
		[runStarted(), tool("c", { subagentRunId: "a" })],
		args("c", { subagentRunId: "b" }),
		"agui.ownerMismatch:toolCall",
		"does not match the tool call 'c' opener's",
	],
	[
		"an owner is kept after END",
		[runStarted(), text("m", { subagentRunId: "a" }), textEnd("m")],
		text("m", { subagentRunId: "b" }),
		"agui.ownerMismatch:text",
		"does not match the message 'm' opener's",
	],
	[
		"an activity changed by another",
		[runStarted(), { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "P", content: {} }],
		{ type: "ACTIVITY_DELTA", messageId: "a", activityType: "P", patch: [], subagentRunId: "s" },
		"agui.ownerMismatch:activity",
		"does not match the activity 'a' opener's",
	],
	[
		"an encrypted value by another",
		[runStarted(), tool("c")],
		{ type: "REASONING_ENCRYPTED_VALUE", subtype: "tool-call", entityId: "c", encryptedValue: "v", subagentRunId: "s" },
		"agui.ownerMismatch:toolCall",
		"does not match the tool call 'c' opener's",
	],
	[
		"a tool call of another than its parent message",
		[runStarted(), text("m")],
		tool("c", { parentMessageId: "m", subagentRunId: "s" }),
		"agui.ownerMismatch:parentMessage",
		"does not match its parent message",
	],
	[
		"the first text chunk names no message",
		[runStarted()],
		chunk({ delta: "x" }),
		"agui.chunkWithoutId:text",
		"First TEXT_MESSAGE_CHUNK must have a messageId",
	],
	[
		"the first tool chunk names no call",
		[runStarted()],
		{ type: "TOOL_CALL_CHUNK", toolCallName: "t" },
		"agui.chunkWithoutId:toolCall",
		"First TOOL_CALL_CHUNK must have a toolCallId",
	],
	[
		"the first tool chunk names no tool",
		[runStarted()],
		{ type: "TOOL_CALL_CHUNK", toolCallId: "c" },
		"agui.chunkWithoutName:toolCall",
		"First TOOL_CALL_CHUNK must have a toolCallName",
	],
	[
		"the first reasoning chunk names no message",
		[runStarted()],
		{ type: "REASONING_MESSAGE_CHUNK", delta: "x" },
		"agui.chunkWithoutId:reasoning",
		"First REASONING_MESSAGE_CHUNK must have a messageId",
	],
	[
		"a state delta between chunks",
		[runStarted(), chunk({ messageId: "m", delta: "a" }), { type: "STATE_DELTA", delta: [] }],
		chunk({ delta: "b" }),
		"agui.chunkWithoutId:text",
		"First TEXT_MESSAGE_CHUNK must have a messageId",
	],
	[
		"a chunk changes its role",
		[runStarted(), chunk({ messageId: "m", delta: "a" })],
		chunk({ role: "user", delta: "b" }),
		"agui.chunkMismatch:role",
		"chunk role 'user' does not match",
	],
	[
		"a tool chunk changes its name",
		[runStarted(), { type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "t" }],
		{ type: "TOOL_CALL_CHUNK", toolCallName: "u" },
		"agui.chunkMismatch:toolCallName",
		"chunk toolCallName 'u' does not match",
	],
	[
		"a chunk of another lane's message",
		[runStarted(), chunk({ messageId: "m", delta: "a", subagentRunId: "s" })],
		chunk({ messageId: "m", delta: "b", subagentRunId: "z" }),
		"agui.ownerMismatch:chunk",
		"does not match the open stream's subagent",
	],
	[
		"a chunk that could be two lanes'",
		[runStarted(), chunk({ messageId: "m", subagentRunId: "s" }), chunk({ messageId: "n", subagentRunId: "z" })],
		chunk({ delta: "b" }),
		"agui.chunkAmbiguous:text",
		"Ambiguous TEXT_MESSAGE_CHUNK",
	],
	[
		"START and CHUNK of one message",
		[runStarted(), text("m")],
		chunk({ messageId: "m", delta: "a" }),
		"agui.alreadyOpen:text",
		"is already in progress",
	],
];

describe("a rule of order is broken", () => {
	test.each(RULES)("%s", async (_, before, breaks, code, words) => {
		const oracle = await askOracle([...before, breaks]);
		expect(oracle.failedAt).toBe(before.length);
		expect(oracle.error).toContain(words);

		const t = talk();
		for (const event of before) expect(codes(t.agent(event))).toEqual([]);
		const found = t.agent(breaks);
		// What only the schema forbids is said by the decoder; reading goes on as if the member were absent.
		if (code.startsWith("schema.")) expect(found).toEqual([]);
		else {
			expect(found.map((finding) => (finding.reason ? `${finding.code}:${finding.reason}` : finding.code))).toContain(code);
			expect(found.every((finding) => finding.severity === "error" && finding.message.length > 20)).toBe(true);
		}
		expect(t.view().findings.every((finding) => finding.ordinal === before.length + 1)).toBe(true);

		// Reading goes on: a whole run after it is read without a word, and everything before is still there.
		const messages = t.view().messages;
		t.agent(failed);
		expect(codes(t.agent(runStarted("after"), text("after"), content("after", "fine"), textEnd("after"), runFinished("after")))).toEqual(
			[],
		);
		expect(t.view().messages.slice(0, messages.length)).toEqual(messages);
		expect(t.view().messages.at(-1)).toEqual({ id: "after", role: "assistant", content: "fine" });
		expect(t.run()?.outcome).toEqual({ kind: "success", pendingToolCallIds: [] });
	});

	test("the text of broken streams is kept", () => {
		const t = talk();
		t.agent(content("m", "no opener, "), content("m", "twice"));
		expect(t.view().messages).toEqual([{ id: "m", role: "assistant", content: "no opener, twice" }]);
		expect(codes(t.view().findings)).toEqual(["agui.firstEvent", "agui.notOpen"]);
		expect(codes(t.agent(textEnd("m"), content("m", " and more"), runFinished()))).toEqual(["agui.notOpen"]);
		expect(t.item("text")).toMatchObject({ text: "no opener, twice and more", frames: { first: 1, last: 4, count: 4 } });
		t.agent(content("m", " after the end"));
		expect(t.item("text")).toMatchObject({ text: "no opener, twice and more after the end" });
	});

	test("chunks without an id go on where their lane stopped", () => {
		const t = talk();
		t.agent(
			runStarted(),
			chunk({ messageId: "m", delta: "a" }),
			{ type: "STATE_DELTA", delta: [] },
			chunk({ delta: "b" }),
			chunk({ delta: "c" }),
			runFinished(),
		);
		expect(t.view().messages).toEqual([{ id: "m", role: "assistant", content: "abc" }]);
		expect(codes(t.view().findings)).toEqual(["agui.chunkWithoutId"]);
	});

	test("an enveloped event's finding points into the envelope", () => {
		const t = talk();
		const found = t.frame(JSON.stringify({ type: "agui.event", sequence: 1, event: textEnd("m") }));
		expect(found.map(({ code, path }) => [code, path])).toEqual([
			["agui.firstEvent", "/event/type"],
			["agui.notOpen", "/event/messageId"],
		]);
	});
});
