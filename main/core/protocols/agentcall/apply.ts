import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { Ref } from "../../session/machine.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { addFinding, isOpen, note } from "../own-frames.ts";
import { cardMismatches, unwantedModality } from "./card-mismatch.ts";
import { heedControl, heedEvent } from "./carriers.ts";
import { endAll, heedRequestError, takeAnswerBack } from "./interactions.ts";
import { matchRun, type OutboxItem } from "./outbox.ts";
import { placeAt } from "./places.ts";
import { lastTurnIn } from "./resume.ts";
import { beginEnding, flushQueue } from "./send.ts";
import type { AgentCallState, Turn } from "./state.ts";

/** It is shown, and stored with each change of the session. */
const MAX_RUN_ID_UNITS = 256;

/** What a stored frame changes about the session. Reading the conversation itself is not the machine's business. */
export function applyFrame(turn: Turn, decoded: Decoded, ref: Ref): void {
	const { state, env } = turn;
	const { modalities, profile } = state.config;
	say(turn, ref, cardMismatches(state.config.card, decoded, state.mismatches));
	const { nowMs } = env;
	if (decoded.kind === "event") {
		const { type, event, framing } = decoded;
		const heeding = { names: profile.carriers, offered: modalities, nowMs, base: framing === "enveloped" ? "/event" : "" };
		say(turn, ref, heedEvent(state.interactions, type, event, heeding));
		sayUnwanted(turn, ref);
		placeAt(turn, ref);
		applyEvent(turn, type, event);
	} else if (decoded.kind === "control") {
		say(turn, ref, heedControl(state.interactions, decoded.type, decoded.body, { offered: modalities, nowMs }));
		sayUnwanted(turn, ref);
		applyControl(turn, decoded.type, decoded.body);
		placeAt(turn, ref);
	}
}

/** Call after requests were heeded: those of this frame are held against the card. */
function sayUnwanted(turn: Turn, ref: Ref): void {
	const { interactions, config, mismatches } = turn.state;
	for (const { interaction, as } of interactions.touched ?? []) {
		const finding = as === "asked" ? unwantedModality(config.card, interaction.modality, mismatches) : null;
		if (finding) addFinding(turn, ref, finding);
	}
}

function say(turn: Turn, ref: Ref, findings: Finding[]): void {
	for (const finding of findings) addFinding(turn, ref, finding);
}

function applyEvent(turn: Turn, type: string, event: Record<string, unknown>): void {
	const { state } = turn;
	if (type === "RUN_STARTED") {
		state.facts.openRun = typeof event.runId === "string" ? cutText(event.runId, MAX_RUN_ID_UNITS) : "?";
		const { item, rule } = matchRun(state.outbox, metadataTurn(turn, event));
		if (item) settle(turn, item, "answered", rule === "metadata" ? "RUN_STARTED names its turn" : "oldest sent turn without a run");
	} else if (type === "RUN_FINISHED" || type === "RUN_ERROR") {
		state.facts.openRun = null;
		state.cancelPending = false;
		state.ackOnCommit = true;
	}
}

function metadataTurn(turn: Turn, event: Record<string, unknown>): number | null {
	const own = member(member(event, "metadata"), turn.state.config.profile.carriers.vendorKey);
	const value = member(own, "turn");
	return typeof value === "number" ? value : null;
}

function member(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function applyControl(turn: Turn, type: string, body: Record<string, unknown>): void {
	if (type === "session.started") sessionStarted(turn, body);
	else if (type === "session.ended") sessionEnded(turn);
	else if (type === "error") serverError(turn, body);
}

function sessionStarted(turn: Turn, body: Record<string, unknown>): void {
	const { state } = turn;
	const lastTurn = lastTurnIn(body);
	if (lastTurn !== null) {
		settleByLastTurn(turn, lastTurn, body.resumed === true);
		// A number at or below theirs could only be refused.
		state.facts.nextTurn = Math.max(state.facts.nextTurn, lastTurn + 1);
	}
	// Also when it comes so late that the turns of meanwhile have gone out.
	if (isOpen(state)) flushQueue(turn);
}

/**
 * `lastTurn` is the agent's word about what it has: at or below it arrived, above it did not. What did not is sent again, same number, same
 * body, but only to an agent that still has the history: a fresh one may have lost what it had already acted on.
 */
function settleByLastTurn(turn: Turn, lastTurn: number, resumed: boolean): void {
	const { state } = turn;
	for (const item of [...state.outbox]) {
		if (item.turn === null || item.delivery === "queued" || countsForItself(state, item)) continue;
		if (item.turn <= lastTurn) settle(turn, item, "acknowledged", `the agent's last turn is ${lastTurn}`);
		// A higher turn has gone out on this link: numbers only grow, so this one could only be refused. The operator decides.
		else if (item.delivery === "unknown" && resumed && item.turn > state.opening.highestTurn) item.delivery = "queued";
	}
}

/** Spoken turns with numbers of their own: the agent's last turn says nothing about them. */
const countsForItself = ({ config }: AgentCallState, { type }: OutboxItem): boolean =>
	config.audioCounter === "separate" && type.startsWith("audio.");

function settle(turn: Turn, item: OutboxItem, as: "acknowledged" | "answered", why: string): void {
	const { state } = turn;
	const wasUnknown = item.delivery === "unknown";
	if (as === "answered") item.awaitsRun = false;
	turn.out({ kind: "delivery", ref: item.ref, delivery: as });
	if (wasUnknown) note(turn, { event: "turn.settled", type: item.type, turn: item.turn, as, why });
	if (as === "answered" || !item.awaitsRun) state.outbox = state.outbox.filter((each) => each !== item);
	else item.delivery = "acknowledged";
}

function sessionEnded(turn: Turn): void {
	const { state } = turn;
	state.facts.ended = true;
	state.facts.openRun = null;
	state.ackOnCommit = true;
	endAll(state.interactions, turn.env.nowMs);
	if (!isOpen(state)) return;
	// The agent is done with us: acknowledge what is stored, then close as B1 says.
	if (!state.ending) beginEnding(turn);
	turn.out({ kind: "timer", name: "endWait", delayMs: 0 });
}

function serverError(turn: Turn, body: Record<string, unknown>): void {
	const { state } = turn;
	if (typeof body.retryAfterMs === "number" && body.retryAfterMs > 0) state.link.retryAfterMs = body.retryAfterMs;
	heedRequestError(state.interactions, body.interactionId, body.code, turn.env.nowMs);
	if (typeof body.turn !== "number") return;
	const item = state.outbox.find((each) => each.turn === body.turn && each.delivery !== "queued");
	if (!item) return;
	state.outbox = state.outbox.filter((each) => each !== item);
	takeAnswerBack(state.interactions, body.turn, String(body.code), state.config.modalities, turn.env.nowMs);
	const code = typeof body.code === "string" ? body.code : "error";
	const message = typeof body.message === "string" ? body.message : "no reason given";
	const finding: Finding = { code: "turn.refused", severity: "error", path: "/turn", message: `The agent refused it: ${code}, ${message}` };
	addFinding(turn, item.ref, finding);
	turn.out({ kind: "delivery", ref: item.ref, delivery: "refused" });
}
