import type { LinkOutcome, SessionSummary } from "../../schemas/session.ts";
import type { EntryDetail } from "../../schemas/timeline.ts";
import { createDemoWriter, type DemoEntry } from "./demo-entries.ts";
import { writeGateSession } from "./demo-gate.ts";

/** A session the fake api serves. Entries are asked for by index, so a long one needs not exist anywhere. */
export interface DemoSession {
	summary: SessionSummary;
	length(): number;
	entryAt(index: number): DemoEntry;
	/** Adds entries at the end; absent when the session does not grow. */
	grow?(count: number, nowMs: number): void;
}

const LOST: LinkOutcome = {
	code: 1006,
	reason: "",
	by: "network",
	clean: false,
	meaning: "The link was lost without a close frame.",
	next: "retry",
};

function summaryOf(part: Partial<SessionSummary> & Pick<SessionSummary, "sessionId" | "name" | "createdAtMs">): SessionSummary {
	return {
		protocol: "agentcall",
		profile: "standin-0.1",
		endpoint: "wss://gate3.example.net/live",
		by: "card",
		status: { kind: "open", sinceMs: part.createdAtMs, attempt: 1 },
		lastHeardAtMs: part.createdAtMs,
		lastOutcome: null,
		ledger: {
			epoch: 1,
			cursor: 0,
			acked: 0,
			acks: true,
			resume: true,
			sequencing: "sequenced",
			gaps: [],
			duplicates: 0,
			conflicts: 0,
			received: 0,
			stored: 0,
			sent: 0,
			unknown: 0,
			queued: 0,
			findings: 0,
			entries: 0,
			unread: 0,
			nextTurn: 1,
		},
		openRun: null,
		cancelPending: false,
		interactions: [],
		audio: { kind: "unavailable", why: "The card does not declare explicit audio turns." },
		maxFrameBytes: 2_097_152,
		modalities: ["nfc", "photo"],
		audioTurnControl: false,
		findings: [],
		practiceComplaints: [],
		...part,
	};
}

/** Counters that follow from the entries, so that the fake never contradicts itself. */
function count(summary: SessionSummary, entries: readonly DemoEntry[]): void {
	const { ledger } = summary;
	const frames = entries.filter(({ row }) => row.kind === "frame" && (row.opcode === "text" || row.opcode === "binary"));
	ledger.entries = entries.length;
	ledger.received = frames.filter(({ row }) => row.dir === "in").length;
	ledger.stored = ledger.received;
	ledger.sent = frames.filter(({ row }) => row.dir === "out").length;
	ledger.unknown = frames.filter(({ row }) => row.delivery === "unknown").length;
	ledger.queued = frames.filter(({ row }) => row.delivery === "queued").length;
	ledger.findings = entries.reduce((sum, { row }) => sum + row.findings, 0);
	ledger.cursor = entries.reduce((top, { row }) => Math.max(top, row.sequence ?? 0), 0);
	ledger.acked = ledger.cursor;
	ledger.nextTurn = frames.filter(({ row }) => row.type.startsWith("user.")).length + 1;
	summary.lastHeardAtMs = entries[entries.length - 1]?.row.atMs ?? null;
}

const fromEntries = (summary: SessionSummary, entries: DemoEntry[]): DemoSession => {
	count(summary, entries);
	return { summary, length: () => entries.length, entryAt: (index) => entries[index] as DemoEntry };
};

