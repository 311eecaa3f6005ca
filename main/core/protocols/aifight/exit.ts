import type { LinkOutcome } from "../../../../schemas/session.ts";
import { abandon, type LinkPolicy } from "../../session/link.ts";
import { leaveQueue } from "./client-messages.ts";
import { sendOwn } from "./deliver.ts";
import { SUSPEND_LIMIT_MS } from "./profile.ts";
import { isOpen, note, type Turn } from "./state.ts";

/** How long a disconnect waits for what is due to be stored and written. */
const FLUSH_LIMIT_MS = 500;

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
	/** Leaves the queue, says goodbye, and is never connected again. Matches that still run are the server's to finish. */
	end(turn: Turn): void;
}

/** `lost` is called when the link is gone at once. */
export function createExit(policy: LinkPolicy, lost: (turn: Turn) => void): Exit {
	function giveUp(turn: Turn, meaning: string, reason: string, next: LinkOutcome["next"]): void {
		const outcome: LinkOutcome = { code: 1000, reason, by: "console", clean: false, meaning, next };
		if (abandon(turn.state.link, outcome, turn.env, policy, turn, true).kind === "lost") lost(turn);
	}

	function leave(turn: Turn, code: number, reason: string): void {
		const { state } = turn;
		note(turn, { event: "operator.disconnect" });
		state.leaving = { code, reason };
		if (!isOpen(state)) dropNow(turn);
		else if (state.pendingWrites.length === 0) closeNow(turn);
		else turn.out({ kind: "timer", name: "flush", delayMs: FLUSH_LIMIT_MS });
	}

	function closeNow(turn: Turn): void {
		const { state } = turn;
		const { leaving } = state;
		state.leaving = null;
		turn.out({ kind: "cancelTimer", name: "flush" });
		if (!leaving || !isOpen(state)) return;
		state.link.phase = "closing";
		state.link.sinceMs = turn.env.nowMs;
		turn.out({ kind: "closeSocket", code: leaving.code, reason: leaving.reason });
	}

	/** There is no open link to be polite on: stop dialling or waiting, or stop waiting for a close frame. */
	function dropNow(turn: Turn): void {
		const { link } = turn.state;
		turn.state.leaving = null;
		const meaning = "Cancelled by the operator.";
		const outcome: LinkOutcome = { code: null, reason: "", by: "console", clean: false, errorCode: "CANCELLED", meaning, next: "stop" };
		if (abandon(link, outcome, turn.env, policy, turn).kind === "lost") lost(turn);
	}

	return {
		giveUp,
		leave,
		closeNow,
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
			if (isOpen(state)) leave(turn, 1000, "session ended");
			else dropNow(turn);
			if (state.link.phase === "down" && state.link.lastOutcome) state.link.lastOutcome = { ...state.link.lastOutcome, next: "ended" };
		},
	};
}
