import { protocols } from "../../main/core/protocols/table.ts";
import type { Result } from "../../schemas/errors.ts";
import type { AppInfo, EventName, Events, OperatorApi, RequestName, Requests, StoreHealth } from "../../schemas/ipc.ts";
import { endStart, type TimelineFilter, type TimelineRow } from "../../schemas/timeline.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { createDemoSessions, type DemoSession, detailOf } from "./demo-sessions.ts";
import { createFakeConversations } from "./fake-conversations.ts";

/** Entries of a demo session that are read into its conversation. */
const READ_ENTRIES = 5_000;

type Handlers = { [N in RequestName]?: (args: Requests[N]["args"]) => Requests[N]["result"] | Promise<Requests[N]["result"]> };
type Bridge =
	| { kind: "connecting" }
	| { kind: "open" }
	| { kind: "lost"; sinceMs: number; attempt: number; retryInMs: number }
	| { kind: "refused"; why: string };

export interface FakeOperatorApi extends OperatorApi {
	bridge(): Bridge;
	onBridge(listener: (state: Bridge) => void): () => void;
	/** Every request so far, newest last. */
	requests: { name: RequestName; args: unknown }[];
	/** Answers one request differently from now on. */
	answer<N extends RequestName>(
		name: N,
		handler: (args: Requests[N]["args"]) => Requests[N]["result"] | Promise<Requests[N]["result"]>,
	): void;
	emit<N extends EventName>(name: N, payload: Events[N]): void;
	setBridge(state: Bridge): void;
	sessions: DemoSession[];
	/** Adds entries to a session that grows and tells about it as the console would. */
	grow(sessionId: string, count: number, nowMs: number): void;
}

export function isTrouble(row: TimelineRow): boolean {
	return row.findings > 0 || row.kind === "gap" || row.delivery === "unknown";
}

function fits(session: DemoSession, index: number, filter: TimelineFilter): boolean {
	const { row, text = "" } = session.entryAt(index);
	if (filter.directions && !filter.directions.includes(row.dir)) return false;
	if (!filter.heartbeats && (row.opcode === "ping" || row.opcode === "pong")) return false;
	if (filter.acks === false && row.type === "ack" && row.findings === 0) return false;
	if (filter.onlyTrouble && !isTrouble(row)) return false;
	const hay = `${row.type} ${text}`.toLowerCase();
	return (filter.text ?? "")
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== "" && word !== "-")
		.every((word) => (word.startsWith("-") ? !hay.includes(word.slice(1)) : hay.includes(word)));
}

/** The indices a filter lets through, extended as the session grows. */
function createListing(session: DemoSession, filter: TimelineFilter) {
	const plain = session.length() >= 1_000_000 && !filter.text && !filter.onlyTrouble && (filter.directions ?? ["in"]).includes("in");
	const listed: number[] = [];
	let scanned = 0;
	return {
		scan() {
			if (plain) return;
			for (; scanned < session.length(); scanned++) if (fits(session, scanned, filter)) listed.push(scanned);
		},
		total: () => (plain ? session.length() : listed.length),
		at: (index: number) => (plain ? index : (listed[index] ?? -1)),
		/** Index in the list of the last listed entry at or before the ordinal. */
		locate(ordinal: number) {
			let low = 0;
			let high = this.total() - 1;
			while (low < high) {
				const middle = Math.ceil((low + high) / 2);
				if (session.entryAt(this.at(middle)).row.ordinal <= ordinal) low = middle;
				else high = middle - 1;
			}
			return Math.max(0, low);
		},
	};
}

