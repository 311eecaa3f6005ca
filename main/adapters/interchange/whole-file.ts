import { closeSync, fsyncSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ConsoleError } from "../../core/errors.ts";
import { openSync, renameSync } from "../files/open-files.ts";
import { systemWords } from "../files/system-words.ts";
import { makeFolder } from "../sqlite-transcripts/make-folder.ts";

const FLUSH_CHARACTERS = 1 << 18;

/**
 * Writes pieces of text to a file that appears only when whole, and answers its size in bytes.
 * Errors: EXPORT_FAILED; no file of that name is left or changed then.
 */
export async function writeWholeFile(path: string, pieces: AsyncIterable<string>): Promise<number> {
	const unfinished = `${path}.${process.pid}.partial`;
	let bytes = 0;
	try {
		makeFolder(dirname(path));
		const file = openSync(unfinished, "w", 0o600);
		try {
			let waiting = "";
			for await (const piece of pieces) {
				waiting += piece;
				if (waiting.length < FLUSH_CHARACTERS) continue;
				bytes += writeAll(file, waiting);
				waiting = "";
			}
			bytes += writeAll(file, waiting);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(unfinished, path);
		return bytes;
	} catch (thrown) {
		rmSync(unfinished, { force: true });
		if (thrown instanceof ConsoleError) throw thrown;
		const words = systemWords(thrown);
		throw new ConsoleError("EXPORT_FAILED", `The export ${path} could not be written: ${words}.`, { cause: thrown });
	}
}

function writeAll(file: number, text: string): number {
	const bytes = Buffer.from(text);
	let written = 0;
	while (written < bytes.length) written += writeSync(file, bytes, written);
	return written;
}
