import { pemParts } from "../../../schemas/pem.ts";
import { isThisComputer } from "../../../schemas/rules/this-computer.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import type { CertificateFacts, CertificatePin, ConnectionTrust, LinkSecurity } from "../../../schemas/trust.ts";
import { ConsoleError } from "../errors.ts";

/** A trust as it may be stored: secrets are "", so that what is missing can be asked for. */
export function trustWithoutSecrets(trust: ConnectionTrust): ConnectionTrust {
	const { clientKey, passphrase, proxy, ...rest } = trust;
	return {
		...rest,
		...(clientKey === undefined ? {} : { clientKey: "" }),
		...(passphrase === undefined ? {} : { passphrase: "" }),
		...(proxy === undefined ? {} : { proxy: proxyWithoutSecrets(proxy) }),
	};
}

function proxyWithoutSecrets(proxy: NonNullable<ConnectionTrust["proxy"]>): NonNullable<ConnectionTrust["proxy"]> {
	return proxy.kind === "url" && proxy.credentials !== undefined ? { ...proxy, credentials: "" } : proxy;
}

/** What a stored trust lacks before it can be used again, in words. */
export function missingTrust({ clientKey, passphrase, proxy }: ConnectionTrust): string[] {
	return [
		...(clientKey === "" ? ["the client key"] : []),
		...(passphrase === "" ? ["the client key's passphrase"] : []),
		...(proxy?.kind === "url" && proxy.credentials === "" ? ["user and password of the proxy"] : []),
	];
}

/** Values that nothing may repeat: the passphrase, and what a proxy is told. */
export function secretsOfTrust({ passphrase = "", proxy }: ConnectionTrust): string[] {
	const credentials = proxy?.kind === "url" ? (proxy.credentials ?? "") : "";
	return [passphrase, credentials, credentials.slice(credentials.indexOf(":") + 1)].filter((value) => value !== "");
}

/** Narrower than what a URL parser takes, so that the reading here and the dialler's can never differ about the host. */
const PROXY = /^(https?|socks|socks5h?):\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?\/?$/iu;

/** Null when nothing that can be known without dialling speaks against it, else one or two sentences. Secrets may be "". */
export function trustProblem(trust: ConnectionTrust): string | null {
	return ownProblem(trust) ?? clientProblem(trust) ?? proxyProblem(trust);
}

/** A proxy on another computer, which would read what is sent unencrypted. */
export const hasFarProxy = ({ proxy }: ConnectionTrust): boolean =>
	proxy?.kind === "url" && !isThisComputer(PROXY.exec(proxy.url.trim())?.[2] ?? "");

function ownProblem({ authorities, ca, pin, noVerify }: ConnectionTrust): string | null {
	if (ca !== undefined) {
		const { certificates, keys } = pemParts(ca);
		if (keys.length > 0)
			return "The file of authorities holds a private key, which does not belong there and would be stored. Give the certificates alone.";
		if (certificates.length === 0) return notPem("The file of authorities", ca);
	}
	if (pin && noVerify) return "A pinned certificate and “do not verify” contradict each other. Keep one of them.";
	if (authorities === "own" && ca === undefined && !pin && !noVerify)
		return "Only the connection's own authorities are to be believed, and none is given. Add the authority's PEM file.";
	return null;
}

function clientProblem({ clientCertificate, clientKey, passphrase }: ConnectionTrust): string | null {
	if (clientCertificate === undefined) {
		if (clientKey !== undefined) return "A client key is given without its certificate. Give both.";
		return passphrase === undefined ? null : "A passphrase is given without a client key.";
	}
	const { certificates, keys } = pemParts(clientCertificate);
	if (keys.length > 0)
		return "The client certificate's text holds a private key, too, which would be stored. Give the key in its own place.";
	if (certificates.length === 0) return notPem("The file of the client certificate", clientCertificate);
	if (clientKey === undefined) return "A client certificate is given without its key. Give both.";
	return clientKey === "" || pemParts(clientKey).keys.length > 0 ? null : notPem("The file of the client key", clientKey, "PRIVATE KEY");
}

function notPem(what: string, text: string, label = "CERTIFICATE"): string {
	const way = /^0[\x80-\x84]|\0/.test(text) ? " It looks like a binary file (DER or PKCS #12), which must be made PEM first." : "";
	return `${what} is not PEM: there is no line -----BEGIN ${label}-----.${way}`;
}

function proxyProblem({ proxy }: ConnectionTrust): string | null {
	if (proxy?.kind !== "url") return null;
	if (/^[a-z0-9+.-]+:\/\/[^/]*@/i.test(proxy.url))
		return "The proxy's address holds user info. Give user and password in their own place, where they are kept as secrets.";
	const match = PROXY.exec(proxy.url.trim());
	if (match === null || Number(match[3] ?? 0) > 65_535)
		return "The proxy's address is not one like http://proxy.example:8080, https://… or socks5://proxy.example:1080.";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	if (proxy.credentials !== undefined && /[\x00-\x1f\x7f]/.test(proxy.credentials))
		return "User and password of the proxy hold a control character.";
	return null;
}

/** Throws TARGET_INVALID for what of a target cannot be used, whichever way it leads. */
export function requireUsable({ trust, headers }: Pick<ConnectTarget, "trust" | "headers">): void {
	const problem = trust === undefined ? null : trustProblem(trust);
	if (problem !== null) throw new ConsoleError("TARGET_INVALID", problem);
	const double = doubleHeader(headers ?? {});
	if (double !== null) throw new ConsoleError("TARGET_INVALID", `${doubleHeaderWords(double)} Keep one of them.`);
}

export const doubleHeaderWords = ([first, second]: [string, string]): string =>
	`The header ${first} is there twice, also as ${second}: HTTP does not tell them apart.`;

/** Names of headers that differ only in case; HTTP does not tell them apart, so only one of them would be sent. Null when there are none. */
export function doubleHeader(headers: Readonly<Record<string, string>>): [string, string] | null {
	const seen = new Map<string, string>();
	for (const name of Object.keys(headers)) {
		const before = seen.get(name.toLowerCase());
		if (before !== undefined) return [before, name];
		seen.set(name.toLowerCase(), name);
	}
	return null;
}

/** Texts of a certificate through `mask`: its owner may have learned what this console sent it earlier. */
export const maskedCertificate = (facts: CertificateFacts, mask: (text: string) => string): CertificateFacts => ({
	...facts,
	subject: mask(facts.subject),
	issuer: mask(facts.issuer),
	names: facts.names.map(mask),
});

export function maskedSecurity({ tls, proxy }: LinkSecurity, mask: (text: string) => string): LinkSecurity {
	if (tls === null) return { tls, proxy };
	const { trustedBy } = tls;
	return {
		proxy,
		tls: {
			...tls,
			certificate: maskedCertificate(tls.certificate, mask),
			trustedBy:
				trustedBy.kind === "authorities"
					? { ...trustedBy, root: mask(trustedBy.root) }
					: { ...trustedBy, otherwise: trustedBy.otherwise === null ? null : mask(trustedBy.otherwise) },
		},
	};
}

/** Whoever answers is believed. */
export const isNotVerified = ({ trust }: Pick<ConnectTarget, "trust">): boolean => trust?.noVerify === true;

/** With that certificate believed, and no other. */
export function pinned({ trust: { noVerify: _, ...trust } = {}, ...target }: ConnectTarget, pin: CertificatePin): ConnectTarget {
	return { ...target, trust: { ...trust, pin } };
}
