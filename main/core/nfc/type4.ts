import { exchangeTwice, OK, type Reading, readBinary, readExactly, statusText, TapProblem } from "./apdu.ts";
import { concat, fromHex } from "./bytes.ts";
import type { NdefFound } from "./type2.ts";

/** NDEF application, mapping versions 2 and 3, then 1. */
const APPLICATIONS = ["d2760000850101", "d2760000850100"].map(fromHex);
const CC_FILE = Uint8Array.of(0xe1, 0x03);
const CC_BYTES = 15;
/** Most that one short APDU asks for; some readers cannot take a whole 256. */
const MOST_BYTES = 240;
/** READ BINARY has 15 bits for its offset. */
const LAST_OFFSET = 0x7fff;
const NO_FILE = new Set([0x6a82, 0x6d00, 0x6e00, 0x6a86, 0x6985, 0x6999, 0x6a81, 0x6f00]);

const selectApplication = (id: Uint8Array) => Uint8Array.of(0x00, 0xa4, 0x04, 0x00, id.length, ...id, 0x00);
const selectFile = (id: Uint8Array) => Uint8Array.of(0x00, 0xa4, 0x00, 0x0c, id.length, ...id);

/**
 * Source: NFC Forum Type 4 Tag: select the NDEF application, read its capability container, then the file it names. No configuration by
 * the operator: a card without that application simply holds no NDEF.
 */
export function* readType4(): Reading<NdefFound> {
	if (!(yield* selectNdef())) return { kind: "none", note: "The card has no NDEF application." };
	yield* select(CC_FILE, "the capability container");
	const cc = yield* readExactly(readBinary(0, 0, 0, CC_BYTES), CC_BYTES, "the capability container");
	const [, , version = 0, mleHigh = 0, mleLow = 0, , , type, length = 0] = cc;
	if (version >> 4 < 1 || version >> 4 > 3)
		return { kind: "none", note: `The card uses layout version ${version >> 4}.${version & 15}, which is not known here.` };
	const isLong = type === 0x06;
	if (!(type === 0x04 && length === 6) && !(isLong && length === 8))
		throw new TapProblem("wrongTlv", `The capability container describes its file in block ${type?.toString(16)} of ${length} bytes.`);
	const whole = isLong ? concat([cc, yield* readExactly(readBinary(0, 0, CC_BYTES, 2), 2, "the capability container")]) : cc;
	const size = numberOf(whole.subarray(11, isLong ? 15 : 13));
	if (whole[isLong ? 15 : 13] !== 0) return { kind: "none", note: "The card's contents are locked against reading." };

	yield* select(whole.subarray(9, 11), "the NDEF file");
	const lengthBytes = isLong ? 4 : 2;
	const messageBytes = numberOf(yield* readExactly(readBinary(0, 0, 0, lengthBytes), lengthBytes, "the length of the message"));
	if (messageBytes > size - lengthBytes)
		throw new TapProblem("pastEnd", `The message says ${messageBytes} bytes and its file has room for ${size - lengthBytes}.`);
	if (messageBytes + lengthBytes > LAST_OFFSET + 1)
		throw new TapProblem("tooLong", `The message has ${messageBytes} bytes; ${LAST_OFFSET + 1 - lengthBytes} can be read.`);

	const atMost = Math.max(1, Math.min(MOST_BYTES, (mleHigh << 8) | mleLow));
	const parts: Uint8Array[] = [];
	for (let at = lengthBytes; at < lengthBytes + messageBytes; ) {
		const count = Math.min(atMost, lengthBytes + messageBytes - at);
		parts.push(yield* readExactly(readBinary(0, at >> 8, at & 0xff, count), count, `${count} bytes at ${at}`));
		at += count;
	}
	return { kind: "message", bytes: concat(parts) };
}

function* selectNdef(): Reading<boolean> {
	for (const id of APPLICATIONS) {
		const { status } = yield* exchangeTwice(selectApplication(id));
		if (status === OK) return true;
		if (!NO_FILE.has(status)) throw new TapProblem("readFailed", `Selecting the NDEF application was answered with ${statusText(status)}.`);
	}
	return false;
}

function* select(file: Uint8Array, what: string): Reading<void> {
	const { status } = yield* exchangeTwice(selectFile(file));
	if (status !== OK) throw new TapProblem("readFailed", `Selecting ${what} was answered with ${statusText(status)}.`);
}

/** Big-endian, at most four bytes. */
const numberOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
