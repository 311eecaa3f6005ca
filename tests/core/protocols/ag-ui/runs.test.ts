import { describe, expect, test } from "vitest";
import { foldDelivery } from "../../../../main/core/protocols/ag-ui/fold.ts";
import { codes, type Event, runFinished, runStarted, talk } from "./talk.ts";

const turn = (number: number, text = "hi"): Event => ({ type: "user.turn", turn: number, text });
const named = (runId: string, number: number) => runStarted(runId, { metadata: { "agentcall-standin": { turn: number } } });
const open = (messageId: string): Event => ({ type: "TEXT_MESSAGE_START", messageId });

describe("runs and turns", () => {
	test("O13, B5.1: a run answers the turn it names, else the oldest without one, else none; the rule is kept", () => {
		const t = talk();
		const first = t.says(turn(1));
		const second = t.says(turn(2));
		t.agent(named("a", 2), runFinished("a"), runStarted("b"), runFinished("b"), runStarted("c"), runFinished("c"), named("d", 9));
		expect(t.view().runs.map((run) => run.answers)).toEqual([
			{ rule: "metadata", turn: 2, ordinal: second },
			{ rule: "oldest", turn: 1, ordinal: first },
			{ rule: "unsolicited", turn: null, ordinal: null },
			{ rule: "metadata", turn: 9, ordinal: null },
		]);
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "turn")
				.map((item) => item.answeredBy),
		).toEqual([1, 0]);
	});

	test("observations and committed audio wait for a run too; queued, unknown and discarded messages do not", () => {
		const t = talk();
		t.says(turn(1), "unknown");
		t.says(turn(2), "queued");
		const gone = t.says(turn(3));
		foldDelivery(t.conversation, gone, "discarded");
		const observed = t.says({
			type: "user.observation",
			turn: 4,
			interactionId: "i",
			observation: { modality: "nfc", simulated: true, uid: "04a2" },
		});
		t.says({ type: "audio.turn.start", turn: 5 });
		const audio = t.says({ type: "audio.turn.commit", turn: 5 });
		t.agent(runStarted("a"), runFinished("a"), runStarted("b"), runFinished("b"), runStarted("c"), runFinished("c"));
		expect(t.view().runs.map((run) => run.answers.ordinal)).toEqual([observed, audio, null]);
		expect(t.item("observation")).toMatchObject({ modality: "nfc", interactionId: "i", simulated: true });
		expect(JSON.stringify(t.view())).not.toContain("04a2");
		const later = t.says(turn(6), "queued");
		foldDelivery(t.conversation, later, "sent");
		t.agent(runStarted("d"));
		expect(t.run()?.answers).toEqual({ rule: "oldest", turn: 6, ordinal: later });
	});

	test("a turn sent during a run belongs to no run until one answers it", () => {
		const t = talk();
		t.agent(runStarted("a"), open("m"));
		t.says(turn(1));
		expect(t.item("turn")).toMatchObject({ run: null, answeredBy: null });
	});
});

