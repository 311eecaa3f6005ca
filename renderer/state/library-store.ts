import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { LibraryFilter, LibraryPage, LibrarySession, LibrarySort } from "../../schemas/library.ts";

/** Sessions asked for at once. */
const PAGE = 100;
/** What sessions do is looked at again this often at most. */
const LOOK_AGAIN_MS = 1000;

export interface LibraryState {
	filter: LibraryFilter;
	sort: LibrarySort;
	/** `loading` only until the first list came; later ones replace it when they are there. */
	kind: "loading" | "ready" | "failed";
	/** Why it failed. */
	message: string;
	/** The newest answer without its sessions. */
	page: Omit<LibraryPage, "sessions"> | null;
	rows: ReadonlyMap<number, LibrarySession>;
	chosen: ReadonlySet<string>;
	/** The session that is looked at beside the list. */
	current: LibrarySession | null;
	/** Last row that is whole in view; kept while another screen is shown. */
	place: number;
}

export interface LibraryStore {
	state: StoreApi<LibraryState>;
	/** The screen is shown: reads the list, and keeps it true until the result is called. */
	open(): () => void;
	setFilter(change: Partial<LibraryFilter>): void;
	clearFilter(): void;
	setSort(by: LibrarySort["by"]): void;
	/** Sessions in view, by their index; and the last row that is whole in view. */
	show(first: number, last: number, place: number): void;
	look(session: LibrarySession | null): void;
	choose(sessionId: string, isChosen: boolean): void;
	chooseNone(): void;
	/** Every session of the list, however long it is. */
	chooseAll(): Promise<void>;
	reload(): Promise<void>;
	dispose(): void;
}

const NEWEST_FIRST: LibrarySort = { by: "time", descending: true };

/** The list of sessions: filtered, sorted and paged behind the contract, remembered here for as long as the window lives. */
export function createLibraryStore(api: OperatorApi, after: (run: () => void, ms: number) => () => void = later): LibraryStore {
	const state = createStore<LibraryState>(() => ({
		filter: {},
		sort: NEWEST_FIRST,
		kind: "loading",
		message: "",
		page: null,
		rows: new Map(),
		chosen: new Set(),
		current: null,
		place: 0,
	}));
	/** Number of the filter and sort that count; answers to earlier ones are dropped. */
	let version = 0;
	let wanted = { first: 0, last: 0 };
	let isOpen = false;
	let stopWaiting: (() => void) | null = null;

	async function read(from: number, mine: number, replace: boolean): Promise<void> {
		const { filter, sort } = state.getState();
		const answer = await api.request("library.list", { filter, sort, from, count: PAGE });
		if (mine !== version) return;
		if (!answer.ok) {
			state.setState((before) => (before.page === null ? { kind: "failed", message: answer.error.message } : {}));
			return;
		}
		const { sessions, ...page } = answer.value;
		state.setState((before) => {
			const rows = new Map(replace ? [] : before.rows);
			sessions.forEach((session, place) => {
				rows.set(from + place, session);
			});
			const current = before.current && (sessions.find(({ sessionId }) => sessionId === before.current?.sessionId) ?? before.current);
			return { kind: "ready", message: "", page, rows, current };
		});
	}

	const pageOf = (index: number): number => Math.floor(index / PAGE) * PAGE;

	/** Everything anew, as it is in view. */
	async function reload(): Promise<void> {
		const mine = ++version;
		const first = pageOf(wanted.first);
		await read(first, mine, true);
		const { page } = state.getState();
		if (mine === version && page !== null && first >= page.total && first > 0) await read(0, mine, true);
		if (mine === version && pageOf(wanted.last) > first) await read(pageOf(wanted.last), mine, false);
	}

	/** A look at a time: on a busy computer answers take longer than the wait, and a newer look would drop each of them. */
	let looks = 0;
	let hasMissed = false;
	async function look(): Promise<void> {
		looks += 1;
		await reload();
		looks -= 1;
		if (looks > 0 || !hasMissed) return;
		hasMissed = false;
		lookAgain();
	}

	function lookAgain(): void {
		if (!isOpen || stopWaiting !== null) return;
		if (looks > 0) {
			hasMissed = true;
			return;
		}
		stopWaiting = after(() => {
			stopWaiting = null;
			if (isOpen) void look();
		}, LOOK_AGAIN_MS);
	}

	const stops = [api.on("session.changed", lookAgain), api.on("library.changed", () => isOpen && void reload())];

	function change(next: Partial<Pick<LibraryState, "filter" | "sort">>): void {
		state.setState({ ...next, place: 0 });
		wanted = { first: 0, last: 0 };
		void reload();
	}

	return {
		state,
		open() {
			isOpen = true;
			void look();
			return () => {
				isOpen = false;
			};
		},
		setFilter(part) {
			const filter = { ...state.getState().filter, ...part };
			for (const key of Object.keys(filter) as (keyof LibraryFilter)[]) {
				const value = filter[key];
				if (value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0)) delete filter[key];
			}
			change({ filter });
		},
		clearFilter: () => change({ filter: {} }),
		setSort(by) {
			const { sort } = state.getState();
			// Words begin with A, everything else with the most.
			change({ sort: { by, descending: sort.by === by ? !sort.descending : by !== "name" && by !== "outcome" } });
		},
		show(first, last, place) {
			wanted = { first, last };
			const { rows, page } = state.getState();
			if (state.getState().place !== place) state.setState({ place });
			const total = page?.total ?? 0;
			for (let from = pageOf(first); from <= last && from < total; from += PAGE) if (!rows.has(from)) void read(from, version, false);
		},
		look: (current) => state.setState({ current }),
		choose(sessionId, isChosen) {
			const chosen = new Set(state.getState().chosen);
			if (isChosen) chosen.add(sessionId);
			else chosen.delete(sessionId);
			state.setState({ chosen });
		},
		chooseNone: () => state.setState({ chosen: new Set() }),
		async chooseAll() {
			const { filter, sort } = state.getState();
			const mine = version;
			const chosen = new Set<string>();
			for (let from = 0; ; from += 500) {
				const answer = await api.request("library.list", { filter, sort, from, count: 500 });
				if (!answer.ok || mine !== version) return;
				for (const { sessionId } of answer.value.sessions) chosen.add(sessionId);
				if (from + 500 >= answer.value.total) break;
			}
			state.setState({ chosen });
		},
		reload,
		dispose() {
			for (const stop of stops) stop();
			stopWaiting?.();
		},
	};
}

function later(run: () => void, ms: number): () => void {
	const timer = setTimeout(run, ms);
	return () => clearTimeout(timer);
}
