const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Lower-case, no separators. */
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** `hex` has an even number of digits. */
export function fromHex(hex: string): Uint8Array {
	const bytes = new Uint8Array(hex.length / 2);
	for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
	return bytes;
}

/** RFC 4648 with padding. */
export function toBase64(bytes: Uint8Array): string {
	let text = "";
	for (let at = 0; at < bytes.length; at += 3) {
		const [a = 0, b, c] = bytes.subarray(at, at + 3);
		const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
		text += `${BASE64[bits >> 18]}${BASE64[(bits >> 12) & 63]}`;
		text += b === undefined ? "=" : BASE64[(bits >> 6) & 63];
		text += c === undefined ? "=" : BASE64[bits & 63];
	}
	return text;
}

const NO_LETTER = 64;
const VALUES = new Uint8Array(128).fill(NO_LETTER);
for (let value = 0; value < BASE64.length; value++) VALUES[BASE64.charCodeAt(value)] = value;

/** `text` is Base64 with or without padding; letters that are none are left out. */
export function fromBase64(text: string): Uint8Array {
	const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
	let length = 0;
	let bits = 0;
	let count = 0;
	for (let at = 0; at < text.length; at++) {
		const value = VALUES[text.charCodeAt(at)] ?? NO_LETTER;
		if (value === NO_LETTER) continue;
		bits = ((bits << 6) | value) & 0xffff;
		count += 6;
		if (count < 8) continue;
		count -= 8;
		bytes[length++] = (bits >> count) & 0xff;
	}
	return bytes.subarray(0, length);
}

/** Of a text whose letters are all below 256. */
export const fromLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function concat(parts: readonly Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

/** Null when the bytes are not UTF-8. `decodeURIComponent` is the one strict decoder every ES environment has. */
export function utf8(bytes: Uint8Array): string | null {
	try {
		return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
	} catch {
		return null;
	}
}

/** Each byte as the code point of its value: a likeness that never fails. */
export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Byte order as its mark says, else big-endian. Null when the number of bytes is odd. */
export function utf16(bytes: Uint8Array): string | null {
	if (bytes.length % 2 !== 0) return null;
	const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
	const from = isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff) ? 2 : 0;
	let text = "";
	for (let at = from; at < bytes.length; at += 2) {
		const [first = 0, second = 0] = bytes.subarray(at, at + 2);
		text += String.fromCharCode(isLittle ? (second << 8) | first : (first << 8) | second);
	}
	return text;
}