describe("how a run ends", () => {
	test.each<[string, Event[], object]>([
		[
			"success, with the calls nobody answered",
			[{ type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "t" }, runFinished("r", { result: 5 })],
			{ kind: "success", result: 5, pendingToolCallIds: ["c"] },
		],
		[
			"success, with the calls it names",
			[runFinished("r", { outcome: { type: "success", pendingToolCallIds: ["z"] } })],
			{ kind: "success", pendingToolCallIds: ["z"] },
		],
		[
			"interrupt",
			[runFinished("r", { outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] } })],
			{ kind: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] },
		],
		["cancelled", [runFinished("r", { outcome: { type: "cancelled" } })], { kind: "cancelled" }],
		["error", [open("m"), { type: "RUN_ERROR", message: "boom", code: "E" }], { kind: "error", message: "boom", code: "E", late: false }],
		["late error", [runFinished(), { type: "RUN_ERROR", message: "boom" }], { kind: "error", message: "boom", late: true }],
	])("%s", (_, events, outcome) => {
		const t = talk();
		t.agent(runStarted(), ...events);
		expect(t.run()?.outcome).toEqual(outcome);
	});

	test("an error stays when RUN_FINISHED follows, and ends what was open", () => {
		const t = talk();
		t.agent(runStarted(), open("m"), { type: "SUBAGENT_STARTED", subagentRunId: "s", name: "n" }, { type: "RUN_ERROR", message: "boom" });
		expect(codes(t.agent(runFinished()))).toEqual(["agui.afterError"]);
		expect(t.run()?.outcome).toMatchObject({ kind: "error" });
		expect(t.item("text")).toMatchObject({ end: "cut" });
		expect(t.item("subagent")).toMatchObject({ outcome: { kind: "cut" } });
	});

	test("an outcome nobody knows reads as success, but not in silence", () => {
		const t = talk();
		expect(codes(t.agent(runStarted(), runFinished("r", { outcome: { type: "paused" } })))).toEqual(["agui.unknownOutcome"]);
		expect(t.run()?.outcome.kind).toBe("success");
	});

	test("what was never closed is marked so", () => {
		const t = talk();
		const found = t.agent(runStarted(), open("m"), { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "t" }, runFinished());
		expect(found.map((finding) => finding.reason)).toEqual(["text", "toolCall"]);
		expect([t.item("text")?.end, t.item("toolCall")?.end]).toEqual(["neverClosed", "neverClosed"]);
		expect(codes(t.agent(runStarted("2"), open("m")))).toEqual(["agui.idReused"]);
	});

	test("B5.4: interrupts wait until a run ends without one", () => {
		const t = talk();
		t.agent(runStarted(), runFinished("r", { outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "x" }] } }), runStarted("2"));
		expect(t.view().pendingInterrupts).toEqual([{ id: "i", reason: "x" }]);
		t.agent(runFinished("2"));
		expect(t.view().pendingInterrupts).toEqual([]);
	});
});

describe("cancelling", () => {
	test.each<[string, Event | "link", string]>([
		["cancelled", runFinished("r", { outcome: { type: "cancelled" } }), "confirmed"],
		["finished all the same", runFinished(), "notConfirmed"],
		["asks for something", runFinished("r", { outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "x" }] } }), "notConfirmed"],
		["fails", { type: "RUN_ERROR", message: "m" }, "failed"],
		["breaks off", "link", "unknown"],
	])("O11, B5.2: the run is %s", (_, ends, settled) => {
		const t = talk();
		t.agent(runStarted(), open("m"));
		const ordinal = t.says({ type: "response.cancel" });
		expect(t.run()?.cancel).toEqual({ ordinal, atMs: 3_000, settled: "pending" });
		if (ends === "link") t.local("link.closed");
		else t.agent({ type: "TEXT_MESSAGE_END", messageId: "m" }, ends);
		expect(t.run()?.cancel?.settled).toBe(settled);
		expect(t.item("cancel")).toMatchObject({ run: 0 });
	});

	test("a cancel with nothing running has no effect", () => {
		const t = talk();
		t.says({ type: "response.cancel" });
		expect(t.item("cancel")).toMatchObject({ run: null });
	});
});

