import type { PageMeasures } from "./measure.ts";

export type View = "plain list" | "timeline" | "conversation" | "table";

export interface Measured extends PageMeasures {
	view: View;
	/** Frames a second. */
	rate: number;
	/** How many times slower the page's processor is made. */
	throttle: number;
}

export interface Verdict {
	budget: string;
	is: string;
	ok: boolean;
}

const LIMITS = {
	keyP95Ms: 50,
	picturesPerSecond: 55,
	taskShareAt: { 0: 1, 500: 25, 1000: 40 } as Record<number, number>,
};
/** Two pages measured one after the other on one machine differ by so much without any reason in them. */
const NOISE = 1.1;

/** The budgets of the window, each against what was measured. Those of a whole core hold without throttling; throttled it is compared alone. */
export function judge(all: readonly Measured[]): Verdict[] {
	const at = (view: View, rate: number, throttle: number) =>
		all.find((each) => each.view === view && each.rate === rate && each.throttle === throttle);
	const verdicts: Verdict[] = [];
	for (const [rate, limit] of Object.entries(LIMITS.taskShareAt)) {
		const found = at("timeline", Number(rate), 1);
		if (found)
			verdicts.push({
				budget: `page at ${rate}/s at most ${limit} % of a core`,
				is: `${found.taskShare} %`,
				ok: found.taskShare <= limit,
			});
	}
	const fast = at("timeline", 1000, 1);
	if (fast?.keyMs) {
		const { p95 } = fast.keyMs;
		verdicts.push({ budget: `key to paint at 1000/s p95 at most ${LIMITS.keyP95Ms} ms`, is: `${p95} ms`, ok: p95 <= LIMITS.keyP95Ms });
		const { picturesPerSecond: pictures } = fast;
		verdicts.push({
			budget: `at 1000/s at least ${LIMITS.picturesPerSecond} pictures a second`,
			is: String(pictures),
			ok: pictures >= LIMITS.picturesPerSecond,
		});
	}
	for (const throttle of [1, 4]) {
		const [own, plain] = [at("timeline", 10_000, throttle), at("plain list", 10_000, throttle)];
		if (!own?.keyMs || !plain?.keyMs) continue;
		const words = throttle === 1 ? "" : `, processor ${throttle} times slower`;
		verdicts.push({
			budget: `key to paint at 10000/s p95 not worse than the plain list${words}`,
			is: `${own.keyMs.p95} ms, plain ${plain.keyMs.p95} ms`,
			ok: own.keyMs.p95 <= plain.keyMs.p95 * NOISE,
		});
		verdicts.push({
			budget: `pictures a second at 10000/s not fewer than the plain list${words}`,
			is: `${own.picturesPerSecond}, plain ${plain.picturesPerSecond}`,
			ok: own.picturesPerSecond * NOISE >= plain.picturesPerSecond,
		});
	}
	return verdicts;
}

const COLUMNS = [
	"view",
	"slower",
	"frames/s",
	"key p50",
	"p95 ms",
	"pictures/s",
	"task %",
	"script %",
	"process %",
	"long",
	"longest",
	"heap MB",
	"nodes",
];

/** For people: what was measured, then each budget. */
export function tableOf(all: readonly Measured[], verdicts: readonly Verdict[]): string {
	const rows = all.map((each) => [
		each.view,
		`${each.throttle}x`,
		String(each.rate),
		...(each.keyMs ? [String(each.keyMs.p50), String(each.keyMs.p95)] : ["-", "-"]),
		...[
			each.picturesPerSecond,
			each.taskShare,
			each.scriptShare,
			each.processShare,
			each.longTasks,
			each.longestMs,
			each.heapMB,
			each.nodes,
		].map(String),
	]);
	const widths = COLUMNS.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ");
	const judged = verdicts.map(({ budget, is, ok }) => `${ok ? "holds " : "MISSED"}  ${budget}: ${is}`);
	return [line(COLUMNS), ...rows.map(line), "", ...judged].join("\n");
}
