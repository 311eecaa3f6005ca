/** Numbers that stand for words in the database. Never renumber, only add. */

import type { Delivery, Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";
import { DELIVERY_CODES, DIRECTION_CODES, KIND_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";
import { HEARTBEAT_CODE, PLAIN_CODE } from "../../core/timeline/folds.ts";
import type { FrameKinds } from "../../core/timeline/frame-kinds.ts";

function wordsOf<Word extends string>(codes: Record<Word, number>): (Word | undefined)[] {
	const words: (Word | undefined)[] = [];
	for (const word of Object.keys(codes) as Word[]) words[codes[word]] = word;
	return words;
}

const DIRECTIONS = wordsOf<Direction>(DIRECTION_CODES);
const KINDS = wordsOf<EntryKind>(KIND_CODES);
const OPCODES = wordsOf<Opcode>(OPCODE_CODES);
const DELIVERIES = wordsOf<Delivery>(DELIVERY_CODES);

/** A code this program does not know can only come from damage; the words then say the least. */
export const directionOf = (code: number): Direction => DIRECTIONS[code] ?? "local";
export const kindOf = (code: number): EntryKind => KINDS[code] ?? "session";
export const opcodeOf = (code: number): Opcode | undefined => OPCODES[code];
export const deliveryOf = (code: number): Delivery | undefined => DELIVERIES[code];

/**
 * Bits of `entries.marks`: why an entry may be asked for other than by its position. One partial index holds all entries with any bit, so
 * a plain frame pays for none of them.
 */
export const MARK = {
	/** Ping or pong. */
	heartbeat: 1,
	/** Has at least one finding. */
	finding: 2,
	/** Kind `gap`. */
	gap: 4,
	/** Delivery `unknown` or `refused`. */
	unsettled: 8,
	/** Anything but a frame. */
	event: 16,
	/** An own message whose fate is open: the outbox. */
	open: 32,
	/** Has, or once had, a delivery worth a look. It stays, so that rows which were apart never merge under a reader. */
	odd: 64,
	/** Own upkeep of the protocol, an ack, with nothing odd about it. */
	ack: 128,
} as const;

export const TROUBLE = MARK.finding | MARK.gap | MARK.unsettled;
/** An entry with one of these is never part of a fold. */
export const ALONE = TROUBLE | MARK.odd;
/** A change of one of these may change lists. */
export const LISTING = ALONE | MARK.ack;

const ODD_DELIVERIES: ReadonlySet<number> = new Set([
	DELIVERY_CODES.stale,
	DELIVERY_CODES.refused,
	DELIVERY_CODES.unknown,
	DELIVERY_CODES.discarded,
	DELIVERY_CODES.dropped,
	DELIVERY_CODES.held,
]);

const OPEN_DELIVERIES = new Set<number>([DELIVERY_CODES.queued, DELIVERY_CODES.sending, DELIVERY_CODES.sent, DELIVERY_CODES.unknown]);

/** `FrameKinds` of one protocol, made ready to be asked for every entry. */
export interface KindCodes {
	upkeep: ReadonlySet<string>;
	saidAnew: ReadonlySet<string>;
	/** By type; `dir` is a code. */
	folds: ReadonlyMap<string, { code: number; dir: number }>;
}

export const kindCodes = ({ upkeep, saidAnew, foldable }: FrameKinds): KindCodes => ({
	upkeep: new Set(upkeep),
	saidAnew: new Set(saidAnew),
	folds: new Map(foldable.map(({ type, dir, code }) => [type, { code, dir: DIRECTION_CODES[dir] }])),
});

/** `dir`, `kind`, `opcode` and `delivery` are codes. Called for every entry, so it takes them one by one. */
export function marksOf(
	dir: number,
	kind: number,
	opcode: number,
	type: string,
	delivery: number,
	hasFindings: boolean,
	{ upkeep, saidAnew }: KindCodes,
): number {
	let marks = hasFindings ? MARK.finding : 0;
	if (opcode === OPCODE_CODES.ping || opcode === OPCODE_CODES.pong) marks |= MARK.heartbeat;
	if (kind !== KIND_CODES.frame) marks |= kind === KIND_CODES.gap ? MARK.event | MARK.gap : MARK.event;
	const own = dir === DIRECTION_CODES.out && kind === KIND_CODES.frame && opcode === OPCODE_CODES.text;
	if (ODD_DELIVERIES.has(delivery)) marks |= MARK.odd;
	else if (own && !hasFindings && upkeep.has(type)) marks |= MARK.ack;
	if (delivery === 0) return marks;
	if (delivery === DELIVERY_CODES.unknown || delivery === DELIVERY_CODES.refused) marks |= MARK.unsettled;
	if (own && OPEN_DELIVERIES.has(delivery) && !saidAnew.has(type)) marks |= MARK.open;
	return marks;
}

/** What the entry counts as in `main/core/timeline/folds.ts`; `dir`, `kind` and `opcode` are codes. */
export function foldCodeOf(dir: number, kind: number, opcode: number, type: string, { folds }: KindCodes): number {
	if (kind !== KIND_CODES.frame) return PLAIN_CODE;
	if (opcode === OPCODE_CODES.ping || opcode === OPCODE_CODES.pong) return HEARTBEAT_CODE;
	if (opcode !== OPCODE_CODES.text) return PLAIN_CODE;
	const foldable = folds.get(type);
	return foldable !== undefined && foldable.dir === dir ? foldable.code : PLAIN_CODE;
}
