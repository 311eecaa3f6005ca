import { createStore, type StoreApi } from "zustand/vanilla";
import { type Direction, MAX_UNFOLDED, type TimelineFilter, type TimelineRow } from "../../schemas/timeline.ts";
import { followEnd, placeAfterGrowth, placeAfterScroll, placeAfterSelect, type ReadingPlace, startPlace } from "./reading-place.ts";
import type { TimelineFeed } from "./timeline-feed.ts";

export const INSPECTOR_TABS = ["decoded", "raw", "hex", "findings", "delivery", "proof"] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

export interface SessionView {
	filter: TimelineFilter;
	selected: { ordinal: number; index: number } | null;
	place: ReadingPlace;
	/** Scroll there; a new object each time, so the same row can be revealed twice. */
	reveal: { index: number; align: "nearest" | "center" } | null;
	tab: InspectorTab;
	/** On a narrow window the inspector lies over the list, on demand. */
	inspectorOpen: boolean;
	/** Rows at least partly on the screen; last < first when there are none. */
	visible: { first: number; last: number };
	/** A search for trouble found none in that direction. */
	noTrouble: "next" | "previous" | null;
}

export interface SessionViewStore {
	state: StoreApi<SessionView>;
	select(index: number, ordinal: number): void;
	/** Selects the entry with this ordinal, or the nearest listed one before it. A fold around it is opened. */
	selectOrdinal(ordinal: number): Promise<void>;
	/** From the selected entry, or from the end when nothing is selected. */
	move(step: number): Promise<void>;
	toStart(): Promise<void>;
	/** Follows the end. A selection goes along to the last entry. */
	toEnd(): Promise<void>;
	toTime(atMs: number): Promise<void>;
	toTrouble(direction: "next" | "previous"): Promise<void>;
	setFilter(change: Partial<TimelineFilter>): Promise<void>;
	/** Opens a closed fold, or closes the open one that the row belongs to, and selects its first entry. Does nothing on other rows. */
	toggleFold(row: TimelineRow): Promise<void>;
	toggleDirection(direction: Direction): void;
	setFollow(follow: boolean): void;
	scrolled(atEnd: boolean): void;
	setVisible(first: number, last: number): void;
	setTab(tab: InspectorTab): void;
	setInspectorOpen(open: boolean): void;
	dispose(): void;
}

const ALL: readonly Direction[] = ["in", "out", "local"];

