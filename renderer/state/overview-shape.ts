import type { TimelineOverview } from "../../schemas/ipc.ts";
import { clockMinute, clockSecond, dayMonth, isSameDay } from "./format.ts";

/** Height of the map and where its axis runs, px. */
export const MAP_PX = 42;
export const AXIS_PX = 25;
const BAR_TOP_PX = 5;
/** Width of one column, px. */
export const COLUMN_PX = 4;

/** Bars above the axis as one path; each column is 3 px wide with 1 px of air. A single frame is at least 1 px high. */
export function barsPath(counts: readonly number[], top: number): string {
	let path = "";
	counts.forEach((count, column) => {
		if (count === 0) return;
		const height = Math.max(1, (count / Math.max(1, top)) * (AXIS_PX - BAR_TOP_PX));
		path += `M${column * COLUMN_PX} ${AXIS_PX}h3v-${height.toFixed(1)}h-3z`;
	});
	return path;
}

/** Squares below the axis: what went out is seldom, so only its presence and a hint of its number are drawn. */
export function outPath(counts: readonly number[]): string {
	let path = "";
	counts.forEach((count, column) => {
		if (count === 0) return;
		const size = count > 1 ? 4 : 3;
		path += `M${column * COLUMN_PX} ${AXIS_PX + 1}h3v${size}h-3z`;
	});
	return path;
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map((seconds) => seconds * 1000);

/** Round local times for the grid, at least `minPx` apart. */
export function gridTimes(
	overview: Pick<TimelineOverview, "fromMs" | "toMs">,
	widthPx: number,
	minPx: number,
	zoneOffsetMs: number,
): { stepMs: number; times: number[] } {
	const spanMs = Math.max(1, overview.toMs - overview.fromMs);
	const stepMs =
		STEPS_MS.find((step) => (step / spanMs) * widthPx >= minPx) ?? 86_400_000 * Math.ceil((minPx * spanMs) / widthPx / 86_400_000);
	const times: number[] = [];
	for (let at = Math.ceil((overview.fromMs - zoneOffsetMs) / stepMs) * stepMs + zoneOffsetMs; at < overview.toMs; at += stepMs)
		times.push(at);
	return { stepMs, times };
}

/** What stands at a line of the grid: a time of day; the date where a day begins, and at every line that is a day from the next. */
export function gridWords(atMs: number, stepMs: number): string {
	const time = stepMs < 60_000 ? clockSecond(atMs) : clockMinute(atMs);
	return stepMs >= 86_400_000 || !isSameDay(atMs, atMs - 1) ? dayMonth(atMs) : time;
}

/** The part on show, with dates where the overview is of more than one day. `toMs` null: it is followed. */
export function spanWords({ fromMs, toMs }: Pick<TimelineOverview, "fromMs" | "toMs">, firstMs: number, lastMs: number | null): string {
	const hasDates = !isSameDay(fromMs, toMs);
	const words = (atMs: number) => (hasDates ? `${dayMonth(atMs)} ${clockSecond(atMs)}` : clockSecond(atMs));
	return `${words(firstMs)} to ${lastMs === null ? "now" : words(lastMs)}`;
}

/** Highest number of frames in a second, over windows of whole columns that last at least a second: a column of 8 ms with one frame is no 125/s. */
export function peakPerSecond(counts: readonly number[], columnMs: number): number {
	const width = Math.max(1, Math.ceil(1000 / Math.max(1, columnMs)));
	let sum = 0;
	let top = 0;
	counts.forEach((count, column) => {
		sum += count - (counts[column - width] ?? 0);
		top = Math.max(top, sum);
	});
	return Math.round((top * 1000) / Math.max(1000, width * columnMs));
}
