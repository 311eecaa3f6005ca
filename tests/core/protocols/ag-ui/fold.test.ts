import { describe, expect, test } from "vitest";
import { jsonText } from "../../../../main/core/protocols/ag-ui/json-text.ts";
import { conversationItems, conversationView, itemCount } from "../../../../main/core/protocols/ag-ui/view.ts";
import { decodeServerFrame } from "../../../../main/core/protocols/agentcall/codec.ts";
import { agentCallWords } from "../../../../main/core/protocols/agentcall/row-words.ts";
import { summarize } from "../../../../main/core/timeline/summary.ts";
import { costMs, cpuMs, linearMs } from "../../../fakes/cpu-ms.ts";
import { codes, type Event, runFinished, runStarted, talk } from "./talk.ts";

const start = (messageId: string, more: Record<string, unknown> = {}): Event => ({ type: "TEXT_MESSAGE_START", messageId, ...more });
const content = (messageId: string, delta: string): Event => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
const end = (messageId: string): Event => ({ type: "TEXT_MESSAGE_END", messageId });
const state = (...delta: unknown[]): Event => ({ type: "STATE_DELTA", delta });

test("a history of more messages than a call bears arguments is read whole", () => {
	const t = talk();
	const messages = Array.from({ length: 150_000 }, (_, n) => ({ id: `m${n}`, role: "user", content: "x" }));
	t.agent(runStarted("r"), { type: "MESSAGES_SNAPSHOT", messages }, runFinished("r"));
	expect(itemCount(t.conversation)).toBeGreaterThan(1);
}, 60_000);

test("BAD: a frame whose messages are all wrong gets 32 findings and one that says there are more", () => {
	const t = talk();
	const messages = Array.from({ length: 500 }, (_, n) => ({ id: `m${n}`, role: "wizard", content: "?" }));
	t.agent(runStarted("r"), { type: "MESSAGES_SNAPSHOT", messages }, runFinished("r"));
	expect(codes(t.view().findings)).toEqual([...Array.from({ length: 32 }, () => "agui.unknownRole"), "agui.more"]);
});

test("text under the id of a person's message is the agent's to people, and named", () => {
	const t = talk();
	const content = [{ type: "text", text: "Describe this image" }];
	t.agent(runStarted("r"), { type: "MESSAGES_SNAPSHOT", messages: [{ id: "m1", role: "user", content }] });
	t.agent(
		start("m1", { role: "assistant" }),
		{ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "It is sunny." },
		end("m1"),
		runFinished(),
	);
	expect(codes(t.view().findings)).toEqual(["agui.otherRole"]);
	expect(t.view().items.findLast(({ kind }) => kind === "text")).toMatchObject({ role: "assistant", text: "It is sunny." });
	const again = talk();
	again.agent(runStarted("r"), { type: "MESSAGES_SNAPSHOT", messages: [{ id: "m1", role: "assistant", content: "It" }] });
	again.agent(start("m1", { role: "assistant" }), end("m1"), runFinished());
	expect(again.view().findings).toEqual([]);
});

test("an index with leading zeros is used as the reference client uses it, and named", () => {
	const t = talk();
	t.agent(
		runStarted("r"),
		{ type: "STATE_SNAPSHOT", snapshot: { l: [1, 2, 3] } },
		state({ op: "add", path: "/l/01", value: false }),
		runFinished(),
	);
	expect(t.view().state).toEqual({ l: [1, false, 2, 3] });
	expect(t.view().findings).toMatchObject([{ code: "state.oddIndex", severity: "warning", path: "/delta/0/path" }]);
});

