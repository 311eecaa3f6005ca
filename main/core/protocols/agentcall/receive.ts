import type { Delivery, Finding } from "../../../../schemas/timeline.ts";
import type { Comparison } from "../../ports.ts";
import type { Ref } from "../../session/machine.ts";
import { type Arrival, arrive } from "../../session/sequence.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { addFinding } from "../own-frames.ts";
import { applyFrame } from "./apply.ts";
import { gapFound, gapHealed, isHolding } from "./gaps.ts";
import { conflictFinding, gapFinding } from "./numbering.ts";
import { appendReceived, type Turn } from "./state.ts";

/** Puts a frame whose epoch is known into the sequence and the store. */
export function takeFrame(
	turn: Turn,
	decoded: Decoded,
	opcode: "text" | "binary",
	body: Uint8Array | string,
	at?: { atMs: number; monoMs: number },
): void {
	const { state } = turn;
	const n = decoded.sequence;
	if (n === undefined) {
		if (state.sequence.sequencing === "unknown" && decoded.kind === "event") state.sequence.sequencing = "unsequenced";
		applyFrame(turn, decoded, store(turn, decoded, opcode, body, at));
		return;
	}
	const epoch = state.sequence.epoch;
	const arrival = arrive(state.sequence, n);
	if (arrival.kind === "next" && !isHolding(state)) {
		const draft = { dir: "in", kind: "frame", opcode, type: decoded.type, body, epoch, sequence: n, findings: decoded.findings } as const;
		applyFrame(turn, decoded, appendReceived(turn, draft, at));
		return;
	}
	takeOutOfOrder(turn, arrival, decoded, n, opcode, body, at);
}

function takeOutOfOrder(
	turn: Turn,
	arrival: Arrival,
	decoded: Decoded,
	n: number,
	opcode: "text" | "binary",
	body: Uint8Array | string,
	at?: { atMs: number; monoMs: number },
): void {
	const { state } = turn;
	const epoch = state.sequence.epoch;
	const keep = (delivery: Delivery | undefined, findings: Finding[], compare = false) =>
		appendReceived(
			turn,
			{ dir: "in", kind: "frame", opcode, type: decoded.type, body, epoch, sequence: n, delivery, findings, compare },
			at,
		);
	if (arrival.kind === "duplicate") {
		// Whether it is the same frame again or another one under a used number is known once the store has compared them.
		state.sequence.duplicates += 1;
		const ref = keep("dropped", decoded.findings, true);
		// Held back by a run of the program that is over: only their bytes are known, so they count when they come again.
		const { unapplied } = state;
		if (unapplied === null || n < unapplied.from || n > unapplied.to) return;
		unapplied.from = n + 1;
		holdOrApply(turn, ref, n, decoded, lengthOf(body), true);
		return;
	}
	if (arrival.kind === "fill") {
		applyFrame(turn, decoded, keep(undefined, decoded.findings));
		if (arrival.healed) gapHealed(turn, arrival.healed);
		return;
	}
	if (arrival.kind === "ahead") {
		const { from, to } = arrival;
		gapFound(turn, from, to);
		const findings = [...decoded.findings, gapFinding(from, to)];
		holdOrApply(turn, keep(isHolding(state) ? "held" : undefined, findings), n, decoded, lengthOf(body));
		return;
	}
	holdOrApply(turn, keep("held", decoded.findings), n, decoded, lengthOf(body));
}

const lengthOf = (body: Uint8Array | string) => body.length;

function holdOrApply(turn: Turn, ref: number, sequence: number, decoded: Decoded, bytes: number, isRepeated = false): void {
	const { state } = turn;
	if (!isHolding(state)) {
		applyFrame(turn, decoded, ref);
		return;
	}
	state.held.push({ ref, sequence, decoded, bytes, isRepeated });
	state.heldBytes += bytes;
}

function store(
	turn: Turn,
	decoded: Decoded,
	opcode: "text" | "binary",
	body: Uint8Array | string,
	at?: { atMs: number; monoMs: number },
): Ref {
	const epoch = turn.state.sequence.epoch;
	return appendReceived(turn, { dir: "in", kind: "frame", opcode, type: decoded.type, body, epoch, findings: decoded.findings }, at);
}

/** The store compared a duplicate with the first frame of its number. */
export function settleDuplicate(turn: Turn, ref: number, comparison: Comparison): void {
	if (comparison !== "different") return;
	turn.state.sequence.duplicates -= 1;
	turn.state.sequence.conflicts += 1;
	addFinding(turn, ref, conflictFinding());
}
