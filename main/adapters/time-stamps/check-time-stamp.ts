import { constants, createHash, verify, X509Certificate } from "node:crypto";
import { certificateFacts } from "../connect/certificate-facts.ts";
import { MOST_ANSWER_BYTES } from "./answer-size.ts";
import { NotThat, octets, oid, readDer, sequence } from "./der.ts";
import { certificateParts, readAnswer, type TimeStampToken } from "./token.ts";

/** Characters of a refusal. */
const MOST_WORDS = 256;

/** What an authority's answer says, and what is wrong with it. */
export interface CheckedTimeStamp {
	/** Null when the answer cannot be read. */
	atMs: number | null;
	/** Name in the certificate that signed; null when there is none. */
	authority: string | null;
	/** One sentence; null when it holds. Whether the authority is to be trusted it does not say, unless authorities were given. */
	problem: string | null;
}

export interface KnownOfStamp {
	/** What was asked with. */
	nonce?: Buffer;
	/** Certificates that are trusted: the authority's must lead to one of them. */
	authorities?: readonly X509Certificate[];
}

const DIGESTS: Readonly<Record<string, string>> = {
	"2.16.840.1.101.3.4.2.1": "sha256",
	"2.16.840.1.101.3.4.2.2": "sha384",
	"2.16.840.1.101.3.4.2.3": "sha512",
};
const SHA256 = "2.16.840.1.101.3.4.2.1";

/** With the digest the name fixes; null: the one the signer names. */
const SIGNATURES: Readonly<Record<string, { digest: string | null; isPss?: boolean }>> = {
	"1.2.840.113549.1.1.1": { digest: null },
	"1.2.840.113549.1.1.10": { digest: null, isPss: true },
	"1.2.840.113549.1.1.11": { digest: "sha256" },
	"1.2.840.113549.1.1.12": { digest: "sha384" },
	"1.2.840.113549.1.1.13": { digest: "sha512" },
	"1.2.840.10045.4.3.2": { digest: "sha256" },
	"1.2.840.10045.4.3.3": { digest: "sha384" },
	"1.2.840.10045.4.3.4": { digest: "sha512" },
};

const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12";
const SIGNING_CERTIFICATE_2 = "1.2.840.113549.1.9.16.2.47";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

/** An answer of RFC 3161 (DER) about the SHA-256 of that text. Never throws: what is wrong is in `problem`. */
export function checkTimeStamp(answer: Uint8Array, text: string, known: KnownOfStamp = {}): CheckedTimeStamp {
	if (answer.length > MOST_ANSWER_BYTES) return said(null, `The answer of the authority is larger than ${MOST_ANSWER_BYTES} bytes.`);
	let token: TimeStampToken | null = null;
	try {
		const { status, words, token: found } = readAnswer(answer);
		token = found;
		if (status !== 0 && status !== 1)
			return said(null, `The authority refused (status ${status})${words === "" ? "." : `: ${words.slice(0, MOST_WORDS)}`}`);
		if (token === null) return said(null, "The answer of the authority has no time stamp.");
		return said(token, problemOf(token, text, known));
	} catch (thrown) {
		if (thrown instanceof NotThat) return said(token, `The answer of the authority is no time stamp: ${thrown.message}.`);
		return said(token, "The answer of the authority is no time stamp that this program can read.");
	}
}

const said = (token: TimeStampToken | null, problem: string | null): CheckedTimeStamp => ({
	atMs: token?.atMs ?? null,
	authority: token === null || token.signer === null ? null : certificateFacts(token.signer).subject,
	problem,
});