function gate(nowMs: number): DemoSession {
	const { entries, lastSequence } = writeGateSession(nowMs);
	const summary = summaryOf({ sessionId: "5f1c0a9e-7a44-4f0e-9d1b-2a6f1c0a9e77", name: "Gate 3 check-in", createdAtMs: nowMs - 480_000 });
	const session = fromEntries(summary, entries);
	summary.ledger.gaps = [{ epoch: 1, from: 611, to: 613, state: "healed" }];
	summary.openRun = { runId: "r-7" };
	let sequence = lastSequence;
	session.grow = (many, atMs) => {
		const last = entries[entries.length - 1];
		if (!last) return;
		for (let n = 0; n < many; n++) {
			sequence++;
			const text = JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", sequence, messageId: "m-live", delta: "one more word " });
			entries.push({
				row: {
					...last.row,
					ordinal: last.row.ordinal + 1 + n,
					position: entries.length + 1,
					atMs,
					monoMs: last.row.monoMs + 1,
					dir: "in",
					kind: "frame",
					opcode: "text",
					type: "TEXT_MESSAGE_CONTENT",
					summary: "“one more word ”",
					byteLength: text.length,
					sequence,
					epoch: 1,
					delivery: undefined,
					findings: 0,
					worst: undefined,
				},
				text,
				findings: [],
			});
		}
		// Counting all again would cost more than the window it is here to drive.
		const { ledger } = summary;
		ledger.entries += many;
		ledger.received += many;
		ledger.stored += many;
		ledger.cursor = sequence;
		ledger.acked = sequence;
		summary.lastHeardAtMs = atMs;
	};
	return session;
}

function depot(nowMs: number): DemoSession {
	const w = createDemoWriter(nowMs - 95_000, 52_000);
	w.local("session", "session.opened", "AgentCall, profile standin-0.1");
	w.after(3).local("link", "link.open", "61 ms: name 2, TCP 18, TLS 30, upgrade 11", { attempt: 1 });
	w.after(4).out("session.start", "nfc", { sessionId: "b1" }, "answered");
	w.after(25).control("session.started", "new, last 0, turn 0");
	for (let n = 0; n < 60; n++)
		w.after(420).in("STATE_DELTA", `/shelf/${n} counted`, { delta: [{ op: "add", path: `/shelf/${n}`, value: n }] });
	const missing = w.sequence + 1;
	w.skip(2);
	w.after(300).in("STATE_DELTA", `held back, waits for ${missing}`, { delta: [] }).row.delivery = "held";
	w.local("gap", "sequence.gap", `2 missing after ${missing - 1}, asked again with a resume`, {}, { sequence: missing, epoch: 1 });
	w.after(60_000).local("link", "link.closed", "Lost, no close frame. Next try in 8 s", { outcome: LOST });
	w.after(1).local("link", "link.retry", "in 8 s", { attempt: 4, delayMs: 8000 });
	const summary = summaryOf({
		sessionId: "b17d2c55-0000-4000-8000-000000000007",
		name: "Depot 7 returns",
		createdAtMs: nowMs - 95_000 - 500_000,
		status: { kind: "waiting", retryAtMs: nowMs + 3000, attempt: 4, outcome: LOST },
		lastOutcome: LOST,
	});
	const session = fromEntries(summary, w.entries);
	summary.ledger.gaps = [{ epoch: 1, from: missing, to: missing + 1, state: "open" }];
	summary.ledger.cursor = missing - 1;
	summary.ledger.acked = missing - 1;
	summary.lastHeardAtMs = nowMs - 8100;
	return session;
}

function ward(nowMs: number): DemoSession {
	const w = createDemoWriter(nowMs - 40_000, 53_000);
	w.local("link", "link.open", "40 ms: name 2, TCP 18, upgrade 20", { attempt: 1 });
	w.after(4).out("session.start", "resume from 0", { sessionId: "c1" }, "answered");
	w.after(20).control("session.started", "new, last 0, turn 0");
	w.after(9000).in("RUN_STARTED", "r-8 for turn 8");
	w.after(2000).in("RUN_FINISHED", "r-8");
	w.after(5000).out("user.turn", "She wears badge 42", { turn: 9, text: "She wears badge 42" }, "unknown");
	w.after(3).local("link", "link.closed", "Lost, no close frame. Next try in 0.5 s", { outcome: LOST });
	w.local("operator", "turn.unknown", "turn 9: the link broke after the bytes left; it may have arrived", { type: "user.turn", turn: 9 });
	w.after(600).local("link", "link.open", "41 ms: name 2, TCP 18, upgrade 21", { attempt: 1 });
	w.after(1000).out("user.turn", "waits for the link", { turn: 10, text: "waits" }, "queued");
	const summary = summaryOf({ sessionId: "c0ffee00-1111-4000-8000-000000000009", name: "Ward B intake", createdAtMs: nowMs - 700_000 });
	return fromEntries(summary, w.entries);
}

