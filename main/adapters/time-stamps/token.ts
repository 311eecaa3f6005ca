/** An answer of RFC 3161 taken apart, as far as it is looked at. Nothing of it is believed here. */
import { X509Certificate } from "node:crypto";
import { Integer } from "asn1js";
import { integer, isContext, isSequence, NotThat, octets, oid, partsOf, rawOf, readDer, sequence, set, time } from "./der.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";

export interface SignedAttribute {
	type: string;
	/** DER. */
	values: Buffer[];
}

export interface TimeStampToken {
	/** The bytes that are signed over, by way of the attributes. */
	info: Buffer;
	imprintAlgorithm: string;
	imprint: Buffer;
	atMs: number;
	nonce: Buffer | null;
	certificates: X509Certificate[];
	/** The one among them that is named as the signer's; null when it is not there. */
	signer: X509Certificate | null;
	digestAlgorithm: string;
	signatureAlgorithm: string;
	signature: Buffer;
	attributes: SignedAttribute[];
	/** DER of the SET the signature is over. */
	signedBytes: Buffer;
}

/** PKIStatus of an answer, its words, and the token when there is one. Errors: NotThat. */
export function readAnswer(bytes: Uint8Array): { status: number; words: string; token: TimeStampToken | null } {
	const [info, token] = sequence(readDer(bytes));
	const [status, words] = sequence(info);
	if (!(status instanceof Integer)) throw new NotThat("no status");
	return {
		status: status.valueBlock.valueDec,
		words: words !== undefined && isSequence(words) ? partsOf(words).map(textOf).join(" ") : "",
		token: token === undefined ? null : readToken(token),
	};
}

const textOf = (block: unknown): string => {
	const said: unknown = (block as { getValue?: () => unknown }).getValue?.();
	return typeof said === "string" ? said : "";
};

function readToken(block: Parameters<typeof sequence>[0]): TimeStampToken {
	const [type, content] = sequence(block);
	if (oid(type) !== SIGNED_DATA || !isContext(content, 0)) throw new NotThat("a token that is not signed");
	const [, , encapsulated, ...rest] = sequence(partsOf(content)[0]);
	const [innerType, inner] = sequence(encapsulated);
	if (oid(innerType) !== TST_INFO || !isContext(inner, 0)) throw new NotThat("a token without a time");
	const info = octets(partsOf(inner)[0]);
	const certificates = rest.filter((part) => isContext(part, 0)).flatMap((part) => partsOf(part).filter(isSequence).map(certificateOf));
	const signers = set(rest.at(-1));
	if (signers.length !== 1) throw new NotThat("a token with several signers, or none");
	return { info, ...readInfo(info), certificates, ...readSigner(signers[0], certificates) };
}

const certificateOf = (block: Parameters<typeof rawOf>[0]): X509Certificate => new X509Certificate(rawOf(block));

function readInfo(bytes: Buffer): Pick<TimeStampToken, "imprintAlgorithm" | "imprint" | "atMs" | "nonce"> {
	const [version, , imprinted, , at, ...rest] = sequence(readDer(bytes));
	if (!integer(version).equals(Buffer.from([1]))) throw new NotThat("a time stamp of another version");
	const [algorithm, imprint] = sequence(imprinted);
	// Accuracy is a SEQUENCE and ordering a BOOLEAN: the only INTEGER there is the nonce.
	const nonce = rest.find((part) => part instanceof Integer);
	return {
		imprintAlgorithm: oid(sequence(algorithm)[0]),
		imprint: octets(imprint),
		atMs: time(at),
		nonce: nonce === undefined ? null : integer(nonce),
	};
}

type SignerPart = Pick<TimeStampToken, "signer" | "digestAlgorithm" | "signatureAlgorithm" | "signature" | "attributes" | "signedBytes">;

function readSigner(block: Parameters<typeof sequence>[0], certificates: readonly X509Certificate[]): SignerPart {
	const [, named, digest, attributes, algorithm, signature] = sequence(block);
	if (attributes === undefined || !isContext(attributes, 0)) throw new NotThat("a signature without signed attributes");
	const signedBytes = rawOf(attributes);
	// Signed as a SET, written as [0]: RFC 5652, 5.4.
	signedBytes[0] = 0x31;
	return {
		signer: certificates.find((certificate) => isNamed(certificate, named)) ?? null,
		digestAlgorithm: oid(sequence(digest)[0]),
		signatureAlgorithm: oid(sequence(algorithm)[0]),
		signature: octets(signature),
		attributes: partsOf(attributes).map((attribute) => {
			const [type, values] = sequence(attribute);
			return { type: oid(type), values: set(values).map(rawOf) };
		}),
		signedBytes,
	};
}

/** By issuer and serial number, or by the identifier of its key. */
function isNamed(certificate: X509Certificate, named: Parameters<typeof sequence>[0]): boolean {
	const { serial, issuer, extensions } = certificateParts(certificate);
	if (isContext(named, 0)) {
		const identifier = extensions.find(({ id }) => id === "2.5.29.14")?.value;
		const wanted = (named?.valueBlock as { valueHexView?: Uint8Array } | undefined)?.valueHexView;
		return identifier !== undefined && wanted !== undefined && octets(readDer(identifier)).equals(wanted);
	}
	const [wantedIssuer, wantedSerial] = sequence(named);
	return wantedIssuer !== undefined && rawOf(wantedIssuer).equals(issuer) && integer(wantedSerial).equals(serial);
}

interface Extension {
	id: string;
	isCritical: boolean;
	/** DER. */
	value: Buffer;
}

/** Errors: NotThat. */
export function certificateParts(certificate: X509Certificate): { serial: Buffer; issuer: Buffer; extensions: Extension[] } {
	const parts = sequence(sequence(readDer(certificate.raw))[0]);
	const [serial, , issuer] = isContext(parts[0], 0) ? parts.slice(1) : parts;
	if (issuer === undefined) throw new NotThat("a certificate without an issuer");
	const extensions = parts.find((part) => isContext(part, 3));
	return {
		serial: integer(serial),
		issuer: rawOf(issuer),
		extensions: extensions === undefined ? [] : sequence(partsOf(extensions)[0]).map(extensionOf),
	};
}

function extensionOf(block: Parameters<typeof sequence>[0]): Extension {
	const parts = sequence(block);
	// `critical` stands only where it is true.
	return { id: oid(parts[0]), isCritical: parts.length === 3, value: octets(parts.at(-1)) };
}
