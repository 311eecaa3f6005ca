import type { ReaderState } from "../../../schemas/reader.ts";
import type { ReaderHistory, ReaderSpan } from "../../../schemas/tap.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A reader that flaps all day must not fill the memory. */
const MAX_SPANS = 2000;
const MAX_TAPS = 5000;

export interface HistoryKeeper {
	became(state: ReaderState, atMs: number): void;
	tapped(atMs: number, ok: boolean): void;
	history(nowMs: number): ReaderHistory;
}

/** A card on the reader is work, not another state of health. */
const healthOf = (state: ReaderState): ReaderState["kind"] => (state.kind === "cardPresent" ? "ready" : state.kind);

/**
 * What state the reader was in when, and when somebody tapped. `earlier` comes from runs of the program before this one; between them nobody
 * knows.
 */
export function createReaderHistory(
	state: ReaderState,
	startedMs: number,
	earlier: ReaderHistory = { spans: [], taps: [] },
): HistoryKeeper {
	// A clock that was set back would make spans of the future; of a long one what was before that time stays.
	let before = earlier.spans.filter(({ fromMs }) => fromMs < startedMs).map((span) => ({ ...span, toMs: Math.min(span.toMs, startedMs) }));
	/** The last one goes on until now. */
	let begun: { fromMs: number; kind: ReaderState["kind"]; cause: string }[] = [];
	// A program that never starts its reader (a session from the command line) knows nothing of it: its time is a hole.
	if (state.kind !== "starting") begun.push({ fromMs: startedMs, kind: healthOf(state), cause: state.cause });
	let taps = earlier.taps.filter(({ atMs }) => atMs <= startedMs);

	const endOf = (index: number, nowMs: number) => begun[index + 1]?.fromMs ?? nowMs;
	function forget(nowMs: number): void {
		before = before.filter(({ toMs }) => toMs >= nowMs - KEPT_MS).slice(-MAX_SPANS);
		const over = (index: number) => endOf(index, nowMs) < nowMs - KEPT_MS;
		let first = Math.max(0, begun.length - MAX_SPANS);
		while (first < begun.length - 1 && over(first)) first += 1;
		begun = begun.slice(first);
		taps = taps.filter(({ atMs }) => atMs >= nowMs - KEPT_MS).slice(-MAX_TAPS);
	}

	return {
		became(now, atMs) {
			const kind = healthOf(now);
			const last = begun.at(-1);
			if (last?.kind === kind) return;
			begun.push({ fromMs: Math.max(atMs, last?.fromMs ?? atMs), kind, cause: now.cause });
			forget(atMs);
		},
		tapped(atMs, ok) {
			taps.push({ atMs, ok });
			if (taps.length > MAX_TAPS) forget(atMs);
		},
		history(nowMs) {
			forget(nowMs);
			const earliestMs = nowMs - KEPT_MS;
			const spans = begun.map(
				({ fromMs, kind, cause }, index): ReaderSpan => ({
					fromMs: Math.max(fromMs, earliestMs),
					toMs: endOf(index, Math.max(nowMs, fromMs)),
					kind,
					cause,
				}),
			);
			const known = before.map((span) => ({ ...span, fromMs: Math.max(span.fromMs, earliestMs) }));
			return { spans: [...known, ...spans], taps };
		},
	};
}
