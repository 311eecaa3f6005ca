import { MOST_NAMED, type RepairOutcome, type RepairStatus } from "../../schemas/repair.ts";
import type { Repaired } from "../adapters/sqlite-transcripts/repair.ts";
import type { startRepair } from "../adapters/sqlite-transcripts/repairing.ts";
import type { Core, CoreListener } from "../core/create-core.ts";
import { ConsoleError, toWireError } from "../core/errors.ts";
import { createClosedDispatch } from "../core/handlers/repair.ts";
import type { Log, RepairDesk } from "../core/ports.ts";
import type { CoreDoor } from "./core-host.ts";

/** Progress is told at most this often. */
const TELL_MS = 150;

export interface RepairableOptions<C extends Core> {
	profileDir: string;
	now(): number;
	log: Log;
	/** Opens the console; its handlers of `repair.` ask this desk. */
	compose(desk: RepairDesk): Promise<C>;
	startRepair: typeof startRepair;
	/** Windows may wait behind a database that cannot be opened; otherwise that is an error as any other. */
	mayWait: boolean;
}

export interface RepairableConsole<C extends Core> {
	/** For windows; stays the same while the console behind it is closed, repaired and opened. */
	door: CoreDoor;
	/** Null while the console is closed. */
	core(): C | null;
	/** Told of each console that was opened after the first one. */
	onOpened(listener: (core: C) => void): void;
	dispose(): Promise<void>;
}

/**
 * A console whose database can be repaired without leaving: closed, repaired by a thread, opened again, while its windows stay.
 * Errors: those of `compose`; a damaged database is none where windows may wait.
 */
export async function openRepairable<C extends Core>(options: RepairableOptions<C>): Promise<RepairableConsole<C>> {
	const { profileDir, log, compose, mayWait } = options;
	const listeners = new Set<CoreListener>();
	const openedListeners = new Set<(core: C) => void>();
	let core: C | null = null;
	let problem: string | null = null;
	let running: RepairStatus["running"] = null;
	let outcome: RepairOutcome | null = null;
	let cancelRepair: (() => void) | null = null;
	let stopFollowing = () => {};
	let work: Promise<void> = Promise.resolve();
	let isDisposed = false;
	let toldAtMs = 0;

	const status = (): RepairStatus => ({ isOpen: core !== null && running === null, problem, running, outcome, profileDir });
	function tell(): void {
		toldAtMs = performance.now();
		for (const listener of listeners) listener("repair.changed", { status: status() });
	}

	const desk: RepairDesk = {
		status,
		start() {
			if (running !== null) throw new ConsoleError("JOB_RUNNING", "A repair is under way.");
			begin(true);
		},
		cancel() {
			if (running === null || cancelRepair === null) return;
			running.isCancelling = true;
			cancelRepair();
			tell();
		},
		dismiss() {
			outcome = null;
			tell();
		},
		retry() {
			if (running !== null || core !== null) return;
			begin(false);
		},
	};

	function begin(isRepair: boolean): void {
		outcome = null;
		running = { phase: core === null ? "opening" : "closing", done: 0, total: 0, isCancelling: false };
		tell();
		work = (async () => {
			// The answer to whoever asked goes out first.
			await new Promise((resolve) => setImmediate(resolve));
			if (isRepair) outcome = await closeAndRepair();
			if (!isDisposed) await open();
			running = null;
			tell();
		})();
	}

	async function closeAndRepair(): Promise<RepairOutcome> {
		const closing = core;
		core = null;
		stopFollowing();
		problem = null;
		try {
			await closing?.dispose();
		} catch (thrown) {
			// What could not be written is lost to a store that is closed; the words say how much.
			log.error("The console did not close cleanly before the repair", thrown);
		}
		running = { phase: "checking", done: 0, total: 0, isCancelling: false };
		tell();
		const repairing = options.startRepair(profileDir, options.now(), ({ phase, done, total }) => {
			if (running === null) return;
			const isNew = running.phase !== phase;
			running = { ...running, phase, done, total };
			if (isNew || performance.now() - toldAtMs >= TELL_MS) tell();
		});
		cancelRepair = repairing.cancel;
		try {
			return outcomeOf(await repairing.over);
		} catch (thrown) {
			const { code, message } = toWireError(thrown);
			return code === "REPAIR_CANCELLED" ? { kind: "cancelled" } : { kind: "failed", message };
		} finally {
			cancelRepair = null;
		}
	}

	async function open(): Promise<void> {
		running = { phase: "opening", done: 0, total: 0, isCancelling: false };
		tell();
		try {
			const opened = await compose(desk);
			follow(opened);
			for (const listener of openedListeners) listener(opened);
		} catch (thrown) {
			// Also another program that took the profile meanwhile: it can be tried again.
			problem = toWireError(thrown).message;
			if (!(thrown instanceof ConsoleError)) log.error("The console could not be opened", thrown);
		}
	}

	function follow(opened: C): void {
		core = opened;
		problem = null;
		stopFollowing = opened.forWindows.subscribe((name, payload) => {
			for (const listener of listeners) listener(name, payload);
		});
	}

	const closedDispatch = createClosedDispatch(desk, log);
	try {
		follow(await compose(desk));
	} catch (thrown) {
		if (!mayWait || !(thrown instanceof ConsoleError) || thrown.code !== "STORE_DAMAGED") throw thrown;
		problem = thrown.message;
	}
	return {
		door: {
			dispatch: (name, args) => (core === null ? closedDispatch(name, args) : core.forWindows.dispatch(name, args)),
			subscribe(listener) {
				listeners.add(listener);
				return () => void listeners.delete(listener);
			},
		},
		core: () => core,
		onOpened: (listener) => void openedListeners.add(listener),
		async dispose() {
			isDisposed = true;
			cancelRepair?.();
			await work;
			stopFollowing();
			await core?.dispose();
		},
	};
}

function outcomeOf(repaired: Repaired): RepairOutcome {
	if (!repaired.repaired) {
		const { repaired: _, problem: __, ...rest } = repaired;
		return { kind: "whole", ...rest };
	}
	const { repaired: _, damaged, ...rest } = repaired;
	return { kind: "repaired", ...rest, damaged: damaged.slice(0, MOST_NAMED), moreDamaged: Math.max(0, damaged.length - MOST_NAMED) };
}
