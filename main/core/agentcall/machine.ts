/**
 * The AgentCall client as a machine: inputs in, outputs out, no I/O. The rules are in the files beside it; this one only says who hears what.
 * Source: protocols "AgentCall AG-UI WebSocket binding 0.1", client messages as published, server side as profile `standin-0.1`.
 */

import type { SessionFacts } from "../ports.ts";
import { abandon, type LinkPolicy, linkHeard, linkStatus, linkStep } from "../session/link.ts";
import type { Input, Machine, MachineView, Output, StepEnv } from "../session/machine.ts";
import { checkSend, type SendContext } from "./check-send.ts";
import { encodeClientMessage, sessionEnd } from "./client-messages.ts";
import { giveUp, holdOverflows, holdRanOut } from "./gaps.ts";
import { copyOf, endAll, expireOne, nextExpiryMs, takeAnswerBack } from "./interactions.ts";
import { takesTurn } from "./outbox.ts";
import { placeAt, placed } from "./places.ts";
import { endProbe, mustProbe, probe, probeAnswered } from "./probe.ts";
import { receiveHeartbeat, settleDuplicate, takeFrame } from "./receive.ts";
import { heedSessionStarted, openSession, startedFindings } from "./resume.ts";
import { beginEnding, considerAck, flushQueue, forgetWrites, operatorSend, sendText, settleWritten, writeStored } from "./send.ts";
import { type AgentCallConfig, createState, isOpen, note, syncFacts, type Turn } from "./state.ts";

/** How long a disconnect waits for the last ack to be stored and written. */
const FLUSH_LIMIT_MS = 500;

export type RestoredMessage = Parameters<typeof createState>[2][number];

