/** Main's side of the index: when it is filled. The recording always goes first. */
import { Worker } from "node:worker_threads";
import type { StoreCheck } from "../../../../schemas/ipc.ts";
import { type Asker, createAsker } from "../asker.ts";
import type { DatabasePlace } from "../profile-files.ts";
import type { IndexRequests } from "./index-worker.ts";

/** After a start or a commit this long passes before the index is looked after: a burst is over by then, or is not. */
const CALM_MS = 400;
/** More entries within one calm time than this are a burst: main and the writer need both cores. */
const BURST_ENTRIES = 2000;
/** A burst that does not end is followed at this pace: a few hundredths of one core. */
const BURST_PAUSE_MS = 5000;
const BURST_STEP_MS = 150;
const STEP_MS = 40;
/** Between two steps of catching up: half of one core at most. */
const STEP_PAUSE_MS = 40;
const AFTER_FAILURE_MS = 10_000;

export interface Indexing {
	committed(entries: number): void;
	/** Sessions were taken out for good. */
	purged(): void;
	/** Entries up to here are known to be in the index; 0 before the first step. */
	upToOrdinal(): number;
	/** The database is another file now. */
	renew(): void;
	close(): Promise<void>;
}

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./index-worker.ts", import.meta.url) : new URL("./store-index.js", import.meta.url);

export function startIndexing(place: DatabasePlace, onWorker: (worker: Worker) => void, onCheck: (check: StoreCheck) => void): Indexing {
	const asker: Asker<IndexRequests> = createAsker(() => {
		const worker = new Worker(workerUrl(), {
			workerData: { databasePath: place.path },
			name: "store-index",
			// What it holds lives for one block; a large heap would buy nothing.
			resourceLimits: { maxYoungGenerationSizeMb: 8 },
		});
		onWorker(worker);
		return worker;
	}, false);
	let upTo = 0;
	let entriesSince = 0;
	let timer: NodeJS.Timeout | null = null;
	let isStepping = false;
	let again = false;
	let closed = false;
	let isChecked = false;
	/** When a burst began, by the monotonic clock; null in calm. */
	let burstSinceMs: number | null = null;

	function schedule(delayMs: number): void {
		if (closed || timer !== null) return;
		timer = setTimeout(look, delayMs);
		// An index is no reason to stay alive.
		timer.unref();
	}

	function look(): void {
		timer = null;
		const isBurst = entriesSince > BURST_ENTRIES;
		entriesSince = 0;
		if (!isBurst) burstSinceMs = null;
		else if (burstSinceMs === null || performance.now() - burstSinceMs < BURST_PAUSE_MS) {
			burstSinceMs ??= performance.now();
			schedule(CALM_MS);
			return;
		} else burstSinceMs = performance.now();
		void step(isBurst);
	}

	async function step(isBurst: boolean): Promise<void> {
		if (isStepping || closed) return;
		isStepping = true;
		again = false;
		try {
			if (!isChecked) {
				isChecked = true;
				onCheck(await asker.ask("check", {}));
			}
			const state = await asker.ask("step", { budgetMs: isBurst ? BURST_STEP_MS : STEP_MS });
			upTo = state.upToOrdinal;
			isStepping = false;
			if (isBurst) schedule(CALM_MS);
			else if (state.waiting > 0) schedule(STEP_PAUSE_MS);
			else if (again || entriesSince > 0) schedule(CALM_MS);
		} catch {
			// Searching goes on without it, only slower.
			isStepping = false;
			schedule(AFTER_FAILURE_MS);
		}
	}

	schedule(CALM_MS);
	return {
		committed(entries) {
			entriesSince += entries;
			again = true;
			if (!isStepping) schedule(CALM_MS);
		},
		purged() {
			again = true;
			if (!isStepping) schedule(CALM_MS);
		},
		upToOrdinal: () => upTo,
		renew: asker.renew,
		async close() {
			closed = true;
			if (timer !== null) clearTimeout(timer);
			await asker.close();
		},
	};
}
