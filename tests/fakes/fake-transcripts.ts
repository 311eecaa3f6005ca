import { ConsoleError } from "../../main/core/errors.ts";
import type { SessionFacts, Transcripts } from "../../main/core/ports.ts";
import type { SavedConnection } from "../../schemas/connections.ts";
import type { RecentTarget, StoreHealth } from "../../schemas/ipc.ts";
import type { TimelineFilter, TimelineRow } from "../../schemas/timeline.ts";
import { createFakeConversations } from "./fake-conversations.ts";
import {
	commitSession,
	createFakeWriter,
	type FakeEntry,
	newSession,
	outboxOf,
	pendingOf,
	type Session,
	type World,
} from "./fake-session.ts";
import { pageOf } from "./page-of.ts";

export type { FakeEntry };

export interface FakeTranscripts extends Transcripts {
	/** Everything appended by all sessions since the last commit becomes durable; `committed` is called before this returns. */
	commit(): void;
	/** Manual: nothing is committed unless the test says so. Automatic (default): in a microtask after each change. */
	automatic(on: boolean): void;
	/** While failing, `commit()` does nothing but report `failing` health. Set back to false, the next commit writes everything. */
	failWrites(on: boolean): void;
	/** `kill -9` and a new start: whatever was not committed never happened; writers of before are dead. */
	crash(): void;
	/** All entries of a session, committed or not, oldest first. */
	entries(sessionId: string): FakeEntry[];
	/** Facts as last committed. */
	facts(sessionId: string): SessionFacts;
}

