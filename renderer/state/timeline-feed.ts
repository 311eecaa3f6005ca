import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { TimelineFilter, TimelineRow } from "../../schemas/timeline.ts";
import { createPageCache, PAGE_ROWS } from "./page-cache.ts";
import { createShownLog } from "./shown-log.ts";

/** The contract's limit for one request. */
const MAX_PAGES_PER_REQUEST = 5;

export interface FeedSnapshot {
	/** `loading` until the first answer for the present filter. */
	kind: "loading" | "ready";
	/** Rows of the filtered list. */
	total: number;
	/** Entries in it; more than rows where some are folded. */
	listed: number;
	/** Entries of the session, filtered or not. */
	entries: number;
	/** The last request failed; what is shown is older than that. */
	error: WireError | null;
	/** Counts publishes; a new number means rows may differ. */
	version: number;
	/** Counts filters: which one this list went through. */
	filterVersion: number;
	/**
	 * Rows that came in above the reading place, minus those that went, since the beginning: folds opened or closed there, older entries that
	 * came into the list. The list is scrolled by as much, in the same frame.
	 */
	moved: number;
}

export interface TimelineFeed {
	snapshot(): FeedSnapshot;
	subscribe(listener: () => void): () => void;
	/** Present only when its page is in the cache; asking keeps the page there. */
	rowAt(index: number): TimelineRow | undefined;
	/** The row itself, read if need be; undefined past the end. */
	row(index: number): Promise<TimelineRow | undefined>;
	/** These rows are on the screen; their pages are read, and read again when they change. */
	show(first: number, last: number): void;
	/** While following, the end of the list is read together with its length, so no row is ever announced before it can be drawn. */
	setFollow(follow: boolean): void;
	/**
	 * Answers the `filterVersion` that snapshots of the new list will carry; until then the old list stands.
	 * `keepsPlace`: it is the same list with other folds open, so the row at the top of the screen stays there.
	 */
	setFilter(filter: TimelineFilter, keepsPlace?: boolean): number;
	filter(): TimelineFilter;
	/** Index of the entry in the filtered list, of the fold it is in, or of the nearest before it. */
	locate(ordinal: number): Promise<number | null>;
	/** Index of the first listed entry at or after a time, or of the fold around that time; by halving. */
	findTime(atMs: number): Promise<number | null>;
	trouble(fromOrdinal: number, direction: "next" | "previous"): Promise<{ ordinal: number; index: number } | null>;
	shownAt(ordinal: number): number | null;
	/** Reads everything again: after the bridge came back. */
	reload(): void;
	dispose(): void;
}

interface FeedOptions {
	api: OperatorApi;
	sessionId: string;
	filter: TimelineFilter;
	/** Runs the publish once, later: `requestAnimationFrame` in the window, so there is at most one update per frame. */
	schedule: (run: () => void) => void;
	nowMs: () => number;
}

/**
 * Rows of one session, paged by index. It holds a few pages, never the session.
 * One request is under way at a time and always for what is wanted now: a screenful scrolled past is never read, and a flood of changes costs
 * one request after another, not a queue of them.
 */
