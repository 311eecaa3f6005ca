/** Taken in pieces: more arguments than this in one call overflow the stack. */
const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
	let binary = "";
	for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
	return btoa(binary);
}

/** Null for what is not padded Base64. Of any length: an expression that counts letters by four overflows the stack at some millions. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
	if (text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text) || /=[^=]/.test(text) || text.endsWith("===")) return null;
	return looseBase64(text);
}

/** Padded or not, with blanks or not. Throws for what is no Base64. */
export function looseBase64(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	// Not `Uint8Array.from`: with a function it takes seconds for a photo.
	for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
	return bytes;
}

export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
