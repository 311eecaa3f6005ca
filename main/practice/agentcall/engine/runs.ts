import type { Ways } from "../scenario.ts";
import type { Wire } from "./wire.ts";

/** What a run answers. Told in `RUN_STARTED.metadata["agentcall-standin"]`. */
export interface RunCause {
	turn?: number;
	interactionId?: string;
}

/** The `outcome` of RUN_FINISHED; absent means success. */
export type RunOutcome = { type: "success" } | { type: "interrupt"; interrupts: readonly object[] } | { type: "cancelled" };

class RunCancelled extends Error {
	override name = "RunCancelled";
}
class RunFailed extends Error {
	override name = "RunFailed";
	readonly code: string;
	constructor(message: string, code: string) {
		super(message);
		this.code = code;
	}
}

export interface Runs {
	run(body: () => Promise<RunOutcome | undefined>, cause?: RunCause): Promise<void>;
	fail(message: string, code: string): never;
	/** Asks the open run to stop, in the way the scenario is meant to. */
	cancel(): void;
	isOpen(): boolean;
	/** Aborts when the run is cancelled or the script is stopped. */
	signal(): AbortSignal;
	/** Remembers how to close what was opened; call the result when it is closed as usual. */
	leftOpen(close: () => void): () => void;
}

export function createRuns(options: {
	threadId: string;
	ways: Ways;
	wire: Wire;
	now(): number;
	onStart(): void;
	scriptSignal(): AbortSignal;
}): Runs {
	const { threadId, ways, wire } = options;
	let count = 0;
	let open: { controller: AbortController; signal: AbortSignal } | null = null;
	let closers: (() => void)[] = [];

	function finish(runId: string, thrown: unknown): void {
		const failed = (message: string, code: string) => wire.emit({ type: "RUN_ERROR", message, code });
		if (thrown instanceof RunFailed) failed(thrown.message, thrown.code);
		else if (!(thrown instanceof RunCancelled)) throw thrown;
		else if (ways.cancel === "error") failed("The run was cancelled.", "cancelled");
		else {
			for (const close of closers.toReversed()) close();
			const outcome = ways.cancel === "cancelled" ? { outcome: { type: "cancelled" } } : {};
			wire.emit({ type: "RUN_FINISHED", threadId, runId, timestamp: options.now(), ...outcome });
		}
	}

	return {
		async run(body, cause) {
			const runId = `r-${++count}`;
			const controller = new AbortController();
			open = { controller, signal: AbortSignal.any([controller.signal, options.scriptSignal()]) };
			closers = [];
			options.onStart();
			const metadata = cause ? { metadata: { "agentcall-standin": cause } } : {};
			wire.emit({ type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0", timestamp: options.now(), ...metadata });
			try {
				const outcome = await body();
				wire.emit({ type: "RUN_FINISHED", threadId, runId, timestamp: options.now(), ...(outcome ? { outcome } : {}) });
			} catch (thrown) {
				finish(runId, thrown);
			} finally {
				open = null;
			}
		},
		fail(message, code) {
			throw new RunFailed(message, code);
		},
		cancel() {
			if (ways.cancel !== "silence") open?.controller.abort(new RunCancelled("The client cancelled the run."));
		},
		isOpen: () => open !== null,
		signal: () => open?.signal ?? options.scriptSignal(),
		leftOpen(close) {
			closers.push(close);
			return () => {
				closers = closers.filter((one) => one !== close);
			};
		},
	};
}