describe("what people read", () => {
	test("a whole conversation links each item to its entries", () => {
		const t = talk();
		const asked = t.says({ type: "user.turn", turn: 1, text: "Check this badge", context: [{ description: "Site", value: "Gate 3" }] });
		t.agent(
			runStarted("r", { metadata: { "agentcall-standin": { turn: 1 } } }),
			start("m"),
			{ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look", parentMessageId: "m" },
			content("m", "Let me "),
			{ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"badge":' },
			content("m", "see."),
			{ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "42}" },
			end("m"),
			{ type: "TOOL_CALL_END", toolCallId: "c" },
			{ type: "TOOL_CALL_RESULT", messageId: "res", toolCallId: "c", content: "valid" },
			{ type: "CUSTOM", name: "vendor:x", value: 1 },
			{ type: "CUSTOM", name: "vendor:x", value: 2 },
			runFinished(),
		);
		const view = t.view();
		expect(view.findings).toEqual([]);
		expect(view.items.map((item) => item.kind)).toEqual(["turn", "run", "text", "toolCall", "custom"]);
		expect(view.items[0]).toMatchObject({
			text: "Check this badge",
			contexts: 1,
			turn: 1,
			run: null,
			answeredBy: 0,
			frames: { first: asked },
		});
		expect(t.item("text")).toMatchObject({ text: "Let me see.", end: "closed", run: 0, frames: { first: 3, last: 9, count: 4 } });
		expect(t.item("toolCall")).toMatchObject({
			name: "look",
			arguments: '{"badge":42}',
			results: [{ content: "valid", ordinal: 11 }],
			frames: { first: 4, last: 11, count: 5 },
		});
		expect(t.item("custom")).toMatchObject({ name: "vendor:x", frames: { count: 2 } });
		expect(view.messages.map(({ id, role }) => [id, role])).toEqual([
			["m", "assistant"],
			["res", "tool"],
		]);
		expect(view.runs[0]).toMatchObject({ frames: { first: 2, last: 14, count: 13 }, startedAtMs: 2_000, endedAtMs: 14_000 });
		expect(JSON.parse(JSON.stringify(view))).toEqual(view);
		expect(conversationItems(t.conversation, 2, 2)).toEqual(view.items.slice(2, 4));
		expect(itemCount(t.conversation)).toBe(5);
	});

	test("a view that was handed out does not change", () => {
		const t = talk();
		t.agent(runStarted(), start("m"), content("m", "a"), { type: "STATE_SNAPSHOT", snapshot: { list: [1] } });
		const before = t.view();
		const copy = structuredClone(before);
		t.agent(
			content("m", "b"),
			state({ op: "add", path: "/list/-", value: 2 }),
			state({ op: "add", path: "/list/-", value: 3 }),
			end("m"),
			runFinished(),
		);
		expect(before).toEqual(copy);
		expect(t.view().state).toEqual({ list: [1, 2, 3] });
	});

	test("reasoning and answer under one id are shown apart, and held as one as the client does", () => {
		const t = talk();
		const found = t.agent(
			runStarted(),
			{ type: "REASONING_MESSAGE_START", messageId: "x", role: "reasoning" },
			{ type: "REASONING_MESSAGE_CONTENT", messageId: "x", delta: "th" },
			{ type: "REASONING_MESSAGE_END", messageId: "x" },
			start("x"),
			content("x", "answer"),
			end("x"),
			runFinished(),
		);
		expect(codes(found)).toEqual(["agui.idShared"]);
		expect(t.view().messages).toEqual([{ id: "x", role: "reasoning", content: "thanswer" }]);
		expect(t.item("reasoning")).toMatchObject({ text: "th" });
		expect(t.item("text")).toMatchObject({ text: "answer" });
	});

	test("text on an activity's id is shown, although clients drop it", () => {
		const t = talk();
		const found = t.agent(
			runStarted(),
			{ type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "PLAN", content: { n: 1 } },
			start("a"),
			content("a", "hi"),
			end("a"),
			runFinished(),
		);
		expect(codes(found)).toEqual(["agui.idShared"]);
		expect(t.view().messages).toEqual([{ id: "a", role: "activity", activityType: "PLAN", content: { n: 1 } }]);
		expect(t.item("activity")).toMatchObject({ content: { n: 1 } });
		expect(t.item("text")).toMatchObject({ text: "hi" });
	});

	test("BAD: an id used again in a later run is a new item and one message", () => {
		const t = talk();
		t.agent(runStarted("1"), start("m"), content("m", "a"), end("m"), runFinished("1"));
		const found = t.agent(runStarted("2"), start("m"), content("m", "b"), end("m"), runFinished("2"));
		expect(codes(found)).toEqual(["agui.idReused"]);
		expect(t.view().messages).toEqual([{ id: "m", role: "assistant", content: "ab" }]);
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "text")
				.map((item) => [item.text, item.sharedId]),
		).toEqual([
			["a", false],
			["b", true],
		]);
	});

	test("sub-agents keep their own lanes, steps and chunks", () => {
		const t = talk();
		const found = t.agent(
			runStarted(),
			{ type: "STEP_STARTED", stepName: "tools" },
			{ type: "SUBAGENT_STARTED", subagentRunId: "s", name: "Scout", description: "looks", parentToolCallId: "c" },
			{ type: "STEP_STARTED", stepName: "tools", subagentRunId: "s" },
			{ type: "TEXT_MESSAGE_CHUNK", messageId: "p", delta: "pa" },
			{ type: "TEXT_MESSAGE_CHUNK", messageId: "q", delta: "su", subagentRunId: "s" },
			{ type: "TEXT_MESSAGE_CHUNK", delta: "rent" },
			{ type: "TEXT_MESSAGE_CHUNK", delta: "b", subagentRunId: "s" },
			{ type: "STEP_FINISHED", stepName: "tools", subagentRunId: "s" },
			{ type: "SUBAGENT_FINISHED", subagentRunId: "s", result: { ok: true }, outcome: { type: "suspended", interruptIds: ["i"] } },
			{ type: "STEP_FINISHED", stepName: "tools" },
			runFinished(),
		);
		expect(found).toEqual([]);
		expect(t.item("subagent")).toMatchObject({
			name: "Scout",
			parentToolCallId: "c",
			outcome: { kind: "suspended", interruptIds: ["i"], result: { ok: true } },
		});
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "text")
				.map((item) => [item.lane, item.text, item.end]),
		).toEqual([
			[null, "parent", "closed"],
			["s", "sub", "closed"],
		]);
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "step")
				.map((item) => [item.lane, item.end]),
		).toEqual([
			[null, "closed"],
			["s", "closed"],
		]);
	});

	test("a messages snapshot says what it did, and nothing shown is lost", () => {
		const t = talk();
		t.says({ type: "user.turn", turn: 1, text: "Hello" });
		t.agent(runStarted(), start("a"), content("a", "one"), end("a"), start("b"), content("b", "two"), end("b"));
		t.agent({
			type: "MESSAGES_SNAPSHOT",
			messages: [
				{ id: "u", role: "user", content: "Hello" },
				{
					id: "a",
					role: "assistant",
					content: "ONE",
					toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
				},
				{ id: "n", role: "tool", toolCallId: "c", content: "done" },
				{ id: "z", role: "wizard", content: "?" },
			],
		});
		expect(t.item("history")).toMatchObject({ added: 2, replaced: 1, removed: 1 });
		expect(t.item("turn")).toMatchObject({ messageId: "u" });
		const texts = t.view().items.filter((item) => item.kind === "text");
		expect(texts.map((item) => [item.messageId, item.text, item.removed])).toEqual([
			["a", "ONE", false],
			["b", "two", true],
		]);
		expect(t.item("toolCall")).toMatchObject({ source: "history", results: [{ content: "done" }] });
		expect(codes(t.view().findings)).toEqual(["agui.unknownRole"]);
		t.agent(start("b"), content("b", "!"), end("b"), runFinished());
		expect(t.view().messages.map((message) => message.id)).toEqual(["a", "u", "n", "b"]);
	});

	test("retired THINKING events are reasoning with a title", () => {
		const t = talk();
		const found = t.agent(
			runStarted(),
			{ type: "THINKING_START", title: "Weighing" },
			{ type: "THINKING_TEXT_MESSAGE_START" },
			{ type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "hm" },
			{ type: "THINKING_TEXT_MESSAGE_END" },
			{ type: "THINKING_END" },
			runFinished(),
		);
		expect(new Set(codes(found))).toEqual(new Set(["agui.retired"]));
		expect(t.item("reasoning")).toMatchObject({ text: "hm", title: "Weighing", end: "closed" });
	});
});

