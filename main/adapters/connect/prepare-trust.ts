import { constants, createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from "node:tls";
import { isEncryptedKey, joinedPem, type PemBlock, pemParts } from "../../../schemas/pem.ts";
import type { AuthoritySet, ConnectionTrust } from "../../../schemas/trust.ts";
import { certificateFacts } from "./certificate-facts.ts";
import { DialError } from "./refusal.ts";

/** A trust made ready for handshakes. */
export interface PreparedTrust {
	context: SecureContext;
	/** To an https: proxy: the same authorities, no client certificate. */
	proxyContext: SecureContext;
	authorities: AuthoritySet;
	/** SHA-256 of the authorities given with the connection, hexadecimal. */
	own: ReadonlySet<string>;
	/** Subject of the client certificate. */
	clientCertificate: string | null;
	pin: ConnectionTrust["pin"] | null;
	noVerify: boolean;
}

/** OpenSSL's SSL_OP_NO_RENEGOTIATION, which Node does not name: a second handshake could bring another certificate past the checks. */
const NO_RENEGOTIATION = 0x4000_0000;

/** Building one takes tens of milliseconds; a target's trust does not change while it lives. */
const prepared = new WeakMap<ConnectionTrust, PreparedTrust>();

/** Throws DialError with what of it cannot be used. */
export function prepareTrust(trust: ConnectionTrust): PreparedTrust {
	const known = prepared.get(trust);
	if (known) return known;
	const authorities = trust.authorities ?? "bundled";
	const own = trust.ca === undefined ? [] : certificatesIn(trust.ca, "the authorities of this connection");
	if (authorities === "own" && own.length === 0 && !trust.pin && !trust.noVerify)
		throw unusable(
			"NO_AUTHORITY",
			"Only authorities given with this connection are believed, and none is given. Add the authority's PEM file.",
		);
	const client = clientOf(trust);
	const common = {
		ca: [...authoritiesOf(authorities), ...own.map(({ block }) => block.text)],
		// Ours, whatever NODE_OPTIONS say.
		minVersion: "TLSv1.2",
		maxVersion: "TLSv1.3",
		ciphers: constants.defaultCoreCipherList,
		secureOptions: NO_RENEGOTIATION,
		// An authority in the middle of a chain that somebody gave is believed as it is.
		allowPartialTrustChain: own.length > 0,
	} satisfies SecureContextOptions;
	const proxyContext = createSecureContext(common);
	const made: PreparedTrust = {
		context: client === null ? proxyContext : createSecureContext({ ...common, cert: client.cert, key: client.key }),
		proxyContext,
		authorities,
		own: new Set(own.map(({ certificate }) => certificateFacts(certificate).sha256)),
		clientCertificate: client?.subject ?? null,
		pin: trust.pin ?? null,
		noVerify: trust.noVerify ?? false,
	};
	prepared.set(trust, made);
	return made;
}

/** Never Node's default list: NODE_EXTRA_CA_CERTS and --use-system-ca would change it unseen. */
function authoritiesOf(set: AuthoritySet): string[] {
	switch (set) {
		case "bundled":
			return getCACertificates("bundled");
		case "system":
			return systemAuthorities();
		case "both":
			return [...getCACertificates("bundled"), ...systemAuthorities()];
		case "own":
			return [];
	}
}

function systemAuthorities(): string[] {
	const found = getCACertificates("system");
	if (found.length === 0)
		throw unusable(
			"NO_AUTHORITY",
			"This system's store of authorities is empty or cannot be read. Use the bundled ones, or give the authority's PEM file.",
		);
	return found;
}

interface Read {
	block: PemBlock;
	certificate: X509Certificate;
}

function certificatesIn(pem: string, whose: string): Read[] {
	const { certificates } = pemParts(pem);
	if (certificates.length === 0)
		throw unusable("PEM_UNREADABLE", `There is no certificate in ${whose}. A PEM file has a line -----BEGIN CERTIFICATE-----.`);
	return certificates.map((block, index) => {
		try {
			return { block, certificate: new X509Certificate(block.text) };
		} catch {
			throw unusable(
				"PEM_UNREADABLE",
				`Certificate ${index + 1} of ${certificates.length} in ${whose} cannot be read. Take the file anew from where it came.`,
			);
		}
	});
}

function clientOf({ clientCertificate, clientKey, passphrase }: ConnectionTrust): { cert: string; key: string; subject: string } | null {
	if (clientCertificate === undefined) return null;
	const chain = certificatesIn(clientCertificate, "the client certificate");
	const [leaf] = chain;
	if (leaf === undefined) return null;
	const { subject } = certificateFacts(leaf.certificate);
	const key = keyOf(clientKey ?? "", passphrase ?? "");
	if (!leaf.certificate.checkPrivateKey(key))
		throw unusable(
			"CLIENT_KEY_MISMATCH",
			`The client key does not belong to the client certificate “${subject}”. Give the key that was made for it; in the file the client's own certificate must come first.`,
		);
	return { cert: joinedPem(chain.map(({ block }) => block)), key: key.export({ type: "pkcs8", format: "pem" }) as string, subject };
}

function keyOf(pem: string, passphrase: string): KeyObject {
	if (pem === "") throw unusable("CLIENT_KEY", "The client certificate needs its key, and none is given.");
	try {
		return createPrivateKey(passphrase === "" ? pem : { key: pem, passphrase });
	} catch {
		// OpenSSL's words name its own functions; what can be wrong is this.
		if (!isEncryptedKey(pem))
			throw unusable("CLIENT_KEY", "The client key cannot be read. It must be an unbroken PEM file with a private key.");
		if (passphrase === "") throw unusable("CLIENT_KEY_PASSPHRASE", "The client key is encrypted, and its passphrase is not given.");
		throw unusable("CLIENT_KEY_PASSPHRASE", "The client key does not open with this passphrase.");
	}
}

const unusable = (errorCode: string, message: string): DialError => new DialError({ errorCode, message });
