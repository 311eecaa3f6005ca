import { closeSync, fsyncSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { openSync, readFileSync, renameSync } from "../files/open-files.ts";
import { makeFolder } from "../sqlite-transcripts/make-folder.ts";

const FORMAT = "switchboard-signing-key";

/** Both Base64: SPKI and PKCS #8, DER. Without the private part it lies in the system's key store. */
export interface KeptKey {
	publicKey: string;
	privateKey?: string;
}

/** Null when there is none. Errors: a sentence when there is a file that cannot be read or is not ours. */
export function readKeyFile(file: string): KeptKey | null {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === "ENOENT") return null;
		throw new Error(`${file} cannot be read (${code ?? "unknown error"}). Nothing is signed.`);
	}
	const kept = keyIn(text);
	if (kept === null)
		throw new Error(`${file} is no signing key of this program. It was left as it is and nothing is signed; for a new key move it away.`);
	return kept;
}

function keyIn(text: string): KeptKey | null {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof content !== "object" || content === null) return null;
	const { format, version, publicKey, privateKey } = content as Record<string, unknown>;
	if (format !== FORMAT || version !== 1 || typeof publicKey !== "string") return null;
	if (privateKey === undefined) return { publicKey };
	return typeof privateKey === "string" ? { publicKey, privateKey } : null;
}

/** Whole or not at all, for this user only. Errors: the system's. */
export function writeKeyFile(file: string, { publicKey, privateKey }: KeptKey): void {
	const keptIn = privateKey === undefined ? "keyStore" : "file";
	const text = `${JSON.stringify({ format: FORMAT, version: 1, keptIn, publicKey, privateKey }, null, "\t")}\n`;
	const beside = `${file}.new`;
	makeFolder(dirname(file));
	// What is left of a write that broke off keeps its mode otherwise.
	rmSync(beside, { force: true });
	const handle = openSync(beside, "wx", 0o600);
	try {
		writeSync(handle, text);
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
	renameSync(beside, file);
}
