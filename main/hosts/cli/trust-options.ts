import { isEncryptedKey, joinedPem, pemParts } from "../../../schemas/pem.ts";
import type { CertificatePin, ConnectionTrust, ProxyChoice } from "../../../schemas/trust.ts";
import { AUTHORITY_SETS } from "../../../schemas/trust.ts";
import { readCertificateFile } from "../../adapters/certificate-files/read-certificate-file.ts";
import { readFile } from "../../adapters/files/open-files.ts";
import { ConsoleError } from "../../core/errors.ts";
import { trustProblem } from "../../core/session/trust.ts";
import { oneOf, UsageError } from "./command.ts";
import { secretFrom } from "./from-environment.ts";
import { say } from "./output.ts";

/** Options of every command that dials. */
export const TRUST_OPTIONS = {
	"tls-ca": { type: "string" },
	"tls-authorities": { type: "string" },
	"client-cert": { type: "string" },
	"client-key": { type: "string" },
	"client-key-passphrase-env": { type: "string" },
	proxy: { type: "string" },
	"proxy-auth-env": { type: "string" },
	pin: { type: "string" },
	"no-verify": { type: "boolean" },
} as const;

export const TRUST_USAGE =
	"[--tls-ca FILE] [--tls-authorities bundled|system|both|own] [--client-cert FILE --client-key FILE [--client-key-passphrase-env NAME]] [--proxy URL|environment [--proxy-auth-env NAME]] [--pin SHA256] [--no-verify]";

export const TRUST_ABOUT =
	"Trust: files are PEM, DER or PKCS #12 (.p12, opened by the passphrase). --tls-ca adds authorities from a file to those of --tls-authorities (default bundled); --pin believes one certificate by its SHA-256 fingerprint, or one public key by key:SHA256; --no-verify believes whoever answers. --proxy takes http://, https:// or socks5://, or environment for HTTPS_PROXY and its kind; user:password of the proxy and the passphrase of the client key come from environment variables.";

export type TrustValues = { [N in keyof typeof TRUST_OPTIONS]?: N extends "no-verify" ? boolean : string };

const FILE_LIMIT_BYTES = 1024 * 1024;

/** Undefined when none of the options is given. Throws UsageError; what is typed as a proxy is never repeated. */
export async function trustFrom(values: TrustValues): Promise<ConnectionTrust | undefined> {
	if (!given(values)) return undefined;
	const authorities = oneOf("--tls-authorities", values["tls-authorities"], AUTHORITY_SETS);
	const passphrase = values["client-key-passphrase-env"] === undefined ? undefined : passphraseFrom(values["client-key-passphrase-env"]);
	const certificate = values["client-cert"] === undefined ? undefined : await pemFile("--client-cert", values["client-cert"], passphrase);
	// One file may hold both.
	const keyFile = values["client-key"] === undefined ? certificate : await pemFile("--client-key", values["client-key"], passphrase);
	const proxy = proxyFrom(values);
	const trust: ConnectionTrust = {
		...(authorities && { authorities }),
		...(values["tls-ca"] !== undefined && { ca: await pemFile("--tls-ca", values["tls-ca"]) }),
		...(certificate !== undefined && { clientCertificate: joinedPem(pemParts(certificate).certificates) || certificate }),
		...(keyFile !== undefined && pemParts(keyFile).keys.length > 0 && { clientKey: joinedPem(pemParts(keyFile).keys) }),
		...(keyFile !== undefined && pemParts(keyFile).keys.length === 0 && values["client-key"] !== undefined && { clientKey: keyFile }),
		// What opened a file of both is not needed any more.
		...(passphrase !== undefined && isStillLocked(keyFile) && { passphrase }),
		...(values.pin !== undefined && { pin: pinFrom(values.pin) }),
		...(values["no-verify"] && { noVerify: true as const }),
		...(proxy && { proxy }),
	};
	const problem = trustProblem(trust);
	if (problem !== null) throw new UsageError(problem);
	if (trust.noVerify) say("--no-verify: whoever answers is believed. The session is marked so, in its exports, too.");
	return trust;
}

