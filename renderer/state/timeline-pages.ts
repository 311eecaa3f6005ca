/** Which pages of a list are read next. Pure. */

/** Indexes of rows, both included. */
export interface Rows {
	first: number;
	last: number;
}

/** Pages from `page` on. */
export interface Pages {
	page: number;
	pages: number;
}

/** How a list is cut: rows in a page, and the length known so far. */
export interface Cut {
	pageRows: number;
	total: number;
}

const pageOf = (row: number, { pageRows }: Cut): number => Math.floor(Math.max(0, row) / pageRows);

/** The first run of pages on the screen that must be read; null when none must. */
export function missingPages({ first, last }: Rows, cut: Cut, needs: (page: number) => boolean): Pages | null {
	if (cut.total === 0) return null;
	const lastPage = pageOf(Math.min(last, cut.total - 1), cut);
	for (let page = pageOf(first, cut); page <= lastPage; page++) {
		if (!needs(page)) continue;
		let pages = 1;
		while (page + pages <= lastPage && needs(page + pages)) pages++;
		return { page, pages };
	}
	return null;
}

/** All pages that the screen reaches into, of a list that is not known yet. */
export function screenPages({ first, last }: Rows, cut: Cut): Pages {
	const page = pageOf(first, cut);
	return { page, pages: pageOf(last, cut) - page + 1 };
}

/** The page that holds the end. */
export const endPage = (cut: Cut): number => pageOf(cut.total - 1, cut);
