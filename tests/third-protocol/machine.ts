import type { SessionFacts } from "../../main/core/ports.ts";
import {
	append,
	createLeaving,
	createStep,
	failIfNoText,
	isOpen,
	markOverride,
	note,
	type OwnState,
	type OwnTurn,
	receiveHeartbeat,
	settleWritten,
	writeStored,
} from "../../main/core/protocols/own-frames.ts";
import { createCommitQueue } from "../../main/core/session/commit-queue.ts";
import { createLink, type LinkPolicy, linkHeard, linkStatus } from "../../main/core/session/link.ts";
import type { Input, Machine, Ref } from "../../main/core/session/machine.ts";
import { type Decoded, decode } from "./messages.ts";

interface State extends OwnState {
	cursor: number;
	stored: number;
}
type Turn = OwnTurn<State>;

/** `unsettled`: own messages of an earlier run whose fate is open. */
export function createParrotMachine(endpoint: string, facts: SessionFacts, unsettled: readonly { ref: Ref }[]): Machine {
	const state: State = {
		facts,
		link: createLink(facts.lastHeardAtMs, facts.lastOutcome),
		commits: createCommitQueue(1),
		nextRef: 1,
		leaving: null,
		pendingWrites: [],
		cursor: facts.cursor,
		stored: facts.received,
		contiguousNow: () => facts.cursor,
		receivedNow: () => facts.received,
		epochNow: () => 1,
	};
	const { link } = state;
	const policy: LinkPolicy = { endpoint, closeCodes: {}, backOff: { delaysMs: [100, 1_000], jitter: 0 } };
	const leaving = createLeaving<Turn>(policy, lost);

	function send(turn: Turn, type: string, text: string): Ref {
		const ref = append(turn, { dir: "out", kind: "frame", opcode: "text", type, body: text, delivery: "sending" });
		state.pendingWrites.push({ ref, text });
		return ref;
	}

	function receive(turn: Turn, { decoded: read, text, opcode, bytes, at }: Extract<Input, { kind: "frame" }>): void {
		linkHeard(link, turn.env.nowMs);
		const { type, sequence, findings } = (read as Decoded | undefined) ?? decode(text);
		facts.received += 1;
		if (sequence === facts.cursor + 1) facts.cursor = sequence;
		append(turn, { dir: "in", kind: "frame", opcode, type, body: bytes, findings, ...(sequence === undefined ? {} : { sequence }) }, at);
		failIfNoText(turn, findings);
	}

	function lost(turn: Turn): void {
		for (const { ref } of state.pendingWrites) turn.out({ kind: "delivery", ref, delivery: "discarded" });
		state.pendingWrites = [];
		state.leaving = null;
		if (facts.ended) leaving.stopRetry(turn);
	}

	const step = createStep<State>(state, {
		policy,
		heeds: {
			created: (turn) => void note(turn, { event: "session.opened", protocol: "parrot", profile: "1", endpoint }),
			restored(turn) {
				for (const { ref } of unsettled) turn.out({ kind: "delivery", ref, delivery: "unknown" });
			},
			disconnect: (turn, { code = 1000, reason = "" }) => leaving.disconnect(turn, code, reason),
			end(turn) {
				facts.ended = true;
				leaving.disconnect(turn, 1000, "ended");
			},
			send(turn, input) {
				markOverride(turn, send(turn, input.type ?? "", input.text), input);
			},
			note: (turn, { event }) => void note(turn, event),
			frame: receive,
			ping: receiveHeartbeat,
			pong: receiveHeartbeat,
			written: (turn, input) => settleWritten(turn, undefined, input),
			persisted(turn, { upToRef }) {
				const values = state.commits.commit(upToRef);
				if (values) {
					state.cursor = values.contiguous;
					state.stored = values.received;
				}
				writeStored(turn, upToRef);
				leaving.written(turn);
			},
			timer(turn, { name }) {
				if (name === "flush") leaving.closeNow(turn);
			},
		},
		opened(turn) {
			link.brokenSince = null;
			send(turn, "after", JSON.stringify({ op: "after", n: facts.cursor }));
		},
		lost,
		after() {
			facts.sequencing = "sequenced";
			facts.lastHeardAtMs = link.lastHeardAtMs;
			facts.lastOutcome = link.lastOutcome;
		},
	});

	return {
		step,
		facts,
		nextTurnOf: () => null,
		checkSend() {
			const message = "There is no open link.";
			return isOpen(state) ? [] : [{ code: "session.notOpen", severity: "error", path: "", message }];
		},
		view: () => ({
			status: linkStatus(link),
			lastHeardAtMs: link.lastHeardAtMs,
			lastOutcome: link.lastOutcome,
			...(link.security === null ? {} : { security: link.security }),
			openRun: null,
			cancelPending: false,
			audio: { kind: "unavailable", why: "Parrots do not listen." },
			ledger: {
				epoch: 1,
				cursor: state.cursor,
				acked: 0,
				acks: false,
				resume: false,
				sequencing: "sequenced",
				gaps: [],
				duplicates: 0,
				conflicts: 0,
				received: facts.received,
				stored: state.stored,
				sent: facts.sent,
				unknown: 0,
				queued: state.pendingWrites.length,
				findings: facts.findings,
				nextTurn: facts.nextTurn,
			},
		}),
	};
}
