/** Trust of one connection: who is believed to be the other side, what this side shows of itself, and the way there. */
import { sha256 } from "./ids.ts";
import { constant, type Of, object, optional, string, variants, word } from "./shapes.ts";

/** `bundled`: the authorities this program brings along. `system`: this computer's. `own`: none but those given with the connection. */
export const AUTHORITY_SETS = ["bundled", "system", "both", "own"] as const;
export type AuthoritySet = (typeof AUTHORITY_SETS)[number];

/** `certificate`: the whole certificate. `publicKey`: its SubjectPublicKeyInfo, which stays the same when a certificate is renewed for its key. */
const certificatePin = object({
	of: word("certificate", "publicKey"),
	/** 64 hexadecimal digits, small letters. */
	sha256,
});
export interface CertificatePin extends Of<typeof certificatePin> {}

const proxyChoice = variants(
	object({
		/** `environment`: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY of the program's; this computer itself is always reached directly. */
		kind: word("none", "environment"),
	}),
	object({
		kind: constant("url"),
		/** http:, https:, socks5: or socks5h:, without user info. */
		url: string({ minLength: 1, maxLength: 1024 }),
		/** `user:password`, a secret; "" where it was taken out. */
		credentials: optional(string({ maxLength: 1024 })),
	}),
);
export type ProxyChoice = Of<typeof proxyChoice>;

/** Characters of `ca`; some companies hand out bundles. */
const MAX_CA_CHARACTERS = 512 * 1024;
const MAX_CLIENT_CERTIFICATE_CHARACTERS = 64 * 1024;
const MAX_CLIENT_KEY_CHARACTERS = 64 * 1024;

/** Absent members have their defaults: bundled authorities, no client certificate, no pin, no proxy. */
export const connectionTrust = object({
	authorities: optional(word(...AUTHORITY_SETS)),
	/** PEM certificates of authorities, believed besides `authorities`. */
	ca: optional(string({ minLength: 1, maxLength: MAX_CA_CHARACTERS })),
	/** PEM: the client's certificate and those up to its authority. */
	clientCertificate: optional(string({ minLength: 1, maxLength: MAX_CLIENT_CERTIFICATE_CHARACTERS })),
	/** PEM, a secret; "" where it was taken out. */
	clientKey: optional(string({ maxLength: MAX_CLIENT_KEY_CHARACTERS })),
	/** Of `clientKey`, a secret; "" where it was taken out. */
	passphrase: optional(string({ maxLength: 1024 })),
	/** Takes the place of authorities, names and dates: a person has compared it. */
	pin: optional(certificatePin),
	/** The marked exception: whoever answers is believed. */
	noVerify: optional(constant(true)),
	proxy: optional(proxyChoice),
});
export interface ConnectionTrust extends Of<typeof connectionTrust> {}
/** A file with certificates, of whatever kind. */
export const MAX_CERTIFICATE_FILE_BYTES = 512 * 1024;
/** Bytes: SOCKS5 can carry no longer ones. */
export const MAX_PROXY_CREDENTIAL_BYTES = 255;

/** Names a server's certificate can have that are kept in a record. */
export const MAX_CERTIFICATE_NAMES = 20;

/** What a certificate says. Every text is another side's, cut to 256 characters and never markup. */
export interface CertificateFacts {
	/** `CN=agent.example, O=Example` */
	subject: string;
	issuer: string;
	/** Names and addresses it is for, at most MAX_CERTIFICATE_NAMES. */
	names: string[];
	/** Further names. */
	moreNames: number;
	validFromMs: number;
	validToMs: number;
	/** SHA-256 of the whole certificate, hexadecimal. */
	sha256: string;
	/** SHA-256 of its SubjectPublicKeyInfo; "" when its kind of key is not known here. */
	publicKeySha256: string;
	/** It was issued by itself. */
	selfSigned: boolean;
}

export type TrustedBy =
	/** `root` is the subject of the authority the chain ends at, `ownAuthority` whether that was given with the connection. */
	| { kind: "authorities"; set: AuthoritySet; ownAuthority: boolean; root: string }
	/** `otherwise`: what would have spoken against it; null when nothing. */
	| { kind: "pin"; of: CertificatePin["of"]; otherwise: string | null }
	| { kind: "notVerified"; otherwise: string | null };

/** How an open link is secured, and by which way it goes. */
export interface LinkSecurity {
	/** Null on ws:// and http://. */
	tls: {
		/** `TLSv1.3` */
		version: string;
		cipher: string;
		certificate: CertificateFacts;
		trustedBy: TrustedBy;
		/** Subject of the client certificate this side had ready; whether the server asked for it is not known. */
		clientCertificate: string | null;
	} | null;
	/** `place` is `host port 8080`; never with credentials. */
	proxy: {
		kind: "http" | "https" | "socks5";
		place: string;
		from: "environment" | "connection";
		/** Entries of NO_PROXY that are none, at most 5; absent when there are none. */
		notUnderstood?: string[];
	} | null;
}
