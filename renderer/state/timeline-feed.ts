import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { PAGE_ROWS, type TimelineFilter, type TimelineRow } from "../../schemas/timeline.ts";
import { createFeed } from "./feed.ts";
import { createPageCache } from "./page-cache.ts";
import { createShownLog } from "./shown-log.ts";
import { endPage, missingPages, type Pages, screenPages } from "./timeline-pages.ts";

/** The contract's limit for one request. */
const MAX_PAGES_PER_REQUEST = 5;
/** Rows read at the end beside those in view: what is drawn beyond the screen, and what a higher window shows before it says so. */
const BEYOND_SCREEN = 40;
const MOST_AT_END = 400;

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

const NOTHING_YET: FeedSnapshot = { kind: "loading", total: 0, listed: 0, entries: 0, error: null, version: 0, filterVersion: 0, moved: 0 };

/**
 * Rows of one session, paged by index. It holds a few pages, never the session.
 * One request is under way at a time and always for what is wanted now: a screenful scrolled past is never read, and a flood of changes costs
 * one request after another, not a queue of them.
 */
export function createTimelineFeed({ api, sessionId, schedule, nowMs, ...options }: FeedOptions): TimelineFeed {
	const cache = createPageCache();
	const shownLog = createShownLog();
	let filter = options.filter;
	// What the next publish will say. `total` runs ahead of the snapshot only within one frame.
	let next = { ...NOTHING_YET, upToOrdinal: 0, shape: 0 };
	let visible = { first: 0, last: 0 };
	let follow = true;
	let tailUnknown = true;
	let isScheduled = false;
	let generation = 0;
	/** The last filter that was another list altogether; later ones only opened or closed folds. */
	let otherList = 0;
	const base = createFeed<FeedSnapshot>({
		api,
		sessionId,
		first: NOTHING_YET,
		look,
		changed: (change) => {
			cache.changedFrom(change.changedFrom);
			tailUnknown = true;
		},
	});

	function publish(): void {
		if (isScheduled || base.isDisposed()) return;
		isScheduled = true;
		schedule(() => {
			isScheduled = false;
			if (base.isDisposed()) return;
			const { upToOrdinal, shape: _, ...now } = next;
			// Listeners may ask when a row was shown.
			shownLog.shown(upToOrdinal, nowMs());
			base.publish({ ...now, version: base.snapshot().version + 1 });
		});
	}

	/** The old list stays on the screen until the first answer for a new filter. */
	const isKnown = () => next.filterVersion === generation;
	const isOtherList = () => next.filterVersion < otherList || next.kind === "loading";
	/** The list as far as it is known for the present filter. */
	const cut = () => ({ pageRows: PAGE_ROWS, total: isKnown() ? next.total : 0 });
	const needs = (page: number) => cache.needs(page, next.total);
	const isAbsent = (page: number) => cache.isAbsent(page);
	/** While following, the screen is about to show the end, wherever it stands now: what is old there is no loss. */
	function wantedPages(): Pages | null {
		if (!follow || !isKnown()) return missingPages(visible, cut(), needs);
		const end = { first: next.total - 1 - (visible.last - visible.first), last: next.total - 1 };
		return missingPages(end, cut(), needs) ?? missingPages(visible, cut(), isAbsent);
	}

	/**
	 * Where the row at the top of the screen is now, when rows may have other indices than before. Asked before anything is drawn anew, so that
	 * the list can be scrolled in the same frame. False when the answer is of no use.
	 */
	async function keepPlace(asked: number): Promise<boolean> {
		const { first } = visible;
		const top = follow ? undefined : cache.rowAt(first);
		if (!top) return true;
		const index = await locate(top.ordinal);
		if (base.isDisposed() || asked !== generation) return false;
		const by = index === null ? 0 : index - first;
		next = { ...next, moved: next.moved + by };
		visible = { first: visible.first + by, last: visible.last + by };
		return true;
	}

	/** Reads whole pages; the answer also says how long the list is. False when the answer was of no use. */
	const read = ({ page, pages }: Pages): Promise<boolean> => ask(page * PAGE_ROWS, Math.min(pages, MAX_PAGES_PER_REQUEST) * PAGE_ROWS);

	/** Reads the end of the list with its length, in one answer: however fast it grows, what is announced can be drawn. */
	const readTail = (): Promise<boolean> => ask(null, Math.min(MOST_AT_END, visible.last - visible.first + 1 + BEYOND_SCREEN));

	async function ask(from: number | null, count: number): Promise<boolean> {
		const asked = generation;
		const answer = await api.request("timeline.rows", { sessionId, filter, from, count });
		if (base.isDisposed() || asked !== generation) return false;
		if (!answer.ok) {
			next = { ...next, error: answer.error };
			return false;
		}
		const { total, listed, entries, upToOrdinal, shape, rows } = answer.value;
		// While following only an answer that holds the end says how long the list is: else rows would be announced that cannot be drawn.
		if (follow && from !== null && isKnown() && shape === next.shape && total > next.total) {
			cache.put(from, rows, total);
			tailUnknown = true;
			return true;
		}
		const isReshaped = isKnown() && shape !== next.shape && !isOtherList();
		if (isReshaped && !(await keepPlace(asked))) return false;
		if (!isKnown() || isReshaped) cache.clear();
		else if (total < next.total) cache.cut(total);
		cache.put(answer.value.from, rows, total);
		next = { ...next, kind: "ready", total, listed, entries, upToOrdinal, shape, filterVersion: asked, error: null };
		return true;
	}

	/** Reads what the screen shows, of a list that is not known yet. */
	const readScreen = async () => (isOtherList() || (await keepPlace(generation))) && read(screenPages(visible, cut()));

	/** One step: what is wanted most. */
	async function look(): Promise<boolean> {
		const asked = generation;
		const wanted = wantedPages();
		if (!tailUnknown && !wanted) return false;
		const isTailAsked = tailUnknown;
		tailUnknown = false;
		const isRead = await (isTailAsked && follow
			? readTail()
			: isTailAsked && !isKnown()
				? readScreen()
				: read(wanted ?? { page: endPage(cut()), pages: 1 }));
		// A filter that changed under way made that answer useless: the new list is read next.
		const isUseless = asked !== generation;
		if (!isUseless) publish();
		if (isUseless || isRead) base.lookNow();
		return false;
	}

	async function locate(ordinal: number): Promise<number | null> {
		const answer = await api.request("timeline.locate", { sessionId, filter, ordinal });
		return answer.ok ? answer.value.index : null;
	}

	async function row(index: number): Promise<TimelineRow | undefined> {
		const cached = cache.rowAt(index);
		if (cached) return cached;
		const asked = generation;
		const answer = await api.request("timeline.rows", { sessionId, filter, from: index, count: 1 });
		return answer.ok && asked === generation ? answer.value.rows[0] : undefined;
	}

	base.lookNow();

	return {
		snapshot: base.snapshot,
		subscribe: base.subscribe,
		rowAt: cache.rowAt,
		row,
		show(first, last) {
			if (visible.first === first && visible.last === last) return;
			visible = { first, last };
			if (wantedPages()) base.lookNow();
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
			base.lookNow();
			return generation;
		},
		locate,
		async findTime(atMs) {
			let low = 0;
			let high = next.total - 1;
			while (low < high) {
				const middle = (low + high) >> 1;
				const found = await row(middle);
				if (!found) return null;
				if ((found.fold?.lastAtMs ?? found.atMs) >= atMs) high = middle;
				else low = middle + 1;
			}
			return high < 0 ? null : low;
		},
		async trouble(fromOrdinal, direction) {
			const answer = await api.request("timeline.trouble", { sessionId, filter, fromOrdinal, direction });
			return answer.ok ? answer.value : null;
		},
		shownAt: shownLog.at,
		reload() {
			cache.changedFrom(0);
			tailUnknown = true;
			base.lookNow();
		},
		dispose: base.dispose,
	};
}
