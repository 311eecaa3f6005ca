import { createHash, type X509Certificate } from "node:crypto";
import { type CertificateFacts, MAX_CERTIFICATE_NAMES } from "../../../schemas/trust.ts";

const MOST_CHARACTERS = 256;

/** A certificate as it may be stored: bounded, whatever it says. */
export function certificateFacts(certificate: X509Certificate): CertificateFacts {
	const { subject, issuer } = certificate;
	const names = namesIn(certificate.subjectAltName ?? "");
	return {
		subject: nameLine(subject),
		issuer: nameLine(issuer),
		names: names.slice(0, MAX_CERTIFICATE_NAMES).map(cut),
		moreNames: Math.max(0, names.length - MAX_CERTIFICATE_NAMES),
		validFromMs: dateMs(certificate.validFrom),
		validToMs: dateMs(certificate.validTo),
		sha256: hexOf(certificate.fingerprint256),
		publicKeySha256: publicKeySha256(certificate),
		selfSigned: isSelfSigned(certificate),
	};
}

/** Node gives one part a line: `C=DE\nO=Example\nCN=agent.example`; people read the name first. */
function nameLine(distinguished: string | undefined): string {
	const parts = (distinguished ?? "").split("\n").filter((part) => part !== "");
	return cut(parts.reverse().join(", "));
}

/** By characters, so that none is cut in half. */
function cut(text: string): string {
	const characters = [...text.slice(0, 4 * MOST_CHARACTERS)];
	return characters.length <= MOST_CHARACTERS && text.length <= 4 * MOST_CHARACTERS
		? text
		: `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}

/** `DNS:agent.example, IP Address:127.0.0.1, DNS:"a, b"`: what holds a comma, a quote or a control character stands as a JSON string. */
const NAME = /(?:^|, )(?:DNS|IP Address|URI|email|DirName|othername|Registered ID):("(?:[^"\\]|\\.)*"|[^,]*)/g;

function namesIn(subjectAltName: string): string[] {
	return Array.from(subjectAltName.matchAll(NAME), ([, name = ""]) => (name.startsWith('"') ? unquoted(name) : name));
}

function unquoted(name: string): string {
	try {
		return String(JSON.parse(name));
	} catch {
		return name;
	}
}

const hexOf = (fingerprint: string): string => fingerprint.replaceAll(":", "").toLowerCase();

/** 0 when a date cannot be read: then it lies long ago. */
function dateMs(text: string): number {
	const atMs = Date.parse(text);
	return Number.isNaN(atMs) ? 0 : atMs;
}

function publicKeySha256(certificate: X509Certificate): string {
	try {
		return createHash("sha256")
			.update(certificate.publicKey.export({ type: "spki", format: "der" }))
			.digest("hex");
	} catch {
		return "";
	}
}

function isSelfSigned(certificate: X509Certificate): boolean {
	if (certificate.subject !== certificate.issuer) return false;
	try {
		return certificate.checkIssued(certificate);
	} catch {
		return true;
	}
}
