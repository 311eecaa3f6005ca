import { commitEach, countBare, runConsole } from "./clients.ts";
import type { Benchmark } from "./index.ts";
import { startPeer } from "./peer.ts";

const FRAMES = 200_000;
const FRAMES_EACH = 2_000;
const BYTES_PER_FRAME = 400;
const FLOOR_TO_BARE = 0.5;
const FLOOR_TO_EACH = 20;
/** The three clients take turns, and the middle of each one's rates counts: one run disturbed by another program decides nothing. */
const ROUNDS = 3;

export const ingest: Benchmark = {
	name: "ingest",
	about: "Durable ingest against a client that only counts and one that commits each frame alone.",
	async run(print) {
		const bare: number[] = [];
		const each: number[] = [];
		const ours: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			bare.push(await withPeer(FRAMES, (url) => countBare(url, FRAMES)));
			each.push(await withPeer(FRAMES_EACH, (url) => commitEach(url, FRAMES_EACH)));
			ours.push(
				await withPeer(FRAMES, async (url) => {
					const run = await runConsole(url, FRAMES);
					await run.close();
					return run.framesPerSecond;
				}),
			);
		}
		const rates = { bare: median(bare), each: median(each), ours: median(ours) };
		const ratioToBare = rates.ours / rates.bare;
		const ratioToEach = rates.ours / rates.each;
		const ok = ratioToBare >= FLOOR_TO_BARE && ratioToEach >= FLOOR_TO_EACH;
		print({
			bench: "ingest",
			frames: FRAMES,
			bytesPerFrame: BYTES_PER_FRAME,
			rounds: ROUNDS,
			bareFramesPerSecond: Math.round(rates.bare),
			commitEachFramesPerSecond: Math.round(rates.each),
			oursFramesPerSecond: Math.round(rates.ours),
			ratioToBare: round2(ratioToBare),
			ratioToEach: round2(ratioToEach),
			floors: { ratioToBare: FLOOR_TO_BARE, ratioToEach: FLOOR_TO_EACH },
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

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round2 = (value: number) => Math.round(value * 100) / 100;
