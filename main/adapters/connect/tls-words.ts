import type { CertificateFacts } from "../../../schemas/trust.ts";
import { visibleText } from "../../core/timeline/visible-text.ts";

/** What is known when a handshake, or what follows it, failed. */
export interface TlsCircumstances {
	/** Name or address that was dialled. */
	host: string;
	/** `host port 443` */
	place: string;
	/** What the other side showed, if it came so far. */
	certificate: CertificateFacts | null;
	/** Subject of the client certificate that was ready. */
	clientCertificate: string | null;
	nowMs: number;
}

type Words = (at: TlsCircumstances) => string;

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const said = (text: string): string => `“${visibleText(text)}”`;
const subjectOf = ({ certificate }: TlsCircumstances): string =>
	certificate === null || certificate.subject === "" ? "without a subject" : said(certificate.subject);
const issuerOf = ({ certificate }: TlsCircumstances): string =>
	certificate === null || certificate.issuer === "" ? "an issuer that it does not name" : said(certificate.issuer);

const NOW = (at: TlsCircumstances) => `this computer's clock says ${day(at.nowMs)}`;

/** The one table of everything that can go wrong with certificates and handshakes: what happened, what is missing, the way on. */
const WORDS = {
	selfSigned: (at) =>
		`The certificate of ${at.place}, ${subjectOf(at)}, is self-signed: no authority vouches for it. If it is yours, add it as an authority of this connection, or pin it after comparing its fingerprint.`,
	unknownAuthority: (at) =>
		`The certificate of ${at.place} was issued by ${issuerOf(at)}, an authority that is not among those this connection believes. Add that authority's file, believe this system's authorities, or pin the certificate after comparing its fingerprint.`,
	brokenChain: (at) =>
		`The certificate of ${at.place} was issued by ${issuerOf(at)}, which is not among the authorities this connection believes, and the server sends nothing that leads to one. If it is an authority of your own, add its file to this connection; if not, the server's administrator must add the certificates in between. Or pin the certificate after comparing its fingerprint.`,
	wrongHost: (at) =>
		`The certificate of ${at.place} is for ${namesOf(at.certificate)}, not for ${at.host}. Use an address with one of its names, or have a certificate issued for ${at.host}.`,
	expired: (at) =>
		inTime(at)
			? `A certificate on the way from ${at.place}'s certificate to its authority has expired; ${NOW(at)}. If that is right, the server's administrator must renew it.`
			: `The certificate of ${at.place} expired on ${at.certificate ? day(at.certificate.validToMs) : "a day it does not tell"}; ${NOW(at)}. If the clock is right, the server needs a new certificate.`,
	notYetValid: (at) =>
		inTime(at)
			? `A certificate on the way from ${at.place}'s certificate to its authority is not valid yet; ${NOW(at)}. Look at this computer's clock first.`
			: `The certificate of ${at.place} is valid only from ${at.certificate ? day(at.certificate.validFromMs) : "a day it does not tell"}; ${NOW(at)}. Look at this computer's clock first.`,
	revoked: (at) => `The certificate of ${at.place}, ${subjectOf(at)}, was revoked by its authority. The server needs a new one.`,
	wrongUse: (at) =>
		`The certificate of ${at.place}, ${subjectOf(at)}, or one it was issued by may not be used for this: it is no server's, or its issuer is no authority. The server needs another certificate.`,
	weak: (at) =>
		`The certificate of ${at.place} or one it was issued by has a key or a signature that is too weak to be believed. The server needs a newer certificate.`,
	badCertificate: (at) =>
		`The certificate of ${at.place}, ${subjectOf(at)}, does not pass the check of its chain. Its administrator must look at it; to use it all the same, pin it after comparing its fingerprint.`,
	noCertificate: (at) => `${at.place} showed no certificate, so nobody can tell who it is.`,
	resumed: (at) => `${at.place} took up a session that this connection never began, so its certificate was not checked.`,
	certificateDemanded: (at) =>
		at.clientCertificate === null
			? `${at.place} demands a client certificate, and this connection has none. Give certificate and key.`
			: `${at.place} demands a client certificate and did not get one it asked for: ${said(at.clientCertificate)} is none of the authorities it names. Ask its administrator which one it takes.`,
	certificateRefused: (at) =>
		at.clientCertificate === null
			? `${at.place} ended the handshake over a certificate, though this connection has no client certificate. It may demand one: give certificate and key.`
			: `${at.place} refused the client certificate ${said(at.clientCertificate)}: it does not know its authority, it is no longer valid, or it is another one's. Ask its administrator.`,
	tooOld: (at) =>
		`${at.place} speaks only a version of TLS that is older than 1.2, which is not used here because it can be broken. The server must be set to TLS 1.2 or 1.3.`,
	nothingInCommon: (at) =>
		at.clientCertificate === null
			? `${at.place} broke off the handshake: it shares no TLS version and cipher with this program, or it demands a client certificate, and this connection has none.`
			: `${at.place} broke off the handshake: it shares no TLS version and cipher with this program, or it does not take the client certificate ${said(at.clientCertificate)}.`,
	notTls: (at) => `${at.place} does not speak TLS. If it is meant to be reached without, its address starts with ws:// or http://.`,
	unknownName: (at) => `${at.place} has no certificate for the name ${at.host}. Use the name it is set up for.`,
	noHttp: (at) => `${at.place} does not offer HTTP/1.1, over which WebSockets run. Another service may be listening there.`,
	hungUp: (at) =>
		`${at.place} closed the connection during the TLS handshake. ${maybeDemanded(at)}The address may also be that of another service.`,
	hungUpAfter: (at) =>
		`${at.place} closed the connection right after the TLS handshake, without an answer. ${maybeDemanded(at) || "Another service may be listening there."}`.trimEnd(),
	renegotiation: (at) =>
		`${at.place} asked for a second handshake within the connection, which is refused here: it could bring another certificate.`,
	tooLarge: (at) => `${at.place} shows certificates larger than 100 KiB, which are not read. It needs a smaller one, with fewer names.`,
	broken: (at) => `${at.place} broke the rules of TLS, or something on the way changes what it says.`,
} satisfies Record<string, Words>;

