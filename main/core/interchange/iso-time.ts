const LAST_MS = 8.64e15;

/** RFC 3339 in UTC. A foreign file may say any number; one that no date has becomes the nearest. */
export const isoTime = (atMs: number): string =>
	new Date(Number.isFinite(atMs) ? Math.min(LAST_MS, Math.max(-LAST_MS, atMs)) : 0).toISOString();
