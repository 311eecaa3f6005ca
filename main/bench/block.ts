import { monitorEventLoopDelay } from "node:perf_hooks";
import { runConsole } from "./clients.ts";
import type { Benchmark } from "./index.ts";
import { startPeer } from "./peer.ts";

const FRAMES = 12;
const BYTES_PER_FRAME = 5 * 1024 * 1024;
const RESOLUTION_MS = 5;
/** A loop that does nothing is late too while other programs have the processor; measured this long in the same run. */
const IDLE_MS = 3_000;
const FLOOR_P99_MS = 50;

export const block: Benchmark = {
	name: "block",
	about: "How long main answers nobody while one session receives frames of 400,000 members.",
	async run(print) {
		const peer = await startPeer(FRAMES, BYTES_PER_FRAME, "members");
		try {
			const idle = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
			idle.enable();
			await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
			idle.disable();
			const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
			delay.enable();
			const run = await runConsole(peer.url, FRAMES);
			delay.disable();
			await run.close();
			// The histogram holds the whole wait between two looks.
			const ms = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - RESOLUTION_MS));
			const p99Ms = ms(delay.percentile(99));
			const idleP99Ms = ms(idle.percentile(99));
			const ok = p99Ms - idleP99Ms <= FLOOR_P99_MS;
			print({
				bench: "block",
				frames: FRAMES,
				bytesPerFrame: BYTES_PER_FRAME,
				framesPerSecond: Math.round(run.framesPerSecond * 10) / 10,
				delayMs: { p50: ms(delay.percentile(50)), p99: p99Ms, longest: ms(delay.max) },
				idleDelayMs: { p99: idleP99Ms, longest: ms(idle.max) },
				floors: { p99BeyondIdleMs: FLOOR_P99_MS },
				ok,
			});
			return ok;
		} finally {
			peer.stop();
		}
	},
};
