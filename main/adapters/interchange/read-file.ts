import { ConsoleError } from "../../core/errors.ts";
import { createReadStream } from "../files/open-files.ts";
import { type Line, LineTooLong, splitLines } from "../sqlite-transcripts/split-lines.ts";
import { LONGEST_LINE_BYTES } from "../sqlite-transcripts/verify-jsonl.ts";
import { createYielder } from "../sqlite-transcripts/yielding.ts";

/** Told how far a file has been read; throws to stop. */
export type OnBytes = (bytes: number) => void;

/** Pieces of a file, with pauses for others. Errors: IMPORT_FAILED when it cannot be read. */
export async function* filePieces(path: string, onBytes: OnBytes): AsyncGenerator<Buffer> {
	const pause = createYielder();
	let bytes = 0;
	try {
		for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) {
			yield piece as Buffer;
			bytes += (piece as Buffer).length;
			onBytes(bytes);
			await pause();
		}
	} catch (thrown) {
		if (thrown instanceof Error && "syscall" in thrown)
			throw new ConsoleError("IMPORT_FAILED", `The file cannot be read: ${thrown.message}.`, { cause: thrown });
		throw thrown;
	}
}

/** Lines of a file as bytes, with their numbers from 1. Errors: IMPORT_FAILED for a line no transcript has. */
export async function* numberedLines(path: string, onBytes: OnBytes): AsyncGenerator<Line & { number: number }> {
	const pause = createYielder();
	let number = 0;
	try {
		for await (const line of splitLines(filePieces(path, onBytes), LONGEST_LINE_BYTES)) {
			yield { ...line, number: ++number };
			await pause();
		}
	} catch (thrown) {
		if (!(thrown instanceof LineTooLong)) throw thrown;
		throw new ConsoleError(
			"IMPORT_FAILED",
			`line ${number + 1}: The line has more than ${LONGEST_LINE_BYTES} bytes; no line of a transcript is that long. Nothing was imported.`,
		);
	}
}

/** Text of a line; null when it is no UTF-8. */
export function lineText({ bytes }: Line): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r$/, "");
	} catch {
		return null;
	}
}
