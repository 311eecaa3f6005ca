/** Worker thread of one repair, on a profile that nobody else uses. */
import { parentPort, workerData } from "node:worker_threads";
import type { RepairPhase } from "../../../schemas/repair.ts";
import { toWireError } from "../../core/errors.ts";
import type { FrameKindsTable } from "../../core/timeline/frame-kinds.ts";
import { systemWords } from "../files/system-words.ts";
import type { Refusal } from "./messages.ts";
import { type Repaired, repairProfile } from "./repair.ts";

export interface RepairData {
	profileDir: string;
	nowMs: number;
	/** What the protocols of this version say of their frames: this thread loads none. */
	kinds: FrameKindsTable;
	/** One number that is shared, since a thread that repairs hears nothing: not 0 once it should stop. */
	cancel: SharedArrayBuffer;
}

export type FromRepair =
	| { kind: "progress"; phase: RepairPhase; done: number; total: number }
	| { kind: "done"; repaired: Repaired }
	| { kind: "failed"; error: Refusal };

const { profileDir, nowMs, kinds, cancel } = workerData as RepairData;
const flag = new Int32Array(cancel);
const say = (message: FromRepair): void => parentPort?.postMessage(message);

try {
	const repaired = repairProfile(profileDir, nowMs, kinds, {
		progress: (phase, done, total) => say({ kind: "progress", phase, done, total }),
		isCancelled: () => Atomics.load(flag, 0) !== 0,
	});
	say({ kind: "done", repaired });
} catch (error) {
	const { code, message } = toWireError(error);
	const words = code === "INTERNAL" ? systemWords(error) : message;
	say({ kind: "failed", error: { code: code === "INTERNAL" ? "STORE_FAILED" : code, message: words } });
}
