import type { SecretPart } from "../../schemas/connections.ts";
import { isEncryptedKey, joinedPem, pemParts } from "../../schemas/pem.ts";
import type { AuthoritySet, CertificatePin, ConnectionTrust, ProxyChoice } from "../../schemas/trust.ts";

/** Trust as it stands in the form; empty texts are not given. */
export interface TrustForm {
	authorities: AuthoritySet;
	/** PEM of authorities, certificates alone. */
	ca: string;
	clientCertificate: string;
	/** A secret: empty leaves what is kept. */
	clientKey: string;
	passphrase: string;
	pinOf: CertificatePin["of"];
	/** As typed: with colons or without. */
	pin: string;
	noVerify: boolean;
	proxy: ProxyChoice["kind"];
	proxyUrl: string;
	/** `user:password`, a secret. */
	proxyCredentials: string;
	/** Secrets that the saved connection has a place for. */
	has: readonly SecretPart[];
}

export const PLAIN_TRUST: TrustForm = {
	authorities: "bundled",
	ca: "",
	clientCertificate: "",
	clientKey: "",
	passphrase: "",
	pinOf: "certificate",
	pin: "",
	noVerify: false,
	proxy: "none",
	proxyUrl: "",
	proxyCredentials: "",
	has: [],
};

export function trustForm(trust: ConnectionTrust | undefined): TrustForm {
	if (trust === undefined) return PLAIN_TRUST;
	const { proxy } = trust;
	return {
		authorities: trust.authorities ?? "bundled",
		ca: trust.ca ?? "",
		clientCertificate: trust.clientCertificate ?? "",
		clientKey: trust.clientKey ?? "",
		passphrase: trust.passphrase ?? "",
		pinOf: trust.pin?.of ?? "certificate",
		pin: trust.pin?.sha256 ?? "",
		noVerify: trust.noVerify ?? false,
		proxy: proxy?.kind ?? "none",
		proxyUrl: proxy?.kind === "url" ? proxy.url : "",
		proxyCredentials: proxy?.kind === "url" ? (proxy.credentials ?? "") : "",
		has: [
			...(trust.clientKey === undefined ? [] : ["clientKey" as const]),
			...(trust.passphrase === undefined ? [] : ["passphrase" as const]),
			...(proxy?.kind === "url" && proxy.credentials !== undefined ? ["proxy" as const] : []),
		],
	};
}

export type TrustReading = { ok: true; trust: ConnectionTrust | undefined } | { ok: false; field: "pin" | "proxy"; message: string };

/** What the console is given; undefined while all is as it is by itself. What only main can see is said by main. */
export function readTrust(form: TrustForm): TrustReading {
	const digits = form.pin
		.replace(/^\s*sha-?256[:\s]*/i, "")
		.replace(/[:\s]/g, "")
		.toLowerCase();
	if (digits !== "" && !/^[0-9a-f]{64}$/.test(digits))
		return { ok: false, field: "pin", message: "A SHA-256 fingerprint has 64 hexadecimal digits, with colons or without." };
	if (form.proxy === "url" && form.proxyUrl.trim() === "")
		return {
			ok: false,
			field: "proxy",
			message: "Type the proxy's address, like http://proxy.example:8080 or socks5://proxy.example:1080.",
		};
	const hasClient = form.clientCertificate !== "";
	const trust: ConnectionTrust = {
		...(form.authorities !== "bundled" && { authorities: form.authorities }),
		...(form.ca !== "" && { ca: form.ca }),
		...(hasClient && { clientCertificate: form.clientCertificate }),
		...((form.clientKey !== "" || (hasClient && form.has.includes("clientKey"))) && { clientKey: form.clientKey }),
		...((form.passphrase !== "" || (hasClient && form.has.includes("passphrase"))) && { passphrase: form.passphrase }),
		...(digits !== "" && { pin: { of: form.pinOf, sha256: digits } }),
		...(form.noVerify && { noVerify: true as const }),
		...(form.proxy === "environment" && { proxy: { kind: "environment" as const } }),
		...(form.proxy === "url" && {
			proxy: {
				kind: "url" as const,
				url: form.proxyUrl.trim(),
				...((form.proxyCredentials !== "" || form.has.includes("proxy")) && { credentials: form.proxyCredentials }),
			},
		}),
	};
	return { ok: true, trust: Object.keys(trust).length === 0 ? undefined : trust };
}

