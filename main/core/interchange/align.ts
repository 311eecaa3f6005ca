/**
 * Aligns two lists of keys: the longest common run of equal keys, in order (Myers, "An O(ND) Difference Algorithm", with a
 * bound). What differs more than the bound allows is not searched for ever: such a part is laid side by side as it comes.
 */

/** A pair of places, or one side alone. */
export type Aligned = { left: number; right: number } | { left: number; right: null } | { left: null; right: number };

export interface Alignment {
	rows: Aligned[];
	/** Some part was too unlike to be aligned within the bound. */
	coarse: boolean;
}

/** Differences searched for in one part; the trace of a search takes their square in memory. */
const MAX_DIFFERENCES = 1000;
/** Part that is aligned in one go; equal stretches before and after are free. */
const WINDOW = 8000;

export function align(left: readonly string[], right: readonly string[]): Alignment {
	const steps = alignInSteps(left, right);
	for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same with a pause after each part, for long lists beside other work. */
export function* alignInSteps(left: readonly string[], right: readonly string[]): Generator<void, Alignment> {
	const rows: Aligned[] = [];
	let coarse = false;
	let [a, b] = [0, 0];
	while (a < left.length || b < right.length) {
		if (a < left.length && b < right.length && left[a] === right[b]) {
			rows.push({ left: a++, right: b++ });
			continue;
		}
		if (a === left.length || b === right.length) {
			while (a < left.length) rows.push({ left: a++, right: null });
			while (b < right.length) rows.push({ left: null, right: b++ });
			break;
		}
		yield;
		const [endA, endB] = [Math.min(left.length, a + WINDOW), Math.min(right.length, b + WINDOW)];
		const isLast = endA === left.length && endB === right.length;
		const steps = shortest(left, right, a, endA, b, endB);
		if (steps === null) {
			coarse = true;
			const next = resync(left, right, a, endA, b, endB);
			while (a < next.a || b < next.b) {
				if (a < next.a) rows.push({ left: a++, right: null });
				if (b < next.b) rows.push({ left: null, right: b++ });
			}
			continue;
		}
		// In a part that is not the last one the end is no true end: only what lies before the last equal pair is decided.
		let decided = steps.length;
		if (!isLast) while (decided > 0 && !isPair(steps[decided - 1] as Aligned)) decided--;
		if (decided === 0) decided = steps.length;
		for (const step of steps.slice(0, decided)) {
			rows.push(step);
			if (step.left !== null) a = step.left + 1;
			if (step.right !== null) b = step.right + 1;
		}
	}
	return { rows, coarse };
}

const isPair = (step: Aligned): boolean => step.left !== null && step.right !== null;

/** Null when there are more differences than may be searched for. */
function shortest(left: readonly string[], right: readonly string[], a: number, endA: number, b: number, endB: number): Aligned[] | null {
	const [n, m] = [endA - a, endB - b];
	const most = Math.min(n + m, MAX_DIFFERENCES);
	const offset = most + 1;
	const furthest = new Int32Array(2 * most + 3);
	const trace: Int32Array[] = [];
	for (let d = 0; d <= most; d++) {
		trace.push(furthest.slice(offset - d - 1, offset + d + 2));
		for (let k = -d; k <= d; k += 2) {
			const down = k === -d || (k !== d && (furthest[offset + k - 1] as number) < (furthest[offset + k + 1] as number));
			let x = down ? (furthest[offset + k + 1] as number) : (furthest[offset + k - 1] as number) + 1;
			let y = x - k;
			while (x < n && y < m && left[a + x] === right[b + y]) {
				x++;
				y++;
			}
			furthest[offset + k] = x;
			if (x >= n && y >= m) return backtrack(trace, d, n, m, a, b);
		}
	}
	return null;
}

function backtrack(trace: readonly Int32Array[], differences: number, n: number, m: number, a: number, b: number): Aligned[] {
	const steps: Aligned[] = [];
	let [x, y] = [n, m];
	for (let d = differences; d > 0; d--) {
		// Of step d the places k-1 and k+1 of the step before: it holds k from -(d) - 1.
		const before = trace[d] as Int32Array;
		const at = (k: number): number => before[k + d + 1] as number;
		const k = x - y;
		const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
		// The equal stretch of this step begins behind its one move.
		const startX = down ? at(k + 1) : at(k - 1) + 1;
		while (x > startX) steps.push({ left: a + --x, right: b + --y });
		if (down) steps.push({ left: null, right: b + --y });
		else steps.push({ left: a + --x, right: null });
	}
	while (x > 0 && y > 0) steps.push({ left: a + --x, right: b + --y });
	return steps.reverse();
}

/** The next place where a few keys in a row are equal again; the ends of the part when there is none. */
function resync(
	left: readonly string[],
	right: readonly string[],
	a: number,
	endA: number,
	b: number,
	endB: number,
): { a: number; b: number } {
	const RUN = 3;
	const first = new Map<string, number>();
	for (let y = endB - RUN; y > b; y--) first.set(right.slice(y, y + RUN).join("\n"), y);
	for (let x = a + 1; x + RUN <= endA; x++) {
		const y = first.get(left.slice(x, x + RUN).join("\n"));
		if (y !== undefined) return { a: x, b: y };
	}
	return { a: endA, b: endB };
}