describe("versions", () => {
	const found = (protocolVersion: unknown) => {
		const t = talk();
		return t
			.agent(runStarted("1", { protocolVersion }), runFinished("1"), runStarted("2", { protocolVersion }), runFinished("2"))
			.map(({ code, severity, path }) => `${severity} ${code} ${path}`);
	};
	test.each(["1.0", "0.9", "1.00", undefined, null, 7])("protocolVersion %s is nothing to tell of", (version) => {
		expect(found(version)).toEqual([]);
	});
	test.each(["1.1", "2.0", "10.0"])("the newer protocolVersion %s is told of once, as no fault", (version) => {
		expect(found(version)).toEqual(["info agui.newerProtocol /protocolVersion"]);
	});
	test.each(["", "1", "v2", "1.0.0"])("a protocolVersion of another form is told of once: “%s”", (version) => {
		expect(found(version)).toEqual(["info agui.oddVersion /protocolVersion"]);
	});
	test("an event type nobody knows is no part of the order and no fault", () => {
		const t = talk();
		expect(t.agent({ type: "HOLOGRAM_SHOWN" }, runStarted(), { type: "HOLOGRAM_SHOWN" }, runFinished(), { type: "run_started" })).toEqual(
			[],
		);
		expect(t.view().findingCount).toBe(0);
	});
});

