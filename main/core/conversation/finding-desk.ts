import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";

/** Looks at what is new in a session this long after it was told of, and again after this long while there is more. */
const WAIT_MS = 500;
/** Entries read at a time: about one in a hundred of what a flood brings, so that reading never costs receiving. */
const ENTRIES = 1_000;

/**
 * Stores what reading a live conversation finds (`agui.…`, `state.…`) with the entries that caused it. The reading is done away from main, a
 * little at a time, and never waited for: a flood is read when it is over. What is stored already is not found again.
 */
export function createFindingDesk(
	{ clock, transcripts, log }: Pick<Ports, "clock" | "transcripts" | "log">,
	registry: Pick<Registry, "origin" | "isLive" | "runner">,
): { heard(sessionId: string): void; dispose(): void } {
	const waits = new Map<string, () => void>();
	let disposed = false;

	function wait(sessionId: string): void {
		if (disposed || waits.has(sessionId)) return;
		const cancel = clock.after(WAIT_MS, () => {
			waits.delete(sessionId);
			void read(sessionId);
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
		heard(sessionId) {
			if (registry.origin(sessionId).protocol === "agentcall") wait(sessionId);
		},
		dispose() {
			disposed = true;
			for (const cancel of waits.values()) cancel();
			waits.clear();
		},
	};
}
