import type { ExportEntry } from "../timeline/export-lines.ts";

type Timed = Pick<ExportEntry, "atMs" | "monoMs" | "type" | "dir">;

/** Wall and monotonic clock never agree to the millisecond; beyond this the wall clock was set. */
const DRIFT_MS = 50;

/**
 * Times that never go back. The wall clock can be set while a session runs; the monotonic one cannot, but it counts for one run of the program
 * only, and a session from a file has none that could be trusted.
 */
export interface SteadyTime {
	/** A link begins: times count from its own wall time. */
	begin(entry: Timed): number;
	/** ms since 1970, never below the one before it on that link. */
	at(entry: Timed): number;
}

export function createSteadyTime(hasMonotonic: boolean): SteadyTime {
	let base: Timed | null = null;
	let lastMs = 0;

	function begin(entry: Timed): number {
		base = entry;
		lastMs = entry.atMs;
		return lastMs;
	}

	return {
		begin,
		at(entry) {
			if (base === null) return begin(entry);
			const steadyMs = base.atMs + (entry.monoMs - base.monoMs);
			const isSet = hasMonotonic && Math.abs(steadyMs - entry.atMs) > DRIFT_MS;
			lastMs = Math.max(lastMs, isSet ? Math.round(steadyMs) : entry.atMs);
			return lastMs;
		},
	};
}

export interface SpanOfSession {
	take(entry: Timed): void;
	/** `ms`: how long the runs lasted, the time between them left out. `setBackMs`: how far the wall clock went back in all. */
	span(): { ms: number; runs: number; setBackMs: number };
}

export function createSpan(hasMonotonic: boolean): SpanOfSession {
	let run: { from: number; to: number } | null = null;
	let wall: { from: number; to: number; last: number } | null = null;
	let before = 0;
	let runs = 0;
	let setBackMs = 0;

	return {
		take(entry) {
			const { atMs, monoMs } = entry;
			if (wall && atMs < wall.last - DRIFT_MS) setBackMs += wall.last - atMs;
			wall = { from: Math.min(wall?.from ?? atMs, atMs), to: Math.max(wall?.to ?? atMs, atMs), last: atMs };
			// The first word of a program that goes on with a session.
			const isNewRun = run === null || (entry.dir === "local" && entry.type === "session.resumed");
			if (isNewRun) {
				if (run) before += run.to - run.from;
				run = { from: monoMs, to: monoMs };
				runs++;
			} else if (run) run = { from: Math.min(run.from, monoMs), to: Math.max(run.to, monoMs) };
		},
		span() {
			if (!run || !wall) return { ms: 0, runs: 0, setBackMs: 0 };
			const ms = hasMonotonic ? before + (run.to - run.from) : wall.to - wall.from;
			return { ms, runs: hasMonotonic ? runs : 1, setBackMs };
		},
	};
}