describe("a broken link", () => {
	test("B4.10: without resume the run is truncated and has no outcome", () => {
		const t = talk();
		t.agent(runStarted(), open("m"), { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "half" });
		t.local("link.closed");
		expect(t.run()?.outcome).toEqual({ kind: "truncated", why: "linkLost" });
		expect(t.item("text")).toMatchObject({ text: "half" });
	});

	test("B4.10: with resume the run goes on as if nothing had happened", () => {
		const t = talk({ resume: true });
		t.agent(runStarted(), open("m"));
		t.local("link.closed");
		expect(t.run()).toMatchObject({ outcome: { kind: "open" }, linkLostAt: 3 });
		t.local("link.open");
		const found = t.agent(
			{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "a" },
			{ type: "TEXT_MESSAGE_END", messageId: "m" },
			runFinished(),
		);
		expect(found).toEqual([]);
		expect(t.run()).toMatchObject({ outcome: { kind: "success" }, linkLostAt: null });
	});

	test.each([
		["ended", "sessionEnded"],
		["stop", "linkLost"],
		["ask", "linkLost"],
	])("with resume, when what comes next is “%s”, the run is cut off with what is open in it", (next, why) => {
		const t = talk({ resume: true });
		t.agent(runStarted(), open("m"), { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "x" });
		t.local("link.closed", { outcome: { code: 4410, next } });
		expect(t.run()?.outcome).toEqual({ kind: "truncated", why });
		expect(t.item("text")).toMatchObject({ end: "cut" });
		expect(t.item("toolCall")).toMatchObject({ end: "cut" });
	});

	test("what was cut off with a link that comes back goes on where it was", () => {
		const t = talk({ resume: true });
		t.agent(runStarted(), open("m"), { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "a" });
		t.local("link.closed", { outcome: { code: 1008, next: "stop" } });
		t.local("link.open");
		const rest = { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "b" };
		expect(t.agent(rest)).toEqual([]);
		expect(t.item("text")).toMatchObject({ text: "ab", end: "open" });
		expect(t.agent({ type: "TEXT_MESSAGE_END", messageId: "m" }, runFinished())).toEqual([]);
		expect(t.item("text")).toMatchObject({ end: "closed" });
	});

	test("a truncated run that goes on after all is open again", () => {
		const t = talk();
		t.agent(runStarted(), open("m"));
		t.local("link.closed");
		expect(t.agent({ type: "TEXT_MESSAGE_END", messageId: "m" }, runFinished())).toEqual([]);
		expect(t.run()?.outcome.kind).toBe("success");
	});

	test("a new run after a truncated one is no fault", () => {
		const t = talk();
		t.agent(runStarted(), open("m"));
		t.local("link.closed");
		expect(t.agent(runStarted("2"), open("n"))).toEqual([]);
		expect(t.view().runs.map((run) => run.outcome.kind)).toEqual(["truncated", "open"]);
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "text")
				.map((item) => item.end),
		).toEqual(["cut", "open"]);
	});

	test("B4.10: a new epoch begins messages and state anew and keeps what people read", () => {
		const t = talk({ resume: true });
		t.local("link.open", {}, { epoch: 1 });
		t.says(turn(1));
		t.agent(
			runStarted(),
			open("m"),
			{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "old" },
			{ type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
		);
		t.says(turn(2), "unknown");
		t.local("epoch.started", { why: "the agent no longer has the history" }, { epoch: 2 });
		expect(t.run()?.outcome).toEqual({ kind: "truncated", why: "epoch" });
		expect(t.view()).toMatchObject({ messages: [], state: {} });
		expect(t.agent(runStarted(), open("m"), { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "new" })).toEqual([]);
		expect(t.view().messages).toEqual([{ id: "m", role: "assistant", content: "new" }]);
		expect(
			t
				.view()
				.items.filter((item) => item.kind === "text")
				.map((item) => [item.epoch, item.text, item.end]),
		).toEqual([
			[1, "old", "cut"],
			[2, "new", "open"],
		]);
		expect(t.item("epoch")).toMatchObject({ why: "the agent no longer has the history" });
		expect(t.run()?.answers.rule).toBe("unsolicited");
	});

	test("the end of the session ends the run", () => {
		const t = talk();
		t.agent(runStarted(), { type: "error", code: "rate_limited", message: "slow down" }, { type: "session.ended" });
		expect(t.run()?.outcome).toEqual({ kind: "truncated", why: "sessionEnded" });
		expect(t.item("error")).toMatchObject({ code: "rate_limited", message: "slow down", fatal: false });
	});
});