export type TlsTrouble = keyof typeof WORDS;

/** `TLS_SELF_SIGNED`: for whoever looks it up, and in no library's language. */
export const codeOfTrouble = (trouble: TlsTrouble): string => `TLS_${trouble.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

export const tlsWords = (trouble: TlsTrouble, at: TlsCircumstances): string => WORDS[trouble](at);

function maybeDemanded({ clientCertificate }: TlsCircumstances): string {
	return clientCertificate === null
		? "Servers that demand a client certificate may do so, and this connection has none: give one if it does. "
		: `It may not take the client certificate ${said(clientCertificate)}: ask its administrator. `;
}

const inTime = ({ certificate, nowMs }: TlsCircumstances): boolean =>
	certificate !== null && certificate.validFromMs <= nowMs && nowMs <= certificate.validToMs;

const MOST_NAMES_SAID = 6;

function namesOf(certificate: CertificateFacts | null): string {
	const { names = [], moreNames = 0, subject = "" } = certificate ?? {};
	if (names.length === 0) return subject === "" ? "no name" : `no name but its subject ${said(subject)}`;
	const list = names.slice(0, MOST_NAMES_SAID).map(visibleText);
	const more = names.length + moreNames - list.length;
	return more > 0 ? `${list.join(", ")} and ${more} more` : list.join(", ");
}

/** OpenSSL's verdicts on a chain (X509_V_ERR_…) as Node names them, and Node's own on the name. */
const VERDICTS: Readonly<Record<string, TlsTrouble>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
	SELF_SIGNED_CERT_IN_CHAIN: "unknownAuthority",
	UNABLE_TO_GET_ISSUER_CERT: "unknownAuthority",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownAuthority",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "brokenChain",
	ERR_TLS_CERT_ALTNAME_INVALID: "wrongHost",
	HOSTNAME_MISMATCH: "wrongHost",
	CERT_HAS_EXPIRED: "expired",
	CERT_NOT_YET_VALID: "notYetValid",
	CERT_REVOKED: "revoked",
	INVALID_CA: "wrongUse",
	INVALID_PURPOSE: "wrongUse",
	PATH_LENGTH_EXCEEDED: "wrongUse",
	CERT_UNTRUSTED: "wrongUse",
	CERT_REJECTED: "wrongUse",
	EE_KEY_TOO_SMALL: "weak",
	CA_KEY_TOO_SMALL: "weak",
	CA_MD_TOO_WEAK: "weak",
};

export const troubleOfVerdict = (code: string): TlsTrouble => VERDICTS[code] ?? "badCertificate";

/** The library's reasons (`ERR_SSL_…`), by what their names hold; the first that fits. */
const REASONS: readonly (readonly [RegExp, TlsTrouble])[] = [
	[/CERTIFICATE_REQUIRED/, "certificateDemanded"],
	[/UNRECOGNIZED_NAME/, "unknownName"],
	[/NO_APPLICATION_PROTOCOL/, "noHttp"],
	[/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|UNKNOWN_SSL_VERSION|INAPPROPRIATE_FALLBACK/, "tooOld"],
	[/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LAYER_FAILURE|UNEXPECTED_MESSAGE$/, "notTls"],
	[/HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|NO_CIPHERS|NO_SHARED|NO_SUITABLE/, "nothingInCommon"],
	[
		/ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|NO_CERTIFICATE|DECRYPT_ERROR)/,
		"certificateRefused",
	],
	[/EXCESSIVE_MESSAGE_SIZE/, "tooLarge"],
	[/NO_RENEGOTIATION|RENEGOTIATION/, "renegotiation"],
	[/KEY_TOO_SMALL|MD_TOO_WEAK|BAD_DH|DH_KEY_TOO_SMALL/, "weak"],
];

/** Null when the code is no word of TLS. */
export function troubleOfError(code: string): TlsTrouble | null {
	if (code !== "EPROTO" && !/^ERR_(?:SSL|OSSL|TLS)_/.test(code)) return null;
	return REASONS.find(([reason]) => reason.test(code))?.[1] ?? "broken";
}
