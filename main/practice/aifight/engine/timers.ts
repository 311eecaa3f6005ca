import type { Pacer } from "../../pacer.ts";

/** Everything a seat waits for, so that all of it ends with the seat. */
export interface Timers {
	/** After so many real ms. Call the result to stop it. */
	after(realMs: number, then: () => void): () => void;
	/** After a scripted, scaled pause. */
	pause(delayMs: number, then: () => void): () => void;
	/** Stops all; nothing starts any more. */
	dispose(): void;
}

export function createTimers(pacer: Pacer): Timers {
	const running = new Set<NodeJS.Timeout>();
	let disposed = false;
	function after(realMs: number, then: () => void): () => void {
		if (disposed) return () => {};
		const timer = setTimeout(() => {
			running.delete(timer);
			then();
		}, realMs);
		running.add(timer);
		return () => {
			clearTimeout(timer);
			running.delete(timer);
		};
	}
	return {
		after,
		pause: (delayMs, then) => after(pacer.real(delayMs), then),
		dispose() {
			disposed = true;
			for (const timer of running) clearTimeout(timer);
			running.clear();
		},
	};
}