export function createAgentCallMachine(config: AgentCallConfig, facts: SessionFacts, outbox: RestoredMessage[] = []): Machine {
	const state = createState(config, facts, outbox);
	const policy: LinkPolicy = { endpoint: config.endpoint, backOff: config.profile.backOff, closeCodes: config.profile.closeCodes };
	let outputs: Output[] = [];
	let expiryAtMs: number | null = null;
	const out = (output: Output) => {
		outputs.push(output);
	};

	function step(input: Input, env: StepEnv): readonly Output[] {
		outputs = [];
		const turn: Turn = { state, env, out, note: (event) => void note(turn, event) };
		if (input.kind === "connect") note(turn, { event: "operator.connect" });
		const event = linkStep(state.link, input, env, policy, turn);
		if (event.kind === "opened") openSession(turn);
		if (event.kind === "lost") onLost(turn);
		heed(turn, input);
		watchExpiry(turn);
		syncFacts(state);
		return outputs;
	}

	/** One timer for the request that expires first. */
	function watchExpiry(turn: Turn): void {
		if (state.interactions.list.length === 0) return;
		for (let over = expireOne(state.interactions, turn.env.nowMs); over; over = expireOne(state.interactions, turn.env.nowMs)) {
			const { interactionId, modality } = over;
			placeAt(turn, note(turn, { event: "interaction.expired", interactionId, modality }));
		}
		const inMs = nextExpiryMs(state.interactions, turn.env.nowMs);
		const atMs = inMs === null ? null : turn.env.nowMs + inMs;
		if (atMs === expiryAtMs) return;
		expiryAtMs = atMs;
		turn.out(inMs === null ? { kind: "cancelTimer", name: "interaction" } : { kind: "timer", name: "interaction", delayMs: inMs });
	}

	function heed(turn: Turn, input: Input): void {
		switch (input.kind) {
			case "created":
				note(turn, { event: "session.opened", protocol: "agentcall", profile: config.profile.name, endpoint: config.endpoint });
				return;
			case "restored":
				restored(turn);
				return;
			case "disconnect":
				leave(turn, input.code ?? 1001, input.reason ?? "operator disconnected");
				return;
			case "end":
				end(turn);
				return;
			case "send":
				operatorSend(turn, input);
				return;
			case "discard":
				discard(turn, input.ref);
				return;
			case "note":
				note(turn, input.event);
				return;
			case "frame":
				if (isCurrentLink(input.dialId)) receiveFrame(turn, input);
				return;
			case "ping":
			case "pong":
				if (isCurrentLink(input.dialId)) receiveHeartbeat(turn, input);
				return;
			case "written":
				settleWritten(turn, input.ref, input.error);
				return;
			case "persisted":
				persisted(turn, input);
				return;
			case "lookedUp":
				probeAnswered(turn, input.lookUpId, input.comparisons[0]);
				return;
			case "placed":
				placed(state, input.ref, input.ordinal);
				return;
			case "timer":
				timer(turn, input.name);
				return;
			default:
				return;
		}
	}

	const isCurrentLink = (dialId: number) => dialId === state.link.dialId && (state.link.phase === "open" || state.link.phase === "closing");

	/** A frame off the wire: kept whatever it is, then read. */
	function receiveFrame(turn: Turn, input: Extract<Input, { kind: "frame" }>): void {
		linkHeard(state.link, turn.env.nowMs);
		state.received += 1;
		const decoded = config.profile.decode(input.opcode, input.text, input.bytes.length);
		if (decoded.kind === "invalid" && decoded.findings[0]?.reason === "utf8") {
			// RFC 6455 section 8.1: the connection must be failed. The bytes are kept; nobody can say what they meant.
			turn.out({ kind: "closeSocket", code: 1007, reason: "text frame is not valid UTF-8" });
		}
		if (mustProbe(state, decoded)) {
			const { nowMs: atMs, monoMs } = turn.env;
			probe(turn, { opcode: input.opcode, body: input.text ?? input.bytes.slice(), decoded, atMs, monoMs });
			return;
		}
		if (decoded.kind === "control" && decoded.type === "session.started") {
			decoded.findings.push(...startedFindings(state, decoded.body));
			if (typeof decoded.body.resumed === "boolean") {
				heedSessionStarted(turn, decoded.body);
				state.opening.startedSeen = true;
			}
		}
		const before = state.sequence.high;
		takeFrame(turn, decoded, input.opcode, input.bytes);
		if (decoded.sequence !== undefined) state.opening.firstNumberSeen = true;
		// New numbers prove the link works: the next break starts the back-off from its beginning.
		if (state.sequence.high > before) state.link.attempt = 0;
		if (holdOverflows(state)) onHoldRanOut(turn);
	}

	function persisted(turn: Turn, input: Extract<Input, { kind: "persisted" }>): void {
		const values = state.commits.commit(input.upToRef);
		if (values) {
			state.stored = values.received;
			if (values.contiguous >= 0) state.sequence.cursor = values.contiguous;
		}
		for (const { ref, comparison } of input.comparisons) settleDuplicate(turn, ref, comparison);
		considerAck(turn, state.ackOnCommit || state.leaving ? "runEnded" : "committed");
		state.ackOnCommit = false;
		writeStored(turn, input.upToRef);
		if (state.leaving && state.pendingWrites.length === 0) closeNow(turn);
	}

	function timer(turn: Turn, name: Extract<Input, { kind: "timer" }>["name"]): void {
		if (name === "ack") considerAck(turn, "timer");
		if (name === "gapHold") onHoldRanOut(turn);
		if (name === "startWait") flushQueue(turn);
		if (name === "flush") closeNow(turn);
		if (name === "probe") endProbe(turn);
		if (name === "endWait" && (isOpen(state) || state.link.phase === "closing")) {
			considerAck(turn, "runEnded");
			state.leaving = { code: 1000, reason: "session ended" };
			finishLeaving(turn);
		}
	}

	function onHoldRanOut(turn: Turn): void {
		if (holdRanOut(turn) !== "resume") return;
		const outcome = {
			code: 1000,
			reason: "resume to fill a gap",
			by: "console" as const,
			clean: false,
			meaning: "The console closed to ask for the missing frames again.",
			next: "retry" as const,
		};
		const event = abandon(state.link, outcome, turn.env, policy, turn, true);
		if (event.kind === "lost") onLost(turn);
	}

	function restored(turn: Turn): void {
		note(turn, { event: "session.resumed", cursor: state.sequence.cursor, epoch: state.sequence.epoch, nextTurn: state.facts.nextTurn });
		forgetWrites(turn);
	}

	function onLost(turn: Turn): void {
		endProbe(turn);
		forgetWrites(turn);
		state.ackTimer = false;
		state.opening.waitingForTurns = false;
		for (const name of ["ack", "endWait", "flush", "startWait", "gapHold"] as const) turn.out({ kind: "cancelTimer", name });
		state.gapTimer = false;
		state.leaving = null;
		if (state.audio.kind === "open") state.audio = { kind: "idle", last: { turn: state.audio.turn, as: "lost" } };
		state.cancelPending = false;
		if (state.facts.ended || state.ending) {
			state.facts.ended = true;
			stopRetry(turn);
		}
		// Without resume nobody will finish the run; what came of it stays as it is.
		if (!config.resume || state.facts.ended) {
			state.facts.openRun = null;
			giveUp(turn);
			if (state.facts.ended) endAll(state.interactions, turn.env.nowMs);
			placeAt(turn, null);
		}
		state.ending = false;
	}

	function stopRetry(turn: Turn): void {
		state.link.retryAtMs = null;
		turn.out({ kind: "cancelTimer", name: "retry" });
		if (state.link.lastOutcome) state.link.lastOutcome = { ...state.link.lastOutcome, next: "ended" };
	}

	function leave(turn: Turn, code: number, reason: string): void {
		note(turn, { event: "operator.disconnect" });
		state.leaving = { code, reason };
		if (state.link.phase === "open") {
			considerAck(turn, "runEnded");
			finishLeaving(turn);
			return;
		}
		dropNow(turn);
	}

	/** Waits shortly for what is due to be stored and written, then closes. */
	function finishLeaving(turn: Turn): void {
		if (state.pendingWrites.length === 0) closeNow(turn);
		else turn.out({ kind: "timer", name: "flush", delayMs: FLUSH_LIMIT_MS });
	}

	function closeNow(turn: Turn): void {
		const leaving = state.leaving;
		if (!leaving) return;
		state.leaving = null;
		turn.out({ kind: "cancelTimer", name: "flush" });
		if (!isOpen(state)) return;
		state.link.phase = "closing";
		state.link.sinceMs = turn.env.nowMs;
		turn.out({ kind: "closeSocket", code: leaving.code, reason: leaving.reason });
	}

	/** There is no open link to be polite on: stop dialling or waiting, or stop waiting for a close frame. */
	function dropNow(turn: Turn): void {
		const outcome = {
			code: null,
			reason: "",
			by: "console" as const,
			clean: false,
			errorCode: "CANCELLED",
			meaning: "Cancelled by the operator.",
			next: "stop" as const,
		};
		state.leaving = null;
		const event = abandon(state.link, outcome, turn.env, policy, turn);
		if (event.kind === "lost") onLost(turn);
	}

	function end(turn: Turn): void {
		note(turn, { event: "operator.end" });
		if (isOpen(state)) {
			sendText(turn, "session.end", encodeClientMessage(sessionEnd()));
			beginEnding(turn);
			return;
		}
		state.facts.ended = true;
		dropNow(turn);
		stopRetry(turn);
	}

	function discard(turn: Turn, ref: number): void {
		const item = state.outbox.find((each) => each.ref === ref);
		if (!item || (item.delivery !== "queued" && item.delivery !== "unknown")) return;
		state.outbox = state.outbox.filter((each) => each !== item);
		turn.out({ kind: "delivery", ref, delivery: "discarded" });
		// One that may have arrived may have been taken: only what surely never left leaves the request as it was.
		if (item.turn !== null && !item.wasSent) takeAnswerBack(state.interactions, item.turn, null, config.modalities, turn.env.nowMs);
		note(turn, { event: "operator.discard", type: item.type, turn: item.turn });
	}

	function view(): MachineView {
		const { sequence, link } = state;
		const { sent, findings, nextTurn, openRun } = facts;
		return {
			status: linkStatus(link),
			lastHeardAtMs: link.lastHeardAtMs,
			lastOutcome: link.lastOutcome,
			openRun: openRun === null ? null : { runId: openRun },
			cancelPending: state.cancelPending,
			audio: state.audio,
			nextAudioTurn: config.audioCounter === "separate" ? facts.nextAudioTurn : facts.nextTurn,
			interactions: state.interactions.list.map(copyOf),
			ledger: {
				epoch: sequence.epoch,
				cursor: sequence.cursor,
				acked: state.acked,
				acks: config.acks,
				resume: config.resume,
				sequencing: sequence.sequencing,
				gaps: sequence.gaps.map((gap) => ({ ...gap })),
				duplicates: sequence.duplicates,
				conflicts: sequence.conflicts,
				received: state.received,
				stored: state.stored,
				sent,
				unknown: state.outbox.filter((item) => item.delivery === "unknown").length,
				queued: state.outbox.filter((item) => item.delivery === "queued").length,
				findings,
				nextTurn,
			},
		};
	}

	function sendContext(): SendContext {
		return {
			linkOpen: isOpen(state),
			started: isOpen(state),
			ended: facts.ended,
			ledger: { cursor: state.sequence.cursor, acked: state.acked, acks: config.acks },
			nextTurn: facts.nextTurn,
			nextAudioTurn: facts.nextAudioTurn,
			audioCounter: config.audioCounter,
			audio: state.audio,
			runOpen: facts.openRun !== null,
			cancelPending: state.cancelPending,
			modalities: config.modalities,
			interactions: state.interactions.list,
			maxFrameBytes: config.maxFrameBytes,
		};
	}

	return {
		step,
		facts,
		view,
		checkSend: (type, body, byteLength) => checkSend(sendContext(), type, body, byteLength),
		nextTurnOf(type) {
			if (!takesTurn(type)) return null;
			return type === "audio.turn.start" && config.audioCounter === "separate" ? facts.nextAudioTurn : facts.nextTurn;
		},
	};
}
