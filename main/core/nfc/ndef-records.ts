import { TapProblem } from "./apdu.ts";
import { concat } from "./bytes.ts";

/** A record with its bytes. */
export interface RawRecord {
	tnf: number;
	type: Uint8Array;
	id: Uint8Array;
	payload: Uint8Array;
}

/** What one observation carries at most. */
const MAX_RECORDS = 64;
const MAX_PAYLOAD_BYTES = 32 * 1024;

const TNF = { empty: 0, unknown: 5, unchanged: 6 } as const;

/**
 * The records of an NDEF message; no bytes are no records.
 * Errors: TapProblem `ndefInvalid` (with the byte) or `tooLong`. Source: NFC Forum NDEF 1.0.
 */
export function parseRaw(message: Uint8Array): RawRecord[] {
	const records: RawRecord[] = [];
	/** A record whose payload comes in chunks. */
	let open: { tnf: number; type: Uint8Array; id: Uint8Array; chunks: Uint8Array[] } | null = null;
	let at = 0;
	let isLast = message.length === 0;
	const invalid = (why: string) => new TapProblem("ndefInvalid", `The record at byte ${at} ${why}.`);

	while (!isLast) {
		const header = headerAt(message, at);
		if (header === null) throw invalid("is cut off");
		const { flags, tnf, type, id, payload, next } = header;
		const isChunked = (flags & 0x20) !== 0;
		if (((flags & 0x80) !== 0) !== (at === 0)) throw invalid(at === 0 ? "does not say that it is the first" : "says that it is the first");
		isLast = (flags & 0x40) !== 0;
		if (open) {
			if (tnf !== TNF.unchanged || type.length > 0 || (flags & 0x08) !== 0) throw invalid("stands inside another record's chunks");
			open.chunks.push(payload);
		} else {
			const problem = problemOf(tnf, type, id, payload);
			if (problem) throw invalid(problem);
			open = { tnf, type, id, chunks: [payload] };
		}
		if (open.chunks.reduce((sum, chunk) => sum + chunk.length, 0) > MAX_PAYLOAD_BYTES)
			throw new TapProblem("tooLong", `Record ${records.length + 1} is longer than ${MAX_PAYLOAD_BYTES} bytes.`);
		if (!isChunked) {
			const { chunks, ...rest }: typeof open = open;
			records.push({ ...rest, payload: concat(chunks) });
			open = null;
			if (records.length > MAX_RECORDS) throw new TapProblem("tooLong", `The message has more than ${MAX_RECORDS} records.`);
		} else if (isLast) throw invalid("is the last and announces more chunks");
		at = next;
	}
	if (at !== message.length) throw new TapProblem("ndefInvalid", `${message.length - at} bytes follow the last record.`);
	return records;
}

/** Null when the message ends first. */
function headerAt(message: Uint8Array, at: number) {
	const [flags, typeLength] = message.subarray(at, at + 2);
	if (flags === undefined || typeLength === undefined) return null;
	const lengthBytes = (flags & 0x10) !== 0 ? 1 : 4;
	const idLengthBytes = (flags & 0x08) !== 0 ? 1 : 0;
	const body = at + 2 + lengthBytes + idLengthBytes;
	if (body > message.length) return null;
	const payloadLength = message.subarray(at + 2, at + 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
	const idLength = idLengthBytes === 1 ? (message[body - 1] ?? 0) : 0;
	const next = body + typeLength + idLength + payloadLength;
	if (next > message.length) return null;
	return {
		flags,
		tnf: flags & 0x07,
		type: message.subarray(body, body + typeLength),
		id: message.subarray(body + typeLength, body + typeLength + idLength),
		payload: message.subarray(body + typeLength + idLength, next),
		next,
	};
}

/** What the format forbids, as the end of a sentence. */
function problemOf(tnf: number, type: Uint8Array, id: Uint8Array, payload: Uint8Array): string | null {
	if (tnf > TNF.unknown) return tnf === TNF.unchanged ? "continues a record that was not begun" : "has the reserved type name format 7";
	if (tnf === TNF.empty) return type.length + id.length + payload.length > 0 ? "calls itself empty and is not" : null;
	if (tnf === TNF.unknown) return type.length > 0 ? "calls its type unknown and names one" : null;
	return type.length === 0 ? "names no type" : null;
}
