import { linkStatus } from "../../session/link.ts";
import type { MachineView } from "../../session/machine.ts";
import { isOpen } from "../own-frames.ts";
import type { SendContext } from "./check-send.ts";
import { copyOf } from "./interactions.ts";
import type { AgentCallState } from "./state.ts";

/** What the console says by itself; nobody waits for it. */
const OWN_TYPES: ReadonlySet<string> = new Set(["ack", "session.start"]);

/** The machine's part of a session's summary; changes of the state afterwards do not change it. */
export function machineView(state: AgentCallState): MachineView {
	const { config, facts, sequence, link, outbox, pendingWrites } = state;
	const { sent, findings, nextTurn, openRun } = facts;
	const count = (delivery: string) => outbox.filter((item) => item.delivery === delivery).length;
	const forTheDisk = pendingWrites.filter(({ type }) => !OWN_TYPES.has(type)).length;
	return {
		status: linkStatus(link),
		lastHeardAtMs: link.lastHeardAtMs,
		lastOutcome: link.lastOutcome,
		...(link.security === null ? {} : { security: link.security }),
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
			unknown: count("unknown"),
			queued: count("queued") + forTheDisk,
			findings,
			nextTurn,
		},
	};
}

/** What a message that is about to be sent is held against. */
export function sendContext(state: AgentCallState): SendContext {
	const { config, facts } = state;
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
