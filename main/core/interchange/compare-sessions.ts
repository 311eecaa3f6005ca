/**
 * Two sessions side by side: messages aligned by direction, type and turn, payloads compared at JSON level. What every run has anew (ids, times,
 * numbers of the sequence) counts as equal. Of each side little is held per message; texts are read again for the rows that are shown.
 */
import type { ComparedAs, ComparedEntry, CompareRow, CompareSummary } from "../../../schemas/interchange.ts";
import type { Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";
import type { ProtocolDoor } from "../protocols/door.ts";
import { summarize } from "../timeline/summary.ts";
import { alignInSteps } from "./align.ts";
import { diffJson } from "./json-diff.ts";

/** An entry as a session or a file gives it. */
export interface ComparableEntry {
	ordinal: number;
	atMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	type: string;
	/** Null for bytes that are no text; then `sha256` tells whether they are equal. */
	text: string | null;
	byteLength: number;
	sha256?: string;
}

interface Frame {
	ordinal: number;
	turn: number | null;
	sinceStartMs: number;
	/** Of the payload without what every run has anew. */
	print: string;
}

/** What a comparison asks of the protocol that a side speaks. */
export type ComparedProtocol = Pick<ProtocolDoor, "turns" | "words" | "frames">;

export interface ComparedSide {
	of: ComparedProtocol;
	frames: readonly Frame[];
	keys: readonly string[];
	lengthMs: number;
}

export interface Comparison {
	rows: readonly { as: ComparedAs; left: number | null; right: number | null }[];
	/** Places in `rows` of those that are not the same. */
	different: readonly number[];
	counts: Pick<CompareSummary, "same" | "different" | "onlyLeft" | "onlyRight" | "firstDifference" | "coarse">;
}

const SHOWN_DIFFERENCES = 20;

/** Upkeep follows the clock and pings the link: they say nothing about what was said. */
const isCompared = ({ kind, dir, opcode, type }: ComparableEntry, { upkeep }: ComparedProtocol["frames"]): boolean =>
	kind === "frame" && dir !== "local" && (opcode === "text" || opcode === "binary") && !(dir === "out" && upkeep.includes(type));

export function createComparedSide(of: ComparedProtocol): { take(entry: ComparableEntry): void; side(): ComparedSide } {
	const frames: Frame[] = [];
	const keys: string[] = [];
	const known = new Map<string, string>();
	let startMs: number | null = null;
	let lastMs = 0;
	const turns = createTurns(of.turns);
	return {
		take(entry) {
			if (!isCompared(entry, of.frames)) return;
			const value = parsed(entry.text);
			const turn = turns.of(entry, value);
			startMs ??= entry.atMs;
			lastMs = entry.atMs;
			const key = `${entry.dir} ${entry.type} ${turns.label()}`;
			// A session has few keys: each is held once.
			keys.push(known.get(key) ?? key);
			known.set(key, key);
			frames.push({ ordinal: entry.ordinal, turn, sinceStartMs: entry.atMs - startMs, print: printOf(entry, value) });
		},
		side: () => ({ of, frames, keys, lengthMs: startMs === null ? 0 : lastMs - startMs }),
	};
}

/**
 * Which turn a message belongs to: an own one says it, the agent's belong to the run that is on. A run answers the turn it names, else the oldest one
 * without a run, else none. When exactly something came plays no part: two runs of one script differ in that.
 */
function createTurns(rules: ComparedProtocol["turns"]) {
	const waiting: number[] = [];
	let answered: number | null = null;
	let unasked = 0;
	let label = "";
	return {
		of({ dir, type }: ComparableEntry, value: unknown): number | null {
			if (dir === "out") {
				const own = rules?.own(value) ?? null;
				if (own !== null) waiting.push(own);
				label = own === null ? "" : String(own);
				return own;
			}
			if (type === rules?.opens) {
				const named = rules.named(value);
				const at = named === null ? 0 : waiting.indexOf(named);
				answered = named ?? waiting[0] ?? null;
				if (answered === null) unasked++;
				else if (at >= 0) waiting.splice(0, at + 1);
			}
			label = answered === null ? `unasked ${unasked}` : String(answered);
			return answered;
		},
		label: () => label,
	};
}

export function* compareSides(left: ComparedSide, right: ComparedSide): Generator<void, Comparison> {
	const { rows: aligned, coarse } = yield* alignInSteps(left.keys, right.keys);
	const counts = { same: 0, different: 0, onlyLeft: 0, onlyRight: 0 };
	const different: number[] = [];
	const rows = aligned.map(({ left: a, right: b }, index) => {
		const as: ComparedAs =
			a === null ? "right" : b === null ? "left" : left.frames[a]?.print === right.frames[b]?.print ? "same" : "different";
		counts[as === "left" ? "onlyLeft" : as === "right" ? "onlyRight" : as]++;
		if (as !== "same") different.push(index);
		return { as, left: a, right: b };
	});
	return { rows, different, counts: { ...counts, firstDifference: different[0] ?? null, coarse } };
}

/** One row with the entries it shows; null for a side that has none. */
export function compareRow(
	comparison: Comparison,
	index: number,
	sides: { left: ComparedSide; right: ComparedSide },
	entries: { left: ComparableEntry | null; right: ComparableEntry | null },
): CompareRow {
	const { as, left, right } = comparison.rows[index] as Comparison["rows"][number];
	const { listed, count } =
		as === "different" && entries.left && entries.right ? differencesOf(entries.left, entries.right) : { listed: [], count: 0 };
	const [since, sinceRight] = [waitOf(sides.left, left), waitOf(sides.right, right)];
	return {
		index,
		as,
		left: shownOf(sides.left, left, entries.left),
		right: shownOf(sides.right, right, entries.right),
		differences: listed,
		differenceCount: count,
		slowerMs: since === null || sinceRight === null ? null : sinceRight - since,
	};
}

/** ms since the message before on the same side. */
function waitOf({ frames }: ComparedSide, at: number | null): number | null {
	const frame = at === null ? undefined : frames[at];
	return frame === undefined ? null : frame.sinceStartMs - (frames[(at as number) - 1]?.sinceStartMs ?? 0);
}

function shownOf({ of, frames }: ComparedSide, at: number | null, entry: ComparableEntry | null): ComparedEntry | null {
	const frame = at === null ? undefined : frames[at];
	if (frame === undefined || entry === null) return null;
	const { dir, type, byteLength } = entry;
	const summary = summarize(entry, of.words, of.frames.secretive);
	return { ordinal: frame.ordinal, dir, type, turn: frame.turn, sinceStartMs: frame.sinceStartMs, byteLength, summary };
}

function differencesOf(left: ComparableEntry, right: ComparableEntry) {
	const [a, b] = [parsed(left.text), parsed(right.text)];
	if (a === undefined || b === undefined) {
		const whole = (entry: ComparableEntry) => entry.text ?? `${entry.byteLength} bytes, SHA-256 ${entry.sha256 ?? "unknown"}`;
		return diffJson(whole(left), whole(right), SHOWN_DIFFERENCES);
	}
	return diffJson(a, b, SHOWN_DIFFERENCES, (path) => path.some(isNewEachRun));
}

const NEW_EACH_RUN =
	/(?:^|[a-z0-9_ -])(?:Ids?|At|Time|Timestamp|Deadline|Sequence|Nonce)$|^(?:id|ids|uuid|at|ts|time|timestamp|date|sequence|nonce|deadline)$|_(?:id|ids|at|ts|time|timestamp|ms|deadline|nonce)$|[a-z](?:AtMs|TimeMs)$/;

/** A member whose value every run has anew. */
const isNewEachRun = (name: string): boolean => NEW_EACH_RUN.test(name);

function parsed(text: string | null): unknown {
	try {
		return text === null ? undefined : (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}

function printOf(entry: ComparableEntry, value: unknown): string {
	if (value === undefined) return entry.text === null ? `bytes ${entry.sha256 ?? entry.byteLength}` : hash(entry.text);
	return hash(canonical(value, 0));
}

/** JSON text with members in order and without what every run has anew. */
function canonical(value: unknown, depth: number): string {
	if (typeof value !== "object" || value === null || depth > 100) return JSON.stringify(value) ?? "";
	if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
	const members = Object.entries(value)
		.filter(([name, member]) => !(isNewEachRun(name) && (typeof member === "string" || typeof member === "number")))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member, depth + 1)}`).join(",")}}`;
}

/** 64 bits in two halves (FNV-1a with two offsets): two payloads that differ are told apart, at a few bytes each. */
function hash(text: string): string {
	let [a, b] = [0x811c9dc5, 0x1000193 ^ text.length];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		a = Math.imul(a ^ code, 0x01000193);
		b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
	}
	return `${(a >>> 0).toString(36)} ${(b >>> 0).toString(36)}`;
}
