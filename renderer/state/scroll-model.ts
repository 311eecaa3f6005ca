/**
 * Scrolling over rows of one height, of which there may be more than a browser can stack.
 * Chromium lays out at most 2^25 device pixels; above `maxPx` the scroll bar stands for more than it measures: it moves in proportion, while
 * the wheel still moves by the pixel.
 */
export interface ScrollModel {
	/** Height of the rows together, px. May be larger than what is laid out. */
	contentPx: number;
	/** Height that is laid out, px. */
	laidOutPx: number;
	/** Content px for one px of the scroll bar; 1 unless scaled. */
	ratio: number;
	/** Largest content position, px. */
	endPx: number;
}

/** Well below 2^25 device pixels. */
export const MAX_LAID_OUT_PX = 30_000_000;

export function scrollModel(count: number, rowPx: number, viewPx: number, maxPx: number): ScrollModel {
	const contentPx = count * rowPx;
	const laidOutPx = Math.min(contentPx, maxPx);
	const endPx = Math.max(0, contentPx - viewPx);
	const barPx = Math.max(0, laidOutPx - viewPx);
	return { contentPx, laidOutPx, endPx, ratio: contentPx > maxPx && barPx > 0 ? endPx / barPx : 1 };
}

/** Content position of a scroll bar position. `known` is kept when the bar only shows it, rounded. */
export function positionAt(model: ScrollModel, scrollTopPx: number, known: number): number {
	if (model.ratio === 1) return scrollTopPx;
	if (Math.abs(known / model.ratio - scrollTopPx) < 1) return known;
	return Math.min(model.endPx, scrollTopPx * model.ratio);
}

/** First and last row at least partly in view; last < first when there is none. */
export function rowsInView(count: number, rowPx: number, viewPx: number, positionPx: number): { first: number; last: number } {
	const first = Math.max(0, Math.floor(positionPx / rowPx));
	return { first, last: Math.min(count - 1, Math.ceil((positionPx + viewPx) / rowPx) - 1) };
}

/** Where to scroll so that a row is whole in view; the present position when it already is. */
export function positionToReveal(
	model: ScrollModel,
	view: { rowPx: number; viewPx: number; positionPx: number },
	index: number,
	align: "nearest" | "center",
): number {
	const top = index * view.rowPx;
	const bottom = top + view.rowPx;
	const clamp = (px: number) => Math.max(0, Math.min(model.endPx, px));
	if (top >= view.positionPx && bottom <= view.positionPx + view.viewPx) return view.positionPx;
	if (align === "center") return clamp(top - (view.viewPx - view.rowPx) / 2);
	return clamp(top < view.positionPx ? top : bottom - view.viewPx);
}
