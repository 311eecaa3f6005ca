import type { StateTrail, StateView } from "../../schemas/conversation-page.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { compareJson, type JsonComparison } from "./json-diff.ts";
import { type JsonNode, parseJsonTree } from "./json-tree.ts";

interface Tree {
	nodes: readonly JsonNode[];
	cutAt: number | null;
}

export interface StateSnapshot {
	/** Entry whose state is shown; null: the newest. */
	pinned: number | null;
	view: StateView | null;
	nodes: readonly JsonNode[];
	/** The state has more values than are read: the next one begins at this character. */
	cutAt: number | null;
	/** The newest state, while the pinned one is compared with it, and what differs. */
	live: ({ view: StateView; comparison: JsonComparison } & Tree) | null;
	trail: StateTrail;
	error: WireError | null;
}

export interface StateFeed {
	snapshot(): StateSnapshot;
	subscribe(listener: () => void): () => void;
	/** Shows the state after that entry; null follows the newest. */
	pin(ordinal: number | null): void;
	/** Reads the newest state beside the pinned one. */
	compare(isOn: boolean): void;
	/** Reads more values of a state that has very many. */
	readMore(): void;
	dispose(): void;
}

const LOOK_MS = 100;
/** Values read at once: a state of a megabyte is whole, one of eight does not stop the window. Each wish for more reads four times as many. */
const FIRST_NODES = 150_000;
const NEXT_TIMES = 4;
const NO_TRAIL: StateTrail = { changes: 0, fromMs: 0, toMs: 0, ticks: [], behind: 0 };

interface Options {
	api: OperatorApi;
	sessionId: string;
	after(delayMs: number, run: () => void): () => void;
	monoMs(): number;
}

/** The state at one point of a session. A large one is read less often: reading takes at most a fifth of the time. */
export function createStateFeed({ api, sessionId, after, monoMs }: Options): StateFeed {
	const listeners = new Set<() => void>();
	let state: StateSnapshot = { pinned: null, view: null, nodes: [], cutAt: null, live: null, trail: NO_TRAIL, error: null };
	let mostNodes = FIRST_NODES;
	let isComparing = false;
	/** What the view that is here was asked for. */
	let shown: number | null = null;
	let isBusy = false;
	let isStale = false;
	let isDisposed = false;
	let restMs = LOOK_MS;
	let cancel: (() => void) | null = null;

	const publish = (change: Partial<StateSnapshot>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};

	const look = (delayMs: number) => {
		isStale = true;
		if (isBusy || cancel || isDisposed) return;
		cancel = after(delayMs, () => {
			cancel = null;
			void read();
		});
	};
	const lookNow = () => {
		cancel?.();
		cancel = null;
		isStale = true;
		if (!isBusy) void read();
	};

	async function read(): Promise<void> {
		if (isDisposed) return;
		isBusy = true;
		isStale = false;
		const { pinned } = state;
		const startedMs = monoMs();
		// Where the state changed is asked first: the state itself only when that is news.
		const trail = await api.request("state.trail", { sessionId });
		const { view } = state;
		const isWhole = trail.ok && trail.value.behind === 0 && view?.behind === 0;
		const isKnown = isWhole && pinned === shown && view.changes === trail.value.changes;
		const answer = isKnown ? null : await api.request("state.at", { sessionId, ordinal: pinned });
		const isLiveKnown = isWhole && state.live?.view.changes === trail.value.changes && state.live.view.behind === 0;
		const live = isComparing && pinned !== null && !isLiveKnown ? await api.request("state.at", { sessionId, ordinal: null }) : null;
		isBusy = false;
		if (isDisposed) return;
		if (trail.ok) publish({ trail: trail.value });
		if (answer && pinned === state.pinned) {
			if (answer.ok) take(answer.value, pinned);
			else publish({ error: answer.error });
		}
		if (live?.ok && isComparing) {
			setLive(live.value, state.live?.view.text === live.value.text ? state.live : treeOf(live.value.text));
		}
		restMs = Math.max(LOOK_MS, 4 * (monoMs() - startedMs));
		if (pinned !== state.pinned || (answer?.ok && answer.value.behind > 0)) look(0);
		else if (isStale) look(restMs);
	}

	function take(view: StateView, pinned: number | null): void {
		shown = pinned;
		const { nodes, cutAt } = state.view?.text === view.text ? state : treeOf(view.text);
		const isOther = nodes !== state.nodes;
		publish({ view, nodes, cutAt, error: null });
		if (isOther && state.live) setLive(state.live.view, state.live);
	}

	/** Compared here and not while drawing, so that it counts as reading and rests as long. */
	function setLive(view: StateView, { nodes, cutAt }: Tree): void {
		publish({ live: { view, nodes, cutAt, comparison: compareJson(state.nodes, nodes) } });
	}

	function treeOf(text: string): Tree {
		const tree = parseJsonTree(text, mostNodes);
		return tree.ok ? { nodes: tree.nodes, cutAt: tree.cutAt ?? null } : { nodes: [], cutAt: null };
	}

	const show = (pinned: number | null) => {
		if (pinned === state.pinned && state.view) return;
		publish({ pinned });
		lookNow();
	};
	const stop = api.on("timeline.changed", (change) => {
		if (change.sessionId === sessionId) look(restMs);
	});
	lookNow();

	return {
		snapshot: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		pin: show,
		compare(isOn) {
			if (isOn === isComparing) return;
			isComparing = isOn;
			if (isOn) lookNow();
			else publish({ live: null });
		},
		readMore() {
			mostNodes *= NEXT_TIMES;
			const { view, live } = state;
			if (view) publish(treeOf(view.text));
			if (live) setLive(live.view, treeOf(live.view.text));
		},
		dispose() {
			isDisposed = true;
			cancel?.();
			stop();
			listeners.clear();
		},
	};
}
