/** How much of a value a lean copy holds. */
export interface LeanLimits {
	/** Values in all. */
	values: number;
	/** Items of one list; the first ones stay. */
	items: number;
	/** Members of one object; of one with more only those in `names` stay. */
	members: number;
	names: ReadonlySet<string>;
	/** UTF-16 units of one text. */
	units: number;
}

/**
 * A copy of a JSON value that is small whatever the value is; `isCut` when something was left out. What is nearer to the top stays first.
 * Iterative, so that depth is no limit.
 */
export function leanCopy(root: Record<string, unknown>, limits: LeanLimits): { value: Record<string, unknown>; isCut: boolean } {
	let isCut = false;
	let left = limits.values;
	const waiting: { from: object; to: unknown[] | Record<string, unknown> }[] = [];

	function copyOf(value: unknown): unknown {
		if (typeof value === "string" && value.length > limits.units) {
			isCut = true;
			return value.slice(0, limits.units);
		}
		if (typeof value !== "object" || value === null) return value;
		const to: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
		waiting.push({ from: value, to });
		return to;
	}

	function fillList(from: unknown[], to: unknown[]): void {
		const count = Math.min(from.length, limits.items, left);
		if (count < from.length) isCut = true;
		left -= count;
		for (let index = 0; index < count; index++) to.push(copyOf(from[index]));
	}

	function fillObject(from: Record<string, unknown>, to: Record<string, unknown>): void {
		let names = Object.keys(from);
		if (names.length > limits.members) {
			isCut = true;
			names = [...limits.names].filter((name) => Object.hasOwn(from, name));
		}
		for (const name of names) {
			if (left <= 0 || name === "__proto__") {
				isCut = true;
				continue;
			}
			left--;
			to[name] = copyOf(from[name]);
		}
	}

	const value = copyOf(root) as Record<string, unknown>;
	// It grows while it is walked.
	for (const { from, to } of waiting) {
		if (Array.isArray(from)) fillList(from as unknown[], to as unknown[]);
		else fillObject(from as Record<string, unknown>, to as Record<string, unknown>);
	}
	return { value, isCut };
}
