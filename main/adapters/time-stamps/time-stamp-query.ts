import { createHash, randomBytes } from "node:crypto";
import { Boolean as DerBoolean, Integer, Null, ObjectIdentifier, OctetString, Sequence } from "asn1js";

const SHA256 = "2.16.840.1.101.3.4.2.1";
const NONCE_BYTES = 16;

/** A question of RFC 3161 about the SHA-256 of a text, that asks for the certificate too. `nonce`: the bytes an answer must repeat. */
export function timeStampQuery(text: string): { query: Buffer; nonce: Buffer } {
	const nonce = randomBytes(NONCE_BYTES);
	// A positive INTEGER in its shortest form: no authority has another way to write it.
	nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
	const query = new Sequence({
		value: [
			new Integer({ value: 1 }),
			new Sequence({
				value: [
					new Sequence({ value: [new ObjectIdentifier({ value: SHA256 }), new Null()] }),
					new OctetString({ valueHex: createHash("sha256").update(text).digest() }),
				],
			}),
			new Integer({ valueHex: nonce }),
			new DerBoolean({ value: true }),
		],
	});
	return { query: Buffer.from(query.toBER()), nonce };
}
