import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";

/** Looks at what is new in a session this long after it was told of, and again after this long while there is more. */
const WAIT_MS = 500;
/** More entries than this between two looks are a flood: it is read when it is over, so that reading never costs receiving. */
const FLOOD = 2_000;
/** Entries read at a time, some 50 ms of another thread. */
const ENTRIES = 4_000;

/**
 * Stores what reading a live conversation finds (`agui.…`, `state.…`) with the entries that caused it. The reading is done away from main, a
 * little at a time, and never waited for: a flood is read when it is over. What is stored already is not found again.
 */
export function createFindingDesk(
	{ clock, transcripts, log }: Pick<Ports, "clock" | "transcripts" | "log">,
	registry: Pick<Registry, "origin" | "isLive" | "runner">,
): { heard(sessionId: string, entries: number): void; dispose(): void } {
	const waits = new Map<string, () => void>();
	/** Entries of the session now, and at the last look. */
	const counts = new Map<string, { now: number; looked: number }>();
	let disposed = false;

	function wait(sessionId: string): void {
		if (disposed || waits.has(sessionId)) return;
		const cancel = clock.after(WAIT_MS, () => {
			waits.delete(sessionId);
			const count = counts.get(sessionId);
			const grown = count ? count.now - count.looked : 0;
			if (count) count.looked = count.now;
			if (grown > FLOOD) wait(sessionId);
			else void read(sessionId);
		});
		waits.set(sessionId, cancel);
	}

	async function read(sessionId: string): Promise<void> {
		try {
			const { found, behind } = await transcripts.readFindings(sessionId, ENTRIES);
			if (disposed || !registry.isLive(sessionId)) return;
			registry.runner(sessionId).addFindings(found);
			if (behind > 0) wait(sessionId);
		} catch (error) {
			if (!disposed) log.warn(`Session ${sessionId} could not be read for findings`, error);
		}
	}

	return {
		heard(sessionId, entries) {
			if (registry.origin(sessionId).protocol !== "agentcall") return;
			const count = counts.get(sessionId);
			if (count) count.now = entries;
			else counts.set(sessionId, { now: entries, looked: 0 });
			wait(sessionId);
		},
		dispose() {
			disposed = true;
			for (const cancel of waits.values()) cancel();
			waits.clear();
		},
	};
}
