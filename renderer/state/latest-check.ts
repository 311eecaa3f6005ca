import type { Result } from "../../schemas/errors.ts";
import type { MessageCheck, OperatorApi } from "../../schemas/ipc.ts";

/** Calls `run` once after `delayMs`; call the result to cancel. */
export type After = (delayMs: number, run: () => void) => () => void;

export const CHECK_DELAY_MS = 80;

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
		cancel = after(CHECK_DELAY_MS, () => {
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
