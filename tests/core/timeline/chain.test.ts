import { expect, test } from "vitest";
import {
	CHAIN_HEADER_FIXED_BYTES,
	type ChainHeader,
	chainSeed,
	DIRECTION_CODES,
	KIND_CODES,
	OPCODE_CODES,
	writeChainHeader,
} from "../../../main/core/timeline/chain.ts";

const header: ChainHeader = {
	ordinal: 7,
	atMs: 1_790_000_000_123,
	monoMs: 1234.5,
	dir: DIRECTION_CODES.out,
	kind: KIND_CODES.frame,
	opcode: OPCODE_CODES.text,
	epoch: 3,
	sequence: 9_007_199_254_740_991,
	byteLength: 400,
};
const type = Uint8Array.of(0x61, 0x63, 0x6b);

function bytesOf(value: ChainHeader, typeUtf8 = type): string {
	const target = new Uint8Array(128);
	const length = writeChainHeader(new DataView(target.buffer), 0, value, typeUtf8);
	return Array.from(target.subarray(0, length), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("a header has the bytes its layout promises", () => {
	expect(bytesOf(header)).toBe(
		[
			"01", // layout
			"01", // out
			"00", // frame
			"01", // text
			"03", // epoch and sequence present
			"00",
			"0003", // length of the type
			"401c000000000000", // 7
			"427a0c4506c7b000", // 1790000000123
			"40934a0000000000", // 1234.5
			"4008000000000000", // 3
			"433fffffffffffff", // 2^53 - 1
			"4079000000000000", // 400
			"61636b", // ack
		].join(""),
	);
});

test("an absent number differs from zero", () => {
	const absent = bytesOf({ ...header, epoch: null, sequence: null });
	expect(absent).not.toBe(bytesOf({ ...header, epoch: 0, sequence: 0 }));
	expect(absent.slice(8, 10)).toBe("00");
});

test("every member changes the bytes", () => {
	const changed: ChainHeader[] = (Object.keys(header) as (keyof ChainHeader)[]).map((name) => ({
		...header,
		[name]: (header[name] ?? 0) + 1,
	}));
	// 2^53 is not the integer after 2^53 - 1 to be trusted, but still another number.
	const all = new Set([header, ...changed].map((each) => bytesOf(each)));
	expect(all.size).toBe(changed.length + 1);
	expect(bytesOf(header, Uint8Array.of(0x61))).not.toBe(bytesOf(header));
});

test("a header is written where it was asked for", () => {
	const target = new Uint8Array(200);
	const length = writeChainHeader(new DataView(target.buffer), 32, header, type);
	expect(length).toBe(CHAIN_HEADER_FIXED_BYTES + type.length);
	expect(target.subarray(0, 32).every((byte) => byte === 0)).toBe(true);
	expect(target.subarray(32 + length).every((byte) => byte === 0)).toBe(true);
	expect(target[32]).toBe(1);
});

test("codes are pinned: they stand in every database and every chain", () => {
	expect(DIRECTION_CODES).toEqual({ in: 0, out: 1, local: 2 });
	expect(KIND_CODES).toEqual({ frame: 0, link: 1, gap: 2, operator: 3, clock: 4, tap: 5, reader: 6, photo: 7, session: 8 });
	expect(OPCODE_CODES).toEqual({ text: 1, binary: 2, ping: 3, pong: 4, close: 5 });
	expect(chainSeed("s1")).toBe("switchboard-transcript/1\ns1");
});
