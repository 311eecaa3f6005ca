import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { CompareRow, CompareSummary } from "../../schemas/interchange.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";

export interface CompareState {
	kind: "loading" | "ready" | "failed";
	error: WireError | null;
	summary: CompareSummary | null;
	/** Rows of the list: all of them, or the differences. */
	total: number;
	onlyDifferences: boolean;
	/** Rows that are held, by their place in the list; a new map with each page. */
	rows: ReadonlyMap<number, CompareRow>;
	/** Place in the list. */
	selected: number | null;
}

export interface CompareFeed {
	state: StoreApi<CompareState>;
	/** These rows are in view. */
	want(first: number, last: number): void;
	/** Reads everything anew: a session may have grown. */
	reload(): void;
	setOnlyDifferences(on: boolean): void;
	select(index: number | null): void;
	dispose(): void;
}

const PAGE = 100;
const MOST_PAGES = 30;

/** The rows of a comparison, paged as they come into view; one request under way at a time, always for what is wanted now. */
export function createCompareFeed(api: OperatorApi, left: string, right: string): CompareFeed {
	const blank = { error: null, summary: null, total: 0, rows: new Map<number, CompareRow>() };
	const state = createStore<CompareState>(() => ({ kind: "loading", onlyDifferences: false, selected: null, ...blank }));
	let pages = new Set<number>();
	let wanted: [number, number] = [0, PAGE - 1];
	let generation = 0;
	let isAsking = false;
	let isDisposed = false;

	function nextPage(): number | null {
		const { total, kind } = state.getState();
		if (kind === "loading") return Math.floor(wanted[0] / PAGE);
		for (let page = Math.floor(wanted[0] / PAGE); page * PAGE <= Math.min(wanted[1], total - 1); page++) if (!pages.has(page)) return page;
		return null;
	}

	async function fill(): Promise<void> {
		if (isAsking) return;
		isAsking = true;
		for (let page = nextPage(); page !== null && !isDisposed && state.getState().kind !== "failed"; page = nextPage()) {
			const mine = generation;
			const { onlyDifferences } = state.getState();
			const answer = await api.request("compare.run", { left, right, from: page * PAGE, count: PAGE, onlyDifferences });
			if (mine !== generation || isDisposed) continue;
			if (!answer.ok) {
				state.setState({ kind: "failed", error: answer.error });
				break;
			}
			const { summary, total, rows } = answer.value;
			const keep = pages.size >= MOST_PAGES ? new Map<number, CompareRow>() : new Map(state.getState().rows);
			if (pages.size >= MOST_PAGES) pages = new Set();
			pages.add(page);
			for (const [place, row] of rows.entries()) keep.set(page * PAGE + place, row);
			state.setState({ kind: "ready", summary, total, rows: keep });
		}
		isAsking = false;
	}

	function reload(): void {
		generation++;
		pages = new Set();
		wanted = [0, PAGE - 1];
		state.setState({ ...blank, kind: "loading", selected: null });
		void fill();
	}

	void fill();
	return {
		state,
		want(first, last) {
			wanted = [Math.max(0, first), Math.max(0, last)];
			void fill();
		},
		reload,
		setOnlyDifferences(onlyDifferences) {
			if (state.getState().onlyDifferences === onlyDifferences) return;
			state.setState({ onlyDifferences });
			reload();
		},
		select(selected) {
			const { total } = state.getState();
			state.setState({ selected: selected === null || total === 0 ? null : Math.max(0, Math.min(total - 1, selected)) });
		},
		dispose() {
			isDisposed = true;
		},
	};
}
