import type { Clock } from "../../main/core/ports.ts";

export interface FakeClock extends Clock {
	/** Both clocks go on by `ms`; timers that fall due run in order, each at its own time. */
	advance(ms: number): void;
	/** Only the wall clock moves: what a sleeping computer or a corrected clock looks like. No timer runs. */
	jump(ms: number): void;
	/** Timers set and neither run nor cancelled. */
	pendingTimers(): number;
	/** None of them runs any more: what a killed program leaves. */
	forgetTimers(): void;
}

interface Timer {
	dueMs: number;
	run: () => void;
}

/** `startMs` is the first wall time; the monotonic clock starts at 1000, so that nobody mixes the two up unnoticed. */
export function createFakeClock(startMs = 1_750_000_000_000): FakeClock {
	let monoMs = 1000;
	let offsetMs = startMs - monoMs;
	// A set keeps insertion order, so timers due at the same time run in the order they were set.
	const timers = new Set<Timer>();

	function nextDue(untilMs: number): Timer | null {
		let next: Timer | null = null;
		for (const timer of timers) if (timer.dueMs <= untilMs && (next === null || timer.dueMs < next.dueMs)) next = timer;
		return next;
	}

	return {
		nowMs: () => monoMs + offsetMs,
		monoMs: () => monoMs,
		after(delayMs, run) {
			const timer = { dueMs: monoMs + Math.max(0, delayMs), run };
			timers.add(timer);
			return () => {
				timers.delete(timer);
			};
		},
		advance(ms) {
			const untilMs = monoMs + ms;
			for (let timer = nextDue(untilMs); timer !== null; timer = nextDue(untilMs)) {
				timers.delete(timer);
				monoMs = Math.max(monoMs, timer.dueMs);
				timer.run();
			}
			monoMs = untilMs;
		},
		jump(ms) {
			offsetMs += ms;
		},
		pendingTimers: () => timers.size,
		forgetTimers: () => timers.clear(),
	};
}
