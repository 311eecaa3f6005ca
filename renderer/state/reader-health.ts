import type { ReaderStateKind } from "../../schemas/reader.ts";
import type { ReaderHistory, ReaderSpan } from "../../schemas/tap.ts";
import { clockMinute, duration, plural } from "./format.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Good: somebody could tap. Off: there has been no reader so far, or it is being looked for. Bad: it should work and does not. */
type Health = "good" | "off" | "bad";

/** `lost` is no fault at a desk that never had a reader, and one where a reader worked before. */
const HEALTH: Readonly<Record<ReaderStateKind, Health | "lost">> = {
	ready: "good",
	cardPresent: "good",
	unsupportedCard: "good",
	starting: "off",
	serviceAbsent: "lost",
	serviceStopped: "lost",
	noReader: "lost",
	accessDenied: "bad",
	busy: "bad",
	fault: "bad",
};

function healthOf(spans: readonly ReaderSpan[]): (ReaderSpan & { health: Health })[] {
	let hasWorked = false;
	return spans.map((span) => {
		const health = HEALTH[span.kind];
		hasWorked ||= health === "good";
		return { ...span, health: health === "lost" ? (hasWorked ? "bad" : "off") : health };
	});
}

interface HealthCell {
	health: Health | "unknown";
	/** Somebody tapped in it; one that failed counts more. */
	tap: "none" | "good" | "failed";
}

export interface ReaderHealth {
	/** Equal parts of the last 24 hours, oldest first; the worst state in each. */
	cells: HealthCell[];
	/** Stretches in which it did not work, newest first. */
	stops: ReaderSpan[];
	/** `1 stop, 40 s`. */
	summary: string;
	/** The same with the time of the last one, for those who do not see the strip. */
	spoken: string;
}

/** Shorter than this is a hiccup of starting, not a stop. */
const STOP_MS = 500;

export function readerHealth({ spans, taps }: ReaderHistory, nowMs: number, count: number): ReaderHealth {
	const fromMs = nowMs - DAY_MS;
	const width = DAY_MS / count;
	const cells = Array.from({ length: count }, (): HealthCell => ({ health: "unknown", tap: "none" }));
	const cellAt = (atMs: number) => Math.min(count - 1, Math.max(0, Math.floor((atMs - fromMs) / width)));
	const told = healthOf(spans);
	for (const { fromMs: from, toMs, health } of told) {
		for (let at = cellAt(from); at <= cellAt(Math.max(from, toMs - 1)); at++) {
			const cell = cells[at];
			if (cell) cell.health = worse(cell.health, health);
		}
	}
	for (const { atMs, ok } of taps) {
		const cell = cells[cellAt(atMs)];
		if (cell) cell.tap = ok && cell.tap !== "failed" ? "good" : "failed";
	}
	const stops = told.filter(({ health, fromMs: from, toMs }) => health === "bad" && toMs - from >= STOP_MS).reverse();
	const stoppedMs = stops.reduce((sum, { fromMs: from, toMs }) => sum + toMs - from, 0);
	const summary = stops.length === 0 ? "no stop" : `${plural(stops.length, "stop")}, ${duration(stoppedMs)}`;
	const last = stops[0];
	const spoken = `Reader health, last 24 hours: ${summary}${last ? `, the last at ${clockMinute(last.fromMs)}` : ""}`;
	return { cells, stops, summary, spoken };
}

const ORDER: readonly HealthCell["health"][] = ["unknown", "off", "good", "bad"];
const worse = (one: HealthCell["health"], other: Health) => (ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other);