/** What the operator looks at in one session: filter, selected entry, reading place. Only moves by what the operator does. */
export function createSessionView(feed: TimelineFeed): SessionViewStore {
	const state = createStore<SessionView>(() => ({
		filter: feed.filter(),
		selected: null,
		place: startPlace,
		reveal: null,
		tab: "decoded",
		inspectorOpen: false,
		visible: { first: 0, last: -1 },
		noTrouble: null,
	}));
	const setPlace = (place: ReadingPlace) => {
		if (place === state.getState().place) return;
		state.setState({ place });
		feed.setFollow(place.follow);
	};
	let filterVersion = 0;
	/** The last filter that was more than an opened or closed fold. */
	let otherList = 0;
	const stop = feed.subscribe(() => {
		const { total, listed, filterVersion: now } = feed.snapshot();
		const { place } = state.getState();
		// Another filter is another list: nothing in it is new.
		if (filterVersion < otherList && now >= otherList) setPlace({ ...place, readTo: listed });
		else setPlace(placeAfterGrowth(place, listed));
		filterVersion = now;
		if (total === 0) state.setState({ visible: { first: 0, last: -1 } });
		keepSelected();
	});
	/**
	 * In a list of trouble only, an older entry may join or leave and shift the rest: the selected entry keeps its ordinal and gets its new index.
	 * The other lists only grow at their end, and this never asks.
	 */
	let relocating = false;
	const keepSelected = () => {
		const { selected } = state.getState();
		const row = selected && feed.rowAt(selected.index);
		if (!selected || !row || row.ordinal === selected.ordinal || relocating) return;
		relocating = true;
		void feed.locate(selected.ordinal).then((index) => {
			relocating = false;
			const still = state.getState().selected;
			if (index !== null && still?.ordinal === selected.ordinal && still.index !== index) state.setState({ selected: { ...still, index } });
		});
	};
	// Only the newest of several jumps may land: keys repeat faster than answers come.
	let jump = 0;

	/** The list of this filter is on the screen. */
	const isListed = (version: number) =>
		new Promise<void>((done) => {
			const stopWaiting = feed.subscribe(() => {
				if (feed.snapshot().filterVersion < version) return;
				stopWaiting();
				done();
			});
		});

	/** The list was read at least once; what is in it then is not new. */
	const isRead = () =>
		new Promise<void>((done) => {
			if (feed.snapshot().kind === "ready") return done();
			const stopWaiting = feed.subscribe(() => {
				if (feed.snapshot().kind !== "ready") return;
				stopWaiting();
				done();
			});
		});

	const select = (index: number, ordinal: number, align: "nearest" | "center" = "nearest") => {
		jump++;
		setPlace(placeAfterSelect(state.getState().place));
		state.setState({ selected: { index, ordinal }, reveal: { index, align }, noTrouble: null });
	};
	const selectIndex = async (index: number, align: "nearest" | "center" = "nearest") => {
		const mine = ++jump;
		const row = feed.rowAt(index) ?? (await feed.row(index));
		if (row && mine === jump) select(index, row.ordinal, align);
	};

	const rowFor = async (index: number) => feed.rowAt(index) ?? (await feed.row(index));
	/** The entry lies inside of this closed fold, not at its beginning. */
	const hides = (row: TimelineRow | undefined, ordinal: number): row is TimelineRow =>
		row?.fold !== undefined && row.ordinal < ordinal && ordinal <= row.fold.lastOrdinal;

	/** Shows the list with these folds open, and that entry selected in it. */
	const setUnfolded = async (unfolded: readonly number[], ordinal: number, align: "nearest" | "center") => {
		setPlace(placeAfterSelect(state.getState().place));
		// The ones opened longest ago close.
		const filter = { ...state.getState().filter, unfolded: unfolded.slice(-MAX_UNFOLDED) };
		state.setState({ filter });
		const mine = ++jump;
		const version = feed.setFilter(filter, true);
		const [index] = await Promise.all([feed.locate(ordinal), isListed(version)]);
		if (index !== null && mine === jump) select(index, ordinal, align);
	};
	const openFold = (row: TimelineRow, ordinal = row.ordinal, align: "nearest" | "center" = "nearest") =>
		setUnfolded([...(state.getState().filter.unfolded ?? []), row.ordinal], ordinal, align);

	const view: SessionViewStore = {
		state,
		select,
		async selectOrdinal(ordinal) {
			const mine = ++jump;
			const [index] = await Promise.all([feed.locate(ordinal), isRead()]);
			if (index === null || mine !== jump) return;
			const row = await rowFor(index);
			if (mine !== jump) return;
			if (hides(row, ordinal)) await openFold(row, ordinal, "center");
			else await selectIndex(index, "center");
		},
		async toggleFold(row) {
			if (row.fold) await openFold(row);
			else if (row.unfolded !== undefined) {
				const { unfolded = [] } = state.getState().filter;
				await setUnfolded(
					unfolded.filter((ordinal) => ordinal !== row.unfolded),
					row.unfolded,
					"nearest",
				);
			}
		},
		async move(step) {
			const { total } = feed.snapshot();
			if (total === 0) return;
			const { selected } = state.getState();
			const from = selected ? selected.index : step < 0 ? total : total - 1 - step;
			await selectIndex(Math.max(0, Math.min(total - 1, from + step)));
		},
		toStart: () => selectIndex(0),
		async toEnd() {
			const { total } = feed.snapshot();
			if (state.getState().selected && total > 0) await selectIndex(total - 1);
			setPlace(followEnd(feed.snapshot().listed));
		},
		async toTime(atMs) {
			const mine = ++jump;
			const index = await feed.findTime(atMs);
			if (index === null || mine !== jump) return;
			setPlace(placeAfterSelect(state.getState().place));
			state.setState({ reveal: { index, align: "center" } });
		},
		async toTrouble(direction) {
			const mine = ++jump;
			const { selected } = state.getState();
			// From nowhere, "previous" starts at the end and "next" at the start.
			const fromOrdinal = selected?.ordinal ?? (direction === "previous" ? Number.MAX_SAFE_INTEGER : 0);
			const found = await feed.trouble(fromOrdinal, direction);
			if (mine !== jump) return;
			if (found) select(found.index, found.ordinal, "center");
			else state.setState({ noTrouble: direction });
		},
		async setFilter(change) {
			const filter = { ...state.getState().filter, ...change };
			const { selected, place } = state.getState();
			state.setState({ filter, noTrouble: null });
			const mine = ++jump;
			const version = feed.setFilter(filter);
			otherList = version;
			if (!selected || place.follow) return;
			// The entry the operator looks at stays, with its new neighbours around it.
			const [index] = await Promise.all([feed.locate(selected.ordinal), isListed(version)]);
			const row = index === null ? undefined : await rowFor(index);
			if (index === null || mine !== jump) return;
			// A hit stays in sight when the words that found it go; who switches folding on wants to see the fold.
			if (!hides(row, selected.ordinal)) state.setState({ selected: { ...selected, index }, reveal: { index, align: "center" } });
			else if (change.fold === undefined) await openFold(row, selected.ordinal, "center");
			else select(index, row.ordinal, "center");
		},
		toggleDirection(direction) {
			const now = state.getState().filter.directions ?? [...ALL];
			const wanted = ALL.filter((one) => (one === direction ? !now.includes(one) : now.includes(one)));
			void view.setFilter({ directions: wanted.length === ALL.length ? undefined : wanted });
		},
		setFollow(follow) {
			if (follow) void view.toEnd();
			else setPlace(placeAfterSelect(state.getState().place));
		},
		scrolled: (atEnd) => setPlace(placeAfterScroll(state.getState().place, atEnd, feed.snapshot().listed)),
		setVisible(first, last) {
			const { visible } = state.getState();
			if (visible.first === first && visible.last === last) return;
			state.setState({ visible: { first, last } });
			feed.show(first, last);
		},
		setTab: (tab) => state.setState({ tab, inspectorOpen: true }),
		setInspectorOpen: (inspectorOpen) => state.setState({ inspectorOpen }),
		dispose: stop,
	};
	return view;
}
