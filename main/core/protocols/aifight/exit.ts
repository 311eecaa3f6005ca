import type { LinkOutcome } from "../../../../schemas/session.ts";
import { abandon, type LinkPolicy } from "../../session/link.ts";
import { createLeaving, isOpen, note } from "../own-frames.ts";
import { leaveQueue } from "./client-messages.ts";
import { sendOwn } from "./deliver.ts";
import { SUSPEND_LIMIT_MS } from "./profile.ts";
import type { Turn } from "./state.ts";

/** Every way this console ends a link by itself. */
export interface Exit {
	/** For a reason of our own, with a close frame, without waiting for anyone. */
	giveUp(turn: Turn, meaning: string, reason: string, next: LinkOutcome["next"]): void;
	/** Hands the seat back rather than letting it go stale; the jump of the clock at waking dials again. */
	suspend(turn: Turn): void;
	/** The operator disconnects: what is due is written first. */
	leave(turn: Turn, code: number, reason: string): void;
	/** Says the close frame that `leave` asked for. */
	closeNow(turn: Turn): void;
	/** The last of what is due was written. */
	written(turn: Turn): void;
	/** The session is over: nothing dials again. */
	stopRetry(turn: Turn): void;
	/** Leaves the queue, says goodbye, and is never connected again. Matches that still run are the server's to finish. */
	end(turn: Turn): void;
}

/** `lost` is called when the link is gone at once. */
export function createExit(policy: LinkPolicy, lost: (turn: Turn) => void): Exit {
	const leaving = createLeaving(policy, lost);

	function giveUp(turn: Turn, meaning: string, reason: string, next: LinkOutcome["next"]): void {
		const outcome: LinkOutcome = { code: 1000, reason, by: "console", clean: false, meaning, next };
		if (abandon(turn.state.link, outcome, turn.env, policy, turn, true).kind === "lost") lost(turn);
	}

	return {
		giveUp,
		leave: leaving.disconnect,
		closeNow: leaving.closeNow,
		written: leaving.written,
		stopRetry: leaving.stopRetry,
		suspend(turn) {
			if (!isOpen(turn.state)) return;
			turn.state.link.retryAfterMs = SUSPEND_LIMIT_MS;
			giveUp(turn, "The seat was handed back because the computer goes to sleep.", "host sleeping", "retry");
		},
		end(turn) {
			const { state } = turn;
			note(turn, { event: "operator.end" });
			state.facts.ended = true;
			if (isOpen(state) && state.desk.queue) sendOwn(turn, leaveQueue());
			if (isOpen(state)) leaving.disconnect(turn, 1000, "session ended");
			else leaving.dropNow(turn);
			if (state.link.phase === "down" && state.link.lastOutcome) state.link.lastOutcome = { ...state.link.lastOutcome, next: "ended" };
		},
	};
}
