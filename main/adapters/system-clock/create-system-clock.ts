import type { Clock } from "../../core/ports.ts";

/** Longest delay `setTimeout` takes; anything longer would run at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Wall time from `Date`, monotonic time from `performance`. Its timers never keep the process alive (see README.md). */
export function createSystemClock(): Clock {
	return { nowMs: Date.now, monoMs: () => performance.now(), after };
}

function after(delayMs: number, run: () => void): () => void {
	let timer: NodeJS.Timeout;
	const wait = (leftMs: number): void => {
		const stepMs = Math.min(leftMs, LONGEST_DELAY_MS);
		timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : run()), stepMs);
		timer.unref();
	};
	wait(delayMs);
	return () => clearTimeout(timer);
}
