const SLICE_MS = 8;

/**
 * Between two slices of long work: lets other requests of the same thread run once 8 ms have passed.
 * `performance.now()` needs no port: it decides nothing but fairness.
 */
export function createYielder(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < SLICE_MS) return;
		await new Promise<void>((resolve) => setImmediate(resolve));
		since = performance.now();
	};
}
