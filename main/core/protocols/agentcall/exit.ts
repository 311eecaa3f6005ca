/** How this console ends a link by itself, and what a link that is gone leaves behind. */
import { abandon, type LinkPolicy } from "../../session/link.ts";
import { createLeaving, isOpen, note } from "../own-frames.ts";
import { encodeClientMessage, sessionEnd } from "./client-messages.ts";
import { giveUp, holdRanOut } from "./gaps.ts";
import { endAll, linkEndsRequests } from "./interactions.ts";
import { placeAt } from "./places.ts";
import { endProbe } from "./probe.ts";
import { beginEnding, considerAck, forgetWrites, sendText } from "./send.ts";
import type { Turn } from "./state.ts";

/** A session that is over waits longer, ms: nothing asks for its last frames again. */
const LAST_FLUSH_LIMIT_MS = 2_000;

export interface Exit {
	/** The link is gone, whoever ended it. */
	lost(turn: Turn): void;
	/** The operator disconnects: what is due is acknowledged, stored and written first. */
	leave(turn: Turn, code: number, reason: string): void;
	/** Says the close frame that `leave` asked for. */
	closeNow(turn: Turn): void;
	/** Says `session.end` once what arrived is stored and acknowledged, or, without a link, that the session is over. */
	end(turn: Turn): void;
	/** More is stored: says what waited for it, `session.end` or the close. */
	stored(turn: Turn): void;
	/** The time after `session.end` is over, or the agent has said that it is done: closes with 1000. */
	endNow(turn: Turn): void;
	/** Too much or too long was held: closes to ask for the missing frames, or goes on without them. */
	holdOver(turn: Turn): void;
}

export function createExit(policy: LinkPolicy): Exit {
	const leaving = createLeaving<Turn>(policy, lost, {
		// Everything that arrived is stored, and what is to be said about it is written.
		isSettled: ({ state }) => state.pendingWrites.length === 0 && state.stored >= state.appended,
		flush: (turn) => considerAck(turn, "runEnded"),
	});

	function lost(turn: Turn): void {
		const { state } = turn;
		endProbe(turn);
		forgetWrites(turn);
		state.ackTimer = false;
		state.opening.waitingForTurns = false;
		for (const name of ["ack", "endWait", "flush", "startWait", "gapHold"] as const) turn.out({ kind: "cancelTimer", name });
		state.gapTimer = false;
		state.leaving = null;
		if (state.audio.kind === "open") state.audio = { kind: "idle", last: { turn: state.audio.turn, as: "lost" } };
		state.cancelPending = false;
		if (state.facts.ended || state.ending || state.endAfter !== null) {
			state.facts.ended = true;
			leaving.stopRetry(turn);
		}
		// Without resume nobody will finish the run; what came of it stays as it is.
		const isOver = state.facts.ended || linkEndsRequests(state.link.lastOutcome);
		if (!state.config.resume || isOver) state.facts.openRun = null;
		if (!state.config.resume || state.facts.ended) giveUp(turn);
		if (isOver) endAll(state.interactions, turn.env.nowMs);
		placeAt(turn, null);
		state.ending = false;
		state.endAfter = null;
	}

	function sayEnd(turn: Turn): void {
		turn.state.endAfter = null;
		considerAck(turn, "runEnded");
		sendText(turn, "session.end", encodeClientMessage(sessionEnd()));
		beginEnding(turn);
	}

	return {
		lost,
		closeNow: leaving.closeNow,
		leave: (turn, code, reason) => leaving.disconnect(turn, code, reason),
		end(turn) {
			note(turn, { event: "operator.end" });
			if (isOpen(turn.state)) {
				const { appended, stored } = turn.state;
				if (stored >= appended) sayEnd(turn);
				else turn.state.endAfter ??= appended;
				return;
			}
			turn.state.facts.ended = true;
			leaving.dropNow(turn);
			leaving.stopRetry(turn);
			endAll(turn.state.interactions, turn.env.nowMs);
			placeAt(turn, null);
		},
		endNow(turn) {
			const { state } = turn;
			if (!isOpen(state) && state.link.phase !== "closing") return;
			leaving.leave(turn, 1000, "session ended", LAST_FLUSH_LIMIT_MS);
		},
		stored(turn) {
			const { endAfter, stored } = turn.state;
			if (endAfter !== null && stored >= endAfter && isOpen(turn.state)) sayEnd(turn);
			leaving.written(turn);
		},
		holdOver(turn) {
			if (holdRanOut(turn) !== "resume") return;
			const outcome = {
				code: 1000,
				reason: "resume to fill a gap",
				by: "console" as const,
				clean: false,
				meaning: "The console closed to ask for the missing frames again.",
				next: "retry" as const,
			};
			if (abandon(turn.state.link, outcome, turn.env, policy, turn, true).kind === "lost") lost(turn);
		},
	};
}
