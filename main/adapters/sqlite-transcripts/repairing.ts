import { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import { frameKinds } from "../../core/protocols/table.ts";
import type { Repaired } from "./repair.ts";
import type { FromRepair, RepairData } from "./repair-worker.ts";

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./repair-worker.ts", import.meta.url) : new URL("./store-repair.js", import.meta.url);

export interface Repairing {
	/** Errors: those of `repairProfile`. */
	over: Promise<Repaired>;
	/** It ends with REPAIR_CANCELLED soon; a check that is under way is waited for. */
	cancel(): void;
}

/** Repairs a profile that this process has closed, in a thread of its own. */
export function startRepair(
	profileDir: string,
	nowMs: number,
	progress: (news: Extract<FromRepair, { kind: "progress" }>) => void,
): Repairing {
	const cancel = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
	const worker = new Worker(workerUrl(), {
		workerData: { profileDir, nowMs, kinds: frameKinds(), cancel } satisfies RepairData,
		name: "store-repair",
	});
	const over = new Promise<Repaired>((resolve, reject) => {
		let ended: FromRepair | null = null;
		worker.on("message", (message: FromRepair) => {
			if (message.kind === "progress") progress(message);
			else ended = message;
		});
		worker.on("error", (error) => reject(new ConsoleError("STORE_FAILED", `The repair stopped: ${String(error)}.`, { cause: error })));
		// Only then are its files closed.
		worker.on("exit", () => {
			if (ended?.kind === "done") resolve(ended.repaired);
			else if (ended?.kind === "failed") reject(new ConsoleError(ended.error.code, ended.error.message));
			else reject(new ConsoleError("STORE_FAILED", "The repair stopped unexpectedly."));
		});
	});
	return { over, cancel: () => void Atomics.store(new Int32Array(cancel), 0, 1) };
}
