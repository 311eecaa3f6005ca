import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, readdir } from "node:fs/promises";
import path from "node:path";
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_FILES } from "../../../schemas/observation-schema.ts";
import type { SchemaFile } from "../../core/ports.ts";
import { open } from "../files/open-files.ts";

/** Windows has no such flag, and no pipes in folders. */
const NON_BLOCKING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The folder's `.json` files, by name. Never rejects: what cannot be had is a problem of that file. */
export async function readSchemaFolder(folder: string): Promise<SchemaFile[]> {
	let names: string[];
	try {
		names = await readdir(folder);
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === "ENOENT") return [];
		return [problem(path.basename(folder), `The folder cannot be read (${code ?? "unknown error"}).`, "Look at its owner and its rights.")];
	}
	const schemas = names.filter((name) => /\.json$/i.test(name) && !name.startsWith(".")).sort();
	const read = await Promise.all(schemas.slice(0, MAX_SCHEMA_FILES).map((name) => readSchemaFile(folder, name)));
	const left = schemas.length - MAX_SCHEMA_FILES;
	return left > 0
		? [
				...read,
				problem(
					schemas[MAX_SCHEMA_FILES] ?? "",
					`It and ${left - 1} more are not looked at.`,
					`Keep at most ${MAX_SCHEMA_FILES} files there.`,
				),
			]
		: read;
}

async function readSchemaFile(folder: string, file: string): Promise<SchemaFile> {
	let handle: FileHandle | undefined;
	try {
		// Not waiting: opening a pipe would wait for whoever writes to it.
		handle = await open(path.join(folder, file), NON_BLOCKING);
		const stat = await handle.stat();
		if (!stat.isFile()) return problem(file, "It is no regular file.", "Put the schema's own file there.");
		if (stat.size > MAX_SCHEMA_BYTES) return tooLarge(file, stat.size);
		const bytes = Buffer.alloc(MAX_SCHEMA_BYTES + 1);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read) {
			({ bytesRead: read } = await handle.read(bytes, length, bytes.length - length));
		}
		if (length > MAX_SCHEMA_BYTES) return tooLarge(file, length);
		const whole = bytes.subarray(0, length);
		const text = new TextDecoder("utf-8", { fatal: true }).decode(whole); // a byte order mark is taken off
		return { file, text, sha256: createHash("sha256").update(whole).digest("hex") };
	} catch (thrown) {
		if (thrown instanceof TypeError) return problem(file, "It is not UTF-8 text.", "Save it as UTF-8.");
		const { code } = thrown as NodeJS.ErrnoException;
		return problem(file, `It cannot be read (${code ?? "unknown error"}).`, "Look at its rights, then read again.");
	} finally {
		await handle?.close();
	}
}

const tooLarge = (file: string, bytes: number): SchemaFile =>
	problem(file, `It has ${bytes} bytes; a schema may have at most ${MAX_SCHEMA_BYTES}.`, "Give a smaller schema.");

function problem(file: string, message: string, wayOn: string): SchemaFile {
	return { file, problem: { pointer: "", message, wayOn } };
}
