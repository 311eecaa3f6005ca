import { createHmac, hash } from "node:crypto";
import type { ProofHasher } from "../../core/proof/hasher.ts";
import { CHAIN_HEADER_FIXED_BYTES, type ChainHeader, chainSeed, writeChainHeader } from "../../core/timeline/chain.ts";

export const HASH_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/;

export function sha256(bytes: Uint8Array): Buffer {
	return hash("sha256", bytes, "buffer");
}

export function genesis(sessionId: string): Buffer {
	return sha256(Buffer.from(chainSeed(sessionId)));
}

/** Null when `value` is no lower-case SHA-256. */
export function fromHex(value: unknown): Buffer | null {
	return typeof value === "string" && HEX.test(value) ? Buffer.from(value, "hex") : null;
}

export interface Chain {
	/** Writes SHA-256(previous ‖ header ‖ bodyHash) into `target` at `at`. All are 32 bytes; `previous` may be `target` itself. */
	next(previous: Uint8Array, header: ChainHeader, type: string, bodyHash: Uint8Array, target: Buffer, at: number): void;
}

const LARGEST_TYPE_CACHE = 1024;

export function createChain(): Chain {
	const types = new Map<string, Uint8Array>();
	let scratch = Buffer.alloc(2 * HASH_BYTES + CHAIN_HEADER_FIXED_BYTES + 1024);
	let view = new DataView(scratch.buffer, scratch.byteOffset, scratch.byteLength);
	/** Views of the scratch by length: making one costs more than hashing it. */
	let inputs: Uint8Array[] = [];

	/** Remembered, for a session has few types. */
	function typeBytes(type: string): Uint8Array {
		const known = types.get(type);
		if (known !== undefined) return known;
		if (types.size >= LARGEST_TYPE_CACHE) types.clear();
		const bytes = Buffer.from(type);
		types.set(type, bytes);
		return bytes;
	}

	function grow(bytes: number): void {
		scratch = Buffer.alloc(bytes);
		view = new DataView(scratch.buffer, scratch.byteOffset, scratch.byteLength);
		inputs = [];
	}

	function next(previous: Uint8Array, header: ChainHeader, type: string, bodyHash: Uint8Array, target: Buffer, at: number): void {
		const utf8 = typeBytes(type);
		const length = 2 * HASH_BYTES + CHAIN_HEADER_FIXED_BYTES + utf8.length;
		if (length > scratch.length) grow(length);
		scratch.set(previous, 0);
		const end = HASH_BYTES + writeChainHeader(view, HASH_BYTES, header, utf8);
		scratch.set(bodyHash, end);
		inputs[length] ??= scratch.subarray(0, length);
		writeSha256(inputs[length], target, at);
	}

	return { next };
}

/** A binary string holds the digest's bytes one to one and costs half of what a fresh Buffer does. */
export function writeSha256(bytes: Uint8Array, target: Buffer, at: number): void {
	target.write(hash("sha256", bytes, "binary"), at, HASH_BYTES, "latin1");
}

/** What the seal chain computes with. */
export const proofHasher: ProofHasher = {
	sha256(bytes, target, at) {
		const digest = hash("sha256", bytes, "binary");
		for (let i = 0; i < HASH_BYTES; i++) target[at + i] = digest.charCodeAt(i);
	},
	hmacSha256: (key, bytes) => createHmac("sha256", key).update(bytes).digest(),
	utf8: (text) => Buffer.from(text),
};
