import { ACK_COALESCE_MS, ackDue } from "../../session/ack-policy.ts";
import type { Input, Ref } from "../../session/machine.ts";
import { append, isOpen, markOverride, note, settleWritten, writeStored } from "../own-frames.ts";
import { ack, audioTurnCancel, encodeClientMessage } from "./client-messages.ts";
import { markAnswered, takeAnswerBack } from "./interactions.ts";
import { awaitsRun, isTracked, takesTurn, turnOf } from "./outbox.ts";
import { placeAt } from "./places.ts";
import type { AgentCallState, Turn } from "./state.ts";

/** Stores a message and hands it to the socket once it is on disk. */
export function sendText(turn: Turn, type: string, text: string, extra: { sequence?: number; override?: boolean } = {}): number {
	const { state } = turn;
	const ref = append(turn, {
		dir: "out",
		kind: "frame",
		opcode: "text",
		type,
		body: text,
		epoch: state.sequence.epoch,
		delivery: "sending",
		...(extra.sequence !== undefined && type === "ack" ? { sequence: extra.sequence } : {}),
	});
	state.pendingWrites.push({ ref, afterRef: ref, text, type, sequence: extra.sequence ?? 0 });
	return ref;
}

/** The link is gone: what never reached the socket goes back, what did is in doubt. */
export function forgetWrites(turn: Turn): void {
	const { state } = turn;
	for (const write of state.pendingWrites) {
		const item = state.outbox.find((each) => each.ref === write.ref);
		if (item && takesTurn(item.type)) {
			item.delivery = "queued";
			turn.out({ kind: "delivery", ref: write.ref, delivery: "queued" });
		} else {
			state.outbox = state.outbox.filter((each) => each.ref !== write.ref);
			turn.out({ kind: "delivery", ref: write.ref, delivery: "discarded" });
		}
	}
	state.pendingWrites = [];
	state.ackQueued = state.acked;
	for (const item of state.outbox) {
		if (item.delivery !== "sending" && item.delivery !== "sent") continue;
		item.delivery = "unknown";
		item.wasSent = true;
		turn.out({ kind: "delivery", ref: item.ref, delivery: "unknown" });
		note(turn, { event: "turn.unknown", type: item.type, turn: item.turn });
	}
}

/** Sends what waits, oldest first: turns written while there was no link, and turns the agent is known not to have. */
export function flushQueue(turn: Turn): void {
	const { state } = turn;
	state.opening.waitingForTurns = false;
	turn.out({ kind: "cancelTimer", name: "startWait" });
	for (const item of state.outbox.filter((each) => each.delivery === "queued")) {
		const { text, type, turn: number } = item;
		if (item.wasSent) {
			note(turn, { event: "turn.settled", type, turn: number, as: "resent", why: "the agent's last turn is lower" });
			turn.out({ kind: "delivery", ref: item.ref, delivery: "dropped" });
			item.ref = sendText(turn, type, text);
		} else {
			turn.out({ kind: "delivery", ref: item.ref, delivery: "sending" });
			const afterRef = note(turn, { event: "turn.settled", type, turn: number, as: "released", why: "the link is open" });
			state.pendingWrites.push({ ref: item.ref, afterRef, text, type, sequence: 0 });
		}
		noteTurnSaid(turn, number);
		item.delivery = "sending";
	}
}

/** A resume was asked for and the agent has not yet shown which numbering goes on. */
const isUndecided = ({ opening, probe }: AgentCallState): boolean =>
	probe !== null || (opening.askedResume && !opening.startedSeen && !opening.firstNumberSeen);

const noteTurnSaid = ({ state: { opening } }: Turn, number: number | null) => {
	opening.highestTurn = Math.max(opening.highestTurn, number ?? 0);
};

export function considerAck(turn: Turn, why: "committed" | "timer" | "runEnded"): void {
	const { state } = turn;
	if (why === "timer") state.ackTimer = false;
	// Numbers of before the break mean nothing to an agent that may have begun a new numbering; session.start has said the cursor.
	if (!state.config.acks || !isOpen(state) || isUndecided(state)) return;
	const cursor = state.sequence.cursor;
	const due = ackDue(cursor, state.ackQueued, why);
	if (due === "later" && !state.ackTimer) {
		state.ackTimer = true;
		turn.out({ kind: "timer", name: "ack", delayMs: ACK_COALESCE_MS });
	}
	if (due !== "now") return;
	state.ackQueued = cursor;
	sendText(turn, "ack", encodeClientMessage(ack(cursor)), { sequence: cursor });
}

