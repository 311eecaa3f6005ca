import type { Comparison } from "../ports.ts";
import { startEpoch } from "../session/sequence.ts";
import { encodeClientMessage, sessionStart } from "./client-messages.ts";
import type { Decoded } from "./decoded.ts";
import { giveUp, isHolding, startHold } from "./gaps.ts";
import { endAll } from "./interactions.ts";
import { takesTurn } from "./outbox.ts";
import { takeFrame } from "./receive.ts";
import { flushQueue, sendText } from "./send.ts";
import { type AgentCallState, note, type ProbedFrame, type Turn } from "./state.ts";

/** Frames of a replay that must equal stored ones before the replay is believed. */
const PROBE_FRAMES = 3;
/** How long queued turns wait for `session.started` when the fate of earlier ones is unknown. */
const START_WAIT_MS = 2_000;

/** The link is open: say who we are and where we stopped. */
export function openSession(turn: Turn): void {
	const { state, env } = turn;
	const { config, facts, sequence, link } = state;
	const again = facts.received > 0 || facts.sent > 0;
	if (again && !config.resume) newStream(turn, "the agent declares no resume");
	state.opening = { startedSeen: false, firstFrameSeen: false, askedResume: config.resume && sequence.high > 0, waitingForTurns: false };
	state.probe = null;
	if (link.brokenSince) {
		const { atMs, cause } = link.brokenSince;
		const resumedFrom = config.resume ? sequence.cursor : null;
		note(turn, { event: "link.gap", fromMs: atMs, toMs: env.nowMs, cause, resumedFrom, epoch: sequence.epoch });
		link.brokenSince = null;
	}
	const start = sessionStart({
		sessionId: facts.wireSessionId,
		...(config.resume ? { resumeFromSequence: sequence.cursor } : {}),
		modalities: config.modalities,
		audioTurnControl: config.audioTurnControl,
	});
	sendText(turn, "session.start", encodeClientMessage(start));
	if (isHolding(state)) startHold(turn);
	if (state.outbox.some((item) => item.delivery === "unknown" && takesTurn(item.type)) && config.resume) {
		state.opening.waitingForTurns = true;
		turn.out({ kind: "timer", name: "startWait", delayMs: START_WAIT_MS });
	} else {
		flushQueue(turn);
	}
}

/** A server without resume begins anew: a new id on the wire, new numbers both ways, nothing compared with the old ones. */
function newStream(turn: Turn, why: string): void {
	const { state, env } = turn;
	state.facts.wireSessionId = env.uuid();
	// Turns that still wait keep the numbers their text says.
	state.facts.nextTurn = 1 + Math.max(0, ...state.outbox.map((item) => (item.delivery === "queued" ? (item.turn ?? 0) : 0)));
	state.facts.nextAudioTurn = 1;
	newEpoch(turn, why);
}

function newEpoch(turn: Turn, why: string): void {
	const { state } = turn;
	giveUp(turn);
	startEpoch(state.sequence);
	state.commits.forgetContiguous();
	state.acked = 0;
	state.ackQueued = 0;
	state.facts.openRun = null;
	state.cancelPending = false;
	endAll(state.interactions, turn.env.nowMs);
	note(turn, { event: "epoch.started", epoch: state.sequence.epoch, why });
}

/**
 * Whether it is still open which numbering a frame belongs to: resume was asked for, the agent says no `session.started` and begins at or
 * below what is stored. It may replay, or it may have started again at 1.
 */
export function mustProbe(state: AgentCallState, decoded: Decoded): boolean {
	if (state.probe !== null) return true;
	const { opening, sequence } = state;
	if (!opening.askedResume || opening.startedSeen || opening.firstFrameSeen || decoded.sequence === undefined) return false;
	return isStoredNumber(state, decoded.sequence) && sequence.high > 0;
}

const isStoredNumber = ({ sequence }: AgentCallState, n: number) =>
	n <= sequence.high && !sequence.missing.some(([from, to]) => n >= from && n <= to);

export function probe(turn: Turn, frame: ProbedFrame): void {
	const { state } = turn;
	if (state.probe === null) {
		state.probe = { queue: [frame], lookUpId: 0, same: 0 };
		askFirst(turn);
		return;
	}
	state.probe.queue.push(frame);
	if (state.probe.lookUpId === 0) next(turn);
}

function askFirst(turn: Turn): void {
	const { state } = turn;
	const first = state.probe?.queue[0];
	if (!state.probe || !first || first.decoded.sequence === undefined) return;
	state.probe.lookUpId = state.nextLookUpId;
	state.nextLookUpId += 1;
	const frame = { epoch: state.sequence.epoch, sequence: first.decoded.sequence, body: first.text };
	turn.out({ kind: "lookUp", lookUpId: state.probe.lookUpId, frames: [frame] });
}

export function probeAnswered(turn: Turn, lookUpId: number, comparison: Comparison | undefined): void {
	const { state } = turn;
	if (!state.probe || state.probe.lookUpId !== lookUpId) return;
	state.probe.lookUpId = 0;
	if (comparison === "different") {
		const first = state.probe.queue[0];
		newEpoch(turn, "the agent numbers from the start again");
		if (first) {
			const message = "Its number was stored with other bytes before: the agent started a new numbering without saying so.";
			first.decoded.findings.push({ code: "epoch.reset", severity: "warning", path: "/sequence", message });
		}
		finishProbe(turn);
		return;
	}
	state.probe.same += 1;
	take(turn, state.probe.queue.shift());
	if (comparison === "absent" || state.probe.same >= PROBE_FRAMES) finishProbe(turn);
	else next(turn);
}

/** Goes on with the frame at the head of the queue: another one to compare, or the end of the replay. */
function next(turn: Turn): void {
	const { state } = turn;
	const head = state.probe?.queue[0];
	if (!head) return;
	const n = head.decoded.sequence;
	if (n === undefined) {
		state.probe?.queue.shift();
		take(turn, head);
		next(turn);
	} else if (isStoredNumber(state, n)) askFirst(turn);
	else finishProbe(turn);
}

function finishProbe(turn: Turn): void {
	const { state } = turn;
	const queue = state.probe?.queue ?? [];
	state.probe = null;
	state.opening.firstFrameSeen = true;
	for (const frame of queue) take(turn, frame);
}

/** The link ended before the probe did: the frames are kept, as duplicates of what they repeat. */
export function abandonProbe(turn: Turn): void {
	if (turn.state.probe) finishProbe(turn);
}

function take(turn: Turn, frame: ProbedFrame | undefined): void {
	if (!frame) return;
	takeFrame(turn, frame.decoded, "text", frame.text, { atMs: frame.atMs, monoMs: frame.monoMs });
}

/** `session.started` says whether the agent still has our history; call before its frame is put into the sequence. */
export function heedSessionStarted(turn: Turn, body: Record<string, unknown>): void {
	const { state } = turn;
	if (!state.opening.askedResume || body.resumed !== false) return;
	const reason = typeof body.reason === "string" ? body.reason : "no reason given";
	newEpoch(turn, `the agent no longer has the history (${reason})`);
	state.opening.askedResume = false;
}
