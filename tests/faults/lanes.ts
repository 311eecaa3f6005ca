import { availableParallelism } from "node:os";

/** As many as there are cores, so that one lane computes while another waits for a program or the disk. */
const LANES = Math.max(1, Math.min(4, availableParallelism()));

/** Runs `work` in so many lanes at once. Rejects with the first error, once every lane has ended. */
export async function inLanes(work: (lane: number) => Promise<void>): Promise<void> {
	const ended = await Promise.allSettled(Array.from({ length: LANES }, (_, lane) => work(lane)));
	for (const each of ended) if (each.status === "rejected") throw each.reason;
}