function ended(nowMs: number): DemoSession {
	const w = createDemoWriter(nowMs - 2_000_000, 41_000);
	w.local("link", "link.open", "1 ms: TCP 0, upgrade 1", { attempt: 1 });
	w.after(4).out("session.start", "new", { sessionId: "d1" }, "sent");
	for (let n = 0; n < 25; n++) w.after(800).in("TEXT_MESSAGE_CONTENT", "“word ”", { delta: "word " });
	const outcome: LinkOutcome = {
		code: 4410,
		reason: "session over",
		by: "agent",
		clean: true,
		meaning: "The agent says the session is over.",
		next: "ended",
	};
	w.after(10).local("link", "link.closed", "Session over, said by the agent", { outcome });
	const summary = summaryOf({
		sessionId: "d00d0000-2222-4000-8000-000000000010",
		name: "Practice: slow reader",
		createdAtMs: nowMs - 2_100_000,
		by: "practice",
		scenario: "slow-reader",
		status: { kind: "closed", outcome },
		lastOutcome: outcome,
	});
	return fromEntries(summary, w.entries);
}

function single(nowMs: number): DemoSession {
	const w = createDemoWriter(nowMs - 2_300_000, 40_000);
	w.local("link", "link.dialling", "wss://new.example.net, try 1", { attempt: 1 });
	const summary = summaryOf({
		sessionId: "e0000000-3333-4000-8000-000000000011",
		name: "One row",
		createdAtMs: nowMs - 2_300_000,
		status: { kind: "dialling", attempt: 1, phase: "tls", sinceMs: nowMs - 300 },
	});
	return fromEntries(summary, w.entries);
}

/** One million entries, each made when asked for. */
function million(nowMs: number): DemoSession {
	const length = 1_000_000;
	const summary = summaryOf({ sessionId: "f0000000-4444-4000-8000-000000000012", name: "Long watch", createdAtMs: nowMs - 3_000_000 });
	Object.assign(summary.ledger, { entries: length, received: length, stored: length, cursor: length, acked: length });
	return {
		summary,
		length: () => length,
		entryAt(index) {
			const text = JSON.stringify({ type: "STATE_DELTA", sequence: index + 1, delta: [{ op: "replace", path: "/n", value: index }] });
			return {
				row: {
					ordinal: 1_000_000 + index,
					position: index + 1,
					atMs: nowMs - (length - index) * 3,
					monoMs: index * 3,
					dir: "in",
					kind: "frame",
					opcode: "text",
					type: "STATE_DELTA",
					summary: `/n ${index}`,
					byteLength: text.length,
					epoch: 1,
					sequence: index + 1,
					findings: 0,
				},
				text,
				findings: [],
			};
		},
	};
}

export function createDemoSessions(nowMs: number): DemoSession[] {
	return [gate(nowMs), depot(nowMs), ward(nowMs), ended(nowMs), single(nowMs), million(nowMs)];
}

/** The whole entry, with hashes that look right and prove nothing. */
export function detailOf(session: DemoSession, entry: DemoEntry): EntryDetail {
	const hex = (seed: number) =>
		[...Array(8)].map((_, n) => ((seed * 2_654_435_761 + n * 40_503_113) >>> 0).toString(16).padStart(8, "0")).join("");
	const { findings: _count, ...row } = entry.row;
	return {
		...row,
		sessionId: session.summary.sessionId,
		findings: entry.findings,
		sha256: hex(entry.row.ordinal * 3),
		hash: hex(entry.row.ordinal),
		previousHash: hex(entry.row.ordinal - 1),
		storedAtMs: entry.row.atMs + 1.9,
		...(entry.text !== undefined && { text: entry.text }),
		...(entry.base64 !== undefined && { base64: entry.base64 }),
	};
}
