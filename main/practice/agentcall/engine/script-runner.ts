/** Thrown into a script whose session or link is gone. Nothing more is said. */
class ScriptStopped extends Error {
	override name = "ScriptStopped";
}

/** Plays scripts one after another. */
export interface ScriptRunner {
	/** Queues a script behind those already there. */
	play(script: () => Promise<void>): void;
	/** Aborts with ScriptStopped when scripts are to stop. */
	signal(): AbortSignal;
	/** Stops the script that plays and forgets those that wait. Later ones play again. */
	stop(): void;
}

export function createScriptRunner(onError: (thrown: unknown) => void): ScriptRunner {
	let controller = new AbortController();
	let tail: Promise<void> = Promise.resolve();
	return {
		play(script) {
			const { signal } = controller;
			const turn = async () => {
				if (signal.aborted) return;
				try {
					await script();
				} catch (thrown) {
					if (!signal.aborted) onError(thrown);
				}
			};
			tail = tail.then(turn);
		},
		signal: () => controller.signal,
		stop() {
			controller.abort(new ScriptStopped("The script was stopped."));
			controller = new AbortController();
		},
	};
}
