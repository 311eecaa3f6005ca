import { describe, expect, test } from "vitest";
import { FrameSplitter } from "../../../main/adapters/ws-socket/frame-splitter.ts";
import { LARGE_FRAME_BYTES } from "../../../main/core/limits.ts";

const LIMIT = 0x18000;

/** A frame as a server writes it. */
function frame(first: number, payload: Buffer | string): Buffer {
	const bytes = Buffer.from(payload as Buffer);
	if (bytes.length < 126) return Buffer.concat([Buffer.from([first, bytes.length]), bytes]);
	const header = Buffer.alloc(bytes.length < 65_536 ? 4 : 10);
	header[0] = first;
	header[1] = bytes.length < 65_536 ? 126 : 127;
	if (bytes.length < 65_536) header.writeUInt16BE(bytes.length, 2);
	else header.writeBigUInt64BE(BigInt(bytes.length), 2);
	return Buffer.concat([header, bytes]);
}

/** What `ws` gets, and the messages kept from it, of a stream that comes in packets of so many bytes. */
function split(stream: Buffer, packetBytes: number, mostFrames = Number.MAX_SAFE_INTEGER) {
	const passed: Buffer[] = [];
	let turns = 0;
	const splitter = new FrameSplitter(LIMIT, (bytes) => passed.push(Buffer.from(bytes)));
	for (let at = 0; at < stream.length; at += packetBytes) {
		const packet = stream.subarray(at, at + packetBytes);
		for (let read = 0; read < packet.length; turns++) read = splitter.read(packet, read, mostFrames);
	}
	return { passed: Buffer.concat(passed), splitter, turns };
}

const LARGE = Buffer.alloc(40_000, "abcdefg");
const PACKETS = [1, 2, 3, 7, 1_000, 65_536, 10_000_000];

describe("the stream between socket and ws", () => {
	test.each(PACKETS)("passes small messages, pings and the close on byte by byte, in packets of %i", (packetBytes) => {
		const stream = Buffer.concat([
			frame(0x81, "one"),
			frame(0x89, "p"),
			frame(0x82, Buffer.alloc(LARGE_FRAME_BYTES, 1)),
			frame(0x81, ""),
			frame(0x88, "\x03\xe8"),
		]);
		const { passed, splitter } = split(stream, packetBytes);
		expect(passed.equals(stream)).toBe(true);
		expect([splitter.next(), splitter.next(), splitter.next()]).toEqual([null, null, null]);
	});

	test.each(PACKETS)("keeps large messages and those in fragments, and ws gets the same frames empty, in packets of %i", (packetBytes) => {
		const stream = Buffer.concat([
			frame(0x81, "before"),
			frame(0x81, LARGE),
			frame(0x81, "between"),
			frame(0x01, "in "),
			frame(0x89, "ping"),
			frame(0x00, "three "),
			frame(0x80, "parts"),
			frame(0x02, LARGE),
			frame(0x80, LARGE),
			frame(0x81, "after"),
		]);
		const { passed, splitter } = split(stream, packetBytes);
		const toWs = [
			frame(0x81, "before"),
			frame(0x81, ""),
			frame(0x81, "between"),
			frame(0x01, ""),
			frame(0x89, "ping"),
			frame(0x00, ""),
			frame(0x80, ""),
			frame(0x02, ""),
			frame(0x80, ""),
			frame(0x81, "after"),
		];
		expect(passed.toString("hex")).toBe(Buffer.concat(toWs).toString("hex"));
		const told = Array.from({ length: 6 }, () => splitter.next());
		expect(told.map((bytes) => bytes?.length ?? null)).toEqual([null, LARGE.length, null, 14, 2 * LARGE.length, null]);
		expect(LARGE.equals(told[1] as Uint8Array)).toBe(true);
		expect(Buffer.from(told[3] as Uint8Array).toString()).toBe("in three parts");
		expect(Buffer.concat([LARGE, LARGE]).equals(told[4] as Uint8Array)).toBe(true);
		for (const large of [told[1], told[4]]) expect([large?.buffer instanceof SharedArrayBuffer, large?.byteOffset]).toEqual([true, 0]);
	});

	test.each(PACKETS)(
		"leaves a message above the limit to ws, which refuses its length, and knows what the headers said, in packets of %i",
		(packetBytes) => {
			const { passed, splitter } = split(
				Buffer.concat([frame(0x81, "x"), frame(0x01, LARGE), frame(0x00, Buffer.alloc(LIMIT))]),
				packetBytes,
			);
			expect(splitter.refusedSize).toEqual({ bytes: LARGE.length + LIMIT, fragments: 2, isWhole: false });
			const refused = Buffer.from([0x00, 127, 0, 0, 0, 0, 0, 1, 0x80, 1]);
			expect(passed.subarray(0, 15).toString("hex")).toBe(Buffer.concat([frame(0x81, "x"), frame(0x01, ""), refused]).toString("hex"));
		},
	);

	test.each([
		["a reserved bit", frame(0xc1, "x")],
		["a masked frame", Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])],
		["an unknown opcode", frame(0x83, "x")],
		["a continuation of nothing", frame(0x80, LARGE)],
		["a message inside a message", Buffer.concat([frame(0x01, ""), frame(0x81, LARGE)])],
		["a ping in fragments", frame(0x09, "x")],
		["a length beyond 2^53", Buffer.concat([Buffer.from([0x81, 127]), Buffer.alloc(8, 0x7f), Buffer.alloc(100)])],
	])("leaves %s to ws, and everything after it", (_what, broken) => {
		const stream = Buffer.concat([frame(0x81, "x"), broken, frame(0x81, LARGE)]);
		for (const packetBytes of PACKETS) expect(split(stream, packetBytes).passed.equals(stream)).toBe(true);
	});

	test("stops after so many frames and goes on from there: 10,000 frames are 100 turns of 100", () => {
		const stream = Buffer.concat(Array.from({ length: 10_000 }, () => frame(0x81, "")));
		const { passed, turns } = split(stream, stream.length, 100);
		expect(turns).toBe(100);
		expect(passed.equals(stream)).toBe(true);
	});
});
