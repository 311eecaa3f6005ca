/** The store's plain questions as main asks them; their types and the thread's functions are all there is besides. */
import type { Asked, StoreReads } from "../../core/ports.ts";
import type { Reading } from "./reading.ts";

/** `afterCommit`: the answer must hold what was just saved, and waits for its commit, unless writes fail. `asItIs`: what is on disk now. */
const READS: Record<keyof StoreReads, "asItIs" | "afterCommit"> = {
	sessions: "afterCommit",
	rows: "asItIs",
	locate: "asItIs",
	trouble: "asItIs",
	overview: "asItIs",
	drafts: "afterCommit",
	settings: "afterCommit",
	recent: "afterCommit",
	connections: "afterCommit",
};

export function createPlainReads(reading: Pick<Reading, "ask">, flushed: () => Promise<void>): Asked<StoreReads> {
	const ask = reading.ask as (name: string, args: unknown[]) => Promise<unknown>;
	const readOf = (name: string, when: "asItIs" | "afterCommit") =>
		when === "asItIs"
			? (...args: unknown[]) => ask(name, args)
			: async (...args: unknown[]) => {
					await flushed();
					return ask(name, args);
				};
	// Each name is in the table, and each question has the type it has there.
	return Object.fromEntries(Object.entries(READS).map(([name, when]) => [name, readOf(name, when)])) as unknown as Asked<StoreReads>;
}
