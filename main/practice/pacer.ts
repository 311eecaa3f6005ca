import { setImmediate, setTimeout } from "node:timers/promises";

/** Time as scripts see it: one scale stretches or shrinks every pause, so that tests run a minute in a moment. */
export interface Pacer {
	/** ms since 1970. */
	now(): number;
	/** Rejects with the signal's reason when it aborts. */
	sleep(delayMs: number, signal: AbortSignal): Promise<void>;
	/** Real ms of a scripted delay. */
	real(delayMs: number): number;
}

export function createPacer(options: { now?: () => number; timeScale?: number }): Pacer {
	const scale = options.timeScale ?? 1;
	return {
		now: options.now ?? Date.now,
		real: (delayMs) => delayMs * scale,
		async sleep(delayMs, signal) {
			signal.throwIfAborted();
			const realMs = delayMs * scale;
			try {
				// Timers cannot go below 1 ms; turning the loop once is the nearest thing.
				await (realMs < 1 ? setImmediate(undefined, { signal }) : setTimeout(realMs, undefined, { signal }));
			} catch (thrown) {
				signal.throwIfAborted();
				throw thrown;
			}
		},
	};
}
