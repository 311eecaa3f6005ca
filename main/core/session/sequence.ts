import type { SequenceGap } from "../../../schemas/session.ts";

/**
 * The server's numbers, in one place: the ledger, the ack rule and the resume point read this object.
 * All sequences are of the current epoch. `appended` facts run ahead of `committed` ones by what is still on its way to disk.
 */
export interface Sequence {
	epoch: number;
	/** Highest number appended, beyond gaps too; 0 before the first. */
	high: number;
	/** Numbers below `high` that never came: ascending, disjoint, inclusive ranges. */
	missing: [number, number][];
	/** Highest contiguous number whose commit returned. */
	cursor: number;
	gaps: SequenceGap[];
	duplicates: number;
	conflicts: number;
	sequencing: "unknown" | "sequenced" | "unsequenced";
}

/** Highest number with nothing missing at or below it, among what was appended. */
export function contiguous(sequence: Sequence): number {
	const first = sequence.missing[0];
	return first ? first[0] - 1 : sequence.high;
}

export type Arrival =
	| { kind: "next" }
	/** Numbers `from` to `to` were jumped over. */
	| { kind: "ahead"; from: number; to: number }
	/** Fills a hole; `healed` when that closed a gap. */
	| { kind: "fill"; healed: SequenceGap | null }
	| { kind: "duplicate" };

/** Takes number `n` into account as appended. */
export function arrive(sequence: Sequence, n: number): Arrival {
	sequence.sequencing = "sequenced";
	if (n === sequence.high + 1) {
		sequence.high = n;
		return { kind: "next" };
	}
	if (n > sequence.high) {
		const from = sequence.high + 1;
		noteMissing(sequence, from, n - 1);
		sequence.high = n;
		return { kind: "ahead", from, to: n - 1 };
	}
	if (!takeMissing(sequence, n)) return { kind: "duplicate" };
	return { kind: "fill", healed: healGaps(sequence, n) };
}

/** A server that leaves out every second number must not make the session slower with each of them. */
const MAX_LISTED = 512;

function noteMissing(sequence: Sequence, from: number, to: number): void {
	const { missing, gaps, epoch } = sequence;
	const lastRange = missing.at(-1);
	// Beyond the limit the last range grows over what came between: those numbers count as new should they come again.
	if (lastRange && missing.length >= MAX_LISTED) lastRange[1] = to;
	else missing.push([from, to]);
	const oldestHealed = gaps.length >= MAX_LISTED ? gaps.findIndex((gap) => gap.state === "healed") : -1;
	if (oldestHealed >= 0) gaps.splice(oldestHealed, 1);
	const last = gaps.at(-1);
	if (last && gaps.length >= MAX_LISTED && last.epoch === epoch) {
		last.to = to;
		last.more = (last.more ?? 0) + 1;
	} else {
		gaps.push({ epoch, from, to, state: "open" });
	}
}

function takeMissing(sequence: Sequence, n: number): boolean {
	const index = sequence.missing.findIndex(([from, to]) => n >= from && n <= to);
	const range = sequence.missing[index];
	if (!range) return false;
	const [from, to] = range;
	const rest: [number, number][] = [];
	if (from < n) rest.push([from, n - 1]);
	if (n < to) rest.push([n + 1, to]);
	sequence.missing.splice(index, 1, ...rest);
	return true;
}

function healGaps(sequence: Sequence, n: number): SequenceGap | null {
	const gap = sequence.gaps.find((each) => each.epoch === sequence.epoch && n >= each.from && n <= each.to && each.state !== "healed");
	if (!gap || sequence.missing.some(([from, to]) => from <= gap.to && to >= gap.from)) return null;
	gap.state = "healed";
	return gap;
}

/** The first gap of this epoch that is still waited for. */
export function openGap(sequence: Sequence): SequenceGap | undefined {
	return sequence.gaps.find((gap) => gap.epoch === sequence.epoch && gap.state === "open");
}

/** Gives every open gap of this epoch up; acks stay frozen below the first of them. Answers those given up. */
export function giveUpGaps(sequence: Sequence): SequenceGap[] {
	const lost = sequence.gaps.filter((gap) => gap.epoch === sequence.epoch && gap.state === "open");
	for (const gap of lost) gap.state = "lost";
	return lost;
}

/** A new numbering: nothing is deduplicated against the old one. */
export function startEpoch(sequence: Sequence): void {
	giveUpGaps(sequence);
	sequence.epoch += 1;
	sequence.high = 0;
	sequence.missing = [];
	sequence.cursor = 0;
	sequence.sequencing = "unknown";
}
