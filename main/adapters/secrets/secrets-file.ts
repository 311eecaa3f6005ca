import { rm } from "node:fs/promises";
import path from "node:path";
import { ConsoleError } from "../../core/errors.ts";
import { open, readFile, rename } from "../files/open-files.ts";
import { makeFolder } from "../sqlite-transcripts/make-folder.ts";

const FORMAT = "switchboard-secrets";

/** Encrypted values by name, Base64. */
export type SecretBlobs = Map<string, string>;

/**
 * Reads the file of encrypted values.
 * Errors: SECRET_NOT_KEPT when there is a file that cannot be read or is not ours: it may hold what a person wants back, so it is never overwritten.
 */
export async function readSecretsFile(file: string): Promise<SecretBlobs> {
	let text: string;
	try {
		text = await readFile(file, "utf8");
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === "ENOENT") return new Map();
		throw unreadable(file, code ?? "it cannot be opened");
	}
	const values = valuesOf(text);
	if (values === null) throw unreadable(file, "it is not a file of this program");
	return new Map(Object.entries(values));
}

function valuesOf(text: string): Record<string, string> | null {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof content !== "object" || content === null) return null;
	const { format, values } = content as { format?: unknown; values?: unknown };
	if (format !== FORMAT || typeof values !== "object" || values === null || Array.isArray(values)) return null;
	return Object.values(values).every((value) => typeof value === "string") ? (values as Record<string, string>) : null;
}

const unreadable = (file: string, why: string) =>
	new ConsoleError("SECRET_NOT_KEPT", `The kept secrets in ${file} cannot be read (${why}). Move that file away to start anew.`);

/** Whole or not at all: a new file, on disk, takes the old one's place. For this user only. */
export async function writeSecretsFile(file: string, blobs: SecretBlobs): Promise<void> {
	const text = `${JSON.stringify({ format: FORMAT, version: 1, values: Object.fromEntries(blobs) }, null, "\t")}\n`;
	const beside = `${file}.new`;
	try {
		makeFolder(path.dirname(file));
		await rm(beside, { force: true }); // what is left of a write that broke off keeps its mode otherwise
		const handle = await open(beside, "wx", 0o600);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(beside, file);
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		throw new ConsoleError("SECRET_NOT_KEPT", `The secret could not be kept: ${file} cannot be written (${code ?? "unknown error"}).`);
	}
}
