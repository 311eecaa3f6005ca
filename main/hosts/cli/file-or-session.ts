import { statSync } from "node:fs";
import { UsageError } from "./command.ts";

/** Where a command takes the id of a stored session or a file: whether it is a file. Errors: UsageError for what can only be a file and is none. */
export function isTranscriptFile(what: string): boolean {
	const found = statSync(what, { throwIfNoEntry: false });
	if (found?.isFile()) return true;
	if (/[\\/]|\.(?:jsonl?|har)$/i.test(what))
		throw new UsageError(`${what} cannot be read: ${found ? "it is no file" : "there is no such file"}.`);
	return false;
}
