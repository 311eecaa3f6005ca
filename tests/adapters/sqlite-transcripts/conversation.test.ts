import { describe, expect, test } from "vitest";
import type { EntryDraft } from "../../../main/core/ports.ts";
import type { ConversationPage, ConversationRow } from "../../../schemas/conversation-page.ts";
import { frame, newProfile, type OpenStore, openSession, openStore } from "./profile.ts";

let sequence = 0;

/** A numbered event as the store keeps it. */
const said = (event: { type: string } & Record<string, unknown>, more: Partial<EntryDraft> = {}): EntryDraft => {
	sequence++;
	return frame(JSON.stringify({ ...event, sequence }), { type: event.type, epoch: 1, sequence, ...more });
};
const begun = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const ended = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

async function recorded() {
	sequence = 0;
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const say = async (...drafts: EntryDraft[]) => {
		let last = 0;
		for (const draft of drafts) last = writer.append(draft);
		await commits.upTo(last);
		return last;
	};
	return { store, writer, commits, say };
}

async function pageOf(store: OpenStore, since = 0, texts: { index: number; to: number }[] = []): Promise<ConversationPage> {
	for (;;) {
		const page = await store.conversationPage("s1", { from: null, count: 100, since, texts }, false);
		if (page.behind === 0) return page;
	}
}

const textRow = (page: ConversationPage) =>
	page.rows.find((row): row is ConversationRow & { kind: "item" } => row.kind === "item" && row.item.kind === "text");

describe("the conversation of a stored session", () => {
	test("a message grows: only its row is told again, and only the piece that is new", async () => {
		const { store, say } = await recorded();
		await say(said(begun), said({ type: "TEXT_MESSAGE_START", messageId: "m" }));
		await say(said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Badge 42 " }));
		const first = await pageOf(store);
		expect(textRow(first)).toMatchObject({ text: { from: 0, text: "Badge 42 ", length: 9 }, isLive: true });
		const last = await say(said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "is old." }));
		const index = textRow(first)?.index ?? -1;
		const second = await pageOf(store, first.revision, [{ index, to: 9 }]);
		expect(second.rows).toHaveLength(1);
		expect(second.rows[0]).toMatchObject({ index, text: { from: 9, text: "is old.", length: 16 }, last, count: 3 });
		expect((await pageOf(store, second.revision)).rows).toEqual([]);
	});

	test("one message of 100,000 deltas: the row costs the same at its end, and the rest is read in pieces", async () => {
		const { store, say } = await recorded();
		await say(said(begun), said({ type: "TEXT_MESSAGE_START", messageId: "m" }));
		const delta = "twenty bytes of text";
		for (let round = 0; round < 10; round++) {
			const drafts: EntryDraft[] = [];
			for (let at = 0; at < 10_000; at++) drafts.push(said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta }));
			await say(...drafts);
		}
		const page = await pageOf(store);
		const row = textRow(page);
		expect(row).toMatchObject({ count: 100_001, textLength: 2_000_000 });
		expect(row?.text?.text.length).toBe(8_192);
		expect(row?.text?.from).toBe(2_000_000 - 8_192);
		await say(said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "!" }));
		const startedMs = performance.now();
		const next = await pageOf(store, page.revision, [{ index: row?.index ?? 0, to: 2_000_000 }]);
		expect(textRow(next)?.text).toEqual({ from: 2_000_000, text: "!", length: 2_000_001 });
		expect(performance.now() - startedMs).toBeLessThan(2_000);
		const piece = await store.conversationText("s1", row?.index ?? 0, 999_990, 20);
		expect(piece).toEqual({ from: 999_990, text: `${delta.slice(10)}${delta.slice(0, 10)}`, length: 2_000_001 });
	}, 60_000);

	test("the delivery of an own turn is told as it is now", async () => {
		const { store, writer, commits, say } = await recorded();
		const turn = { type: "user.turn", turn: 1, text: "Hello" };
		const ordinal = await say(frame(JSON.stringify(turn), { dir: "out", type: "user.turn", epoch: 1, delivery: "queued" }));
		const first = await pageOf(store);
		expect(first.rows[0]).toMatchObject({ item: { kind: "turn", text: "Hello", delivery: "queued" } });
		writer.setDelivery(ordinal, "sent");
		await say(said(begun));
		await commits.upTo(ordinal + 1);
		const second = await pageOf(store, first.revision);
		expect(second.rows[0]).toMatchObject({ item: { kind: "turn", delivery: "sent", answeredBy: 0 } });
		expect(second.rows[1]).toMatchObject({ item: { kind: "run" }, run: { answers: { rule: "oldest", turn: 1 } } });
	});

	test("a run's end has a row: how it ended, and what waits for an answer", async () => {
		const { store, say } = await recorded();
		const interrupts = [
			{ id: "q-1", reason: "confirm", message: "Open the gate?" },
			{ id: "q-2", reason: "agentcall-standin:nfc", message: "Tap" },
		];
		await say(said(begun), said({ ...ended, outcome: { type: "interrupt", interrupts } }));
		const { rows } = await pageOf(store);
		expect(rows.map((row) => (row.kind === "item" ? row.item.kind : row.kind))).toEqual(["run", "runEnd", "ask"]);
		expect(rows[1]).toMatchObject({
			outcome: { kind: "interrupt" },
			questions: [
				{ id: "q-1", message: "Open the gate?", physical: false },
				{ id: "q-2", physical: true },
			],
		});
		expect(rows[2]).toMatchObject({ interactionId: "q-2", modality: "nfc", prompt: "Tap" });
	});

	test("links and gaps stand where they happened, and every entry finds its row", async () => {
		const { store, say } = await recorded();
		await say(said(begun), said({ type: "TEXT_MESSAGE_START", messageId: "m" }));
		const body = JSON.stringify({ outcome: { code: 1006, reason: "", by: "network", clean: false, meaning: "Gone.", next: "retry" } });
		const cut = await say(frame(body, { dir: "local", kind: "link", opcode: undefined, type: "link.closed" }));
		const last = await say(said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "on" }));
		const { rows } = await pageOf(store);
		expect(rows.find(({ kind }) => kind === "local")).toMatchObject({ first: cut, words: "Gone." });
		const text = rows.findIndex((row) => row.kind === "item" && row.item.kind === "text");
		expect(await store.conversationLocate("s1", last)).toBe(text);
	});
});

