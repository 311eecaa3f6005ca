/**
 * Entries on their way to the writer: numbers in one typed array, bytes in another, both in shared memory. Shared, not transferred: a
 * writer that dies takes nothing with it, and a buffer goes back to the pool when its commit returned.
 *
 * One entry is eight float64: session row, atMs, monoMs, packed codes, index of its type, epoch, sequence, length of its bytes.
 * Its ordinal is the batch's first one plus its place; its bytes follow those of the entry before it.
 */

import type { Delivery } from "../../../schemas/timeline.ts";
import type { EntryDraft } from "../../core/ports.ts";
import { DELIVERY_CODES, DIRECTION_CODES, KIND_CODES, OPCODE_CODES } from "../../core/timeline/chain.ts";

export const NUMBERS_PER_ENTRY = 8;
export const CHUNK_ENTRIES = 8192;
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** A batch this large is closed at the next pause, early enough that one chunk mostly holds it. */
export const BATCH_ENTRIES = 6144;
export const BATCH_BYTES = 3 * 1024 * 1024;
/** Below this a copy costs less than a chunk of its own, bytes. */
const WORTH_BYTES = 1024 * 1024;
/** Spare chunks kept. Shared memory that is let go comes back only with a garbage collection, which main rarely needs. */
const LARGEST_POOL = 8;

export interface Chunk {
	numbers: Float64Array<SharedArrayBuffer>;
	/** A Buffer on main's side, a plain Uint8Array in the writer. */
	bytes: Buffer<SharedArrayBuffer>;
	entries: number;
	used: number;
}

/** Packed codes: 2 bits direction, 4 kind, 3 opcode, 4 delivery, then flags. */
const KIND_SHIFT = 2;
const OPCODE_SHIFT = 6;
const DELIVERY_SHIFT = 9;
export const FLAG = { epoch: 1 << 13, sequence: 1 << 14, compare: 1 << 15, findings: 1 << 16 } as const;

export const dirIn = (packed: number): number => packed & 3;
export const kindIn = (packed: number): number => (packed >> KIND_SHIFT) & 15;
export const opcodeIn = (packed: number): number => (packed >> OPCODE_SHIFT) & 7;
export const deliveryIn = (packed: number): number => (packed >> DELIVERY_SHIFT) & 15;

export interface ChunkPool {
	/** An empty chunk with room for at least `bytes`. */
	take(bytes: number): Chunk;
	/** A chunk for this one body, which lies in shared memory already and is not copied. */
	around(body: Uint8Array<SharedArrayBuffer>): Chunk;
	give(chunk: Chunk): void;
}

export function createChunkPool(): ChunkPool {
	const spare: Chunk[] = [];
	return {
		take(bytes) {
			const chunk = bytes <= CHUNK_BYTES ? spare.pop() : undefined;
			// Fresh memory is not touched until used, so a full-size chunk for one small entry costs little.
			return chunk ?? newChunk(new SharedArrayBuffer(Math.max(bytes, CHUNK_BYTES)));
		},
		around: (body) => newChunk(body.buffer, 1),
		give(chunk) {
			if (spare.length >= LARGEST_POOL || chunk.bytes.length !== CHUNK_BYTES || chunk.numbers.length < CHUNK_ENTRIES * NUMBERS_PER_ENTRY)
				return;
			chunk.entries = 0;
			chunk.used = 0;
			spare.push(chunk);
		},
	};
}

function newChunk(memory: SharedArrayBuffer, entries = CHUNK_ENTRIES): Chunk {
	return {
		numbers: new Float64Array(new SharedArrayBuffer(entries * NUMBERS_PER_ENTRY * Float64Array.BYTES_PER_ELEMENT)),
		bytes: Buffer.from(memory),
		entries: 0,
		used: 0,
	};
}

/** The body when it begins shared memory that is nobody else's (a frame gathered for us) and is large enough to be worth it, else null. */
export function wholeShared(body: Uint8Array | string): Uint8Array<SharedArrayBuffer> | null {
	if (typeof body === "string" || body.length < WORTH_BYTES || !(body.buffer instanceof SharedArrayBuffer)) return null;
	return body.byteOffset === 0 ? (body as Uint8Array<SharedArrayBuffer>) : null;
}

/** Room the body needs at most; exact for bytes and for long texts. */
export function roomFor(body: Uint8Array | string, free: number): number {
	if (typeof body !== "string") return body.length;
	const atMost = body.length * 3;
	return atMost <= free ? atMost : Buffer.byteLength(body);
}

/** Packs one entry; the chunk must have room. Answers the length of its bytes. */
export function pack(chunk: Chunk, sessionRow: number, draft: EntryDraft, typeIndex: number): number {
	const { body, epoch, sequence } = draft;
	let byteLength: number;
	if (typeof body === "string") {
		byteLength = chunk.bytes.write(body, chunk.used);
	} else {
		byteLength = body.length;
		if (body.buffer !== chunk.bytes.buffer) chunk.bytes.set(body, chunk.used);
	}
	chunk.used += byteLength;
	let packed = DIRECTION_CODES[draft.dir] | (KIND_CODES[draft.kind] << KIND_SHIFT);
	if (draft.opcode !== undefined) packed |= OPCODE_CODES[draft.opcode] << OPCODE_SHIFT;
	if (draft.delivery !== undefined) packed |= DELIVERY_CODES[draft.delivery] << DELIVERY_SHIFT;
	if (draft.compare === true) packed |= FLAG.compare;
	if (draft.findings !== undefined && draft.findings.length > 0) packed |= FLAG.findings;
	const at = chunk.entries * NUMBERS_PER_ENTRY;
	const { numbers } = chunk;
	if (Number.isSafeInteger(epoch)) {
		packed |= FLAG.epoch;
		numbers[at + 5] = epoch as number;
	}
	if (Number.isSafeInteger(sequence)) {
		packed |= FLAG.sequence;
		numbers[at + 6] = sequence as number;
	}
	numbers[at] = sessionRow;
	numbers[at + 1] = Math.trunc(finite(draft.atMs));
	numbers[at + 2] = finite(draft.monoMs);
	numbers[at + 3] = packed;
	numbers[at + 4] = typeIndex;
	numbers[at + 7] = byteLength;
	chunk.entries++;
	return byteLength;
}

/** An entry not posted yet takes a new delivery in place. */
export function repackDelivery(chunk: Chunk, index: number, delivery: Delivery): void {
	const at = index * NUMBERS_PER_ENTRY + 3;
	const packed = chunk.numbers[at] as number;
	chunk.numbers[at] = (packed & ~(15 << DELIVERY_SHIFT)) | (DELIVERY_CODES[delivery] << DELIVERY_SHIFT);
}

/** Also turns -0 into 0: SQLite does not keep the sign, and the chain covers the number. */
function finite(value: number): number {
	return Number.isFinite(value) ? value + 0 : 0;
}
