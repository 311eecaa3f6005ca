/**
 * Which numbering the first frames of a resumed link belong to. Resume was asked for, the agent says no `session.started`, and begins at or
 * below what is stored: it may replay, or it may have started again at 1. Frames wait, unstored and unacknowledged, until that is known:
 * three that equal stored ones, or a number above them, prove a replay; one that differs proves a new numbering, and all of them are its.
 */
import type { Comparison } from "../../ports.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { takeFrame } from "./receive.ts";
import { newEpoch } from "./resume.ts";
import type { AgentCallState, ProbedFrame, Turn } from "./state.ts";

/** Frames of a replay that must equal stored ones before the replay is believed. */
const EQUAL_FRAMES = 3;
/** An agent that says nothing more for this long is believed to replay. */
const PROBE_LIMIT_MS = 1_000;
/** More frames than this never wait; the store answers long before. */
const MAX_WAITING = 1_024;

export function mustProbe(state: AgentCallState, decoded: Decoded): boolean {
	if (state.probe !== null) return true;
	const { opening, sequence } = state;
	const n = decoded.sequence;
	return opening.askedResume && !opening.startedSeen && !opening.firstNumberSeen && n !== undefined && n <= sequence.high;
}

export function probe(turn: Turn, frame: ProbedFrame): void {
	const { state } = turn;
	if (state.probe === null) {
		state.probe = { queue: [], next: 0, lookUpId: 0, same: 0 };
		turn.out({ kind: "timer", name: "probe", delayMs: PROBE_LIMIT_MS });
	}
	state.probe.queue.push(frame);
	advance(turn);
}

/** Goes on to the next frame that can be compared. */
function advance(turn: Turn): void {
	const { state } = turn;
	const current = state.probe;
	if (!current) return;
	while (current.lookUpId === 0) {
		const frame = current.queue[current.next];
		if (!frame) break;
		const n = frame.decoded.sequence;
		if (n !== undefined && n > state.sequence.high) {
			endProbe(turn);
			return;
		}
		if (n === undefined || isMissing(state, n)) current.next += 1;
		else {
			current.lookUpId = state.nextLookUpId;
			state.nextLookUpId += 1;
			turn.out({ kind: "lookUp", lookUpId: current.lookUpId, frames: [{ epoch: state.sequence.epoch, sequence: n, body: frame.body }] });
		}
	}
	if (current.queue.length > MAX_WAITING) endProbe(turn);
}

const isMissing = ({ sequence }: AgentCallState, n: number) => sequence.missing.some(([from, to]) => n >= from && n <= to);

export function probeAnswered(turn: Turn, lookUpId: number, comparison: Comparison | undefined): void {
	const { state } = turn;
	const current = state.probe;
	if (!current || current.lookUpId !== lookUpId) return;
	current.lookUpId = 0;
	current.next += 1;
	if (comparison === "different") {
		newEpoch(turn, "the agent numbers from the start again");
		const first = current.queue.find((frame) => frame.decoded.sequence !== undefined);
		const message = "The agent started a new numbering without saying so: its numbers were stored with other bytes before.";
		first?.decoded.findings.push({ code: "epoch.reset", severity: "warning", path: "/sequence", message });
		endProbe(turn);
		return;
	}
	if (comparison === "same") current.same += 1;
	if (current.same >= EQUAL_FRAMES) endProbe(turn);
	else advance(turn);
}

/** The question is settled, or cannot be settled any more: the frames take their places, in the order they came. */
export function endProbe(turn: Turn): void {
	const { state } = turn;
	if (!state.probe) return;
	const { queue } = state.probe;
	state.probe = null;
	state.opening.firstNumberSeen = true;
	turn.out({ kind: "cancelTimer", name: "probe" });
	for (const { decoded, opcode, body, atMs, monoMs } of queue) takeFrame(turn, decoded, opcode, body, { atMs, monoMs });
}
