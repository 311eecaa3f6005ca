import type { Result } from "../../schemas/errors.ts";
import type { MessageCheck, OperatorApi } from "../../schemas/ipc.ts";

/** Calls `run` once after `delayMs`; call the result to cancel. */
export type After = (delayMs: number, run: () => void) => () => void;

export const CHECK_DELAY_MS = 80;
/** A text of this many UTF-16 units waits as long again: what costs more to check and to save is checked and saved less often. */
const DELAYED_BY_UNITS = 256 * 1024;

/** How long a text rests before it is checked or saved, ms: `delayMs` for a small one, 33 times that for one of 8 Mi units. */
export const restMs = (delayMs: number, text: string): number => Math.round(delayMs * (1 + text.length / DELAYED_BY_UNITS));

export interface LatestCheck {
	/** Checks once typing has rested. */
	schedule(): void;
	dispose(): void;
}

/** One check at a time, and only the newest text counts: an answer about another text than the one there now is thrown away. */
export function createLatestCheck(
	api: OperatorApi,
	sessionId: string,
	after: After,
	draft: { text: () => string | undefined; answered: (text: string, answer: Result<MessageCheck>) => void },
): LatestCheck {
	let cancel: (() => void) | null = null;
	let isRunning = false;
	let isOver = false;

	function schedule() {
		cancel?.();
		cancel = after(restMs(CHECK_DELAY_MS, draft.text() ?? ""), () => {
			cancel = null;
			void run();
		});
	}

	async function run() {
		const text = draft.text();
		if (text === undefined || isRunning) return;
		isRunning = true;
		const answer = await api.request("message.check", { sessionId, text });
		isRunning = false;
		if (draft.text() === text) draft.answered(text, answer);
		// Typed meanwhile: that text has its own timer, unless it fired while this check was under way.
		else if (!cancel && !isOver) schedule();
	}

	return {
		schedule,
		dispose() {
			isOver = true;
			cancel?.();
			cancel = null;
		},
	};
}
