import type { OperatorApi } from "../../schemas/ipc.ts";
import { MAX_CERTIFICATE_FILE_BYTES } from "../../schemas/trust.ts";

/** A file that is no text and opens with a passphrase only. */
export interface LockedFile {
	name: string;
	base64: string;
	/** PEM of the files chosen with it. */
	others: string;
}

export type CertificateReading = { pem: string } | { locked: LockedFile } | { message: string };

type Chosen = Pick<File, "name" | "size" | "arrayBuffer">;

/** Chosen files as one PEM text, whatever they are: PEM, DER or PKCS #12. */
export async function readCertificateFiles(api: Pick<OperatorApi, "request">, files: readonly Chosen[]): Promise<CertificateReading> {
	const large = files.find((file) => file.size > MAX_CERTIFICATE_FILE_BYTES);
	if (large) return { message: `${large.name} is larger than 512 KiB.` };
	let pem = "";
	let locked: Omit<LockedFile, "others"> | null = null;
	for (const file of files) {
		const bytes = new Uint8Array(await file.arrayBuffer());
		const text = latin1(bytes);
		if (text.includes("-----BEGIN ") || bytes[0] !== DER) {
			pem += `${text}\n`;
			continue;
		}
		const base64 = btoa(text);
		const read = await openLocked(api, { name: file.name, base64, others: "" }, "");
		if ("pem" in read) pem += read.pem;
		else if ("message" in read) return read;
		else if (locked) return { message: `${locked.name} and ${file.name} both want a passphrase. Choose one after the other.` };
		else locked = read.locked;
	}
	return locked === null ? { pem } : { locked: { ...locked, others: pem } };
}

/** An empty passphrase is a question whether one is needed. */
export async function openLocked(api: Pick<OperatorApi, "request">, file: LockedFile, passphrase: string): Promise<CertificateReading> {
	const answer = await api.request("certificate.read", { base64: file.base64, passphrase });
	if (answer.ok) return { pem: `${answer.value.certificates}${answer.value.key ?? ""}${file.others}` };
	const { passphrase: missing } = (answer.error.detail ?? {}) as { passphrase?: string };
	return missing === "needed" ? { locked: file } : { message: `${file.name}: ${answer.error.message}` };
}

/** What DER begins with, and no text of PEM. */
const DER = 0x30;

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
