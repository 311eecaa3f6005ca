/** Two JSON values are the same: lists in order, members in any order, null is not absence. */
export function sameJson(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a) || Array.isArray(b)) {
		return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
	}
	const names = Object.keys(a);
	if (names.length !== Object.keys(b).length) return false;
	return names.every(
		(name) => Object.hasOwn(b, name) && sameJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
	);
}