describe("the state of a stored session", () => {
	test("at any entry it is what it was, with every digit, and says what changed", async () => {
		const { store, say } = await recorded();
		await say(said(begun));
		const raw = (text: string, type: string) => {
			sequence++;
			return frame(text.replace("SEQ", String(sequence)), { type, epoch: 1, sequence });
		};
		const snapshot = await say(
			raw(
				'{"type":"STATE_SNAPSHOT","snapshot":{"id":9007199254740993,"rate":0.10,"badge":{"status":"valid"}},"sequence":SEQ}',
				"STATE_SNAPSHOT",
			),
		);
		const delta = await say(said({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/badge/status", value: "replaced" }] }));
		const bad = await say(said({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/badge/expiry", value: "x" }] }));
		expect(await store.stateAt("s1", snapshot)).toMatchObject({
			ordinal: snapshot,
			change: 1,
			changes: 3,
			previous: null,
			next: delta,
			text: '{"id":9007199254740993,"rate":0.10,"badge":{"status":"valid"}}',
		});
		expect(await store.stateAt("s1", delta)).toMatchObject({
			text: '{"id":9007199254740993,"rate":0.10,"badge":{"status":"replaced"}}',
			changed: [{ path: "/badge/status", before: '"valid"', after: '"replaced"' }],
			previous: snapshot,
			next: bad,
		});
		expect(await store.stateAt("s1", null)).toMatchObject({
			ordinal: bad,
			changed: [],
			failed: { code: "state.missingPath", path: "/delta/0/path" },
			divergedAt: bad,
		});
		expect((await store.stateAt("s1", snapshot - 1)).change).toBe(0);
		expect((await store.stateTrail("s1")).ticks.map(({ failed }) => failed)).toEqual([false, false, true]);
	});

	test("10,000 deltas: every state in between can be had, and equals the one made from the beginning", async () => {
		const { store, say } = await recorded();
		await say(said({ type: "STATE_SNAPSHOT", snapshot: { n: 0, list: [] } }));
		const drafts: EntryDraft[] = [];
		for (let n = 1; n <= 10_000; n++) {
			drafts.push(
				said({
					type: "STATE_DELTA",
					delta: [
						{ op: "replace", path: "/n", value: n },
						{ op: n % 50 === 0 ? "replace" : "add", path: n % 50 === 0 ? "/list" : "/list/-", value: n % 50 === 0 ? [] : n },
					],
				}),
			);
		}
		await say(...drafts);
		while ((await store.stateAt("s1", null)).behind > 0);
		for (const n of [1, 63, 64, 65, 4_999, 9_973, 10_000]) {
			const { text, change } = await store.stateAt("s1", 1 + n);
			const list = Array.from({ length: n % 50 }, (_, at) => n - (n % 50) + 1 + at);
			expect(change).toBe(n + 1);
			expect(JSON.parse(text)).toEqual({ n, list });
		}
	});

	test("a state of a megabyte is told at any entry, and a change in it costs no copy of it", async () => {
		const { store, say } = await recorded();
		const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at, name: `visitor ${at}`, note: "x".repeat(70) }));
		const first = await say(said({ type: "STATE_SNAPSHOT", snapshot: { rows } }));
		const drafts = Array.from({ length: 200 }, (_, at) =>
			said({ type: "STATE_DELTA", delta: [{ op: "replace", path: `/rows/${at}/name`, value: "gone" }] }),
		);
		const last = await say(...drafts);
		const now = await store.stateAt("s1", null);
		expect(now.text.length).toBeGreaterThan(1024 * 1024);
		expect(now.changed).toEqual([{ path: "/rows/199/name", before: '"visitor 199"', after: '"gone"' }]);
		expect((await store.stateAt("s1", first)).text).toContain('"visitor 0"');
		expect(JSON.parse((await store.stateAt("s1", last - 100)).text).rows[100].name).toBe("visitor 100");
	});

	test("a new epoch begins with an empty state; the old one can still be looked at", async () => {
		const { store, say } = await recorded();
		const old = await say(said({ type: "STATE_SNAPSHOT", snapshot: { a: 1 } }));
		await say(frame("{}", { dir: "local", kind: "session", opcode: undefined, type: "epoch.started", epoch: 2 }));
		expect(await store.stateAt("s1", null)).toMatchObject({ text: "{}", changed: [{ path: "/a", before: "1" }] });
		expect(await store.stateAt("s1", old)).toMatchObject({ text: '{"a":1}' });
	});
});

describe("what reading finds", () => {
	test("is handed out once for the store to keep, and not again after it was stored", async () => {
		const profile = newProfile();
		sequence = 0;
		const store = await openStore(profile);
		const { writer, commits } = await openSession(store);
		const wrong = writer.append(said({ type: "TEXT_MESSAGE_END", messageId: "m" }));
		await commits.upTo(wrong);
		const { found } = await store.readFindings("s1", 1_000, false);
		expect(found).toMatchObject([{ ordinal: wrong, findings: [{ code: "agui.firstEvent" }, { code: "agui.notOpen" }] }]);
		for (const { ordinal, findings } of found) writer.addFindings(ordinal, findings);
		expect((await store.readFindings("s1", 1_000, false)).found).toEqual([]);
		await store.close();
		const again = await openStore(profile);
		expect((await again.readFindings("s1", 1_000, false)).found).toEqual([]);
		expect((await again.entry("s1", wrong))?.findings.map(({ code }) => code)).toEqual(["agui.firstEvent", "agui.notOpen"]);
	});

	test("comes a little at a time, however much a hostile agent's frames give to say, and the mark does not pass what was not said", async () => {
		sequence = 0;
		const store = await openStore(newProfile());
		const { writer, commits } = await openSession(store);
		const unknown = Array.from({ length: 300 }, (_, index) => ({ id: `m${index}`, role: "wizard", content: "?" }));
		let last = writer.append(said(begun));
		for (let frames = 0; frames < 60; frames++) last = writer.append(said({ type: "MESSAGES_SNAPSHOT", messages: unknown }));
		await commits.upTo(last);
		const answers = [];
		for (let behind = 1; behind > 0; ) {
			const answer = await store.readFindings("s1", 1_000, false);
			for (const { ordinal, findings } of answer.found) writer.addFindings(ordinal, findings);
			answers.push({ read: answer.read, findings: answer.found.reduce((sum, { findings }) => sum + findings.length, 0) });
			behind = answer.behind;
		}
		const counts = answers.map(({ findings }) => findings);
		// 33 of reading for each frame, and what its schema says.
		expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(60 * 33);
		expect(Math.max(...counts)).toBeLessThan(600);
		expect(answers.map(({ read }) => read)).toEqual([...counts.slice(1).map(() => 0), 61]);
	});

	test("the whole is one JSON text, and can be had as it was at an entry", async () => {
		const { store, say } = await recorded();
		const first = await say(said(begun), said({ type: "TEXT_MESSAGE_START", messageId: "m" }));
		await say(
			said({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "<b>" }),
			said({ type: "TEXT_MESSAGE_END", messageId: "m" }),
			said(ended),
		);
		expect(JSON.parse(await store.whole("s1", null, false))).toMatchObject({
			messages: [{ id: "m", role: "assistant", content: "<b>" }],
			state: {},
			runs: [{ runId: "r", outcome: { kind: "success" } }],
		});
		expect(JSON.parse(await store.whole("s1", first, false))).toMatchObject({
			messages: [{ id: "m", content: "" }],
			runs: [{ outcome: { kind: "open" } }],
		});
	});
});
