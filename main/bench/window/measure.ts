import type { Chromium, Target } from "./chromium.ts";

/** What a page does and costs at one rate. Shares are of one core, in percent. */
export interface PageMeasures {
	/** The page's thread with nobody typing; processor time, so that a busy machine changes little. */
	taskShare: number;
	scriptShare: number;
	/** The whole process of the page, as the system counts it. */
	processShare: number;
	/** From a key to the end of the picture that shows it, ms; null when no key was seen. */
	keyMs: { p50: number; p95: number } | null;
	picturesPerSecond: number;
	/** Tasks above 50 ms while somebody typed, and the longest, ms. */
	longTasks: number;
	longestMs: number;
	heapMB: number;
	nodes: number;
}

/** Between two keys, ms: a quick typist. */
const KEY_EVERY_MS = 120;
const TEXT = "the visitor has the new badge ";

/** Runs in the page, before typing: counts pictures, long tasks, and how long a key takes until its picture is done. */
const WATCH = `(() => {
	const seen = { keys: [], pictures: 0, long: [], startedMs: performance.now() };
	const watch = new PerformanceObserver((list) => { for (const each of list.getEntries()) seen.long.push(each.duration); });
	watch.observe({ type: "longtask" });
	let isOver = false;
	const tick = () => { seen.pictures++; if (!isOver) requestAnimationFrame(tick); };
	requestAnimationFrame(tick);
	const key = ({ timeStamp }) => requestAnimationFrame(() => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => seen.keys.push(performance.now() - timeStamp);
		port2.postMessage(0);
	});
	addEventListener("keydown", key, true);
	window.endWatch = () => {
		isOver = true;
		watch.disconnect();
		removeEventListener("keydown", key, true);
		return { ...seen, ms: performance.now() - seen.startedMs };
	};
})()`;

interface Watched {
	keys: number[];
	pictures: number;
	long: number[];
	ms: number;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the expression is true in the page. Rejects after `limitMs`, naming it. */
export async function until(page: Target, expression: string, limitMs = 30_000): Promise<void> {
	const endMs = performance.now() + limitMs;
	while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
		if (performance.now() > endMs) throw new Error(`The page did not come so far in ${limitMs / 1000} s: ${expression}`);
		await pause(50);
	}
}

async function metrics(page: Target): Promise<Record<string, number>> {
	const { metrics: list } = await page.send<{ metrics: { name: string; value: number }[] }>("Performance.getMetrics");
	return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** Processor seconds of the page's process: the busiest of those that draw. */
async function processSeconds({ browser }: Chromium): Promise<Map<number, number>> {
	const { processInfo } = await browser.send<{ processInfo: { id: number; type: string; cpuTime: number }[] }>("SystemInfo.getProcessInfo");
	return new Map(processInfo.filter(({ type }) => type === "renderer").map(({ id, cpuTime }) => [id, cpuTime]));
}

const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

export const percentile = (values: readonly number[], part: number): number => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

/** Half of the time nobody types, half of it somebody types into the field that has the focus. */
export async function measurePage(chromium: Chromium, page: Target, seconds: number): Promise<PageMeasures> {
	await page.send("Performance.enable", { timeDomain: "threadTicks" });
	await page.send("HeapProfiler.collectGarbage");
	const quietMs = (seconds * 1000) / 2;
	const [before, processBefore, startedMs] = [await metrics(page), await processSeconds(chromium), performance.now()];
	await pause(quietMs);
	const [after, processAfter] = [await metrics(page), await processSeconds(chromium)];
	const wholeSeconds = (performance.now() - startedMs) / 1000;
	const share = (name: string) => round((100 * ((after[name] ?? 0) - (before[name] ?? 0))) / wholeSeconds);
	const processShare = Math.max(0, ...[...processAfter].map(([id, used]) => used - (processBefore.get(id) ?? 0)));

	await page.evaluate(WATCH);
	const endMs = performance.now() + quietMs;
	for (let at = 0; performance.now() < endMs; at++) {
		const text = TEXT[at % TEXT.length] as string;
		await page.send("Input.dispatchKeyEvent", { type: "keyDown", text, key: text });
		await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: text });
		await pause(KEY_EVERY_MS);
	}
	const seen = await page.evaluate<Watched>("endWatch()");
	await page.send("HeapProfiler.collectGarbage");
	const end = await metrics(page);
	return {
		taskShare: share("TaskDuration"),
		scriptShare: share("ScriptDuration"),
		processShare: round((100 * processShare) / wholeSeconds),
		keyMs: seen.keys.length === 0 ? null : { p50: round(percentile(seen.keys, 0.5)), p95: round(percentile(seen.keys, 0.95)) },
		picturesPerSecond: round((1000 * seen.pictures) / seen.ms),
		longTasks: seen.long.length,
		longestMs: Math.round(Math.max(0, ...seen.long)),
		heapMB: round((end.JSHeapUsedSize ?? 0) / 2 ** 20),
		nodes: end.Nodes ?? 0,
	};
}
