import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { ConsoleError } from "../../core/errors.ts";

/** What SQLite keeps beside a database by that name. */
const SUFFIXES = ["", "-wal", "-shm", "-journal"];

/**
 * A database and what stands beside it must be files. A link is refused for writing: SQLite puts the log beside the file that it leads to, perhaps into another
 * profile, where it cannot be watched. Errors: STORE_FAILED names what is there instead.
 */
export function refuseNoFile(databasePath: string, mayBeLink: boolean): void {
	for (const suffix of SUFFIXES) {
		const path = databasePath + suffix;
		const found = lstatSync(path, { throwIfNoEntry: false });
		if (found === undefined || found.isFile()) continue;
		if (mayBeLink && found.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
		throw new ConsoleError(
			"STORE_FAILED",
			`${path} is ${kindOf(path, found)}, where a file of this program belongs. Nothing was changed; move it away.`,
		);
	}
}

function kindOf(path: string, found: Stats): string {
	if (found.isSymbolicLink()) return `a link to ${readlinkSync(path)}`;
	if (found.isDirectory()) return "a folder";
	return found.isFIFO() ? "a pipe" : found.isSocket() ? "a socket" : "a device";
}
