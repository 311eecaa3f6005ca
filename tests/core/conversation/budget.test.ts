import { expect, test } from "vitest";
import { createExactJson } from "../../../main/core/conversation/exact-json.ts";
import { STATE_UNITS } from "../../../main/core/limits.ts";
import { createAgentCallReading } from "../../../main/core/protocols/agentcall/reading.ts";
import type { ConversationViews, StoredEntry } from "../../../main/core/reading/reading.ts";

const MIB = 1024 * 1024;

function readingOf(maxBytes: number) {
	const texts: (string | null)[] = [];
	const reading = createAgentCallReading({
		json: createExactJson("mark-of-this-test"),
		generation: 1,
		textOf: (ordinal) => texts[ordinal] ?? null,
		deliveryOf: () => undefined,
		maxBytes,
	});
	let ordinal = 0;
	const say = (event: Record<string, unknown>) => {
		ordinal += 1;
		const text = JSON.stringify(event);
		texts[ordinal] = event.type === "STATE_SNAPSHOT" || event.type === "STATE_DELTA" ? text : null;
		const entry: StoredEntry = {
			ordinal,
			atMs: ordinal,
			dir: "in",
			kind: "frame",
			opcode: "text",
			type: String(event.type),
			text,
			epoch: 1,
		};
		reading.take(entry);
		return ordinal;
	};
	return { folded: { ...reading, ...(reading.conversation as ConversationViews) }, say };
}

const lastRow = (folded: ReturnType<typeof readingOf>["folded"]) => folded.page({ from: null, count: 1, since: 0, texts: [] }).rows.at(-1);
const codes = (folded: ReturnType<typeof readingOf>["folded"]) =>
	folded.takeFindings(Number.POSITIVE_INFINITY).flatMap(({ ordinal, findings }) => findings.map(({ code }) => `${ordinal} ${code}`));

test("open tool calls fill a conversation up to its limit; it ends there with a row and one finding, and goes on saying where", () => {
	const { folded, say } = readingOf(2 * MIB);
	say({ type: "RUN_STARTED", runId: "r", threadId: "t" });
	let stopped = 0;
	for (let call = 0; call < 40; call++) {
		say({ type: "TOOL_CALL_START", toolCallId: `c${call}`, toolCallName: "other" });
		const ordinal = say({ type: "TOOL_CALL_ARGS", toolCallId: `c${call}`, delta: "x".repeat(256 * 1024) });
		if (stopped === 0 && lastRow(folded)?.kind === "local") stopped = ordinal;
	}
	expect(stopped).toBeGreaterThan(10);
	expect(stopped).toBeLessThan(20);
	expect(lastRow(folded)).toMatchObject({ kind: "local", type: "budget.conversation", words: expect.stringContaining("in the timeline") });
	expect(codes(folded)).toEqual([`${stopped} budget.conversation`]);
	const whole = JSON.parse(folded.whole()) as { messages: unknown[]; notRead: { from: number } };
	expect(whole.notRead.from).toBe(stopped);
	expect(JSON.stringify(whole.messages).length).toBeLessThan(2.2 * MIB);
	expect(folded.upToOrdinal()).toBe(81);
});

test("a million ids and names end a conversation too", () => {
	const { folded, say } = readingOf(2 * MIB);
	say({ type: "RUN_STARTED", runId: "r", threadId: "t" });
	for (let call = 0; call < 20_000; call++) say({ type: "TOOL_CALL_START", toolCallId: `c${call}`, toolCallName: "n" });
	expect(folded.page({ from: null, count: 1, since: 0, texts: [] }).total).toBeLessThan(5_000);
	const { folded: wide, say: saidTo } = readingOf(2 * MIB);
	for (let step = 0; step < 50; step++) saidTo({ type: "STEP_STARTED", stepName: `${step}${"n".repeat(100_000)}` });
	expect(wide.page({ from: null, count: 1, since: 0, texts: [] }).total).toBeLessThan(30);
});

test("a history that is sent again and again counts once", () => {
	const { folded, say } = readingOf(4 * MIB);
	const messages = [{ id: "m1", role: "assistant", content: "x".repeat(MIB) }];
	for (let run = 0; run < 20; run++) {
		say({ type: "RUN_STARTED", runId: `r${run}`, threadId: "t" });
		say({ type: "MESSAGES_SNAPSHOT", messages });
		say({ type: "RUN_FINISHED", runId: `r${run}`, threadId: "t" });
	}
	expect(codes(folded)).toEqual([]);
	expect(folded.whole()).not.toContain("notRead");
});

test("a state that deltas make larger and larger stops growing, says so once, and begins anew with a snapshot", () => {
	const { folded, say } = readingOf(1024 * MIB);
	say({ type: "RUN_STARTED", runId: "r", threadId: "t" });
	say({ type: "STATE_SNAPSHOT", snapshot: { a: 1 } });
	const piece = "x".repeat(4 * MIB);
	const count = STATE_UNITS / piece.length + 4;
	const ordinals: number[] = [];
	for (let at = 0; at < count; at++) ordinals.push(say({ type: "STATE_DELTA", delta: [{ op: "add", path: `/k${at}`, value: piece }] }));
	// The last delta that fits is the one before the limit is passed.
	const full = ordinals[STATE_UNITS / piece.length - 1] ?? 0;
	expect(codes(folded)).toEqual([`${full} state.budget`]);
	expect(folded.stateAt(null).divergedAt).toBe(full);
	say({ type: "STATE_SNAPSHOT", snapshot: { b: 2 } });
	say({ type: "STATE_DELTA", delta: [{ op: "add", path: "/c", value: 3 }] });
	expect(folded.stateAt(null)).toMatchObject({ text: '{"b":2,"c":3}', divergedAt: null });
});

test("deltas that change what is there already never fill a state", () => {
	const { folded, say } = readingOf(1024 * MIB);
	say({ type: "RUN_STARTED", runId: "r", threadId: "t" });
	say({ type: "STATE_SNAPSHOT", snapshot: { n: 0 } });
	for (let at = 0; at < 50_000; at++) say({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: at }] });
	expect(codes(folded)).toEqual([]);
	expect(folded.stateAt(null)).toMatchObject({ text: '{"n":49999}', divergedAt: null });
});
