import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";

/** Delay of the event loop that a person does not notice, 99th percentile, ms. */
const LIMIT_MS = 50;

/** An idle thread measures the same: what it too waits for is a busy computer, not a busy console. */
const CONTROL = `
	const { parentPort } = require("node:worker_threads");
	const { monitorEventLoopDelay } = require("node:perf_hooks");
	const delay = monitorEventLoopDelay({ resolution: 5 });
	delay.enable();
	parentPort.once("message", () => parentPort.postMessage(delay.percentile(99) / 1e6));`;

export interface EventLoopWatch {
	/** 99th percentiles so far, ms; ends the watch. */
	end(): Promise<{ ownMs: number; idleMs: number }>;
}

export function watchEventLoop(): EventLoopWatch {
	const own = monitorEventLoopDelay({ resolution: 5 });
	own.enable();
	const control = new Worker(CONTROL, { eval: true });
	return {
		async end() {
			own.disable();
			const answered = new Promise<number>((resolve) => control.once("message", resolve));
			control.postMessage("end");
			const idleMs = await answered;
			await control.terminate();
			return { ownMs: own.percentile(99) / 1e6, idleMs };
		},
	};
}

/** `what` names what was measured, for whoever writes the figures down. */
export async function expectUsable(watch: EventLoopWatch, what?: string): Promise<void> {
	const { ownMs, idleMs } = await watch.end();
	if (what) console.log(`${what}; event loop of the console 99 % within ${ownMs.toFixed(1)} ms, an idle thread's ${idleMs.toFixed(1)} ms`);
	expect(ownMs).toBeLessThan(LIMIT_MS + idleMs);
}