function problemOf(token: TimeStampToken, text: string, { nonce, authorities }: KnownOfStamp): string | null {
	const { signer } = token;
	if (token.imprintAlgorithm !== SHA256 || !token.imprint.equals(createHash("sha256").update(text).digest()))
		return "The time stamp is of something else.";
	if (nonce !== undefined && !(token.nonce?.equals(nonce) ?? false)) return "The time stamp answers another question.";
	if (signer === null) return "The time stamp does not carry the certificate of the authority.";
	if (!isSigned(token, signer)) return "The signature of the time stamp does not hold.";
	if (!isForTimeStamps(signer)) return "The certificate of the authority is not one for time stamps.";
	if (!isValidAt(signer, token.atMs)) return "The certificate of the authority was not valid at the time of the stamp.";
	if (authorities !== undefined && !leadsTo(signer, token, authorities))
		return "The certificate of the authority does not lead to one of those given.";
	return null;
}

/** By this certificate and no other with the same key: RFC 5816. */
function isSigned(token: TimeStampToken, signer: X509Certificate): boolean {
	const one = (type: string): Buffer | null => {
		const found = token.attributes.filter((attribute) => attribute.type === type);
		const [value] = found[0]?.values ?? [];
		return found.length === 1 && found[0]?.values.length === 1 && value !== undefined ? value : null;
	};
	const digest = DIGESTS[token.digestAlgorithm];
	const [contentType, messageDigest] = [one(CONTENT_TYPE), one(MESSAGE_DIGEST)];
	if (digest === undefined || contentType === null || messageDigest === null) return false;
	if (oid(readDer(contentType)) !== TST_INFO) return false;
	if (!octets(readDer(messageDigest)).equals(createHash(digest).update(token.info).digest())) return false;
	if (!namesCertificate(one(SIGNING_CERTIFICATE_2), "sha256", signer) && !namesCertificate(one(SIGNING_CERTIFICATE), "sha1", signer))
		return false;
	const how = SIGNATURES[token.signatureAlgorithm];
	if (how === undefined) return false;
	const pss = how.isPss === true ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {};
	return verify(how.digest ?? digest, token.signedBytes, { key: signer.publicKey, ...pss }, token.signature);
}

/** Whether the first certificate named there is this one. */
function namesCertificate(value: Buffer | null, usual: "sha1" | "sha256", { raw }: X509Certificate): boolean {
	if (value === null) return false;
	const [first, second] = sequence(sequence(sequence(readDer(value))[0])[0]);
	const other = usual === "sha1" || first === undefined || first.idBlock.tagNumber === 4 ? null : DIGESTS[oid(sequence(first)[0])];
	if (other === undefined) return false;
	return octets(other === null ? first : second).equals(
		createHash(other ?? usual)
			.update(raw)
			.digest(),
	);
}

/** For that and nothing else, and critically so: RFC 3161, 2.3. */
function isForTimeStamps(certificate: X509Certificate): boolean {
	const usage = certificateParts(certificate).extensions.find(({ id }) => id === EXTENDED_KEY_USAGE);
	if (usage === undefined || !usage.isCritical) return false;
	const uses = sequence(readDer(usage.value)).map(oid);
	return uses.length === 1 && uses[0] === TIME_STAMPING;
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, atMs: number): boolean =>
	Date.parse(validFrom) <= atMs && atMs <= Date.parse(validTo);

/** By way of the certificates that came along; each valid at that time, each issuer an authority. */
function leadsTo(signer: X509Certificate, { certificates, atMs }: TimeStampToken, authorities: readonly X509Certificate[]): boolean {
	let at = signer;
	for (let steps = 0; steps <= certificates.length; steps++) {
		const given = authorities.find((authority) => isIssuedBy(at, authority, atMs) || authority.fingerprint256 === at.fingerprint256);
		if (given !== undefined) return true;
		const next = certificates.find((certificate) => certificate !== at && isIssuedBy(at, certificate, atMs));
		if (next === undefined) return false;
		at = next;
	}
	return false;
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate, atMs: number): boolean =>
	issuer.ca && isValidAt(issuer, atMs) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** The certificates in a text of PEM. Errors: those of the system's reader. */
export const certificatesIn = (pem: string): X509Certificate[] =>
	(pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((each) => new X509Certificate(each));
