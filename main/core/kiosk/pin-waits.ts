import { objectIn } from "./settings.ts";

/** Wrong PINs before the first wait … */
const FREE_TRIES = 4;
/** … and the wait after each one more; the last repeats. 10,000 PINs of four digits take three months so. */
const WAITS_MS = [30_000, 60_000, 120_000, 300_000, 900_000] as const;

/** Wrong PINs in a row, kept on disk: a restart forgives nothing. */
export interface PinTries {
	wrong: number;
	/** When the last one was given, ms since 1970. */
	atMs: number;
}

export const NO_TRIES: PinTries = { wrong: 0, atMs: 0 };

function waitAfter(wrong: number): number {
	return wrong <= FREE_TRIES ? 0 : (WAITS_MS[Math.min(wrong - FREE_TRIES - 1, WAITS_MS.length - 1)] ?? 0);
}

/** When a PIN may be given again; null when now. A clock set back never makes the wait longer than it was to be. */
export function waitUntil({ wrong, atMs }: PinTries, nowMs: number): number | null {
	const wait = waitAfter(wrong);
	const left = Math.min(wait, atMs + wait - nowMs);
	return left > 0 ? nowMs + left : null;
}

export function readTries(text: string | undefined): PinTries {
	const { wrong, atMs } = objectIn(text);
	const isWhole = Number.isSafeInteger(wrong) && (wrong as number) >= 0 && Number.isFinite(atMs);
	return isWhole ? { wrong: wrong as number, atMs: atMs as number } : NO_TRIES;
}
