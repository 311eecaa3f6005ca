import { commitEach, countBare, runConsole, type Taken } from "./clients.ts";
import type { Benchmark } from "./index.ts";
import { median, round2 } from "./numbers.ts";
import { startPeer } from "./peer.ts";

const FRAMES = 200_000;
const FRAMES_EACH = 2_000;
const BYTES_PER_FRAME = 400;
const FLOOR_TO_BARE = 0.5;
const CPU_BUDGET = 3;
/** The three clients take turns, and the middle of each one's figures counts: one run disturbed by another program decides nothing. */
const ROUNDS = 3;

export const ingest: Benchmark = {
	name: "ingest",
	about: "Durable ingest against a client that only counts and one that commits each frame alone.",
	async run(print) {
		const bare: Taken[] = [];
		const each: Taken[] = [];
		const ours: Taken[] = [];
		const behind: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			bare.push(await withPeer(FRAMES, (url) => countBare(url, FRAMES)));
			each.push(await withPeer(FRAMES_EACH, (url) => commitEach(url, FRAMES_EACH)));
			await withPeer(FRAMES, async (url) => {
				const run = await runConsole(url, FRAMES);
				ours.push(run);
				behind.push((await run.close()).cpuMicrosecondsPerFrame);
			});
		}
		const rates = { bare: rateOf(bare), each: rateOf(each), ours: rateOf(ours) };
		const cpu = { bare: cpuOf(bare), ours: cpuOf(ours) };
		const ratioToBare = rates.ours / rates.bare;
		const cpuRatioToBare = cpu.ours / cpu.bare;
		const ok = ratioToBare >= FLOOR_TO_BARE && cpuRatioToBare <= CPU_BUDGET;
		print({
			bench: "ingest",
			frames: FRAMES,
			bytesPerFrame: BYTES_PER_FRAME,
			rounds: ROUNDS,
			bareCpuMicrosecondsPerFrame: round2(cpu.bare),
			oursCpuMicrosecondsPerFrame: round2(cpu.ours),
			cpuRatioToBare: round2(cpuRatioToBare),
			cpuMicrosecondsPerFrameBehind: round2(median(behind)),
			bareFramesPerSecond: Math.round(rates.bare),
			commitEachFramesPerSecond: Math.round(rates.each),
			oursFramesPerSecond: Math.round(rates.ours),
			ratioToBare: round2(ratioToBare),
			ratioToEach: round2(rates.ours / rates.each),
			floors: { ratioToBare: FLOOR_TO_BARE },
			limits: { cpuRatioToBare: CPU_BUDGET },
			ok,
		});
		return ok;
	},
};

async function withPeer<T>(frames: number, measure: (url: string) => Promise<T>): Promise<T> {
	const peer = await startPeer(frames, BYTES_PER_FRAME);
	try {
		return await measure(peer.url);
	} finally {
		peer.stop();
	}
}

const rateOf = (taken: readonly Taken[]) => median(taken.map(({ framesPerSecond }) => framesPerSecond));
const cpuOf = (taken: readonly Taken[]) => median(taken.map(({ cpuMicrosecondsPerFrame }) => cpuMicrosecondsPerFrame));
