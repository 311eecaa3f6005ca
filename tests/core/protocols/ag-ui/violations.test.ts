import { describe, expect, test } from "vitest";
import { ORDER_FAULTS } from "../../../../main/practice/agentcall/scenarios/order/index.ts";
import { askOracle } from "./oracle.ts";
import { ORDER_CODES } from "./order-codes.ts";
import { codes, type Event, runFinished, runStarted, talk } from "./talk.ts";

const text = (id: string): Event => ({ type: "TEXT_MESSAGE_START", messageId: id });
const content = (id: string, delta: string): Event => ({ type: "TEXT_MESSAGE_CONTENT", messageId: id, delta });
const textEnd = (id: string): Event => ({ type: "TEXT_MESSAGE_END", messageId: id });
const chunk = (more: Record<string, unknown>): Event => ({ type: "TEXT_MESSAGE_CHUNK", ...more });
const failed: Event = { type: "RUN_ERROR", message: "no" };

describe("a rule of order is broken", () => {
	test("each that a practice agent breaks has our name and the client's words", () => {
		expect(ORDER_FAULTS.map(({ name }) => name).sort()).toEqual(Object.keys(ORDER_CODES).sort());
	});

	test.each(ORDER_FAULTS)("$name: $about", async ({ name, before, breaks }) => {
		const { code, words } = ORDER_CODES[name] as { code: string; words: string };
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
