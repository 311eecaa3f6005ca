/**
 * The AgentCall client as a machine: inputs in, outputs out, no I/O. The rules are in the files beside it; this one only says who hears what.
 * Source: protocols "AgentCall AG-UI WebSocket binding 0.1", client messages as published, server side as profile `standin-0.1`.
 */

import type { SessionFacts } from "../../ports.ts";
import type { InputTable } from "../../session/input-table.ts";
import { type LinkPolicy, linkHeard } from "../../session/link.ts";
import type { Input, Machine, TimerName } from "../../session/machine.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { createStep, failIfNoText, note, receiveHeartbeat } from "../own-frames.ts";
import { checkSend } from "./check-send.ts";
import { createExit } from "./exit.ts";
import { holdOverflows } from "./gaps.ts";
import { expireOne, nextExpiryMs } from "./interactions.ts";
import { machineView, sendContext } from "./machine-view.ts";
import { takesTurn } from "./outbox.ts";
import { placeAt, placed } from "./places.ts";
import { endProbe, mustProbe, probe, probeAnswered } from "./probe.ts";
import { settleDuplicate, takeFrame } from "./receive.ts";
import { heedSessionStarted, openSession, startedFindings } from "./resume.ts";
import { considerAck, discardItem, flushQueue, forgetWrites, operatorSend, settleOwn, writeDue } from "./send.ts";
import { type AgentCallConfig, type AgentCallState, createState, syncFacts, type Turn } from "./state.ts";

export type RestoredMessage = Parameters<typeof createState>[2][number];

export function createAgentCallMachine(config: AgentCallConfig, facts: SessionFacts, outbox: RestoredMessage[] = []): Machine {
	const state = createState(config, facts, outbox);
	const policy: LinkPolicy = { endpoint: config.endpoint, backOff: config.profile.backOff, closeCodes: config.profile.closeCodes };
	const exit = createExit(policy);
	let expiryAtMs: number | null = null;

	const heeds: InputTable<Turn> = {
		created: (turn) =>
			void note(turn, { event: "session.opened", protocol: "agentcall", profile: config.profile.name, endpoint: config.endpoint }),
		restored,
		disconnect: (turn, { code = 1001, reason = "operator disconnected" }) => exit.leave(turn, code, reason),
		end: exit.end,
		send: operatorSend,
		discard: (turn, { ref }) => discardItem(turn, ref),
		note: (turn, { event }) => void note(turn, event),
		frame: receiveFrame,
		ping: receiveHeartbeat,
		pong: receiveHeartbeat,
		written: settleOwn,
		persisted,
		lookedUp: (turn, { lookUpId, comparisons }) => probeAnswered(turn, lookUpId, comparisons[0]),
		placed: (_, { ref, ordinal }) => placed(state, ref, ordinal),
		timer: (turn, { name }) => timers[name]?.(turn),
	};

	const timers: Partial<Record<TimerName, (turn: Turn) => void>> = {
		ack: (turn) => considerAck(turn, "timer"),
		gapHold: exit.holdOver,
		startWait: flushQueue,
		flush: exit.closeNow,
		probe: endProbe,
		endWait: exit.endNow,
	};

	const step = createStep<AgentCallState>(state, {
		policy,
		heeds,
		opened: openSession,
		lost: exit.lost,
		after(turn) {
			watchExpiry(turn);
			syncFacts(state);
		},
	});

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

	/** A frame off the wire: kept whatever it is, then read. */
	function receiveFrame(turn: Turn, input: Extract<Input, { kind: "frame" }>): void {
		linkHeard(state.link, turn.env.nowMs);
		state.received += 1;
		const decoded = (input.decoded as Decoded | undefined) ?? config.profile.decode(input.opcode, input.text, input.bytes.length);
		if (decoded.kind === "invalid") failIfNoText(turn, decoded.findings);
		if (mustProbe(state, decoded)) {
			const { atMs, monoMs } = input.at ?? { atMs: turn.env.nowMs, monoMs: turn.env.monoMs };
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
		takeFrame(turn, decoded, input.opcode, input.bytes, input.at);
		if (decoded.sequence !== undefined) state.opening.firstNumberSeen = true;
		// New numbers prove the link works: the next break starts the back-off from its beginning.
		if (state.sequence.high > before) state.link.attempt = 0;
		if (holdOverflows(state)) exit.holdOver(turn);
	}

	function persisted(turn: Turn, input: Extract<Input, { kind: "persisted" }>): void {
		const values = state.commits.commit(input.upToRef);
		if (values) {
			state.stored = values.received;
			if (values.contiguous >= 0) state.sequence.cursor = values.contiguous;
		}
		for (const { ref, comparison } of input.comparisons) settleDuplicate(turn, ref, comparison);
		considerAck(turn, state.ackOnCommit || state.leaving || state.ending ? "runEnded" : "committed");
		state.ackOnCommit = false;
		writeDue(turn, input.upToRef);
		exit.stored(turn);
	}

	function restored(turn: Turn): void {
		note(turn, { event: "session.resumed", cursor: state.sequence.cursor, epoch: state.sequence.epoch, nextTurn: state.facts.nextTurn });
		forgetWrites(turn);
	}

	return {
		step,
		facts,
		view: () => machineView(state),
		checkSend: (type, body, byteLength) => checkSend(sendContext(state), type, body, byteLength),
		nextTurnOf(type) {
			if (!takesTurn(type)) return null;
			return type === "audio.turn.start" && config.audioCounter === "separate" ? facts.nextAudioTurn : facts.nextTurn;
		},
	};
}
