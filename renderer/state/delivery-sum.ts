/** The window's promise: what was received is stored, and what is stored is shown. */
export interface DeliverySum {
	received: number;
	stored: number;
	shown: number;
}

export interface SettledSum {
	sum: DeliverySum;
	/** The three have differed for longer than work in progress explains. */
	bad: boolean;
	/** When they began to differ; null while equal. */
	sinceMs: number | null;
}

/** A commit and a frame of the screen are far shorter than this. */
const PATIENCE_MS = 1000;

export const isEqual = (sum: DeliverySum): boolean => sum.received === sum.stored && sum.stored === sum.shown;

/**
 * `entriesShown` is how long the list says the session is. What it lacks against the ledger is not shown yet.
 * Commits and screen updates are always a little behind a live link: the last equal counts stand until a difference has lasted a second.
 */
export function settleSum(
	before: SettledSum | null,
	ledger: { received: number; stored: number; entries: number },
	entriesShown: number,
	nowMs: number,
): SettledSum {
	const lacking = Math.max(0, ledger.entries - entriesShown);
	const sum: DeliverySum = { received: ledger.received, stored: ledger.stored, shown: Math.max(0, ledger.stored - lacking) };
	if (isEqual(sum)) return { sum, bad: false, sinceMs: null };
	const sinceMs = before?.sinceMs ?? nowMs;
	const bad = nowMs - sinceMs >= PATIENCE_MS;
	return { sum: bad || !before ? sum : before.sum, bad, sinceMs };
}
