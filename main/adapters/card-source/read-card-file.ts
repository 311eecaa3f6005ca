import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "../files/open-files.ts";
import { CardProblem, decodeCard, MAX_CARD_BYTES, tooLarge } from "./card-problem.ts";

/** Where the platform has it: opening a named pipe nobody writes to would wait for ever. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

export async function readCardFile(path: string): Promise<string> {
	const file = await open(path, constants.O_RDONLY | NO_WAIT).catch((error: unknown) => {
		throw new CardProblem(reasonOf(error), { cause: error });
	});
	try {
		const stat = await file.stat();
		if (stat.isDirectory()) throw new CardProblem("it is a folder, not a file.");
		if (!stat.isFile()) throw new CardProblem("it is not a regular file.");
		if (stat.size > MAX_CARD_BYTES) throw tooLarge();
		return decodeCard(await readUpTo(file, MAX_CARD_BYTES));
	} finally {
		await file.close();
	}
}

/** The size was checked, but a file can grow while it is read. */
async function readUpTo(file: FileHandle, limitBytes: number): Promise<Uint8Array> {
	const buffer = Buffer.alloc(limitBytes + 1);
	let filled = 0;
	for (let more = true; more; ) {
		const { bytesRead } = await file.read(buffer, filled, buffer.length - filled).catch((error: unknown) => {
			throw new CardProblem(reasonOf(error), { cause: error });
		});
		filled += bytesRead;
		if (filled > limitBytes) throw tooLarge();
		more = bytesRead > 0;
	}
	return buffer.subarray(0, filled);
}

function reasonOf(error: unknown): string {
	const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
	if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file.";
	if (code === "EBUSY") return "it belongs to the database that this program has open.";
	if (code === "EACCES" || code === "EPERM") return `this program may not read it (${code}).`;
	return `reading failed (${code}).`;
}