/** A double of the console's main process: demo sessions, paged and filtered like the real ones. */
export function createFakeOperatorApi(options: {
	nowMs: number;
	sessions?: DemoSession[];
	delayMs?: number;
	firstRun?: AppInfo["firstRun"];
}): FakeOperatorApi {
	const sessions = options.sessions ?? createDemoSessions(options.nowMs);
	const listeners = new Map<EventName, Set<(payload: never) => void>>();
	const bridgeListeners = new Set<(state: Bridge) => void>();
	const listings = new Map<string, ReturnType<typeof createListing>>();
	const settings: Record<string, string> = {};
	const requests: FakeOperatorApi["requests"] = [];
	let bridge: Bridge = { kind: "open" };
	let toldAtMs = Number.NEGATIVE_INFINITY;

	const find = (sessionId: string): DemoSession => {
		const session = sessions.find(({ summary }) => summary.sessionId === sessionId);
		if (!session) throw new Error("SESSION_NOT_FOUND");
		return session;
	};
	const list = (sessionId: string, filter: TimelineFilter) => {
		const key = JSON.stringify([sessionId, filter]);
		const listing = listings.get(key) ?? createListing(find(sessionId), filter);
		listings.set(key, listing);
		listing.scan();
		return listing;
	};
	const lastOrdinal = (session: DemoSession) => (session.length() > 0 ? session.entryAt(session.length() - 1).row.ordinal : 0);
	const health: StoreHealth = {
		state: "ok",
		message: "",
		databasePath: "/profile/transcripts.sqlite",
		databaseBytes: 12_345_678,
		pendingEntries: 0,
		pendingBytes: 0,
	};

	/** The beginning of a session, read as the console would. */
	const conversations = createFakeConversations((sessionId) => {
		const session = find(sessionId);
		const entries = Array.from({ length: Math.min(session.length(), READ_ENTRIES) }, (_, index) => {
			const { row, text } = session.entryAt(index);
			return { ...row, text };
		});
		return { entries };
	});

	const handlers: Handlers = {
		"conversation.page": ({ sessionId, ...request }) => conversations.conversationPage(sessionId, request),
		"conversation.text": ({ sessionId, index, from, count }) => conversations.conversationText(sessionId, index, from, count),
		"conversation.locate": async ({ sessionId, ordinal }) => ({ index: await conversations.conversationLocate(sessionId, ordinal) }),
		"state.at": ({ sessionId, ordinal }) => conversations.stateAt(sessionId, ordinal),
		"state.trail": ({ sessionId }) => conversations.stateTrail(sessionId),
		"app.info": () => ({
			version: "0.1.0",
			host: "web",
			profileDir: "/profile",
			store: health,
			signing: { fingerprint: null, publicKey: null, keptIn: "nowhere", why: "A test signs nothing." },
			timeStamps: null,
			protocols: protocols(),
			scenarios: [],
			firstRun: options.firstRun ?? null,
		}),
		"proof.heads": () => ({ fileId: null }),
		"timeStamps.try": () => ({ kind: "failed", problem: "A test asks no authority." }),
		"settings.get": () => ({ ...settings }),
		"settings.set": ({ key, value }) => {
			settings[key] = value;
			return null;
		},
		"tap.pending": () => ({ pending: null }),
		"reader.history": () => ({
			spans: [{ fromMs: options.nowMs - 3_600_000, toMs: options.nowMs, kind: "ready", cause: "The reader waits for a card." }],
			taps: [],
		}),
		"reader.status": () => ({
			state: {
				kind: "ready",
				reader: "ACS ACR122U PICC Interface 00 00",
				cause: "The reader waits for a card.",
				wayOn: "Hold a card to it.",
			},
			readers: [],
			driver: { name: "nfc-pcsc", why: "The first choice, and it works." },
			restarts: 0,
			suppressed: 0,
			lastTap: null,
			lastFailure: null,
		}),
		"recent.list": () => [],
		"connection.list": () => ({ connections: [], keeping: { kind: "memory", why: "Secret values are kept in memory." } }),
		"schemas.status": () => ({ folder: "/profile/schemas", observation: { kind: "standIn" }, problems: [], others: [], readAtMs: null }),
		"session.list": () => sessions.map(({ summary }) => structuredClone(summary)),
		"session.again": ({ sessionId }) => ({ sessionId }),
		"session.connect": () => null,
		"session.disconnect": () => null,
		"session.end": () => null,
		"session.rename": ({ sessionId, name }) => {
			const { summary } = find(sessionId);
			summary.name = name;
			emit("session.changed", { session: structuredClone(summary) });
			return null;
		},
		"message.catalogue": () => demoCatalogue,
		"message.check": ({ text }) => ({ type: null, byteLength: text.length, findings: [], sendable: true, nextTurn: 8 }),
		"draft.get": () => ({ drafts: {} }),
		"draft.save": () => null,
		"template.list": () => ({ templates: [], last: { context: null, speechMetadata: null } }),
		"timeline.rows": ({ sessionId, filter, from, count }) => {
			const session = find(sessionId);
			const listing = list(sessionId, filter);
			const total = listing.total();
			const rows: TimelineRow[] = [];
			const start = from ?? endStart(total, count);
			for (let index = start; index < Math.min(total, from === null ? total : from + count); index++)
				rows.push({ ...session.entryAt(listing.at(index)).row });
			// Demo lists do not fold: what folds is decided behind the contract, and tested there.
			return { total, listed: total, entries: session.length(), upToOrdinal: lastOrdinal(session), shape: 0, from: start, rows };
		},
		"timeline.entry": ({ sessionId, ordinal }) => {
			const session = find(sessionId);
			// Ordinals of a demo session have no holes.
			return detailOf(session, session.entryAt(ordinal - session.entryAt(0).row.ordinal));
		},
		"timeline.locate": ({ sessionId, filter, ordinal }) => ({ index: list(sessionId, filter).locate(ordinal) }),
		"timeline.trouble": ({ sessionId, filter, fromOrdinal, direction }) => {
			const session = find(sessionId);
			const listing = list(sessionId, filter);
			const step = direction === "next" ? 1 : -1;
			const limit = Math.min(listing.total(), 50_000);
			for (let index = listing.locate(fromOrdinal), n = 0; index >= 0 && index < listing.total() && n < limit; index += step, n++) {
				const { row } = session.entryAt(listing.at(index));
				if ((direction === "next" ? row.ordinal > fromOrdinal : row.ordinal < fromOrdinal) && isTrouble(row))
					return { ordinal: row.ordinal, index };
			}
			return null;
		},
		"timeline.overview": ({ sessionId, columns }) => {
			const session = find(sessionId);
			const fromMs = session.entryAt(0).row.atMs;
			const toMs = Math.max(fromMs + 1, session.entryAt(session.length() - 1).row.atMs);
			const overview: Requests["timeline.overview"]["result"] = {
				fromMs,
				toMs,
				in: Array<number>(columns).fill(0),
				out: Array<number>(columns).fill(0),
				marks: [],
			};
			const stride = Math.max(1, Math.floor(session.length() / 5000));
			for (let index = 0; index < session.length(); index += stride) {
				const { row } = session.entryAt(index);
				const column = Math.min(columns - 1, Math.floor(((row.atMs - fromMs) / (toMs - fromMs)) * columns));
				const counts = row.dir === "in" ? overview.in : overview.out;
				if (row.kind === "frame") counts[column] = (counts[column] ?? 0) + stride;
				const what = row.kind === "gap" ? "gap" : row.findings > 0 ? "finding" : row.type === "link.closed" ? "break" : null;
				if (what) overview.marks.push({ atMs: row.atMs, ordinal: row.ordinal, what });
			}
			return overview;
		},
		"transcript.verify": ({ sessionId }) => ({
			ok: true,
			holds: true,
			sealedLater: null,
			outside: 0,
			entries: find(sessionId).length(),
			proven: find(sessionId).length(),
			masked: 0,
			unproven: 0,
			sealed: find(sessionId).length(),
			seals: 1,
			changedSince: { entries: 0, claims: false },
			signed: { fingerprint: "4b1dfa17".repeat(8), atMs: options.nowMs, key: "own", entries: find(sessionId).length() },
			firstBad: null,
			problem: null,
			head: "6e5eb716".repeat(8),
			headVersion: 2,
		}),
		"transcript.export": ({ sessionId }) => ({
			path: "/profile/exports/gate-3.jsonl",
			fileId: "f-1",
			bytes: 412_000,
			entries: find(sessionId).length(),
			head: "6e5eb716".repeat(8),
			skipped: 0,
			masked: [],
			signedBy: null,
		}),
	};

	function emit<N extends EventName>(name: N, payload: Events[N]): void {
		for (const listener of listeners.get(name) ?? []) (listener as (payload: Events[N]) => void)(payload);
	}

	return {
		requests,
		sessions,
		emit,
		answer(name, handler) {
			(handlers as Record<string, unknown>)[name] = handler;
		},
		async request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Result<Requests[N]["result"]>> {
			requests.push({ name, args });
			if (options.delayMs) await new Promise((done) => setTimeout(done, options.delayMs));
			else await Promise.resolve();
			const handler = handlers[name] as ((args: Requests[N]["args"]) => Requests[N]["result"]) | undefined;
			if (!handler) return { ok: false, error: { code: "UNKNOWN_REQUEST", message: `The fake does not know ${name}.` } };
			try {
				return { ok: true, value: await handler(args) };
			} catch (error) {
				return { ok: false, error: { code: "SESSION_NOT_FOUND", message: String(error) } };
			}
		},
		on(name, listener) {
			const set = listeners.get(name) ?? new Set();
			listeners.set(name, set);
			set.add(listener);
			return () => set.delete(listener);
		},
		bridge: () => bridge,
		onBridge(listener) {
			bridgeListeners.add(listener);
			return () => bridgeListeners.delete(listener);
		},
		setBridge(state) {
			bridge = state;
			for (const listener of bridgeListeners) listener(state);
		},
		grow(sessionId, count, nowMs) {
			const session = find(sessionId);
			const changedFrom = lastOrdinal(session) + 1;
			session.grow?.(count, nowMs);
			emit("timeline.changed", { sessionId, entries: session.length(), upToOrdinal: lastOrdinal(session), changedFrom });
			// At most once per 50 ms, as the contract says.
			if (nowMs - toldAtMs < 50) return;
			toldAtMs = nowMs;
			emit("session.changed", { session: structuredClone(session.summary) });
		},
	};
}
