import { closeSync, readSync } from "node:fs";
import { openSync } from "../../adapters/files/open-files.ts";
import { systemWords } from "../../adapters/files/system-words.ts";
import { LONGEST_LINE_BYTES } from "../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { ConsoleError } from "../../core/errors.ts";
import { UsageError } from "./command.ts";

const CHUNK_BYTES = 1 << 18;
const LINE_FEED = 10;
/** How long an empty standard input is left alone before it is asked again, ms. */
const EMPTY_MS = 10;
/** What stands for the standard input: it is read as it is, because a socket behind it cannot be opened by name. */
const STANDARD_INPUT: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/**
 * Lines of a file, a pipe or the standard input, one at a time, without their line feeds. Holds one line. Errors: UsageError when it cannot be
 * read, IMPORT_FAILED for a line longer than any transcript's.
 */
export function* fileLines(path: string): Generator<string> {
	const isInput = STANDARD_INPUT.has(path);
	const file = isInput ? 0 : orUsage(path, () => openSync(path, "r"));
	try {
		let begun: Buffer[] = [];
		let begunBytes = 0;
		for (let number = 1; ; ) {
			// Lines are given away as views of it, so each needs its own.
			const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
			const bytes = orUsage(path, () => readSome(file, chunk));
			let start = 0;
			for (let end = chunk.indexOf(LINE_FEED); end !== -1 && end < bytes; end = chunk.indexOf(LINE_FEED, start)) {
				begun.push(chunk.subarray(start, end));
				yield textOf(begun);
				number++;
				begun = [];
				begunBytes = 0;
				start = end + 1;
			}
			begun.push(chunk.subarray(start, bytes));
			begunBytes += bytes - start;
			if (begunBytes > LONGEST_LINE_BYTES)
				throw new ConsoleError(
					"IMPORT_FAILED",
					`${path}, line ${number}: The line has more than ${LONGEST_LINE_BYTES} bytes; no line of a transcript is that long. The rest was not read.`,
				);
			if (bytes > 0) continue;
			if (begunBytes > 0) yield textOf(begun);
			return;
		}
	} finally {
		if (!isInput) closeSync(file);
	}
}

const textOf = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString("utf8").replace(/\r$/, "");

/** Bytes read; 0 at the end. A standard input that has nothing yet is waited for. */
function readSome(file: number, chunk: Buffer): number {
	for (;;) {
		try {
			return readSync(file, chunk);
		} catch (thrown) {
			const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
			if (code === "EOF") return 0;
			if (code !== "EAGAIN") throw thrown;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EMPTY_MS);
		}
	}
}

function orUsage<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		throw new UsageError(`${path} cannot be read: ${systemWords(thrown)}.`);
	}
}