export function createTimelineFeed({ api, sessionId, schedule, nowMs, ...options }: FeedOptions): TimelineFeed {
	const cache = createPageCache();
	const shownLog = createShownLog();
	const listeners = new Set<() => void>();
	let filter = options.filter;
	let snapshot: FeedSnapshot = { kind: "loading", total: 0, listed: 0, entries: 0, error: null, version: 0, filterVersion: 0, moved: 0 };
	// What the next publish will say. `total` runs ahead of the snapshot only within one frame.
	let next: Pick<FeedSnapshot, "kind" | "total" | "listed" | "entries" | "error"> & { upToOrdinal: number; shape: number } = {
		...snapshot,
		upToOrdinal: 0,
		shape: 0,
	};
	let moved = 0;
	let visible = { first: 0, last: 0 };
	let follow = true;
	let tailUnknown = true;
	let busy = false;
	let scheduled = false;
	let generation = 0;
	/** The filter the cache belongs to. The old list stays on the screen until the first answer for a new filter. */
	let applied = 0;
	/** The last filter that was another list altogether; later ones only opened or closed folds. */
	let otherList = 0;
	let disposed = false;

	const publish = () => {
		if (scheduled || disposed) return;
		scheduled = true;
		schedule(() => {
			scheduled = false;
			if (disposed) return;
			const { kind, total, listed, entries, error } = next;
			snapshot = { kind, total, listed, entries, error, version: snapshot.version + 1, filterVersion: applied, moved };
			shownLog.shown(next.upToOrdinal, nowMs());
			for (const listener of listeners) listener();
		});
	};

	/** Length of the list as far as known for the present filter. */
	const knownTotal = () => (applied === generation ? next.total : 0);

	/**
	 * Where the row at the top of the screen is now, when rows may have other indices than before. Asked before anything is drawn anew, so that
	 * the list can be scrolled in the same frame. False when the answer is of no use.
	 */
	const keepPlace = async (asked: number): Promise<boolean> => {
		const { first } = visible;
		const top = follow ? undefined : cache.rowAt(first);
		if (!top) return true;
		const index = await feed.locate(top.ordinal);
		if (disposed || asked !== generation) return false;
		const by = index === null ? 0 : index - first;
		moved += by;
		visible = { first: visible.first + by, last: visible.last + by };
		return true;
	};

	/** Reads whole pages from `page` on; the answer also says how long the list is. False when the answer was of no use. */
	const read = async (page: number, pages: number): Promise<boolean> => {
		const asked = generation;
		const from = page * PAGE_ROWS;
		const answer = await api.request("timeline.rows", {
			sessionId,
			filter,
			from,
			count: Math.min(pages, MAX_PAGES_PER_REQUEST) * PAGE_ROWS,
		});
		if (disposed || asked !== generation) return false;
		if (!answer.ok) {
			next = { ...next, error: answer.error };
			return false;
		}
		const { total, listed, entries, upToOrdinal, shape, rows } = answer.value;
		const isOtherList = applied < otherList || next.kind === "loading";
		const isReshaped = applied === generation && shape !== next.shape && !isOtherList;
		if (isReshaped && !(await keepPlace(asked))) return false;
		if (applied !== generation || isReshaped) cache.clear();
		else if (total < next.total) cache.cut(total);
		applied = generation;
		cache.put(from, rows, total);
		next = { kind: "ready", total, listed, entries, upToOrdinal, shape, error: null };
		return true;
	};

	/** Reads the end of the list and its length. */
	const readTail = async (): Promise<boolean> => {
		const lastPage = () => Math.floor(Math.max(0, knownTotal() - 1) / PAGE_ROWS);
		if (!(await read(lastPage(), MAX_PAGES_PER_REQUEST))) return false;
		// Far behind: the pages between are skipped, only the end matters. A screen may reach over two pages.
		const end = lastPage();
		if (!cache.needs(end, next.total) && !cache.needs(end - 1, next.total)) return true;
		return read(Math.max(0, end - 1), 2);
	};

	/** Reads what the screen shows, of a list that is not known yet. */
	const readScreen = async (): Promise<boolean> => {
		const isOtherList = applied < otherList || next.kind === "loading";
		if (!isOtherList && !(await keepPlace(generation))) return false;
		const page = Math.floor(Math.max(0, visible.first) / PAGE_ROWS);
		return read(page, Math.floor(Math.max(0, visible.last) / PAGE_ROWS) - page + 1);
	};

	/** First page on the screen that must be read, and how many in a row. */
	const wantedPages = (): { page: number; pages: number } | null => {
		const lastPage = Math.floor(Math.min(visible.last, knownTotal() - 1) / PAGE_ROWS);
		for (let page = Math.floor(Math.max(0, visible.first) / PAGE_ROWS); page <= lastPage; page++) {
			if (!cache.needs(page, next.total)) continue;
			let pages = 1;
			while (page + pages <= lastPage && cache.needs(page + pages, next.total)) pages++;
			return { page, pages };
		}
		return null;
	};

	const pump = async () => {
		if (busy || disposed) return;
		busy = true;
		for (let going = true; going && !disposed; ) {
			const asked = generation;
			const wanted = wantedPages();
			if (tailUnknown) {
				tailUnknown = false;
				if (follow) going = await readTail();
				else if (applied !== generation) going = await readScreen();
				else going = wanted ? await read(wanted.page, wanted.pages) : await read(Math.floor(Math.max(0, knownTotal() - 1) / PAGE_ROWS), 1);
			} else if (wanted) going = await read(wanted.page, wanted.pages);
			else break;
			// A filter that changed under way made that answer useless: the loop goes on for the new list.
			if (asked !== generation) going = true;
			else publish();
		}
		busy = false;
	};
	const wake = () => {
		pump().catch(() => {
			// `request` never rejects by contract; should it, the next change tries again.
			busy = false;
		});
	};

	const stop = api.on("timeline.changed", (change) => {
		if (change.sessionId !== sessionId) return;
		cache.changedFrom(change.changedFrom);
		tailUnknown = true;
		wake();
	});
	wake();

	const feed: TimelineFeed = {
		snapshot: () => snapshot,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		rowAt: (index) => cache.rowAt(index),
		async row(index) {
			const cached = cache.rowAt(index);
			if (cached) return cached;
			const asked = generation;
			const answer = await api.request("timeline.rows", { sessionId, filter, from: index, count: 1 });
			return answer.ok && asked === generation ? answer.value.rows[0] : undefined;
		},
		show(first, last) {
			if (visible.first === first && visible.last === last) return;
			visible = { first, last };
			if (wantedPages()) wake();
		},
		setFollow(now) {
			follow = now;
		},
		filter: () => filter,
		setFilter(changed, keepsPlace = false) {
			filter = changed;
			generation++;
			if (!keepsPlace) otherList = generation;
			tailUnknown = true;
			wake();
			return generation;
		},
		async locate(ordinal) {
			const answer = await api.request("timeline.locate", { sessionId, filter, ordinal });
			return answer.ok ? answer.value.index : null;
		},
		async findTime(atMs) {
			let low = 0;
			let high = next.total - 1;
			while (low < high) {
				const middle = (low + high) >> 1;
				const row = await feed.row(middle);
				if (!row) return null;
				if ((row.fold?.lastAtMs ?? row.atMs) >= atMs) high = middle;
				else low = middle + 1;
			}
			return high < 0 ? null : low;
		},
		async trouble(fromOrdinal, direction) {
			const answer = await api.request("timeline.trouble", { sessionId, filter, fromOrdinal, direction });
			return answer.ok ? answer.value : null;
		},
		shownAt: (ordinal) => shownLog.at(ordinal),
		reload() {
			cache.changedFrom(0);
			tailUnknown = true;
			wake();
		},
		dispose() {
			disposed = true;
			stop();
			listeners.clear();
		},
	};
	return feed;
}
