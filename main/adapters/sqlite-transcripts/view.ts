/** A filtered list as positions within its session. All arrays are ascending. */
export interface View {
	length(): number;
	/** 0-based index to position. */
	positionAt(index: number): number;
	/** Index of the last listed entry at or before `position`; -1 when there is none. */
	indexAtOrBefore(position: number): number;
}

/** Number of elements at or below `value`. */
export function countUpTo(ascending: ArrayLike<number>, value: number, length = ascending.length): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((ascending[middle] as number) <= value) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Everything up to `entries` but the hidden positions: a million entries with few pings cost only the pings. */
export function viewWithout(hidden: readonly number[], entries: () => number): View {
	const indexAtOrBefore = (position: number): number => {
		const last = Math.min(position, entries());
		return last - countUpTo(hidden, last) - 1;
	};
	return {
		length: () => entries() - hidden.length,
		indexAtOrBefore,
		positionAt(index) {
			// Smallest number of hidden ones before the entry that leaves `index` listed ones before it.
			let low = 0;
			let high = hidden.length;
			while (low < high) {
				const middle = (low + high) >>> 1;
				if ((hidden[middle] as number) - middle - 1 <= index) low = middle + 1;
				else high = middle;
			}
			return index + 1 + low;
		},
	};
}

export function viewOf(listed: readonly number[]): View {
	return {
		length: () => listed.length,
		positionAt: (index) => listed[index] as number,
		indexAtOrBefore: (position) => countUpTo(listed, position) - 1,
	};
}
