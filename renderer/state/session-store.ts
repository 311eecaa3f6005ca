import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { SessionSummary } from "../../schemas/session.ts";
import { type SteadySession, steadyOf } from "./steady-session.ts";

export interface SessionsState {
	/** `loading` until the first list came; the list itself may be empty. */
	kind: "loading" | "ready";
	byId: ReadonlyMap<string, SessionSummary>;
	/** The same without what changes with every frame: the same map, and the same session, until something else changed. */
	steady: ReadonlyMap<string, SteadySession>;
	/** Newest first, by creation. */
	order: readonly string[];
	/** Frames already looked at, by session: what the unread count is counted from. Of a session in view that is told when one leaves it. */
	seen: ReadonlyMap<string, number>;
}

export interface SessionStore {
	state: StoreApi<SessionsState>;
	/** Loads the list; calls made while one is under way share it. Call again after the bridge came back. */
	load(): Promise<void>;
	/** Everything received so far counts as read. */
	markSeen(sessionId: string): void;
	dispose(): void;
}

/** Newest first; equal times by id, so the order never flickers. */
function orderSessions(byId: ReadonlyMap<string, SessionSummary>): string[] {
	return [...byId.values()]
		.sort((a, b) => b.createdAtMs - a.createdAtMs || a.sessionId.localeCompare(b.sessionId))
		.map((session) => session.sessionId);
}

/** Puts summaries in; the order is kept as it is when no session is new. Applying the same summary twice changes nothing else. */
function putSummaries(before: SessionsState, summaries: readonly SessionSummary[]): SessionsState {
	if (summaries.length === 0) return before;
	const byId = new Map(before.byId);
	let { steady } = before;
	for (const summary of summaries) {
		byId.set(summary.sessionId, summary);
		const earlier = before.steady.get(summary.sessionId);
		const now = steadyOf(earlier, summary);
		if (now === earlier && steady.has(summary.sessionId)) continue;
		if (steady === before.steady) steady = new Map(steady);
		(steady as Map<string, SteadySession>).set(summary.sessionId, now);
	}
	const order = byId.size === before.order.length ? before.order : orderSessions(byId);
	// A session first met counts as read up to now: unread means "since this window looks".
	const isNew = summaries.some(({ sessionId }) => !before.seen.has(sessionId));
	const seen = isNew ? new Map(before.seen) : before.seen;
	if (seen !== before.seen)
		for (const { sessionId, ledger } of summaries) if (!seen.has(sessionId)) (seen as Map<string, number>).set(sessionId, ledger.received);
	return { ...before, byId, steady, order, seen };
}

/**
 * Summaries of every session: the list plus what changed since, without a hole.
 * It listens from the start, keeps what comes while the list is on its way, and applies it after the list: a change is always newer than the
 * list that was asked for before it. `soon` runs a change of the state once, a moment later: the newest summaries then.
 */
export function createSessionStore(api: OperatorApi, soon: (run: () => void) => void = (run) => run()): SessionStore {
	const state = createStore<SessionsState>(() => ({ kind: "loading", byId: new Map(), steady: new Map(), order: [], seen: new Map() }));
	let loading: Promise<void> | null = null;
	let buffered: Map<string, SessionSummary> | null = null;

	const news = new Map<string, SessionSummary>();
	const takeNews = () => {
		if (news.size === 0) return;
		const summaries = [...news.values()];
		news.clear();
		state.setState((before) => putSummaries(before, summaries));
	};

	const stop = api.on("session.changed", ({ session }) => {
		if (buffered) return void buffered.set(session.sessionId, session);
		const isAsked = news.size > 0;
		news.set(session.sessionId, session);
		if (!isAsked) soon(takeNews);
	});

	const load = async () => {
		// Older than the list that is asked for now.
		takeNews();
		buffered = new Map();
		const list = await api.request("session.list", {});
		const late = [...buffered.values()];
		buffered = null;
		state.setState((before) => {
			if (!list.ok) return putSummaries(before, late);
			const ids = new Set(list.value.map(({ sessionId }) => sessionId));
			const steady = new Map([...before.steady].filter(([sessionId]) => ids.has(sessionId)));
			const fresh: SessionsState = { ...before, kind: "ready", byId: new Map(), steady, order: [] };
			return { ...putSummaries(putSummaries(fresh, list.value), late), kind: "ready" };
		});
	};
	const loadOnce = () => {
		loading ??= load().finally(() => {
			loading = null;
		});
		return loading;
	};
	// Removed sessions leave the list, restored ones come back; a change made while it loads may not be in it yet.
	const stopLibrary = api.on("library.changed", () => void (loading ?? Promise.resolve()).then(loadOnce));
	return {
		state,
		load: loadOnce,
		markSeen(sessionId) {
			state.setState((before) => {
				const received = before.byId.get(sessionId)?.ledger.received;
				if (received === undefined || before.seen.get(sessionId) === received) return before;
				return { ...before, seen: new Map(before.seen).set(sessionId, received) };
			});
		},
		dispose() {
			stop();
			stopLibrary();
		},
	};
}
