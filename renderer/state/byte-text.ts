/** Taken in pieces: more arguments than this in one call overflow the stack. */
const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
	let binary = "";
	for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
	return btoa(binary);
}

/** Null for what is not padded Base64. */
export function fromBase64(text: string): Uint8Array | null {
	if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
	const binary = atob(text);
	return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
