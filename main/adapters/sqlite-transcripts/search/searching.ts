/** Main's side of searching: a thread of its own, stopped and replaced when an expression keeps it. */
import { Worker } from "node:worker_threads";
import { ConsoleError } from "../../../core/errors.ts";
import type { Search } from "../../../core/ports.ts";
import { frameKinds } from "../../../core/protocols/table.ts";
import { type Asker, createAsker } from "../asker.ts";
import type { DatabasePlace } from "../profile-files.ts";
import type { SearchData } from "./search-worker.ts";
import type { Found, SearchRequests } from "./searcher.ts";

/** An answer takes a fraction of a second; only an expression that tries ever more ways takes this long. */
const PATIENCE_MS = 2000;
/** Without an expression nothing can go on for ever; a machine may still be very busy. */
const LONG_PATIENCE_MS = 60_000;

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./search-worker.ts", import.meta.url) : new URL("./store-search.js", import.meta.url);

export interface Searching extends Search {
	/** The database is another file now; searches under way are over. */
	renew(): void;
	close(): Promise<void>;
}

/** `patienceMs`: how long an answer with a regular expression in it may take. */
export function startSearching(place: DatabasePlace, onWorker: (worker: Worker) => void, patienceMs = PATIENCE_MS): Searching {
	const secretive = Object.values(frameKinds()).flatMap((kinds) => kinds.secretive);
	let nextId = 1;
	let closed = false;
	let asker = start();
	/** The thread that was stopped last has ended: a new one does not start beside it. */
	let gone: Promise<void> = Promise.resolve();
	/** Searches with an expression in them. */
	const expressions = new Set<number>();

	function start(): Asker<SearchRequests> {
		return createAsker(() => {
			const worker = new Worker(workerUrl(), {
				workerData: { databasePath: place.path, secretive } satisfies SearchData,
				name: "store-search",
			});
			onWorker(worker);
			return worker;
		}, false);
	}

	/** Stops the thread with everything it does; the next search gets a new one. */
	function replace(): void {
		const stuck = asker;
		asker = start();
		gone = stuck.close(true);
	}

	async function inTime(searchId: number, asked: Promise<Found>): Promise<Found> {
		let timer: NodeJS.Timeout | undefined;
		const own = asker;
		const late = new Promise<"late">((resolve) => {
			timer = setTimeout(() => resolve("late"), expressions.has(searchId) ? patienceMs : LONG_PATIENCE_MS);
		});
		try {
			const answer = await Promise.race([asked, late]);
			if (answer !== "late") {
				if (answer.done) expressions.delete(searchId);
				return answer;
			}
		} catch (thrown) {
			// Another search stopped the thread.
			if (own !== asker && !closed) throw new ConsoleError("SEARCH_OVER", "That search is over; run it again.");
			throw thrown;
		} finally {
			clearTimeout(timer);
		}
		asked.catch(() => {});
		if (own === asker) replace();
		const message =
			"This regular expression takes too long: it tries ever more ways to match one entry. Make it say more exactly what repeats.";
		return { searchId, hits: [], done: true, total: 0, settled: 0, notIndexed: 0, hint: { kind: "tooSlow", message, from: 0, to: 0 } };
	}

	return {
		async run(plan, limit) {
			const searchId = nextId++;
			await gone;
			if (plan.conditions.some(({ kind }) => kind === "regex")) {
				expressions.add(searchId);
				// Its patience counts from when the thread is there, however busy the machine is.
				await asker.ask("cancel", { searchId: 0 });
			}
			return inTime(searchId, asker.ask("run", { searchId, plan, limit }));
		},
		more: (searchId, limit) => inTime(searchId, asker.ask("more", { searchId, limit })),
		cancel(searchId) {
			expressions.delete(searchId);
			asker.ask("cancel", { searchId }).catch(() => {});
		},
		renew: replace,
		async close() {
			closed = true;
			await asker.close();
		},
	};
}
