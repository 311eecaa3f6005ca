import { statSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { appendFileSync, renameSync } from "../adapters/files/open-files.ts";
import { makeFolder } from "../adapters/sqlite-transcripts/make-folder.ts";
import type { Log } from "../core/ports.ts";

const FILE = "switchboard.log";
/** A log this long becomes the one kept beside the new one. */
const LIMIT_BYTES = 4 * 1024 * 1024;

export interface HostLogOptions {
	/** Null: no file, for a profile that is only read. */
	folder: string | null;
	nowMs: () => number;
	toStderr?: (line: string) => void;
}

/**
 * What goes wrong inside the program: on stderr and in the profile's `switchboard.log`, the last 4 to 8 MiB of it.
 * Never throws: a full disk must not make an error worse.
 */
export function createHostLog({ folder, nowMs, toStderr = (line) => void process.stderr.write(line) }: HostLogOptions): Log {
	const file = folder === null ? null : path.join(folder, FILE);
	const write = (level: string, message: string, detail: unknown) => {
		const more = detail === undefined ? "" : ` ${inspect(detail, { depth: 4, breakLength: Number.POSITIVE_INFINITY })}`;
		const line = `${new Date(nowMs()).toISOString()} ${level} ${message}${more}\n`;
		toStderr(line);
		if (file === null) return;
		try {
			makeFolder(path.dirname(file));
			if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LIMIT_BYTES) renameSync(file, `${file}.1`);
			appendFileSync(file, line);
		} catch {
			// stderr has it
		}
	};
	return {
		warn: (message, detail) => write("warning", message, detail),
		error: (message, detail) => write("error", message, detail),
	};
}
