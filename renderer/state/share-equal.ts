const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * `next`, with every part that is as it was taken from `before`: what did not change is the same object, so nothing that shows it is drawn again.
 * For JSON values.
 */
export function shareEqual<Value>(before: unknown, next: Value): Value {
	if (before === next || !isPlain(before) || !isPlain(next) || Array.isArray(before) !== Array.isArray(next)) return next;
	const names = Object.keys(next);
	let isSame = names.length === Object.keys(before).length;
	const shared: Record<string, unknown> = {};
	for (const name of names) {
		shared[name] = shareEqual(before[name], (next as Record<string, unknown>)[name]);
		if (!Object.hasOwn(before, name) || shared[name] !== before[name]) isSame = false;
	}
	if (isSame) return before as Value;
	return (Array.isArray(next) ? names.map((name) => shared[name]) : shared) as Value;
}
