/** Reconnect delays as data; the last one repeats. */
export interface BackOff {
	delaysMs: readonly number[];
	/** Share of each delay that is random, 0..1: the wait lies between `delay × (1 − jitter)` and `delay`. */
	jitter: number;
	/** The same for the first try after a break, when it differs. */
	firstJitter?: number;
}

/** A server that asks for more than this is asked again after it. */
const LONGEST_ASKED_MS = 3_600_000;

/**
 * Delay before try number `attempt` (1 is the first try after a break), ms.
 * `random` is in 0 ≤ x < 1. `atLeastMs` is what the server asked for (Retry-After, `retryAfterMs`) and is never undercut.
 */
export function backOffDelayMs(backOff: BackOff, attempt: number, random: number, atLeastMs = 0): number {
	const asked = Math.min(atLeastMs, LONGEST_ASKED_MS);
	const index = Math.min(Math.max(attempt, 1), backOff.delaysMs.length) - 1;
	const delay = backOff.delaysMs[index] ?? 0;
	const jitter = attempt <= 1 ? (backOff.firstJitter ?? backOff.jitter) : backOff.jitter;
	return Math.max(Math.round(delay * (1 - jitter * random)), asked);
}
