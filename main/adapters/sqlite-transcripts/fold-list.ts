import { createFolder, type FoldRules } from "../../core/timeline/folds.ts";
import { codeIn, lengthIn } from "./shapes.ts";
import { countUpTo } from "./view.ts";

export interface FoldRun {
	/** Index of its first entry in the list without folds. */
	first: number;
	count: number;
	deltas: number;
	bytes: number;
	/** Fold code of its first entry. */
	code: number;
}

/** The folds of one list. Only runs of two and more are kept; everything between them is a row of its own. */
export interface FoldList {
	/** The next listed entry. */
	listed(shape: number, standsAlone: boolean): void;
	/** The next entry that the filter hides. */
	hidden(shape: number, standsAlone: boolean): void;
	/** Makes what was added so far visible to the calls below. */
	settle(): void;
	length(): number;
	at(number: number): FoldRun;
	/** How many folds begin at or before that index of the list without folds. */
	upTo(index: number): number;
	/** Rows saved by the first `number` folds. */
	saved(number: number): number;
}

const START_CAPACITY = 64;

/** Numbers in typed arrays that grow: half a million folds take eight bytes a number and no more. */
function createColumns() {
	let capacity = START_CAPACITY;
	let columns = Array.from({ length: 6 }, () => new Float64Array(capacity));
	return {
		get: (column: number) => columns[column] as Float64Array,
		reserve(length: number) {
			if (length <= capacity) return;
			capacity *= 2;
			columns = columns.map((before) => {
				const larger = new Float64Array(capacity);
				larger.set(before);
				return larger;
			});
		},
	};
}

const FIRST = 0;
const COUNT = 1;
const DELTAS = 2;
const BYTES = 3;
const CODE = 4;
/** Of each fold: rows saved by it and all before it. */
const SAVED = 5;

export function createFoldList(rules: FoldRules): FoldList {
	const folder = createFolder(rules);
	const columns = createColumns();
	let index = 0;
	let folds = 0;
	// The row that ends the list so far. It is written to its columns when somebody looks, or when the next row begins.
	let first = 0;
	let count = 0;
	let deltas = 0;
	let bytes = 0;
	let firstCode = 0;
	let isWritten = false;

	function settle(): void {
		if (count < 2) return;
		if (!isWritten) {
			isWritten = true;
			folds++;
			columns.reserve(folds);
		}
		const last = folds - 1;
		columns.get(FIRST)[last] = first;
		columns.get(COUNT)[last] = count;
		columns.get(DELTAS)[last] = deltas;
		columns.get(BYTES)[last] = bytes;
		columns.get(CODE)[last] = firstCode;
		columns.get(SAVED)[last] = (last === 0 ? 0 : (columns.get(SAVED)[last - 1] as number)) + count - 1;
	}

	return {
		listed(shape, standsAlone) {
			const code = codeIn(shape);
			if (folder.listed(code, standsAlone)) {
				count++;
			} else {
				settle();
				isWritten = false;
				first = index;
				count = 1;
				deltas = 0;
				bytes = 0;
				firstCode = code;
			}
			if (rules.isDelta(code)) deltas++;
			bytes += lengthIn(shape);
			index++;
		},
		hidden: (shape, standsAlone) => folder.hidden(codeIn(shape), standsAlone),
		settle,
		length: () => folds,
		at: (number) => ({
			first: columns.get(FIRST)[number] as number,
			count: columns.get(COUNT)[number] as number,
			deltas: columns.get(DELTAS)[number] as number,
			bytes: columns.get(BYTES)[number] as number,
			code: columns.get(CODE)[number] as number,
		}),
		upTo: (at) => countUpTo(columns.get(FIRST), at, folds),
		saved: (number) => (number === 0 ? 0 : (columns.get(SAVED)[number - 1] as number)),
	};
}