/** In-memory transcripts without hashes; filters know directions, heartbeats, one text and trouble. */
export function createFakeTranscripts(): FakeTranscripts {
	const sessions = new Map<string, Session>();
	const drafts = new Map<string, Record<string, string>>();
	const settings: Record<string, string> = {};
	const recent = new Map<string, RecentTarget>();
	const connections = new Map<string, SavedConnection>();
	const healthListeners = new Set<(health: StoreHealth) => void>();
	let state: StoreHealth["state"] = "ok";
	let isAutomatic = true;
	let failing = false;
	let scheduled = false;
	const world: World = { nextOrdinal: 1, generation: 0, changed };

	function health(): StoreHealth {
		const pending = [...sessions.values()].flatMap((session) => pendingOf(session));
		const pendingBytes = pending.reduce((sum, entry) => sum + entry.byteLength, 0);
		const message = state === "failing" ? "The disk refuses writes." : "";
		return { state, message, databasePath: "/fake.sqlite", databaseBytes: 0, pendingEntries: pending.length, pendingBytes };
	}

	function setState(next: StoreHealth["state"]): void {
		if (state === next) return;
		state = next;
		for (const listener of healthListeners) listener(health());
	}

	function commit(): void {
		setState(failing ? "failing" : "ok");
		if (failing) return;
		for (const session of sessions.values()) commitSession(session);
	}

	function changed(): void {
		if (!isAutomatic || scheduled) return;
		scheduled = true;
		queueMicrotask(() => {
			scheduled = false;
			if (isAutomatic) commit();
		});
	}

	function find(sessionId: string): Session {
		const session = sessions.get(sessionId);
		if (session === undefined) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${sessionId}.`);
		return session;
	}

	return {
		commit,
		automatic(on) {
			isAutomatic = on;
			changed();
		},
		failWrites(on) {
			failing = on;
			changed();
		},
		crash() {
			world.generation += 1;
			for (const session of sessions.values()) {
				session.entries = [...session.durable.values()].map((entry) => structuredClone(entry));
				session.facts = structuredClone(session.durableFacts);
				session.dirty.clear();
				session.compare = [];
				session.listener = () => {};
			}
		},
		entries: (sessionId) => find(sessionId).entries,
		facts: (sessionId) => find(sessionId).durableFacts,

		health,
		onHealth(listener) {
			healthListeners.add(listener);
			return () => {
				healthListeners.delete(listener);
			};
		},
		async sessions() {
			return [...sessions.values()].map(({ origin, facts, entries }) => ({ origin, facts, entries: entries.length }));
		},
		async open(origin, facts) {
			const known = sessions.get(origin.sessionId);
			const session = known ?? newSession(origin, facts);
			sessions.set(origin.sessionId, session);
			if (known === undefined) changed();
			const stored = { origin: session.origin, facts: structuredClone(session.facts), entries: session.entries.length };
			return { session: stored, outbox: outboxOf(session), writer: createFakeWriter(session, world), created: known === undefined };
		},
		async rows(sessionId, filter, from, count) {
			const { entries } = find(sessionId);
			const listed = entries.filter((entry) => passes(entry, filter));
			const { rows, ...page } = pageOf(listed, from, count);
			const [total, upToOrdinal] = [listed.length, entries.at(-1)?.ordinal ?? 0];
			return { total, listed: total, entries: entries.length, upToOrdinal, shape: 0, ...page, rows: rows.map(rowOf) };
		},
		async entry(sessionId, ordinal) {
			const found = find(sessionId).entries.find((entry) => entry.ordinal === ordinal);
			if (found === undefined) return null;
			const { bytes, committed: _, ...detail } = found;
			return found.text === undefined ? { ...detail, base64: Buffer.from(bytes).toString("base64") } : detail;
		},
		async locate(sessionId, filter, ordinal) {
			const listed = find(sessionId).entries.filter((entry) => passes(entry, filter));
			return listed.findLastIndex((entry) => entry.ordinal <= ordinal);
		},
		async trouble(sessionId, filter, fromOrdinal, direction) {
			const listed = find(sessionId).entries.filter((entry) => passes(entry, filter));
			const index =
				direction === "next"
					? listed.findIndex((entry) => entry.ordinal > fromOrdinal && isTrouble(entry))
					: listed.findLastIndex((entry) => entry.ordinal < fromOrdinal && isTrouble(entry));
			const found = listed[index];
			return found === undefined ? null : { ordinal: found.ordinal, index };
		},
		async overview() {
			return { fromMs: 0, toMs: 0, in: [], out: [], marks: [] };
		},
		...createFakeConversations((sessionId) => {
			const { origin, entries } = find(sessionId);
			return { protocol: origin.protocol, entries: entries.filter(({ committed }) => committed) };
		}),
		recordedElsewhere: async () => [],
		headsFile: () => null,
		seal: async () => {},
		sealLater: () => {},
		async verify(sessionId) {
			const entries = find(sessionId).entries.length;
			const counts = { entries, proven: 0, masked: 0, unproven: entries, sealed: 0, seals: 0, changedSince: { entries: 0, claims: false } };
			const notes = { sealedLater: null, outside: 0 };
			return { ok: false, holds: true, ...counts, ...notes, signed: null, firstBad: null, problem: null, head: "", headVersion: 1 };
		},
		drafts: async (sessionId) => ({ ...drafts.get(sessionId) }),
		saveDraft(sessionId, key, text) {
			drafts.set(sessionId, { ...drafts.get(sessionId), [key]: text });
		},
		settings: async () => ({ ...settings }),
		saveSetting(key, value) {
			if (value === "") delete settings[key];
			else settings[key] = value;
		},
		recent: async () => [...recent.values()],
		saveRecent(target) {
			recent.set(target.id, target);
		},
		forgetRecent(id) {
			recent.delete(id);
		},
		connections: async () => [...connections.values()].map((each) => structuredClone(each)),
		saveConnection(connection) {
			connections.set(connection.connectionId, structuredClone(connection));
		},
		removeConnection(connectionId) {
			connections.delete(connectionId);
		},
		async close() {
			if (!failing) commit();
			setState("closed");
		},
	};
}

const isTrouble = (entry: FakeEntry): boolean => entry.findings.length > 0 || entry.kind === "gap" || entry.delivery === "unknown";

function passes(entry: FakeEntry, filter: TimelineFilter): boolean {
	if (filter.directions !== undefined && !filter.directions.includes(entry.dir)) return false;
	if (filter.heartbeats !== true && (entry.opcode === "ping" || entry.opcode === "pong")) return false;
	if (filter.text !== undefined && !`${entry.type} ${entry.text ?? ""}`.toLowerCase().includes(filter.text.toLowerCase())) return false;
	return filter.onlyTrouble !== true || isTrouble(entry);
}

function rowOf(entry: FakeEntry): TimelineRow {
	const {
		bytes: _bytes,
		text: _text,
		committed: _committed,
		sessionId: _id,
		sha256: _sha,
		hash: _hash,
		previousHash: _prev,
		...row
	} = entry;
	return { ...row, findings: entry.findings.length };
}
