import { statSync } from "node:fs";
import { UsageError } from "./command.ts";

/** Where a command takes the id of a stored session or a file: whether it is a file. Errors: UsageError for what can only be a file and is none. */
export function isTranscriptFile(what: string): boolean {
	const found = statSync(what, { throwIfNoEntry: false });
	if (found?.isFile()) return true;
	if (/[\\/]|\.(?:jsonl?|har)$/i.test(what)) throw new UsageError(noFile(what, found));
	return false;
}

/** Why a path is no file that can be read more than once, and the way on. */
export function noFile(path: string, found: ReturnType<typeof statSync>): string {
	if (found === undefined) return `${path} cannot be read: there is no such file.`;
	if (found.isDirectory()) return `${path} is a folder. Name a file in it.`;
	const kind = found.isFIFO() ? "a pipe" : found.isSocket() ? "a socket" : "a device";
	return `${path} is ${kind}, and this command reads its file more than once. Save it as a file first.`;
}
