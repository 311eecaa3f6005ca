/**
 * The cut of an entry's bytes into leaves, the pieces that can be masked one by one. The leaves one after the other are the bytes, whatever they
 * are: the cut is lexical and takes broken JSON and broken UTF-8 alike. It is part of the proof: another cut is another head.
 *
 * Outside strings a run of `{ } [ ] , :`, blanks and quotes is a leaf (*structure*), and so is a run of anything else (numbers, `true`, stray text).
 * What stands between the quotes of a string is its content: up to 64 bytes are one leaf; of longer content a piece ends after a blank once it has
 * 16 bytes, or where 64 are full; a piece that begins after the first 4096 bytes of its content is 65,536 bytes long. No piece ends inside a
 * character of UTF-8 or an escape. A text that begins with neither `{`, `[` nor `"` is one content. So is what follows the 65,536th leaf, in
 * pieces of 65,536 bytes: a frame made of commas must not become millions of hashes.
 */

const SHORT_BYTES = 64;
const SHORTEST_PIECE_BYTES = 16;
const FINE_BYTES = 4096;
const COARSE_BYTES = 65_536;
export const MOST_FINE_LEAVES = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for blanks and the signs that hold JSON together, the quote among them. */
const STRUCTURE = new Uint8Array(256);
for (const sign of ' \t\n\r{}[],:"') STRUCTURE[sign.charCodeAt(0)] = 1;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Where each leaf ends; the last one ends with the bytes. No bytes have no leaf. Linear in the bytes. */
export function cutLeaves(bytes: Uint8Array, isBinary: boolean): number[] {
	const { length } = bytes;
	if (length === 0) return [];
	if (isBinary) return [length];
	const ends: number[] = [];
	if (!looksLikeJson(bytes)) {
		cutContent(bytes, 0, length, ends);
		return ends;
	}
	let at = 0;
	/** The next quote ends the string whose content was the last leaf. */
	let closes = false;
	while (at < length) {
		if (ends.length >= MOST_FINE_LEAVES) {
			cutPieces(bytes, at, length, 0, ends);
			return ends;
		}
		if (STRUCTURE[bytes[at] as number] === 0) {
			while (at < length && STRUCTURE[bytes[at] as number] === 0) at++;
			ends.push(at);
			continue;
		}
		let isOpened = false;
		while (!isOpened && at < length && STRUCTURE[bytes[at] as number] === 1) {
			if (bytes[at++] !== QUOTE) continue;
			if (closes) closes = false;
			// An empty string has no content, so its quotes stay in the run.
			else if (bytes[at] === QUOTE) at++;
			else isOpened = true;
		}
		ends.push(at);
		if (!isOpened) continue;
		const close = closingQuote(bytes, at);
		cutContent(bytes, at, close, ends);
		at = close;
		closes = true;
	}
	return ends;
}

function looksLikeJson(bytes: Uint8Array): boolean {
	let at = 0;
	while (at < bytes.length && isBlank(bytes[at] as number)) at++;
	const first = bytes[at];
	return first === 0x7b || first === 0x5b || first === QUOTE;
}

/** Place of the quote that ends the content which begins at `from`, or the end of the bytes. */
function closingQuote(bytes: Uint8Array, from: number): number {
	for (let quote = bytes.indexOf(QUOTE, from); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
		let slashes = 0;
		while (quote - slashes > from && bytes[quote - slashes - 1] === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return quote;
	}
	return bytes.length;
}

function cutContent(bytes: Uint8Array, from: number, to: number, ends: number[]): void {
	if (to - from > SHORT_BYTES) cutPieces(bytes, from, to, FINE_BYTES, ends);
	else if (to > from) ends.push(to);
}

/** Pieces that begin within the first `fineBytes` are short ones. */
function cutPieces(bytes: Uint8Array, from: number, to: number, fineBytes: number, ends: number[]): void {
	let start = from;
	let isFine = fineBytes > 0;
	let full = start + (isFine ? SHORT_BYTES : COARSE_BYTES);
	const begin = (at: number): void => {
		ends.push(at);
		start = at;
		isFine = at - from < fineBytes;
		full = at + (isFine ? SHORT_BYTES : COARSE_BYTES);
	};
	for (let at = from; at < to; ) {
		const byte = bytes[at] as number;
		const next = byte < 0x80 && byte !== BACKSLASH ? at + 1 : Math.min(to, at + unitLength(bytes, at));
		if (next > full && at > start) begin(at);
		at = next;
		if (isFine && at < to && isBlank(byte) && at - start >= SHORTEST_PIECE_BYTES) begin(at);
	}
	if (start < to) ends.push(to);
}

/** Bytes of the character or escape at `at`; 1 where it is neither. */
function unitLength(bytes: Uint8Array, at: number): number {
	const byte = bytes[at] as number;
	if (byte === BACKSLASH) return bytes[at + 1] === 0x75 ? 6 : 2;
	if (byte < 0xc0) return 1;
	let length = 1;
	while (length < 4 && ((bytes[at + length] ?? 0) & 0xc0) === 0x80) length++;
	return length;
}
