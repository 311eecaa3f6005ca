import { describe, expect, it } from "vitest";
import { AGENTCALL_DOOR } from "../../../main/core/protocols/agentcall/door.ts";
import { createFolder, createFoldRules, type FoldWords, HEARTBEAT_CODE, PLAIN_CODE } from "../../../main/core/timeline/folds.ts";

const FOLDABLE = AGENTCALL_DOOR.frames.foldable;
const rules = createFoldRules(AGENTCALL_DOOR.frames);
const { familyOf } = rules;
const createFoldWords = (family: string): FoldWords => {
	const words = AGENTCALL_DOOR.foldWords?.(family);
	if (words === undefined) throw new Error(`${family} has no words`);
	return words;
};

const codeOf = (type: string): number => {
	if (type === "ping") return HEARTBEAT_CODE;
	return FOLDABLE.find((foldable) => foldable.type === type)?.code ?? PLAIN_CODE;
};

/** Lengths of the rows; `(x)` is hidden, `!x` stands alone. */
function rowsOf(...types: string[]): number[] {
	const folder = createFolder(rules);
	const rows: number[] = [];
	for (const said of types) {
		const type = said.replace(/[(!)]/g, "");
		if (said.startsWith("(")) folder.hidden(codeOf(type), said.includes("!"));
		else if (folder.listed(codeOf(type), said.startsWith("!"))) rows.push((rows.pop() ?? 0) + 1);
		else rows.push(1);
	}
	return rows;
}

const START = "TEXT_MESSAGE_START";
const TEXT = "TEXT_MESSAGE_CONTENT";
const END = "TEXT_MESSAGE_END";

describe("what stands together", () => {
	it("is a message from start to end; the next message is a row of its own", () => {
		expect(rowsOf(START, TEXT, TEXT, END, START, TEXT, END)).toEqual([4, 3]);
	});

	it("is a call with its arguments and its result, a run of patches, acks among themselves", () => {
		expect(rowsOf("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT", "TOOL_CALL_START")).toEqual([4, 1]);
		expect(rowsOf("STATE_DELTA", "STATE_DELTA", "ACTIVITY_DELTA", "ACTIVITY_DELTA", "ack", "ack")).toEqual([2, 2, 2]);
		expect(rowsOf("REASONING_START", "REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_END")).toEqual([4]);
	});

	it("is nothing else: snapshots, runs, what nobody knows", () => {
		expect(rowsOf("STATE_SNAPSHOT", "STATE_SNAPSHOT", "RUN_STARTED", "RUN_STARTED", "x", "x")).toEqual([1, 1, 1, 1, 1, 1]);
	});

	it("is parted by an entry that stands alone, listed or not", () => {
		expect(rowsOf(TEXT, TEXT, `!${TEXT}`, TEXT, TEXT)).toEqual([2, 1, 2]);
		expect(rowsOf(TEXT, TEXT, "(!ack)", TEXT)).toEqual([2, 1]);
		expect(rowsOf(`!${TEXT}`, TEXT)).toEqual([1, 1]);
	});

	it("goes on over hidden pings and acks, and is parted by shown ones and by anything else", () => {
		expect(rowsOf(TEXT, "(ping)", TEXT, "(ack)", TEXT)).toEqual([3]);
		expect(rowsOf(TEXT, "ping", TEXT)).toEqual([1, 1, 1]);
		expect(rowsOf(TEXT, "ack", TEXT)).toEqual([1, 1, 1]);
		expect(rowsOf(TEXT, "(link.closed)", TEXT)).toEqual([1, 1]);
	});

	it("has one code for each type, never 0 or 1, below 64", () => {
		const codes = FOLDABLE.map(({ code }) => code);
		expect(new Set(codes).size).toBe(codes.length);
		for (const code of codes) expect(code > 1 && code < 63).toBe(true);
		// Stored in databases: these numbers may never change.
		expect(FOLDABLE.map(({ code, type }) => `${code} ${type}`).join(", ")).toMatchInlineSnapshot(
			`"2 ack, 3 TEXT_MESSAGE_START, 4 TEXT_MESSAGE_CONTENT, 5 TEXT_MESSAGE_CHUNK, 6 TEXT_MESSAGE_END, 7 REASONING_START, 8 REASONING_MESSAGE_START, 9 REASONING_MESSAGE_CONTENT, 10 REASONING_MESSAGE_CHUNK, 11 REASONING_MESSAGE_END, 12 REASONING_ENCRYPTED_VALUE, 13 REASONING_END, 14 THINKING_START, 15 THINKING_TEXT_MESSAGE_START, 16 THINKING_TEXT_MESSAGE_CONTENT, 17 THINKING_TEXT_MESSAGE_END, 18 THINKING_END, 19 TOOL_CALL_START, 20 TOOL_CALL_ARGS, 21 TOOL_CALL_CHUNK, 22 TOOL_CALL_END, 23 TOOL_CALL_RESULT, 24 STATE_DELTA, 25 ACTIVITY_DELTA"`,
		);
		expect(familyOf(PLAIN_CODE)).toBeUndefined();
	});
});