/** What may be wrong with it names one of these fields. */
export const TRUST_FIELDS: readonly string[] = ["trust", "pin", "proxy"];

/** Changes of the form that touch several of its fields at once. */
export const pinnedTo = (sha256: string): Partial<TrustForm> => ({ pin: sha256, pinOf: "certificate", noVerify: false });
export const NOBODY_VERIFIED: Partial<TrustForm> = { noVerify: true, pin: "" };
export const withoutClient = ({ has }: TrustForm): Partial<TrustForm> => ({
	clientCertificate: "",
	clientKey: "",
	passphrase: "",
	has: has.filter((part) => part === "proxy"),
});

/** What there is of own authorities and of a client certificate, in words; empty: nothing. */
export function authoritiesWords({ ca }: TrustForm): string {
	const { length } = pemParts(ca).certificates;
	return length === 0 ? "" : `${length} ${length === 1 ? "certificate" : "certificates"}`;
}

export function clientWords({ clientCertificate, clientKey, has }: TrustForm): string {
	if (clientCertificate === "") return clientKey === "" ? "" : "a key without certificate";
	return `certificate, ${clientKey !== "" ? "with its key" : has.includes("clientKey") ? "key kept, or asked for" : "its key is missing"}`;
}

/** Whether a passphrase of the client key has a place: not while the key in the form is an open one. */
export const hasPassphrase = (form: TrustForm): boolean =>
	clientWords(form) !== "" && (form.clientKey === "" || form.passphrase !== "" || isEncryptedKey(form.clientKey));

/** What a chosen file brings, as PEM; a key in it goes to the key, wherever the file was chosen. */
export function takePem(
	text: string,
	into: "ca" | "client",
	{ has }: TrustForm = PLAIN_TRUST,
): { change: Partial<TrustForm> } | { message: string } {
	const { certificates, keys } = pemParts(text);
	if (into === "ca") {
		if (keys.length > 0) return { message: "That file holds a private key, so it is no file of authorities." };
		return certificates.length > 0 ? { change: { ca: joinedPem(certificates) } } : { message: NOT_PEM };
	}
	if (certificates.length === 0 && keys.length === 0) return { message: NOT_PEM };
	return {
		change: {
			...(certificates.length > 0 && { clientCertificate: joinedPem(certificates) }),
			...(keys.length > 0 && { clientKey: joinedPem(keys) }),
			// A passphrase of the key before it, which nothing would ask for any more.
			...(keys.length > 0 &&
				!keys.some((key) => isEncryptedKey(key.text)) && { passphrase: "", has: has.filter((part) => part !== "passphrase") }),
		},
	};
}

/** Of a file that holds a key. */
export function takeKey(text: string): { key: string } | { message: string } {
	const { keys } = pemParts(text);
	return keys.length > 0 ? { key: joinedPem(keys) } : { message: "That file holds no key." };
}

const NOT_PEM = "That file holds no certificate and no key: in PEM they stand between BEGIN and END lines.";

/** One line while the section is closed. */
export function trustSummary(form: TrustForm): string {
	const { length } = pemParts(form.ca).certificates;
	return [
		form.noVerify
			? "certificate not verified"
			: form.pin !== ""
				? `pinned ${form.pinOf === "certificate" ? "certificate" : "public key"}`
				: AUTHORITY_WORDS[form.authorities],
		length > 0 && `${length} own ${length === 1 ? "authority" : "authorities"}`,
		form.clientCertificate !== "" && "client certificate",
		form.proxy === "environment" ? "the environment’s proxy" : form.proxy === "url" ? "a proxy" : "no proxy",
	]
		.filter(Boolean)
		.join(", ");
}

const AUTHORITY_WORDS: Readonly<Record<AuthoritySet, string>> = {
	bundled: "bundled authorities",
	system: "this system’s authorities",
	both: "bundled and system authorities",
	own: "only own authorities",
};
