import { PAGE_ROWS, type TimelineRow } from "../../schemas/timeline.ts";

/** 60 pages of 100 rows: far more than a screen, far less than a session. */
const MAX_PAGES = 60;

interface Page {
	rows: readonly TimelineRow[];
	/** Something in it changed since it was read; still better than nothing on the screen. */
	stale: boolean;
	/** It held the end of the list when it was read: the last row may be a fold that grows. */
	isEnd: boolean;
}

/** Rows are small and flat: the same values mean nothing to draw again. Only what may change after the first reading is compared. */
function isSame(a: TimelineRow, b: TimelineRow): boolean {
	return (
		a.ordinal === b.ordinal &&
		a.delivery === b.delivery &&
		a.findings === b.findings &&
		a.worst === b.worst &&
		a.summary === b.summary &&
		a.fold?.count === b.fold?.count &&
		a.unfolded === b.unfolded
	);
}

export interface PageCache {
	rowAt(index: number): TimelineRow | undefined;
	/** Takes rows as `timeline.rows` answered them, with the length of the list. `from` starts a page; the last page may be short. */
	put(from: number, rows: readonly TimelineRow[], total: number): void;
	/** Entries with this ordinal or a later one changed, or new ones came. */
	changedFrom(ordinal: number): void;
	/** The list ends here now: what lay behind it is gone. */
	cut(total: number): void;
	/** The page is missing, stale, or shorter than the list says it must be. */
	needs(page: number, total: number): boolean;
	/** Nothing of the page is here, old or new. */
	isAbsent(page: number): boolean;
	clear(): void;
	readonly size: number;
}

/** A few pages of a long list, the least recently used thrown out first. Pages, not rows, are the unit: one request fills one or more. */
export function createPageCache(maxPages = MAX_PAGES): PageCache {
	// A Map remembers insertion order; touching a page puts it at the end.
	const pages = new Map<number, Page>();
	const touch = (number: number, page: Page) => {
		pages.delete(number);
		pages.set(number, page);
	};
	return {
		rowAt(index) {
			const number = Math.floor(index / PAGE_ROWS);
			const page = pages.get(number);
			if (!page) return undefined;
			touch(number, page);
			return page.rows[index - number * PAGE_ROWS];
		},
		put(from, rows, total) {
			for (let offset = 0; offset < rows.length; offset += PAGE_ROWS) {
				const number = Math.floor((from + offset) / PAGE_ROWS);
				const before = pages.get(number)?.rows ?? [];
				const fresh = rows.slice(offset, offset + PAGE_ROWS).map((row, place) => {
					const old = before[place];
					return old && isSame(old, row) ? old : row;
				});
				touch(number, { rows: fresh, stale: false, isEnd: from + offset + fresh.length >= total });
			}
			for (const oldest of pages.keys()) {
				if (pages.size <= maxPages) break;
				pages.delete(oldest);
			}
		},
		changedFrom(ordinal) {
			for (const page of pages.values()) {
				const last = page.rows[page.rows.length - 1];
				if (!last || page.isEnd || (last.fold?.lastOrdinal ?? last.ordinal) >= ordinal) page.stale = true;
			}
		},
		cut(total) {
			for (const [number, page] of pages) {
				const start = number * PAGE_ROWS;
				if (start >= total) pages.delete(number);
				else if (start + page.rows.length > total) page.rows = page.rows.slice(0, total - start);
			}
		},
		needs(number, total) {
			const wanted = number < 0 ? 0 : Math.min(PAGE_ROWS, total - number * PAGE_ROWS);
			if (wanted <= 0) return false;
			const page = pages.get(number);
			return !page || page.stale || page.rows.length < wanted;
		},
		isAbsent: (number) => !pages.has(number),
		clear: () => pages.clear(),
		get size() {
			return pages.size;
		},
	};
}
