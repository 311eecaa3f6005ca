import { createHmac, createPrivateKey, type KeyObject, timingSafeEqual, X509Certificate } from "node:crypto";
import type { BaseBlock } from "asn1js";
import { isContext, NotThat, octets, oid, partsOf, readDer, sequence } from "../time-stamps/der.ts";
import { bmpString, count, derivedBytes, HASHES, opened, PURPOSE } from "./password-based.ts";

/** What a PKCS #12 file (RFC 7292; `.p12`, `.pfx`) holds. */
export interface Bag {
	certificates: X509Certificate[];
	keys: KeyObject[];
}

/** The passphrase does not open it. */
export class WrongPassphrase extends Error {}

const DATA = "1.2.840.113549.1.7.1";
const ENCRYPTED_DATA = "1.2.840.113549.1.7.6";
const BAGS = "1.2.840.113549.1.12.10.1.";
const X509_CERTIFICATE = "1.2.840.113549.1.9.22.1";

/**
 * Taken apart. Throws WrongPassphrase, or NotThat with what of it is not known here. Rejects nothing else.
 * An empty passphrase is written in two ways; both are tried.
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<Bag> {
	try {
		const [, authSafe, mac] = sequence(readDer(bytes));
		const content = octets(contentOf(authSafe, DATA));
		const word = mac === undefined ? passphrase : await passwordOf(mac, content, passphrase);
		const bag: Bag = { certificates: [], keys: [] };
		for (const safe of sequence(readDer(content))) await readSafe(await safeContents(safe, word), word, bag);
		return bag;
	} catch (thrown) {
		if (thrown instanceof NotThat || thrown instanceof WrongPassphrase) throw thrown;
		throw new NotThat("a broken structure");
	}
}

function contentOf(info: BaseBlock | undefined, type: string): BaseBlock | undefined {
	const [id, content] = sequence(info);
	if (oid(id) !== type) throw new NotThat(`contents of the kind ${oid(id)}`);
	return partsOf(content)[0];
}

/** The password that the file's checksum is right for. */
async function passwordOf(mac: BaseBlock, content: Buffer, passphrase: string): Promise<string | null> {
	const [info, salt, rounds] = sequence(mac);
	const [algorithm, digest] = sequence(info);
	const hash = HASHES[oid(sequence(algorithm)[0])];
	// Another kind of checksum: whether the passphrase is right then shows when the contents are opened.
	if (hash === undefined) return passphrase;
	const given = octets(digest);
	for (const word of passphrase === "" ? ["", null] : [passphrase]) {
		const from = { hash, password: bmpString(word), salt: octets(salt), iterations: rounds === undefined ? 1 : count(rounds) };
		const made = createHmac(hash, await derivedBytes(from, PURPOSE.mac, given.length))
			.update(content)
			.digest();
		if (made.length === given.length && timingSafeEqual(made, given)) return word;
	}
	throw new WrongPassphrase();
}

async function safeContents(safe: BaseBlock, passphrase: string | null): Promise<BaseBlock> {
	const [id] = sequence(safe);
	if (oid(id) === DATA) return readDer(octets(contentOf(safe, DATA)));
	const [, info] = sequence(contentOf(safe, ENCRYPTED_DATA));
	const [, algorithm, content] = sequence(info);
	return readDer(await tried(algorithm, bytesOf(content), passphrase));
}

/** `[0] IMPLICIT OCTET STRING`, in one piece or in several. */
function bytesOf(content: BaseBlock | undefined): Buffer {
	if (content === undefined || !isContext(content, 0)) throw new NotThat("no contents");
	const { value, valueHexView } = content.valueBlock as unknown as { value?: BaseBlock[]; valueHexView?: Uint8Array };
	return Array.isArray(value) && value.length > 0 ? Buffer.concat(value.map(octets)) : Buffer.from(valueHexView ?? []);
}

async function tried(algorithm: BaseBlock | undefined, data: Buffer, passphrase: string | null): Promise<Buffer> {
	try {
		return await opened(algorithm, data, passphrase);
	} catch (thrown) {
		throw thrown instanceof NotThat ? thrown : new WrongPassphrase();
	}
}

async function readSafe(contents: BaseBlock, passphrase: string | null, into: Bag): Promise<void> {
	for (const bag of sequence(contents)) {
		const [id, wrapped] = sequence(bag);
		const [value] = partsOf(wrapped);
		switch (oid(id)) {
			case `${BAGS}1`:
				into.keys.push(privateKey(Buffer.from(value?.valueBeforeDecodeView ?? [])));
				break;
			case `${BAGS}2`: {
				const [algorithm, data] = sequence(value);
				into.keys.push(privateKey(await tried(algorithm, octets(data), passphrase)));
				break;
			}
			case `${BAGS}3`: {
				const [kind, certificate] = sequence(value);
				if (oid(kind) === X509_CERTIFICATE) into.certificates.push(new X509Certificate(octets(partsOf(certificate)[0])));
				break;
			}
			case `${BAGS}6`:
				if (value) await readSafe(value, passphrase, into);
				break;
			default:
			// Revocation lists and secrets of other programs.
		}
	}
}

const privateKey = (der: Buffer): KeyObject => createPrivateKey({ key: der, format: "der", type: "pkcs8" });