/** The operator's message, already checked; `override` means its error findings were accepted knowingly. */
export function operatorSend(turn: Turn, input: Extract<Input, { kind: "send" }>): void {
	const { state } = turn;
	const type = input.type ?? "";
	if (type === "audio.turn.start" && state.audio.kind === "open") {
		sendText(turn, "audio.turn.cancel", encodeClientMessage(audioTurnCancel(state.audio.turn)));
	}
	const turnNumber = turnOf(input.body);
	if (turnNumber !== null && takesTurn(type)) claimTurn(turn, type, turnNumber);
	const queue = !isOpen(state) || state.opening.waitingForTurns;
	let ref: number;
	if (queue && takesTurn(type)) {
		ref = append(turn, {
			dir: "out",
			kind: "frame",
			opcode: "text",
			type,
			body: input.text,
			epoch: state.sequence.epoch,
			delivery: "queued",
		});
		state.outbox.push({ ref, type, turn: turnNumber, text: input.text, delivery: "queued", awaitsRun: awaitsRun(type), wasSent: false });
		markOverride(turn, ref, input);
		heedAnswer(turn, type, ref, input.body, turnNumber);
		return;
	}
	const sequence = type === "ack" && typeof input.body?.sequence === "number" ? input.body.sequence : undefined;
	ref = sendText(turn, type, input.text, sequence === undefined ? {} : { sequence });
	markOverride(turn, ref, input);
	if (takesTurn(type)) noteTurnSaid(turn, turnNumber);
	heedAnswer(turn, type, ref, input.body, turnNumber);
	applyOwn(turn, type, ref, input.text, turnNumber, sequence);
}

/** An observation that names a request answers it, from the moment it is stored. */
function heedAnswer(turn: Turn, type: string, ref: Ref, body: Record<string, unknown> | null, turnNumber: number | null): void {
	if (type !== "user.observation" || typeof body?.interactionId !== "string") return;
	markAnswered(turn.state.interactions, body.interactionId, turnNumber, turn.env.nowMs);
	placeAt(turn, ref);
}

function claimTurn(turn: Turn, type: string, number: number): void {
	const { facts, config } = turn.state;
	if (number >= Number.MAX_SAFE_INTEGER) return;
	if (type === "audio.turn.start" && config.audioCounter === "separate") facts.nextAudioTurn = Math.max(facts.nextAudioTurn, number + 1);
	else facts.nextTurn = Math.max(facts.nextTurn, number + 1);
}

function applyOwn(turn: Turn, type: string, ref: number, text: string, turnNumber: number | null, sequence: number | undefined): void {
	const { state } = turn;
	if (isTracked(type)) {
		state.outbox.push({ ref, type, turn: turnNumber, text, delivery: "sending", awaitsRun: awaitsRun(type), wasSent: false });
	}
	if (type === "audio.turn.start" && turnNumber !== null && state.audio.kind !== "unavailable")
		state.audio = { kind: "open", turn: turnNumber };
	if ((type === "audio.turn.commit" || type === "audio.turn.cancel") && state.audio.kind === "open") {
		state.audio = { kind: "idle", last: { turn: state.audio.turn, as: type === "audio.turn.commit" ? "committed" : "cancelled" } };
	}
	if (type === "response.cancel" && state.facts.openRun !== null) state.cancelPending = true;
	if (type === "ack" && sequence !== undefined) state.ackQueued = Math.max(state.ackQueued, sequence);
	if (type === "session.end") beginEnding(turn);
}

/** `session.end` is on its way: the other side has a limited time to end, then the console closes. */
export function beginEnding(turn: Turn): void {
	turn.state.ending = true;
	turn.state.facts.ended = true;
	turn.out({ kind: "timer", name: "endWait", delayMs: turn.state.config.profile.limits.endWaitMs });
}

/** The operator gives up a message that waits or is in doubt. */
export function discardItem(turn: Turn, ref: Ref): void {
	const { state } = turn;
	const item = state.outbox.find((each) => each.ref === ref);
	if (!item || (item.delivery !== "queued" && item.delivery !== "unknown")) return;
	state.outbox = state.outbox.filter((each) => each !== item);
	turn.out({ kind: "delivery", ref, delivery: "discarded" });
	// One that may have arrived may have been taken: only what surely never left leaves the request as it was.
	if (item.turn !== null && !item.wasSent) takeAnswerBack(state.interactions, item.turn, null, state.config.modalities, turn.env.nowMs);
	note(turn, { event: "operator.discard", type: item.type, turn: item.turn });
}

/** The socket has it, or it may have been lost. */
export function settleOwn(turn: Turn, input: Extract<Input, { kind: "written" }>): void {
	const item = turn.state.outbox.find(({ ref }) => ref === input.ref);
	if (item?.delivery === "sending") item.wasSent = true;
	settleWritten(turn, item, input);
}

/** An ack counts as said once it goes to the socket. */
export function writeDue(turn: Turn, upToRef: Ref): void {
	const { state } = turn;
	writeStored(turn, upToRef, ({ type, sequence }: AgentCallState["pendingWrites"][number]) => {
		if (type === "ack") state.acked = Math.max(state.acked, sequence);
	});
}
