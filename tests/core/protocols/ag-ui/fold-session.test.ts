import { describe, expect, test } from "vitest";
import { createSessionReader } from "../../../../main/core/protocols/ag-ui/fold-session.ts";
import { conversationView } from "../../../../main/core/protocols/ag-ui/view.ts";
import type { StoredEntry } from "../../../../main/core/reading/reading.ts";
import type { Delivery } from "../../../../schemas/timeline.ts";
import { foldSession, stateChangesAt, viewAt } from "./fold-whole.ts";
import { legalStream } from "./generate.ts";
import type { Event } from "./talk.ts";

function recording() {
	const entries: StoredEntry[] = [];
	const add = (entry: Omit<StoredEntry, "ordinal" | "atMs">) => {
		const ordinal = entries.length + 101;
		entries.push({ ordinal, atMs: ordinal * 10, ...entry });
		return ordinal;
	};
	return {
		entries,
		agent: (sequence: number | undefined, event: Event, delivery?: Delivery, epoch = 1) =>
			add({
				dir: "in",
				kind: "frame",
				opcode: "text",
				type: event.type,
				text: JSON.stringify({ ...event, sequence }),
				epoch,
				sequence,
				delivery,
			}),
		says: (event: Event) =>
			add({ dir: "out", kind: "frame", opcode: "text", type: event.type, text: JSON.stringify(event), epoch: 1, delivery: "answered" }),
		local: (type: string, body: object = {}, epoch = 1) => add({ dir: "local", kind: "gap", type, text: JSON.stringify(body), epoch }),
		other: (entry: Omit<StoredEntry, "ordinal" | "atMs">) => add(entry),
	};
}

async function* stream(entries: readonly StoredEntry[]): AsyncGenerator<StoredEntry> {
	for (const entry of entries) yield await Promise.resolve(entry);
}

const delta = (text: string): Event => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: text });
const opened: Event[] = [
	{ type: "RUN_STARTED", threadId: "t", runId: "r" },
	{ type: "TEXT_MESSAGE_START", messageId: "m" },
];
const said = (entries: readonly StoredEntry[], ordinal = Number.POSITIVE_INFINITY) =>
	conversationView(viewAt(entries, ordinal))
		.messages.map((message) => message.content)
		.join("|");

