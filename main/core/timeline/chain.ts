/**
 * The hash chain of one session: `hash(n) = SHA-256(hash(n-1) ‖ header(n) ‖ SHA-256(bytes(n)))`.
 * `hash(0) = SHA-256(UTF-8 of chainSeed(sessionId))`, so a chain belongs to one session and cannot be moved to another.
 * This file lays out `header(n)`; who has a SHA-256 computes the rest.
 */
import type { Delivery, Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";

/** Codes are part of the chain and of the database: never renumber, only add. */
export const DIRECTION_CODES = { in: 0, out: 1, local: 2 } as const satisfies Record<Direction, number>;
export const KIND_CODES = {
	frame: 0,
	link: 1,
	gap: 2,
	operator: 3,
	clock: 4,
	tap: 5,
	reader: 6,
	photo: 7,
	session: 8,
} as const satisfies Record<EntryKind, number>;
/** 0 is "no opcode". */
export const OPCODE_CODES = { text: 1, binary: 2, ping: 3, pong: 4, close: 5 } as const satisfies Record<Opcode, number>;

/** 0 is "no delivery". */
export const DELIVERY_CODES = {
	queued: 1,
	sending: 2,
	sent: 3,
	acknowledged: 4,
	answered: 5,
	stale: 6,
	refused: 7,
	unknown: 8,
	discarded: 9,
	dropped: 10,
	held: 11,
	applied: 12,
} as const satisfies Record<Delivery, number>;

export function chainSeed(sessionId: string): string {
	return `switchboard-transcript/1\n${sessionId}`;
}

/** Everything the header says, with codes instead of words. `null` is "absent". */
export interface ChainHeader {
	ordinal: number;
	atMs: number;
	monoMs: number;
	dir: number;
	kind: number;
	opcode: number;
	epoch: number | null;
	sequence: number | null;
	byteLength: number;
}

const LAYOUT_VERSION = 1;
/** Bytes before the type. */
export const CHAIN_HEADER_FIXED_BYTES = 56;
const HAS_EPOCH = 1;
const HAS_SEQUENCE = 2;

/**
 * Writes one header at `at` and answers its length in bytes: 56 plus the type's.
 *
 *     0  u8   layout version, 1        8  f64  ordinal         40  f64  sequence, 0 when absent
 *     1  u8   direction code          16  f64  atMs            48  f64  length of the entry's bytes
 *     2  u8   kind code               24  f64  monoMs          56  type, UTF-8
 *     3  u8   opcode code             32  f64  epoch, 0 when absent
 *     4  u8   1 epoch present + 2 sequence present
 *     5  u8   0
 *     6  u16  length of the type in bytes
 *
 * Numbers are big-endian; f64 is IEEE 754, which holds every integer up to 2^53 exactly. The fixed part and the type's length make it
 * unambiguous: no two different headers have the same bytes.
 */
export function writeChainHeader(target: DataView, at: number, header: ChainHeader, typeUtf8: Uint8Array): number {
	target.setUint8(at, LAYOUT_VERSION);
	target.setUint8(at + 1, header.dir);
	target.setUint8(at + 2, header.kind);
	target.setUint8(at + 3, header.opcode);
	target.setUint8(at + 4, (header.epoch === null ? 0 : HAS_EPOCH) | (header.sequence === null ? 0 : HAS_SEQUENCE));
	target.setUint8(at + 5, 0);
	target.setUint16(at + 6, typeUtf8.length);
	target.setFloat64(at + 8, header.ordinal);
	target.setFloat64(at + 16, header.atMs);
	target.setFloat64(at + 24, header.monoMs);
	target.setFloat64(at + 32, header.epoch ?? 0);
	target.setFloat64(at + 40, header.sequence ?? 0);
	target.setFloat64(at + 48, header.byteLength);
	for (let i = 0; i < typeUtf8.length; i++) target.setUint8(at + CHAIN_HEADER_FIXED_BYTES + i, typeUtf8[i] as number);
	return CHAIN_HEADER_FIXED_BYTES + typeUtf8.length;
}
