import "reflect-metadata";
import { createPrivateKey, type KeyObject, webcrypto, X509Certificate } from "node:crypto";
import * as x509 from "@peculiar/x509";

/** Certificates made for one test: authorities, servers, clients, and ones that nobody should believe. */

export interface Made {
	cert: string;
	/** PEM, PKCS #8. */
	key: string;
	sha256: string;
	/** What it was issued with, so that it can issue others. */
	issuer: { certificate: x509.X509Certificate; keys: CryptoKeyPair };
}

export interface Wanted {
	/** `CN=…`; anything, control characters too. */
	commonName?: string;
	/** DNS names and IP addresses. */
	names?: string[];
	from?: Date;
	to?: Date;
	/** It may issue others. */
	authority?: boolean;
	/** Who issues it; default: itself. */
	by?: Made;
}

type CryptoKeyPair = webcrypto.CryptoKeyPair;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
x509.cryptoProvider.set(webcrypto);
let serial = 1;

const isIp = (name: string): boolean => /^[\d.]+$|^[\da-f]*:[\da-f:]*$/i.test(name);

export async function makeCertificate({
	commonName = "agent.test",
	names = [],
	from = new Date("2020-01-01"),
	to = new Date("2120-01-01"),
	authority = false,
	by,
}: Wanted = {}): Promise<Made> {
	const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
	serial += 1;
	const subject = [{ CN: [commonName] }];
	const certificate = await x509.X509CertificateGenerator.create({
		serialNumber: serial.toString(16).padStart(4, "0"),
		subject,
		issuer: by === undefined ? subject : by.issuer.certificate.subjectName.toJSON(),
		notBefore: from,
		notAfter: to,
		publicKey: keys.publicKey,
		signingKey: (by?.issuer.keys ?? keys).privateKey,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.BasicConstraintsExtension(authority, undefined, true),
			...(authority ? [new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true)] : []),
			...(names.length > 0
				? [
						new x509.SubjectAlternativeNameExtension(
							names.map((value) => ({ type: isIp(value) ? ("ip" as const) : ("dns" as const), value })),
						),
					]
				: []),
		],
	});
	const cert = `${certificate.toString("pem")}\n`;
	const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
	return {
		cert,
		key: `-----BEGIN PRIVATE KEY-----\n${pkcs8
			.toString("base64")
			.replace(/(.{64})/g, "$1\n")
			.trimEnd()}\n-----END PRIVATE KEY-----\n`,
		sha256: new X509Certificate(cert).fingerprint256.replaceAll(":", "").toLowerCase(),
		issuer: { certificate, keys },
	};
}

/** The same key behind a passphrase. */
export const encryptedKey = ({ key }: Pick<Made, "key">, passphrase: string): string =>
	(createPrivateKey(key) as KeyObject).export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }) as string;
