/** RFC 3339 has years of four digits only: 0000 … */
const FIRST_MS = -62_167_219_200_000;
/** … to 9999. */
const LAST_MS = 253_402_300_799_999;

/** RFC 3339 in UTC. A foreign file may say any number; one that no such date has becomes the nearest. */
export const isoTime = (atMs: number): string =>
	new Date(Number.isFinite(atMs) ? Math.min(LAST_MS, Math.max(FIRST_MS, atMs)) : 0).toISOString();
