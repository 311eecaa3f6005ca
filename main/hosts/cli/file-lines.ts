import { closeSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { openSync } from "../../adapters/files/open-files.ts";
import { UsageError } from "./command.ts";

const CHUNK_BYTES = 1 << 18;

/** Lines of a file, one at a time, without their line feeds. Errors: UsageError when it cannot be opened. */
export function* fileLines(path: string): Generator<string> {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch (thrown) {
		throw new UsageError(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`);
	}
	try {
		const decoder = new StringDecoder("utf8");
		const chunk = Buffer.alloc(CHUNK_BYTES);
		let begun = "";
		for (;;) {
			const bytes = readSync(file, chunk);
			const parts = (begun + (bytes === 0 ? decoder.end() : decoder.write(chunk.subarray(0, bytes)))).split("\n");
			begun = parts.pop() ?? "";
			for (const part of parts) yield part.replace(/\r$/, "");
			if (bytes > 0) continue;
			if (begun !== "") yield begun;
			return;
		}
	} finally {
		closeSync(file);
	}
}