/** For a saved connection, which settles its trust itself: the secrets it may need. Throws UsageError for anything else. */
export async function trustSecrets(values: TrustValues): Promise<{ clientKey?: string; passphrase?: string; proxy?: string }> {
	const settled = (["tls-ca", "tls-authorities", "client-cert", "proxy", "pin", "no-verify"] as const).find(
		(name) => values[name] !== undefined,
	);
	if (settled) throw new UsageError(`--${settled} does not go with --connection: the saved connection settles it.`);
	const passphrase = values["client-key-passphrase-env"] === undefined ? undefined : passphraseFrom(values["client-key-passphrase-env"]);
	const file = values["client-key"] === undefined ? undefined : await pemFile("--client-key", values["client-key"], passphrase);
	const key = file === undefined ? undefined : joinedPem(pemParts(file).keys) || file;
	return {
		...(key !== undefined && { clientKey: key }),
		...(passphrase !== undefined && isStillLocked(key) && { passphrase }),
		...(values["proxy-auth-env"] !== undefined && { proxy: credentialsFrom(values["proxy-auth-env"]) }),
	};
}

const given = (values: TrustValues): boolean => Object.keys(TRUST_OPTIONS).some((name) => values[name as keyof TrustValues] !== undefined);

const passphraseFrom = (name: string): string => secretFrom("--client-key-passphrase-env", name, "the passphrase of the client key");
const credentialsFrom = (name: string): string => secretFrom("--proxy-auth-env", name, "user:password of the proxy");

/** Whether a passphrase is left to be said: also where none of the files is a key's, so that the check can name what is missing. */
const isStillLocked = (pem: string | undefined): boolean => pem === undefined || isEncryptedKey(pem) || pemParts(pem).keys.length === 0;

/** A file as PEM, whatever it is. `passphrase` opens PKCS #12. */
async function pemFile(option: string, file: string, passphrase = ""): Promise<string> {
	let bytes: Buffer;
	try {
		bytes = await readFile(file);
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : (code ?? "it cannot be opened");
		throw new UsageError(`${option}: ${file} cannot be read: ${why}.`);
	}
	if (bytes.length > FILE_LIMIT_BYTES) throw new UsageError(`${option}: ${file} is larger than 1 MiB, so it is no file of certificates.`);
	const text = bytes.toString();
	if (text.includes("-----BEGIN ")) return text;
	if (bytes[0] !== 0x30) throw new UsageError(`${option}: ${file} is not a PEM file: it has no line that begins with -----BEGIN.`);
	try {
		const { certificates, key } = await readCertificateFile(bytes, passphrase);
		return certificates + (key ?? "");
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError)) throw thrown;
		const { passphrase: missing } = (thrown.detail ?? {}) as { passphrase?: string };
		const way = missing === "needed" ? " Name the environment variable that holds it with --client-key-passphrase-env." : "";
		throw new UsageError(`${option}: ${file}: ${thrown.message}${way}`);
	}
}

const WORDS: Readonly<Record<string, ProxyChoice>> = { none: { kind: "none" }, environment: { kind: "environment" } };

function proxyFrom({ proxy, "proxy-auth-env": variable }: TrustValues): ProxyChoice | undefined {
	if (proxy === undefined) {
		if (variable !== undefined) throw new UsageError("--proxy-auth-env goes with --proxy only.");
		return undefined;
	}
	const word = WORDS[proxy];
	if (word) {
		if (variable !== undefined) throw new UsageError("--proxy-auth-env goes with a --proxy that is an address.");
		return word;
	}
	const url = URL.parse(proxy);
	if (url === null)
		throw new UsageError("--proxy takes an address like http://proxy.example:8080 or socks5://proxy.example:1080, environment or none.");
	const typed = url.username === "" && url.password === "" ? undefined : `${decoded(url.username)}:${decoded(url.password)}`;
	const credentials = variable === undefined ? typed : credentialsFrom(variable);
	// URL keeps a path and a query, which no proxy has; what is wrong with the rest is said by the check.
	const place = proxy.trim().replace(/^([a-z0-9+.-]+:\/\/)[^/]*@/i, "$1");
	return { kind: "url", url: place, ...(credentials !== undefined && { credentials }) };
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** `AB:CD:…`, `abcd…`, with `sha256:` before it or not: a certificate. `key:…`: a public key (SPKI). */
export function pinFrom(text: string): CertificatePin {
	const [, key, digits = ""] = /^(key:)?(?:sha-?256:)?([0-9a-f:\s]*)$/i.exec(text.trim()) ?? [];
	const sha256 = digits.replace(/[:\s]/g, "").toLowerCase();
	if (sha256.length !== 64)
		throw new UsageError(
			"--pin takes the SHA-256 fingerprint of a certificate, 64 hexadecimal digits with or without colons, or key: and that of its public key.",
		);
	return { of: key === undefined ? "certificate" : "publicKey", sha256 };
}
