import { createDecipheriv, createHash, pbkdf2 } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import type { BaseBlock } from "asn1js";
import { integer, NotThat, octets, oid, sequence } from "../time-stamps/der.ts";
import { openRc2Cbc } from "./rc2.ts";

const derive = promisify(pbkdf2);

/** Files of well-known programs have 1 to 600,000. More would keep the program busy with one file. */
const MOST_ITERATIONS = 2_000_000;
/** Hashes in one go. */
const AT_ONCE = 20_000;

export const HASHES: Readonly<Record<string, string>> = {
	"1.3.14.3.2.26": "sha1",
	"2.16.840.1.101.3.4.2.4": "sha224",
	"2.16.840.1.101.3.4.2.1": "sha256",
	"2.16.840.1.101.3.4.2.2": "sha384",
	"2.16.840.1.101.3.4.2.3": "sha512",
};

/** What the keys that come out of a passphrase are for (RFC 7292, appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export function count(block: BaseBlock | undefined): number {
	const value = Number.parseInt(integer(block).toString("hex"), 16);
	if (!(value >= 1 && value <= MOST_ITERATIONS)) throw new NotThat(`${value} rounds`);
	return value;
}

/** RFC 7292, appendix B.2. `password` as `bmpString` gives it. */
export async function derivedBytes(
	{ hash, password, salt, iterations }: { hash: string; password: Buffer; salt: Buffer; iterations: number },
	purpose: number,
	length: number,
): Promise<Buffer> {
	const block = hash === "sha384" || hash === "sha512" ? 128 : 64;
	const filled = (bytes: Buffer): Buffer =>
		bytes.length === 0 ? bytes : Buffer.alloc(Math.ceil(bytes.length / block) * block, new Uint8Array(bytes));
	const material = Buffer.concat([filled(salt), filled(password)]);
	const out: Buffer[] = [];
	for (let have = 0; have < length; ) {
		let hashed = createHash(hash).update(Buffer.alloc(block, purpose)).update(material).digest();
		for (let round = 1; round < iterations; round += 1) {
			hashed = createHash(hash).update(hashed).digest();
			if (round % AT_ONCE === 0) await nextTurn();
		}
		out.push(hashed);
		have += hashed.length;
		const added = Buffer.alloc(block, new Uint8Array(hashed));
		for (let at = 0; at < material.length; at += block) {
			let carry = 1;
			for (let index = block - 1; index >= 0; index -= 1) {
				carry += (material[at + index] as number) + (added[index] as number);
				material[at + index] = carry & 0xff;
				carry >>>= 8;
			}
		}
	}
	return Buffer.concat(out).subarray(0, length);
}

/** UTF-16, high byte first, with a closing zero; `null` is no password at all, which is another one than an empty one. */
export function bmpString(passphrase: string | null): Buffer {
	return passphrase === null ? Buffer.alloc(0) : Buffer.from(`${passphrase}\0`, "utf16le").swap16();
}

const PBES2 = "1.2.840.113549.1.5.13";
const PBKDF2 = "1.2.840.113549.1.5.12";
const PRFS: Readonly<Record<string, string>> = {
	"1.2.840.113549.2.7": "sha1",
	"1.2.840.113549.2.8": "sha224",
	"1.2.840.113549.2.9": "sha256",
	"1.2.840.113549.2.10": "sha384",
	"1.2.840.113549.2.11": "sha512",
};
const CIPHERS: Readonly<Record<string, { name: string; keyBytes: number }>> = {
	"2.16.840.1.101.3.4.1.2": { name: "aes-128-cbc", keyBytes: 16 },
	"2.16.840.1.101.3.4.1.22": { name: "aes-192-cbc", keyBytes: 24 },
	"2.16.840.1.101.3.4.1.42": { name: "aes-256-cbc", keyBytes: 32 },
	"1.2.840.113549.3.7": { name: "des-ede3-cbc", keyBytes: 24 },
};
/** RFC 7292, appendix C. */
const OLD_CIPHERS: Readonly<Record<string, { kind: "3des" | "rc2"; keyBytes: number }>> = {
	"1.2.840.113549.1.12.1.3": { kind: "3des", keyBytes: 24 },
	"1.2.840.113549.1.12.1.4": { kind: "3des", keyBytes: 16 },
	"1.2.840.113549.1.12.1.5": { kind: "rc2", keyBytes: 16 },
	"1.2.840.113549.1.12.1.6": { kind: "rc2", keyBytes: 5 },
};

/** What lies under a passphrase, by the algorithm it names. Throws NotThat for one that is not known here, anything else for a wrong passphrase. */
export async function opened(algorithm: BaseBlock | undefined, data: Buffer, passphrase: string | null): Promise<Buffer> {
	const [id, parameters] = sequence(algorithm);
	const name = oid(id);
	if (name === PBES2) return openedByPbes2(parameters, data, passphrase ?? "");
	const old = OLD_CIPHERS[name];
	if (old === undefined) throw new NotThat(`the cipher ${name}`);
	const [saltBlock, rounds] = sequence(parameters);
	const from = { hash: "sha1", password: bmpString(passphrase), salt: octets(saltBlock), iterations: count(rounds) };
	const key = await derivedBytes(from, PURPOSE.key, old.keyBytes);
	const iv = await derivedBytes(from, PURPOSE.iv, 8);
	if (old.kind === "rc2") return openRc2Cbc(key, iv, data);
	return deciphered("des-ede3-cbc", Buffer.concat([key, key]).subarray(0, 24), iv, data);
}

async function openedByPbes2(parameters: BaseBlock | undefined, data: Buffer, passphrase: string): Promise<Buffer> {
	const [derivation, scheme] = sequence(parameters);
	const [derivationId, derivationParameters] = sequence(derivation);
	if (oid(derivationId) !== PBKDF2) throw new NotThat(`the key derivation ${oid(derivationId)}`);
	const [salt, rounds, ...more] = sequence(derivationParameters);
	const prf = more.at(-1);
	// Left out, it is HMAC with SHA-1; a length of the key may stand before it.
	const prfId = prf === undefined || prf.idBlock.tagNumber !== 16 ? "1.2.840.113549.2.7" : oid(sequence(prf)[0]);
	const [cipherId, iv] = sequence(scheme);
	const cipher = CIPHERS[oid(cipherId)];
	const hash = PRFS[prfId];
	if (cipher === undefined || hash === undefined) throw new NotThat(`the cipher ${oid(cipherId)} with ${prfId}`);
	const key = await derive(passphrase, octets(salt), count(rounds), cipher.keyBytes, hash);
	return deciphered(cipher.name, key, octets(iv), data);
}

function deciphered(name: string, key: Buffer, iv: Buffer, data: Buffer): Buffer {
	const decipher = createDecipheriv(name, key, iv);
	return Buffer.concat([decipher.update(data), decipher.final()]);
}
