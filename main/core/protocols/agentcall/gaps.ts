import type { SequenceGap } from "../../../../schemas/session.ts";
import { contiguous, giveUpGaps, openGap } from "../../session/sequence.ts";
import { isOpen, note } from "../own-frames.ts";
import { applyFrame } from "./apply.ts";
import type { AgentCallState, Turn } from "./state.ts";

/** Frames are stored but not applied: numbers before them are still waited for. */
export const isHolding = (state: AgentCallState): boolean => openGap(state.sequence) !== undefined;

/** With resume a gap is waited for, then asked for again; without, it is final at once. */
export function gapFound(turn: Turn, from: number, to: number): void {
	const { state } = turn;
	const { epoch } = state.sequence;
	if (state.config.resume && state.gapResumes < state.config.profile.limits.gapResumes) {
		note(turn, { event: "sequence.gap", epoch, from, to, decision: "hold" });
		startHold(turn);
		return;
	}
	note(turn, { event: "sequence.gap", epoch, from, to, decision: "giveUp" });
	giveUp(turn);
}

export function startHold(turn: Turn): void {
	if (turn.state.gapTimer) return;
	turn.state.gapTimer = true;
	turn.out({ kind: "timer", name: "gapHold", delayMs: turn.state.config.profile.limits.gapHoldMs });
}

export function gapHealed(turn: Turn, gap: SequenceGap): void {
	const { epoch, from, to } = gap;
	note(turn, { event: "sequence.gapHealed", epoch, from, to });
	// What a further gap still holds back waits on; everything before that gap counts now.
	release(turn, contiguous(turn.state.sequence));
	if (isHolding(turn.state)) return;
	turn.state.gapResumes = 0;
	stopHold(turn);
}

function stopHold(turn: Turn): void {
	if (!turn.state.gapTimer) return;
	turn.state.gapTimer = false;
	turn.out({ kind: "cancelTimer", name: "gapHold" });
}

/** Applies what was held up to a number, in the order of numbers. */
function release(turn: Turn, upToSequence: number): void {
	const { state } = turn;
	const due = state.held.filter((frame) => frame.sequence <= upToSequence).sort((a, b) => a.sequence - b.sequence);
	state.held = state.held.filter((frame) => frame.sequence > upToSequence);
	state.heldBytes = state.held.reduce((sum, frame) => sum + frame.bytes, 0);
	for (const frame of due) {
		applyFrame(turn, frame.decoded, frame.ref);
		// Last, because an entry of this delivery is not known by its ref any more.
		if (!frame.isRepeated) turn.out({ kind: "delivery", ref: frame.ref, delivery: "applied" });
	}
}

/** Call after each frame: too much held is like too long held. */
export function holdOverflows(state: AgentCallState): boolean {
	const { gapHoldFrames, gapHoldBytes } = state.config.profile.limits;
	return state.held.length > gapHoldFrames || state.heldBytes > gapHoldBytes;
}

/** The hold ran out: close and resume from the cursor, a limited number of times for the same gap. */
export function holdRanOut(turn: Turn): "resume" | "goOn" {
	const { state } = turn;
	stopHold(turn);
	const gap = openGap(state.sequence);
	if (!gap || !isOpen(state)) return "goOn";
	if (state.gapResumes >= state.config.profile.limits.gapResumes) {
		giveUp(turn);
		return "goOn";
	}
	state.gapResumes += 1;
	note(turn, { event: "sequence.gap", epoch: gap.epoch, from: gap.from, to: gap.to, decision: "resume" });
	return "resume";
}

/** The frames count as applied, the hole stays, acks stay frozen below it. */
export function giveUp(turn: Turn): void {
	for (const { epoch, from, to } of giveUpGaps(turn.state.sequence)) note(turn, { event: "sequence.gapLost", epoch, from, to });
	turn.state.gapResumes = 0;
	stopHold(turn);
	release(turn, Number.MAX_SAFE_INTEGER);
}
