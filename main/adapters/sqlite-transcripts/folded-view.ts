import type { FoldList, FoldRun } from "./fold-list.ts";
import { countUpTo, type View } from "./view.ts";

/** A list whose rows may stand for several entries. */
export interface RowsView extends View {
	/** Entries in the list. */
	listed(): number;
	/** The closed fold that is this row. */
	foldAt(index: number): { run: FoldRun; lastPosition: number; positionAt(member: number): number } | null;
	/** Position of the first entry of the open fold this row belongs to; 0 when there is none. */
	unfoldedAt(index: number): number;
	/** May differ when rows of before have another index now. */
	shape: number;
}

export function plainRows(view: View, shape: number): RowsView {
	return { ...view, listed: view.length, foldAt: () => null, unfoldedAt: () => 0, shape };
}

/**
 * `view` with its folds closed, but for those that hold one of the `open` positions as their first entry.
 * Which folds are open is worked out for each request: it changes nothing in the list of folds itself.
 */
export function foldedRows(view: View, folds: FoldList, open: readonly number[], shape: number): RowsView {
	const opened: number[] = [];
	const regained: number[] = [0];
	for (const position of open.toSorted((a, b) => a - b)) {
		const index = view.indexAtOrBefore(position);
		const number = folds.upTo(index) - 1;
		if (number < 0 || folds.at(number).first !== index || view.positionAt(index) !== position || opened.at(-1) === number) continue;
		opened.push(number);
		regained.push((regained.at(-1) as number) + folds.at(number).count - 1);
	}

	/** Rows that the first `number` folds save, the open ones left out. */
	const savedBy = (number: number): number => folds.saved(number) - (regained[countUpTo(opened, number - 1)] as number);
	const isOpen = (number: number): boolean => opened[countUpTo(opened, number) - 1] === number;
	const rowOfFold = (number: number): number => folds.at(number).first - savedBy(number);

	/** Number of the last fold that begins at or before that row; -1 when there is none. */
	function foldBefore(row: number): number {
		let low = 0;
		let high = folds.length();
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (rowOfFold(middle) <= row) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	/** Index in the list without folds of the first entry of that row. */
	function indexOfRow(row: number): number {
		const number = foldBefore(row);
		if (number < 0) return row;
		return rowOfFold(number) === row ? folds.at(number).first : row + savedBy(number + 1);
	}

	function rowOfIndex(index: number): number {
		const number = folds.upTo(index) - 1;
		if (number < 0) return index;
		const { first, count } = folds.at(number);
		const isClosedOver = index < first + count && !isOpen(number);
		return isClosedOver ? rowOfFold(number) : index - savedBy(number + (index < first + count ? 0 : 1));
	}

	return {
		shape,
		listed: view.length,
		length: () => view.length() - savedBy(folds.length()),
		positionAt: (row) => view.positionAt(indexOfRow(row)),
		indexAtOrBefore(position) {
			const index = view.indexAtOrBefore(position);
			return index < 0 ? -1 : rowOfIndex(index);
		},
		foldAt(row) {
			const number = foldBefore(row);
			if (number < 0 || rowOfFold(number) !== row || isOpen(number)) return null;
			const run = folds.at(number);
			const positionAt = (member: number) => view.positionAt(run.first + member);
			return { run, lastPosition: positionAt(run.count - 1), positionAt };
		},
		unfoldedAt(row) {
			const number = foldBefore(row);
			if (number < 0 || !isOpen(number)) return 0;
			const { first, count } = folds.at(number);
			return row - rowOfFold(number) < count ? view.positionAt(first) : 0;
		},
	};
}
