import { runConsole } from "./clients.ts";
import type { Benchmark } from "./index.ts";
import { startPeer } from "./peer.ts";

const FRAMES = 1_000_000;
const BYTES_PER_FRAME = 400;
const RSS_GROWTH_LIMIT_BYTES = 150 * 1024 * 1024;
const FIRST_ROWS_LIMIT_MS = 100;
const JUMP_LIMIT_MS = 100;
const JUMPS = 40;

/** Records 1,000,000 frames, then reads in what it recorded; one recording serves both budgets. */
export const memory: Benchmark = {
	name: "memory",
	about: "Memory while 1,000,000 frames are recorded, then first rows and jumps in that session.",
	async run(print) {
		const peer = await startPeer(FRAMES, BYTES_PER_FRAME);
		const run = await runConsole(peer.url, FRAMES).finally(() => peer.stop());
		try {
			const memoryOk = run.rssGrowthBytes <= RSS_GROWTH_LIMIT_BYTES;
			print({
				bench: "memory",
				frames: FRAMES,
				bytesPerFrame: BYTES_PER_FRAME,
				rssGrowthBytes: run.rssGrowthBytes,
				limits: { rssGrowthBytes: RSS_GROWTH_LIMIT_BYTES },
				ok: memoryOk,
			});
			const rows = async (from: number, filter = {}) => {
				const startedMs = performance.now();
				const result = await run.core.dispatch("timeline.rows", { sessionId: run.sessionId, filter, from, count: 100 });
				if (!result.ok) throw new Error(result.error.message);
				return performance.now() - startedMs;
			};
			const firstRowsMs = await rows(0);
			const jumps: number[] = [];
			for (let jump = 0; jump < JUMPS; jump += 1) jumps.push(await rows(Math.floor((FRAMES * ((jump * 7919) % 997)) / 997)));
			const jumpMaxMs = Math.max(...jumps);
			const openOk = firstRowsMs <= FIRST_ROWS_LIMIT_MS && jumpMaxMs <= JUMP_LIMIT_MS;
			print({
				bench: "open",
				entries: FRAMES,
				firstRowsMs: Math.round(firstRowsMs),
				jumpMaxMs: Math.round(jumpMaxMs),
				limits: { firstRowsMs: FIRST_ROWS_LIMIT_MS, jumpMaxMs: JUMP_LIMIT_MS },
				ok: openOk,
			});
			return memoryOk && openOk;
		} finally {
			await run.close();
		}
	},
};
