/** Writes NDEF; independent of the console's own reading. */

export interface RecordToWrite {
	tnf?: number;
	type: string | Buffer;
	id?: string;
	payload: Buffer | string;
}

function recordBytes({ tnf = 1, type, id = "", payload }: RecordToWrite, isFirst: boolean, isLast: boolean): Buffer {
	const typeBytes = Buffer.from(type);
	const idBytes = Buffer.from(id);
	const body = Buffer.from(payload);
	const isShort = body.length < 256;
	const flags = (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0) | (isShort ? 0x10 : 0) | (idBytes.length > 0 ? 0x08 : 0) | tnf;
	const length = Buffer.alloc(isShort ? 1 : 4);
	if (isShort) length.writeUInt8(body.length);
	else length.writeUInt32BE(body.length);
	return Buffer.concat([
		Buffer.from([flags, typeBytes.length]),
		length,
		idBytes.length > 0 ? Buffer.from([idBytes.length]) : Buffer.alloc(0),
		typeBytes,
		idBytes,
		body,
	]);
}

export const messageBytes = (records: RecordToWrite[]): Buffer =>
	Buffer.concat(records.map((record, index) => recordBytes(record, index === 0, index === records.length - 1)));

/** `prefix` is the code of the abbreviation, 4 for https://. */
export const uri = (prefix: number, rest: string): RecordToWrite => ({
	type: "U",
	payload: Buffer.concat([Buffer.from([prefix]), Buffer.from(rest)]),
});

export const text = (lang: string, words: string): RecordToWrite => ({
	type: "T",
	payload: Buffer.concat([Buffer.from([lang.length]), Buffer.from(lang), Buffer.from(words)]),
});

/** A message of one record whose payload fills it up to exactly `bytes`; 0 is an empty message, and 4 to 258 have a short record. */
export function messageOf(bytes: number, seed: number): Buffer {
	if (bytes === 0) return Buffer.alloc(0);
	const header = bytes - 4 < 256 ? 4 : 7;
	const payload = Buffer.alloc(Math.max(0, bytes - header), 0);
	for (let at = 0; at < payload.length; at++) payload[at] = (at * 31 + seed * 7) & 0xff;
	return messageBytes([{ tnf: 4, type: "x", payload }]);
}
