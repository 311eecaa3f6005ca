import type { Clock } from "../ports.ts";

const TICK_MS = 1_000;
/** A difference this large is a jump, not a late timer. */
const JUMP_LIMIT_MS = 5_000;

/**
 * Notices that the computer slept or its clock was set: `onJump` gets how far the wall clock moved beyond the tick, ms, negative for backward.
 * Needs no power event; some systems send none. A blocked event loop of that length looks the same and is treated the same.
 */
export function watchClock(clock: Clock, onJump: (byMs: number) => void): () => void {
	let wall = clock.nowMs();
	let cancel = clock.after(TICK_MS, tick);
	function tick() {
		const now = clock.nowMs();
		const byMs = now - wall - TICK_MS;
		wall = now;
		if (Math.abs(byMs) > JUMP_LIMIT_MS) onJump(byMs);
		cancel = clock.after(TICK_MS, tick);
	}
	return () => cancel();
}
