import { describe, expect, it } from "vitest";
import { runEndWords, runStartWords, turnAbout } from "../../renderer/state/conversation-words.ts";
import type { ConversationRun, RunOutcome } from "../../schemas/conversation.ts";

const run = (more: Partial<ConversationRun> = {}): ConversationRun => ({
	index: 0,
	runId: "r-7",
	threadId: "t",
	epoch: 1,
	startedAtMs: 0,
	endedAtMs: 1,
	frames: { first: 1, last: 2, count: 2 },
	outcome: { kind: "open" },
	answers: { rule: "metadata", turn: 7, ordinal: 1 },
	cancel: null,
	linkLostAt: null,
	...more,
});
const endOf = (outcome: RunOutcome, more: Partial<ConversationRun> = {}, wentOn = false) =>
	runEndWords({
		kind: "runEnd",
		index: 0,
		first: 1,
		last: 1,
		count: 1,
		atMs: 0,
		run: run(more),
		outcome,
		wentOn,
		questions: [],
		result: null,
	});
const cancel = { ordinal: 3, atMs: 0, settled: "notConfirmed" } as const;

describe("a run in words", () => {
	it("says what it answers, and how sure that is", () => {
		expect(runStartWords(run()).text).toBe("Run r-7 started, answers turn 7");
		expect(runStartWords(run({ answers: { rule: "oldest", turn: 7, ordinal: 1 } })).text).toContain("(the oldest sent one)");
		expect(runStartWords(run({ answers: { rule: "unsolicited", turn: null, ordinal: null } })).text).toContain("unasked");
	});

	it("never shows doubt as success", () => {
		expect(endOf({ kind: "success", pendingToolCallIds: [] })).toMatchObject({ text: "Run r-7 finished", meaning: "plain" });
		expect(endOf({ kind: "success", pendingToolCallIds: [] }, { cancel })).toMatchObject({
			text: expect.stringContaining("finished, cancel not confirmed"),
			meaning: "finding",
		});
		expect(endOf({ kind: "truncated", why: "linkLost" })).toMatchObject({
			text: "Run r-7 has no outcome: the link was lost",
			meaning: "gap",
		});
		expect(endOf({ kind: "truncated", why: "linkLost" }, {}, true).text).toContain("It went on later");
		expect(endOf({ kind: "cancelled" }).text).toBe("Run r-7 was cancelled by the agent");
		expect(endOf({ kind: "error", message: "no tools", code: "E1", late: true })).toMatchObject({
			text: "Run r-7 failed after it had finished (E1): no tools",
			meaning: "alarm",
		});
	});

	it("a turn about a question begins with the question", () => {
		expect(turnAbout({ kind: "interrupt", id: "q", name: "confirm", message: "Open gate 3?", physical: false })).toBe(
			"About “Open gate 3?”: ",
		);
		expect(turnAbout({ kind: "toolCall", id: "c", name: "lookup", message: "{}", physical: false })).toBe("About the call lookup: ");
	});
});
