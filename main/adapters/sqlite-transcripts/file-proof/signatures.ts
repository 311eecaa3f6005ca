import { createPublicKey, verify } from "node:crypto";
import { sha256 } from "../hashing.ts";

/** Bytes of a Base64 text that is exactly the one of its bytes; null for any other. */
export function exactBase64(text: string): Buffer | null {
	const bytes = Buffer.from(text, "base64");
	return bytes.toString("base64") === text ? bytes : null;
}

/** Of an Ed25519 public key, SPKI in DER: SHA-256, lower-case hex. */
export const fingerprintOf = (publicKey: Uint8Array): string => sha256(publicKey).toString("hex");

/**
 * The fingerprint of a key whose signature over `text` holds; null when it does not, or the key is none of Ed25519.
 * The key must be written in the one way a key is: another spelling would have another fingerprint.
 */
export function signerOf(text: string, signature: string, publicKey: string): string | null {
	const [signed, der] = [exactBase64(signature), exactBase64(publicKey)];
	if (signed === null || der === null) return null;
	try {
		const key = createPublicKey({ key: der, format: "der", type: "spki" });
		if (key.asymmetricKeyType !== "ed25519" || !key.export({ format: "der", type: "spki" }).equals(der)) return null;
		return verify(null, Buffer.from(text), key, signed) ? fingerprintOf(der) : null;
	} catch {
		return null;
	}
}

/** The Ed25519 public key a text holds, SPKI in DER: PEM, Base64, or a key file of this program. Null when it holds none. */
export function keyIn(text: string): Buffer | null {
	const pem = text.includes("-----BEGIN ");
	const own = pem ? null : /"publicKey"\s*:\s*"([A-Za-z0-9+/=]+)"/.exec(text)?.[1];
	const key = pem ? text : { key: Buffer.from(own ?? text.replace(/\s+/g, ""), "base64"), format: "der" as const, type: "spki" as const };
	try {
		const read = createPublicKey(key);
		return read.asymmetricKeyType === "ed25519" ? read.export({ format: "der", type: "spki" }) : null;
	} catch {
		return null;
	}
}
