import { looseBase64 } from "./byte-text.ts";

/** Bytes of an entry: its exact bytes when they are not text, else the UTF-8 of its text. */
export function bytesOf(entry: { text?: string; base64?: string }): Uint8Array {
	if (entry.base64 !== undefined) return looseBase64(entry.base64);
	return new TextEncoder().encode(entry.text ?? "");
}

export interface HexLine {
	offset: string;
	hex: string;
	ascii: string;
}

const two = (byte: number): string => byte.toString(16).padStart(2, "0");

/** One line of the dump; a short last line is padded so the columns stand. */
export function hexLine(bytes: Uint8Array, line: number, perLine: number): HexLine {
	const from = line * perLine;
	const part = bytes.subarray(from, from + perLine);
	const cells = [...part].map(two);
	while (cells.length < perLine) cells.push("  ");
	const half = perLine / 2;
	return {
		offset: from.toString(16).padStart(4, "0"),
		hex: perLine > 8 ? `${cells.slice(0, half).join(" ")}  ${cells.slice(half).join(" ")}` : cells.join(" "),
		ascii: [...part].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join(""),
	};
}
