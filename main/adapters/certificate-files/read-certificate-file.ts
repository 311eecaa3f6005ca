import { X509Certificate } from "node:crypto";
import { ConsoleError } from "../../core/errors.ts";
import type { CertificateFiles } from "../../core/ports.ts";
import { NotThat } from "../time-stamps/der.ts";
import { type Bag, readPkcs12, WrongPassphrase } from "./pkcs12.ts";

/** The `CertificateFiles` port. */
export const createCertificateFiles = (): CertificateFiles => ({ read: readCertificateFile });

/**
 * A certificate file that is no text: one certificate (DER), or PKCS #12 with a key. Both come back as PEM, the key without its passphrase.
 * Errors: CERTIFICATE_UNREADABLE; `detail.passphrase` is `needed` or `wrong` where only that is missing.
 */
export async function readCertificateFile(bytes: Uint8Array, passphrase: string): Promise<{ certificates: string; key: string | null }> {
	const single = certificate(bytes);
	if (single !== null) return { certificates: pem(single), key: null };
	let bag: Bag;
	try {
		bag = await readPkcs12(bytes, passphrase);
	} catch (thrown) {
		if (thrown instanceof WrongPassphrase)
			throw passphrase === ""
				? unreadable("The file is locked with a passphrase, and none is given.", { passphrase: "needed" })
				: unreadable("The file does not open with this passphrase.", { passphrase: "wrong" });
		if (!(thrown instanceof NotThat)) throw thrown;
		throw unreadable(
			bytes[0] === 0x30
				? `The file holds no certificate and is no PKCS #12 file that can be read here (${thrown.message}). Export it anew, or as PEM.`
				: "The file is neither a certificate (DER) nor PKCS #12 (.p12, .pfx).",
		);
	}
	const { certificates, keys } = bag;
	const [key, second] = keys;
	if (second !== undefined) throw unreadable(`The file holds ${keys.length} keys. Export the one that is meant, with its certificate.`);
	if (certificates.length === 0) throw unreadable("The file holds no certificate. Export the key together with its certificate.");
	if (key === undefined) return { certificates: certificates.map(pem).join(""), key: null };
	const own = certificates.find((each) => each.checkPrivateKey(key));
	if (own === undefined)
		throw unreadable("No certificate in the file belongs to the key in it. Export the key together with its certificate.");
	return {
		certificates: [own, ...certificates.filter((each) => each !== own)].map(pem).join(""),
		key: key.export({ type: "pkcs8", format: "pem" }) as string,
	};
}

function certificate(bytes: Uint8Array): X509Certificate | null {
	try {
		return new X509Certificate(bytes);
	} catch {
		return null;
	}
}

const pem = (each: X509Certificate): string => `${each.toString().trimEnd()}\n`;

const unreadable = (message: string, detail?: { passphrase: "needed" | "wrong" }): ConsoleError =>
	new ConsoleError("CERTIFICATE_UNREADABLE", message, detail && { detail });