describe("reading a stored session", () => {
	test("folds to any entry, live and stored alike", async () => {
		const r = recording();
		r.says({ type: "user.turn", turn: 1, text: "Go" });
		for (const [index, event] of legalStream(7).entries()) r.agent(index + 1, event);
		const reader = createSessionReader();
		for (const entry of r.entries) {
			reader.take(entry);
			const live = conversationView(reader.talk);
			expect(conversationView(viewAt(r.entries, entry.ordinal))).toEqual(live);
			const { talk } = await foldSession(stream(r.entries), { at: entry.ordinal });
			expect(conversationView(talk)).toEqual(live);
		}
		expect(conversationView((await foldSession(stream(r.entries))).talk)).toEqual(conversationView(reader.talk));
	});

	test("duplicates and frames under a used number are not read", async () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(3, delta("a"));
		r.agent(3, delta("a"), "dropped");
		r.agent(3, delta("other"), "dropped");
		r.agent(4, delta("b"));
		const folded = await foldSession(stream(r.entries));
		expect(said(r.entries)).toBe("ab");
		expect(folded).toMatchObject({ dropped: 2, held: 0 });
	});

	test("held frames are read in the order of their numbers once the gap is healed", () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(5, delta("c"), "applied");
		r.local("sequence.gap", { from: 3, to: 4, decision: "hold" });
		const before = r.agent(6, delta("d"), "applied");
		r.agent(4, delta("b"));
		const healed = r.agent(3, delta("a"));
		r.local("sequence.gapHealed", { from: 3, to: 4 });
		r.agent(7, delta("e"));
		expect(said(r.entries, before)).toBe("");
		expect(said(r.entries, healed)).toBe("abcd");
		expect(said(r.entries)).toBe("abcde");
		const reader = createSessionReader();
		for (const entry of r.entries.filter((each) => each.ordinal <= before)) reader.take(entry);
		expect(reader.held()).toBe(2);
		expect(conversationView(viewAt(r.entries, healed)).items.find((item) => item.kind === "text")?.frames).toEqual({
			first: 102,
			last: 107,
			count: 5,
		});
	});

	test("a gap that was given up releases what was held; what follows is read as it arrives", () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(5, delta("c"), "applied");
		const lost = r.local("sequence.gapLost", { from: 3, to: 4 });
		r.agent(6, delta("d"));
		r.agent(3, delta("late"));
		expect(said(r.entries, lost)).toBe("c");
		expect(said(r.entries)).toBe("cdlate");
	});

	test("frames still held are left out, and applied ones are read even if no entry says why", async () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(5, delta("c"), "held");
		expect(said(r.entries)).toBe("");
		expect((await foldSession(stream(r.entries))).held).toBe(1);
		const last = r.entries.at(-1);
		if (last) last.delivery = "applied";
		expect(said(r.entries)).toBe("c");
		expect((await foldSession(stream(r.entries), { at: last?.ordinal })).held).toBe(0);
	});

	test("without resume a frame behind a hole is read at once", () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(9, delta("x"));
		r.agent(10, delta("y"));
		expect(said(r.entries)).toBe("xy");
	});

	test("a new epoch counts from the start and is not compared with the old one", () => {
		const r = recording();
		for (const [index, event] of opened.entries()) r.agent(index + 1, event);
		r.agent(3, delta("old"));
		r.local("epoch.started", { why: "no resume" }, 2);
		for (const [index, event] of opened.entries()) r.agent(index + 1, event, undefined, 2);
		r.agent(3, delta("new"), undefined, 2);
		expect(said(r.entries)).toBe("new");
		expect(conversationView(viewAt(r.entries, Number.POSITIVE_INFINITY)).runs.map((run) => [run.epoch, run.outcome.kind])).toEqual([
			[1, "truncated"],
			[2, "open"],
		]);
	});

	test("entries that are no part of the conversation are passed over", () => {
		const r = recording();
		r.other({ dir: "in", kind: "frame", opcode: "ping", type: "ping", text: "" });
		r.other({ dir: "in", kind: "frame", opcode: "binary", type: "", text: null });
		r.other({ dir: "in", kind: "frame", opcode: "text", type: "", text: "{broken" });
		r.other({ dir: "out", kind: "frame", opcode: "text", type: "ack", text: '{"type":"ack","sequence":1}' });
		r.other({ dir: "out", kind: "frame", opcode: "text", type: "user.turn", text: "not json" });
		r.other({ dir: "local", kind: "link", type: "link.open", text: "not json" });
		const view = conversationView(viewAt(r.entries, Number.POSITIVE_INFINITY));
		expect(view.items.map((item) => item.kind)).toEqual(["turn"]);
		expect(view.findings).toEqual([]);
	});

	test("says what one entry changed about the state", async () => {
		const r = recording();
		r.agent(1, opened[0] as Event);
		r.agent(2, { type: "STATE_SNAPSHOT", snapshot: { a: 1, list: ["x", "y"] } });
		const at = r.agent(3, {
			type: "STATE_DELTA",
			delta: [
				{ op: "replace", path: "/a", value: 2 },
				{ op: "add", path: "/list/0", value: "w" },
				{ op: "add", path: "/n", value: null },
			],
		});
		r.agent(4, { type: "STATE_DELTA", delta: [{ op: "remove", path: "/a" }] });
		const { changes } = await stateChangesAt(stream(r.entries), at);
		expect(changes).toEqual([
			{ path: "/a", before: 1, after: 2 },
			{ path: "/list/0", after: "w" },
			{ path: "/n", after: null },
		]);
		expect((await stateChangesAt(stream(r.entries), at + 1)).changes).toEqual([{ path: "/a", before: 2 }]);
	});
});
