import type { StateTrail, StateView } from "../../schemas/conversation-page.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { createFeed } from "./feed.ts";
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
	let mostNodes = FIRST_NODES;
	let isComparing = false;
	/** What the view that is here was asked for. */
	let shown: number | null = null;
	let restMs = LOOK_MS;
	const first: StateSnapshot = { pinned: null, view: null, nodes: [], cutAt: null, live: null, trail: NO_TRAIL, error: null };
	const feed = createFeed<StateSnapshot>({ api, sessionId, first, after, restMs: () => restMs, look: read });
	const { snapshot, publish, lookNow } = feed;

	async function read(): Promise<boolean> {
		const { pinned } = snapshot();
		const startedMs = monoMs();
		// Where the state changed is asked first: the state itself only when that is news.
		const trail = await api.request("state.trail", { sessionId });
		const { view, live: beside } = snapshot();
		const isNews = (known: StateView | null | undefined) => !trail.ok || trail.value.behind > 0 || !isUpToDate(known, trail.value);
		const isNeeded = pinned !== shown || isNews(view);
		const answer = isNeeded ? await api.request("state.at", { sessionId, ordinal: pinned }) : null;
		const isLiveNeeded = isComparing && pinned !== null && (view?.behind !== 0 || isNews(beside?.view));
		const live = isLiveNeeded ? await api.request("state.at", { sessionId, ordinal: null }) : null;
		if (feed.isDisposed()) return false;
		if (trail.ok) publish({ trail: trail.value });
		if (answer && pinned === snapshot().pinned) {
			if (answer.ok) take(answer.value, pinned);
			else publish({ error: answer.error });
		}
		if (live?.ok && isComparing) {
			const known = snapshot().live;
			setLive(live.value, known?.view.text === live.value.text ? known : treeOf(live.value.text, mostNodes));
		}
		restMs = Math.max(LOOK_MS, 4 * (monoMs() - startedMs));
		return pinned !== snapshot().pinned || (answer?.ok === true && answer.value.behind > 0);
	}

	function take(view: StateView, pinned: number | null): void {
		shown = pinned;
		const before = snapshot();
		const { nodes, cutAt } = before.view?.text === view.text ? before : treeOf(view.text, mostNodes);
		publish({ view, nodes, cutAt, error: null });
		if (nodes !== before.nodes && before.live) setLive(before.live.view, before.live);
	}

	/** Compared here and not while drawing, so that it counts as reading and rests as long. */
	function setLive(view: StateView, { nodes, cutAt }: Tree): void {
		publish({ live: { view, nodes, cutAt, comparison: compareJson(snapshot().nodes, nodes) } });
	}

	lookNow();

	return {
		snapshot,
		subscribe: feed.subscribe,
		pin(pinned) {
			if (pinned === snapshot().pinned && snapshot().view) return;
			publish({ pinned });
			lookNow();
		},
		compare(isOn) {
			if (isOn === isComparing) return;
			isComparing = isOn;
			if (isOn) lookNow();
			else publish({ live: null });
		},
		readMore() {
			mostNodes *= NEXT_TIMES;
			const { view, live } = snapshot();
			if (view) publish(treeOf(view.text, mostNodes));
			if (live) setLive(live.view, treeOf(live.view.text, mostNodes));
		},
		dispose: feed.dispose,
	};
}

/** As many changes as the trail knows, and all of the session was read for it. */
const isUpToDate = (view: StateView | null | undefined, trail: StateTrail): boolean => view?.behind === 0 && view.changes === trail.changes;

function treeOf(text: string, mostNodes: number): Tree {
	const tree = parseJsonTree(text, mostNodes);
	return tree.ok ? { nodes: tree.nodes, cutAt: tree.cutAt ?? null } : { nodes: [], cutAt: null };
}