describe("what a fold says", () => {
	const said = (type: string, bodies: object[], isWhole = true) => {
		const words = createFoldWords(familyOf(codeOf(type)) ?? "ack");
		for (const body of bodies) words.add(JSON.stringify(body));
		return words.said(isWhole);
	};
	const text = (delta: string, messageId = "m") => ({ type: TEXT, messageId, delta });

	it("puts deltas together without a seam, and a space between messages", () => {
		expect(said(TEXT, [{ type: START, messageId: "m" }, text("Badge "), text("42"), { type: END, messageId: "m" }])).toBe("“Badge 42”");
		expect(said(TEXT, [text("One."), text("Two.", "n")])).toBe("“One. Two.”");
		expect(said(TEXT, [{ type: "agui.event", sequence: 1, event: text("inside") }])).toBe("“inside”");
	});

	it("says that there is more, and stops asking when a row is full", () => {
		expect(said(TEXT, [text("One")], false)).toBe("“One…”");
		const words = createFoldWords("TEXT_MESSAGE_*");
		let read = 0;
		while (words.add(JSON.stringify(text("0123456789"))) && read < 1000) read++;
		expect(read).toBe(24);
		expect(words.said(false).length).toBeLessThanOrEqual(240);
		expect(words.said(false)).toMatch(/…”$/);
	});

	it("names a message without words, and survives bodies that are none", () => {
		expect(
			said(TEXT, [
				{ type: START, messageId: "m-1", role: "assistant" },
				{ type: END, messageId: "m-1" },
			]),
		).toBe("m-1, assistant");
		const words = createFoldWords("TEXT_MESSAGE_*");
		for (const odd of [null, "", "{", "7", "[]", '{"delta":{}}', '{"delta":"ok\\u202e"}']) words.add(odd);
		expect(words.said(true)).toBe("“ok⟨U+202E⟩”");
	});

	it("says calls with their arguments, patches with their paths, acks with their numbers", () => {
		const call = { toolCallId: "tc" };
		expect(
			said("TOOL_CALL_ARGS", [
				{ ...call, toolCallName: "lookup_badge" },
				{ ...call, delta: '{"badge' },
				{ ...call, delta: 'Id":"42"}' },
			]),
		).toBe('lookup_badge {"badgeId":"42"}');
		const patch = (path: string, value: unknown) => ({ delta: [{ op: "replace", path, value }] });
		expect(said("STATE_DELTA", [patch("/a", 1), patch("/b", "x")])).toBe('/a 1, /b "x"');
		expect(said("STATE_DELTA", [patch("/a", 1)], false)).toBe("/a 1, …");
		const many = Array.from({ length: 250_000 }, () => ({ op: "remove", path: "/a" }));
		expect(said("STATE_DELTA", [{ delta: many }]).length).toBeLessThan(500);
		expect(said("ack", [{ sequence: 5 }, { sequence: 9 }])).toBe("ack 5 to 9");
	});
});
