import type { Finding } from "../../../../schemas/timeline.ts";
import { inWords } from "../../schema/describe-violation.ts";
import { startEpoch } from "../../session/sequence.ts";
import { note } from "../own-frames.ts";
import { encodeClientMessage, sessionStart } from "./client-messages.ts";
import { giveUp, isHolding, startHold } from "./gaps.ts";
import { endAll } from "./interactions.ts";
import { takesTurn } from "./outbox.ts";
import { placeAt } from "./places.ts";
import { flushQueue, sendText } from "./send.ts";
import type { AgentCallState, Turn } from "./state.ts";

/** How long queued turns wait for `session.started` when the fate of earlier ones is unknown. */
const START_WAIT_MS = 2_000;

/** The link is open: say who we are and where we stopped. */
export function openSession(turn: Turn): void {
	const { state, env } = turn;
	const { config, facts, sequence, link } = state;
	const again = facts.received > 0 || facts.sent > 0;
	if (again && !config.resume) newStream(turn);
	state.opening = {
		startedSeen: false,
		firstNumberSeen: false,
		askedResume: config.resume && sequence.high > 0,
		waitingForTurns: false,
		highestTurn: 0,
	};
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

/**
 * A server without resume begins anew: its numbers are compared with none of the old ones. What we say is new too, id and turns, unless the
 * operator chose to go on under the same id: then the turns go on as well, for a number is used once per id.
 */
function newStream(turn: Turn): void {
	const { state, env } = turn;
	if (state.config.afterBreak === "sameSession") {
		newEpoch(turn, "the agent declares no resume; session id and turns go on");
		return;
	}
	state.facts.wireSessionId = env.uuid();
	// Turns that still wait keep the numbers their text says.
	state.facts.nextTurn = 1 + Math.max(0, ...state.outbox.map((item) => (item.delivery === "queued" ? (item.turn ?? 0) : 0)));
	state.facts.nextAudioTurn = 1;
	newEpoch(turn, "the agent declares no resume");
}

export function newEpoch(turn: Turn, why: string): void {
	const { state } = turn;
	giveUp(turn);
	startEpoch(state.sequence);
	state.commits.forgetContiguous();
	state.unapplied = null;
	state.acked = 0;
	state.ackQueued = 0;
	state.facts.openRun = null;
	state.cancelPending = false;
	endAll(state.interactions, turn.env.nowMs);
	placeAt(turn, note(turn, { event: "epoch.started", epoch: state.sequence.epoch, why }));
}

/** What is odd about a `session.started`; call before it is heeded. */
export function startedFindings({ opening, facts }: AgentCallState, body: Record<string, unknown>): Finding[] {
	const found: Finding[] = [];
	const say = (code: string, path: string, message: string) => found.push({ code, severity: "warning", path, message });
	if (opening.startedSeen) say("session.startedAgain", "/type", "The agent has said session.started on this link already.");
	else if (opening.firstNumberSeen) {
		say(
			"session.startedLate",
			"/type",
			"session.started comes first on a link; numbered frames came before it, so it says nothing about them.",
		);
	}
	if (typeof body.sessionId === "string" && body.sessionId !== facts.wireSessionId) {
		say("session.otherId", "/sessionId", `The agent speaks of session ${inWords(body.sessionId)}; this link opened another one.`);
	}
	const theirs = lastTurnIn(body);
	if (theirs !== null && theirs >= facts.nextTurn) {
		const message = `The agent counts turns up to ${theirs}; this console's next one would have been ${facts.nextTurn}. It is ${theirs + 1} now.`;
		say("turn.behind", "/lastTurn", message);
	}
	return found;
}

/** The last turn the agent has; null when it says none that a turn can follow. */
export const lastTurnIn = ({ lastTurn }: Record<string, unknown>): number | null =>
	Number.isSafeInteger(lastTurn) && (lastTurn as number) >= 0 && (lastTurn as number) < Number.MAX_SAFE_INTEGER
		? (lastTurn as number)
		: null;

/** `session.started` says whether the agent still has our history; call before its frame is put into the sequence. */
export function heedSessionStarted(turn: Turn, body: Record<string, unknown>): void {
	const { state } = turn;
	// It comes first on each link; later it says nothing about numbers that were taken already.
	if (!state.opening.askedResume || state.opening.firstNumberSeen || body.resumed !== false) return;
	const reason = typeof body.reason === "string" ? body.reason : "no reason given";
	newEpoch(turn, `the agent no longer has the history (${reason})`);
	state.opening.askedResume = false;
}
