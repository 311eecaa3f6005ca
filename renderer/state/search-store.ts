import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { SearchAnswer, SearchHint, SearchHit } from "../../schemas/library.ts";

/** A pause in typing this long asks. */
const TYPING_PAUSE_MS = 120;
const FIRST_HITS = 50;
const MORE_HITS = 100;
/** More hits than this help nobody: the words should say more. */
const MOST_HITS = 1000;

export interface SearchState {
	/** As it stands in the field. */
	text: string;
	/** What the hits are for. */
	askedFor: string;
	/** One session only; null searches all. */
	sessionId: string | null;
	kind: "idle" | "searching" | "ready" | "failed";
	/** Why it failed. */
	message: string;
	hits: readonly SearchHit[];
	/** The text cannot be searched as it stands; the hits are still those of before. */
	hint: SearchHint | null;
	done: boolean;
	settled: number;
	total: number;
	notIndexed: number;
	/** How far entries were read for the findings that were asked for; null when to their end, or when none were. */
	readTo: SearchAnswer["readTo"];
	/** From asking to the first hits, ms. */
	tookMs: number;
	/** The hit that was gone to; a new object repeats it. Null: none, or the operator went elsewhere. */
	visited: { index: number } | null;
}

export interface SearchStore {
	state: StoreApi<SearchState>;
	setText(text: string): void;
	/** Searches one session, or all. */
	setSession(sessionId: string | null): void;
	clear(): void;
	more(): Promise<void>;
	visit(index: number): SearchHit | null;
	leave(): void;
	dispose(): void;
}

const NOTHING = {
	hits: [],
	done: true,
	settled: 0,
	total: 0,
	notIndexed: 0,
	readTo: null,
	tookMs: 0,
	hint: null,
	askedFor: "",
	message: "",
};

/** One line of search and its hits. They stay while the window goes to one of them and back. */
export function createSearchStore(api: OperatorApi, nowMs: () => number = () => performance.now()): SearchStore {
	const state = createStore<SearchState>(() => ({ ...NOTHING, text: "", sessionId: null, kind: "idle", visited: null }));
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Number of the text that counts. */
	let version = 0;
	let searchId: number | null = null;

	function drop(): void {
		if (searchId !== null && !state.getState().done) void api.request("search.cancel", { searchId });
		searchId = null;
	}

	function take(answer: SearchAnswer, before: readonly SearchHit[]): void {
		const { hits, done, settled, total, notIndexed, readTo, hint } = answer;
		state.setState({ hits: [...before, ...hits], done, settled, total, notIndexed, readTo, hint });
	}

	async function run(): Promise<void> {
		const mine = ++version;
		const { text, sessionId } = state.getState();
		const said = text.trim();
		if (said === "") {
			drop();
			state.setState({ ...NOTHING, kind: "idle", visited: null });
			return;
		}
		state.setState({ kind: "searching" });
		const startedMs = nowMs();
		const answer = await api.request("search.run", { text: said, ...(sessionId !== null && { sessionId }), limit: FIRST_HITS });
		if (mine !== version) {
			if (answer.ok && answer.value.searchId !== null && !answer.value.done) {
				void api.request("search.cancel", { searchId: answer.value.searchId });
			}
			return;
		}
		if (!answer.ok) {
			state.setState({ kind: "failed", message: answer.error.message, hint: null });
			return;
		}
		if (answer.value.hint !== null && answer.value.hint.kind !== "tooSlow") {
			// What stands there is not finished: what was found before stays.
			state.setState({ hint: answer.value.hint, kind: state.getState().askedFor === "" ? "idle" : "ready" });
			return;
		}
		drop();
		searchId = answer.value.searchId;
		state.setState({ askedFor: said, visited: null });
		take(answer.value, []);
		state.setState({ tookMs: 0 });
		await goOn(mine, FIRST_HITS, () => {
			const { hits, done, tookMs } = state.getState();
			if (tookMs === 0 && (hits.length > 0 || done)) state.setState({ tookMs: nowMs() - startedMs });
		});
	}

	/** Until so many hits are there, or everything was looked through: one answer brings what was found in its slice of time, maybe little. */
	async function goOn(mine: number, count: number, taken?: () => void): Promise<void> {
		for (;;) {
			taken?.();
			const { hits, done } = state.getState();
			if (done || hits.length >= count) break;
			await ask(mine, count - hits.length);
			if (mine !== version) return;
		}
		state.setState({ kind: "ready" });
	}

	async function ask(mine: number, limit: number): Promise<void> {
		if (searchId === null) return state.setState({ done: true });
		const answer = await api.request("search.more", { searchId, limit });
		if (mine !== version) return;
		if (answer.ok) take(answer.value, state.getState().hits);
		// The thread that searched was replaced: what was found stands, and typing searches anew.
		else state.setState({ done: true, kind: "ready", message: answer.error.message });
	}

	return {
		state,
		setText(text) {
			state.setState({ text });
			clearTimeout(timer);
			timer = setTimeout(() => void run(), TYPING_PAUSE_MS);
		},
		setSession(sessionId) {
			if (state.getState().sessionId === sessionId) return;
			state.setState({ sessionId });
			void run();
		},
		clear() {
			clearTimeout(timer);
			state.setState({ text: "" });
			void run();
		},
		async more() {
			const mine = version;
			const { hits, done, kind } = state.getState();
			if (done || kind === "searching" || hits.length >= MOST_HITS) return;
			state.setState({ kind: "searching" });
			await goOn(mine, hits.length + MORE_HITS);
		},
		visit(index) {
			const hit = state.getState().hits[index] ?? null;
			if (hit !== null) state.setState({ visited: { index } });
			return hit;
		},
		leave: () => state.setState({ visited: null }),
		dispose() {
			clearTimeout(timer);
			drop();
		},
	};
}

export const isFull = ({ hits }: Pick<SearchState, "hits">): boolean => hits.length >= MOST_HITS;
