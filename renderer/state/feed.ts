import type { Events, OperatorApi } from "../../schemas/ipc.ts";

/** When to look again: not by itself, later because something changed meanwhile, or at once. */
type Again = "no" | "later" | "now";

/** What the window shows of one session, kept true while that grows: a snapshot, who listens to it, and one look at a time. */
export interface Feed<S extends object> {
	snapshot(): S;
	subscribe(listener: () => void): () => void;
	/** Puts the change into the snapshot and tells the listeners. */
	publish(change: Partial<S>): void;
	/** Looks at once; where a look is under way, once more when that is over. */
	lookNow(): void;
	/** Looks after `delayMs`, unless a look is planned earlier; after the one under way it rests first. */
	lookIn(delayMs: number): void;
	isDisposed(): boolean;
	dispose(): void;
}

interface FeedOptions<S extends object> {
	api: Pick<OperatorApi, "on">;
	sessionId: string;
	first: S;
	/** Runs once after that many ms; call the result to cancel. Without it every change is looked at at once. */
	after?: ((delayMs: number, run: () => void) => () => void) | undefined;
	/** Time between two looks at a session that grows, ms. */
	restMs?: () => number;
	/** Asks for what is wanted now and publishes it. True: there is more to be had, look again. */
	look(): Promise<boolean>;
	/** The session's timeline changed; a look follows. */
	changed?(change: Events["timeline.changed"]): void;
}

export function createFeed<S extends object>({ api, sessionId, first, after, restMs = () => 0, look, changed }: FeedOptions<S>): Feed<S> {
	const listeners = new Set<() => void>();
	let snapshot = first;
	let isLooking = false;
	let again: Again = "no";
	let cancelPlan: (() => void) | null = null;
	let isDisposed = false;

	function run(): void {
		cancelPlan?.();
		cancelPlan = null;
		if (isDisposed) return;
		isLooking = true;
		again = "no";
		// Requests never reject by contract; should one, the next change tries again.
		look().then(isOver, () => isOver(false));
	}

	function isOver(isMore: boolean): void {
		isLooking = false;
		if (again === "now") run();
		else if (isMore) plan(0);
		else if (again === "later") plan(restMs());
	}

	function plan(delayMs: number): void {
		if (isDisposed || cancelPlan !== null) return;
		if (!after) run();
		else
			cancelPlan = after(delayMs, () => {
				cancelPlan = null;
				run();
			});
	}

	function lookNow(): void {
		if (isLooking) again = "now";
		else run();
	}

	function lookIn(delayMs: number): void {
		if (!isLooking) plan(delayMs);
		else if (again === "no") again = "later";
	}

	const stop = api.on("timeline.changed", (change) => {
		if (change.sessionId !== sessionId) return;
		changed?.(change);
		lookIn(restMs());
	});

	return {
		snapshot: () => snapshot,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		publish(change) {
			snapshot = { ...snapshot, ...change };
			for (const listener of listeners) listener();
		},
		lookNow,
		lookIn,
		isDisposed: () => isDisposed,
		dispose() {
			isDisposed = true;
			cancelPlan?.();
			stop();
			listeners.clear();
		},
	};
}
