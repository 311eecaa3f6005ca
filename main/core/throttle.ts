import type { Clock } from "./ports.ts";

/**
 * Tells about a key at most once per `intervalMs`: what was asked for while waiting is told once, at the end of the wait. The first ask of
 * a quiet key is told at the next turn of the event loop, so that what happens together is told together.
 */
export function createThrottle<K>(clock: Clock, intervalMs: number, tell: (key: K) => void): { ask(key: K): void; dispose(): void } {
	/** Per key: whether something was asked since it was last told, and how to stop the running wait. */
	const waits = new Map<K, { asked: boolean; cancel: () => void }>();

	let isDisposed = false;

	function wait(key: K, delayMs: number, asked: boolean): void {
		const cancel = clock.after(delayMs, () => {
			const entry = waits.get(key);
			waits.delete(key);
			if (!entry?.asked) return;
			wait(key, intervalMs, false);
			tell(key);
		});
		waits.set(key, { asked, cancel });
	}

	return {
		ask(key) {
			if (isDisposed) return;
			const entry = waits.get(key);
			if (entry) entry.asked = true;
			else wait(key, 0, true);
		},
		dispose() {
			isDisposed = true;
			for (const { cancel } of waits.values()) cancel();
			waits.clear();
		},
	};
}
