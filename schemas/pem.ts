/** Texts of PEM files (RFC 7468) taken apart by their labels. Nothing is decoded here. */

export interface PemBlock {
	/** `CERTIFICATE`, `PRIVATE KEY`, `EC PRIVATE KEY`, … */
	label: string;
	/** With its BEGIN and END lines. */
	text: string;
}

export interface PemParts {
	certificates: PemBlock[];
	keys: PemBlock[];
	/** Labels of whatever else is in it. */
	others: string[];
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,64})-----([^-]*)-----END \1-----/g;

/** What lies between the blocks (names, comments) is left out. */
export function pemParts(text: string): PemParts {
	const parts: PemParts = { certificates: [], keys: [], others: [] };
	for (const [whole, label = ""] of text.matchAll(BLOCK)) {
		const block = { label, text: `${whole.replaceAll("\r\n", "\n")}\n` };
		if (label === "CERTIFICATE" || label === "TRUSTED CERTIFICATE" || label === "X509 CERTIFICATE") parts.certificates.push(block);
		else if (label.endsWith("PRIVATE KEY")) parts.keys.push(block);
		else if (label !== "EC PARAMETERS" && label !== "DH PARAMETERS") parts.others.push(label);
	}
	return parts;
}

export const joinedPem = (blocks: readonly PemBlock[]): string => blocks.map(({ text }) => text).join("");

/** A key that cannot be used without its passphrase says so itself. */
export const isEncryptedKey = (text: string): boolean => /BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type: 4,ENCRYPTED/m.test(text);