describe("bad input", () => {
	test("BAD: null on optional members is read as absent", () => {
		const t = talk();
		const found = t.agent(
			runStarted("r", { timestamp: null, parentRunId: null, input: null, metadata: null }),
			start("m", { timestamp: null, name: null, role: null, subagentRunId: null, rawEvent: null }),
			content("m", "text"),
			end("m"),
			{ type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "t", parentMessageId: null, delta: null },
			runFinished("r", { result: null, outcome: null, usage: null }),
		);
		expect(found).toEqual([]);
		expect(t.view().messages[0]).toEqual({ id: "m", role: "assistant", content: "text" });
		expect(t.run()?.outcome).toEqual({ kind: "success", pendingToolCallIds: ["c"] });
	});

	test("BAD: a patch on a missing path leaves the state and says until when it differs", () => {
		const t = talk();
		t.agent(runStarted(), { type: "STATE_SNAPSHOT", snapshot: { a: 1 } });
		const found = t.agent(state({ op: "replace", path: "/a", value: 2 }, { op: "replace", path: "/b/c", value: 1 }));
		expect(found).toMatchObject([{ code: "state.missingPath", severity: "error", path: "/delta/1/path" }]);
		expect(t.view()).toMatchObject({ state: { a: 1 }, stateDivergedAt: 3 });
		t.agent(state({ op: "replace", path: "/a", value: 3 }));
		expect(t.view()).toMatchObject({ state: { a: 3 }, stateDivergedAt: 3 });
		t.agent({ type: "STATE_SNAPSHOT", snapshot: null });
		expect(t.view()).toMatchObject({ state: null, stateDivergedAt: null });
		expect(t.item("state")).toMatchObject({ snapshots: 2, deltas: 2, failed: 1, frames: { first: 2, last: 5, count: 4 } });
	});

	test("BAD: an unknown patch operation is left out and the others are applied", () => {
		const t = talk();
		t.agent(runStarted());
		const found = t.agent(state({ op: "append", path: "/a", value: 1 }, { op: "add", path: "/b", value: 2 }));
		expect(found).toMatchObject([{ code: "state.unknownOp", severity: "warning", path: "/delta/0/op" }]);
		expect(t.view()).toMatchObject({ state: { b: 2 }, stateDivergedAt: null });
	});

	test("BAD: timestamp: null is a finding of the schema, and every event of the run is read", () => {
		const t = talk();
		const at = { timestamp: null };
		const events = [
			runStarted("r", at),
			{ ...start("m"), ...at },
			{ ...content("m", "noon"), ...at },
			{ ...end("m"), ...at },
			runFinished("r", at),
		];
		const said = events.map((event) => decodeServerFrame("text", JSON.stringify(event), 0).findings);
		expect(said).toEqual(events.map(() => [expect.objectContaining({ code: "schema.type", path: "/timestamp", severity: "error" })]));
		expect(t.agent(...events)).toEqual([]);
		expect(t.view().messages).toEqual([{ id: "m", role: "assistant", content: "noon" }]);
	});

	test("BAD: markup, scripts, links and signs that turn text around are text: kept to the letter, made visible where a line of it is shown", () => {
		const nasty = "<script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) \u202eevil\u202c \u0000\u001b[31m";
		const t = talk();
		const found = t.agent(
			runStarted(),
			start("m", { name: nasty }),
			content("m", nasty),
			end("m"),
			{ type: "STEP_STARTED", stepName: nasty },
			{ type: "STEP_FINISHED", stepName: nasty },
			{ type: "TOOL_CALL_START", toolCallId: nasty, toolCallName: nasty },
			{ type: "TOOL_CALL_ARGS", toolCallId: nasty, delta: JSON.stringify(nasty) },
			{ type: "TOOL_CALL_END", toolCallId: nasty },
			{ type: "STATE_SNAPSHOT", snapshot: { [nasty]: nasty } },
			{ type: "CUSTOM", name: nasty, value: nasty },
			runFinished("r", { outcome: { type: "interrupt", interrupts: [{ id: nasty, reason: nasty, message: nasty }] } }),
		);
		expect(found).toEqual([]);
		expect(t.item("text")).toMatchObject({ text: nasty, name: nasty });
		expect(t.item("toolCall")).toMatchObject({ name: nasty, arguments: JSON.stringify(nasty) });
		expect(t.view().state).toEqual({ [nasty]: nasty });
		expect(t.view().pendingInterrupts).toEqual([{ id: nasty, reason: nasty, message: nasty }]);
		for (const event of [content("m", nasty), { type: "CUSTOM", name: nasty, value: 1 }, { type: "STEP_STARTED", stepName: nasty }]) {
			const text = JSON.stringify(event);
			const words = summarize(
				{ dir: "in", kind: "frame", opcode: "text", type: event.type, text, byteLength: text.length },
				agentCallWords,
			);
			expect(words).toContain("alert");
			expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
		}
		// What is named of such an event in a finding is one visible line too.
		const [broken] = t.agent(runStarted("2"), end(nasty));
		expect(broken?.message).toContain("script");
		expect(broken?.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
	});

	test("BAD: unreadable events are named and the rest goes on", () => {
		const t = talk();
		const found = t.agent(
			runStarted(),
			{ type: "TEXT_MESSAGE_START" },
			{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: 5 },
			{ type: "STATE_SNAPSHOT" },
			{ type: "STATE_DELTA", delta: "x" },
			{ type: "MESSAGES_SNAPSHOT", messages: [7, { id: "a", role: "assistant", content: "kept" }, { role: "user", content: "no id" }] },
			{ type: "ACTIVITY_SNAPSHOT", messageId: "p", activityType: "P", content: [] },
			{ type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c" },
			{ type: "CUSTOM" },
			runFinished(),
		);
		expect(found.filter((finding) => finding.code === "agui.unreadable").map((finding) => finding.path)).toEqual([
			"/messageId",
			"/delta",
			"/snapshot",
			"/delta",
			"/messages/0",
			"/messages/2/id",
			"/content",
			"/content",
			"/name",
		]);
		expect(t.view().messages).toEqual([{ id: "a", role: "assistant", content: "kept" }]);
	});

	test("BAD: prototype names are names", () => {
		const t = talk();
		t.agent(runStarted());
		t.frame('{"type":"STATE_SNAPSHOT","snapshot":{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}}');
		for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty"])
			t.agent(start(id), content(id, id), end(id), { type: "STEP_STARTED", stepName: id }, { type: "STEP_FINISHED", stepName: id });
		t.frame('{"type":"CUSTOM","name":"__proto__","value":{"__proto__":{"polluted":1}},"metadata":{"__proto__":{"polluted":1}}}');
		t.frame('{"type":"TEXT_MESSAGE_START","messageId":"meta","metadata":{"__proto__":{"polluted":1},"a":1}}');
		t.agent(end("meta"));
		const found = t.agent(
			state({ op: "add", path: "/__proto__/polluted", value: 1 }),
			state({ op: "add", path: "/constructor/prototype/polluted", value: 1 }),
			state({ op: "add", path: "/toString/x", value: 1 }),
			state({ op: "add", path: "/constructor/other", value: 1 }),
		);
		expect(codes(found)).toEqual(["state.forbiddenKey", "state.forbiddenKey", "state.missingPath"]);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		const view = t.view();
		expect(JSON.stringify(view.state)).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":{},"other":1}}');
		expect(view.messages.map((message) => message.content)).toEqual(["__proto__", "constructor", "toString", "hasOwnProperty", ""]);
		expect(JSON.stringify(view.messages.at(-1)?.metadata)).toBe('{"__proto__":{"polluted":1},"a":1}');
		expect(Object.getPrototypeOf(view.messages.at(-1)?.metadata)).toBe(Object.prototype);
	});

	test("BAD: values nested 10,000 deep are folded, tested, compared and written", () => {
		const depth = 10_000;
		const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
		const t = talk();
		t.agent(runStarted());
		t.frame(`{"type":"STATE_SNAPSHOT","snapshot":${deep}}`);
		const found = [
			...t.frame(
				`{"type":"STATE_DELTA","delta":[{"op":"test","path":"","value":${deep}},{"op":"copy","from":"","path":"/copy"},{"op":"replace","path":"${"/a".repeat(depth)}","value":2}]}`,
			),
			...t.frame(`{"type":"ACTIVITY_SNAPSHOT","messageId":"x","activityType":"P","content":${deep}}`),
			...t.frame(`{"type":"CUSTOM","name":"n","value":${deep}}`),
			...t.frame(`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"y","role":"activity","activityType":"P","content":${deep}}]}`),
		];
		expect(found).toEqual([]);
		const view = t.view();
		expect(view.cut).toContain(`/state/${"a/".repeat(499)}a`);
		expect(JSON.stringify(view).length).toBeGreaterThan(500);
		structuredClone(view);
		const whole = jsonText(conversationView(t.conversation, { maxLevels: Number.POSITIVE_INFINITY }).state);
		expect(whole).toBe(`{"a":${deep.slice(5, -1).replace("1", "2")},"copy":${deep}}`);
	});

	test("BAD: a state of 1 MiB takes changes in place, and a copy bomb is refused", () => {
		const withList = (length: number) => {
			const t = talk();
			const list = Array.from({ length }, (_, index) => `item-${index}`);
			t.agent(runStarted(), { type: "STATE_SNAPSHOT", snapshot: { list } });
			const ms = costMs(() => {
				for (let at = 0; at < 2_000; at++) t.agent(state({ op: "add", path: "/list/-", value: at }));
			});
			return { t, ms };
		};
		const short = withList(1_000);
		const { t, ms } = withList(100_000);
		expect(ms).toBeLessThan(linearMs(short.ms, 1));
		const bomb = Array.from({ length: 40 }, (_, at) => ({ op: "copy", from: "", path: `/b${at}` }));
		expect(t.agent(state(...bomb))).toMatchObject([{ code: "state.tooLarge", path: expect.stringMatching(/^\/delta\/\d+\/from$/) }]);
		expect((t.view().state as { list: unknown[] }).list.length).toBe(102_000);
	});
});

describe("cost", () => {
	test("100,000 deltas and a 2 MB message cost the same at the end as at the start", () => {
		const t = talk();
		t.agent(runStarted(), start("m"), { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "t", parentMessageId: "m" });
		const delta = "twenty characters ok";
		const block = () => {
			const began = cpuMs();
			for (let at = 0; at < 10_000; at++)
				t.agent(at % 10 === 0 ? { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "1" } : content("m", delta));
			return cpuMs() - began;
		};
		block();
		const times = Array.from({ length: 10 }, block);
		const first = Math.min(...times.slice(0, 3));
		const last = Math.min(...times.slice(-3));
		expect(last).toBeLessThan(first * 4 + 100);
		expect(String(t.view().messages[0]?.content).length).toBe(99_000 * 20);
		expect(t.item("text")?.frames.count).toBe(99_001);
		expect(t.conversation.findings.length).toBe(0);
	});

	test("many messages and calls do not make the next one dearer", () => {
		const t = talk();
		t.agent(runStarted());
		const block = (from: number) => {
			const began = cpuMs();
			for (let at = from; at < from + 2_000; at++) {
				t.agent({ type: "TOOL_CALL_START", toolCallId: `c${at}`, toolCallName: "t" }, { type: "TOOL_CALL_END", toolCallId: `c${at}` });
				t.agent({ type: "TOOL_CALL_RESULT", messageId: `r${at}`, toolCallId: "c0", content: "x" });
			}
			return cpuMs() - began;
		};
		block(0);
		const first = block(2_000);
		let last = first;
		for (let at = 2; at < 10; at++) last = block(at * 2_000);
		expect(last).toBeLessThan(first * 5 + 200);
	});

	test("a stream of nothing but faults keeps a thousand findings and the count", () => {
		const t = talk();
		for (let at = 0; at < 3_000; at++) t.agent(end(`m${at}`));
		expect(t.view().findings.length).toBe(1_000);
		expect(t.view().findingCount).toBe(3_001);
	});
});
