/** The writer's side of a compaction: one step at a time, and the recording always goes first. */
import type { Database } from "better-sqlite3";
import { systemWords } from "../files/system-words.ts";
import { beginCompaction, type Compaction } from "./compact.ts";
import { bringBackLog } from "./database.ts";
import type { FromWriter } from "./messages.ts";

export interface Compacting {
	/** Does nothing while one is under way. */
	start(mayStop: boolean): void;
	stop(): void;
	/** Goes on for at most that long, at once. */
	finish(limitMs: number): void;
}

/** `gone` is called for each session that is no more. */
export function createCompacting(db: Database, answer: (message: FromWriter) => void, gone: (sessionRow: number) => void): Compacting {
	let running: Compaction | null = null;
	let scheduled: NodeJS.Immediate | null = null;

	function end(outcome: "done" | "stopped" | "failed", message = ""): void {
		running = null;
		if (scheduled !== null) clearImmediate(scheduled);
		scheduled = null;
		answer({ kind: "compacted", outcome, message });
	}

	/** False when it is over. */
	function step(): boolean {
		if (running === null) return false;
		try {
			const progress = running.step();
			for (const { row } of progress.gone) gone(row);
			answer({ kind: "compacting", done: progress.done, total: progress.total, gone: progress.gone.map(({ sessionId }) => sessionId) });
			if (!progress.finished) return true;
			// Only now the file itself becomes shorter.
			bringBackLog(db, 0);
			end("done");
		} catch (error) {
			end("failed", systemWords(error));
		}
		return running !== null;
	}

	function schedule(): void {
		// Messages that wait are taken between two immediates: a batch never waits for more than one step.
		scheduled = setImmediate(() => {
			if (step()) schedule();
		});
	}

	return {
		start(mayStop) {
			if (running !== null) return;
			try {
				running = beginCompaction(db, mayStop);
			} catch (error) {
				end("failed", systemWords(error));
				return;
			}
			schedule();
		},
		stop() {
			if (running !== null) end("stopped");
		},
		finish(limitMs) {
			const until = performance.now() + limitMs;
			if (running === null) running = beginCompaction(db, false);
			while (performance.now() < until && step());
		},
	};
}

/** Sessions that an earlier run of the program removed, or did not get done with. */
export const hasRemoved = (db: Database): boolean =>
	db.prepare("SELECT 1 FROM notes WHERE removed_at_ms IS NOT NULL LIMIT 1").get() !== undefined;
