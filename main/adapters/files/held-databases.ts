import { statSync } from "node:fs";

/** What SQLite keeps beside a database. */
const SUFFIXES = ["", "-wal", "-shm", "-journal"];

const held = new Map<string, number>();

/** The files of these databases are open in SQLite, in this process, until the answer is called. */
export function holdDatabases(paths: readonly string[]): () => void {
	for (const path of paths) held.set(path, (held.get(path) ?? 0) + 1);
	return () => {
		for (const path of paths) {
			const times = (held.get(path) ?? 1) - 1;
			if (times === 0) held.delete(path);
			else held.set(path, times);
		}
	};
}

export interface FileIdentity {
	dev: number | bigint;
	ino: number | bigint;
}

/** The held file that this is, by whatever name it was reached; null for every other file. */
export function heldFile({ dev, ino }: FileIdentity): string | null {
	for (const path of held.keys()) {
		for (const suffix of SUFFIXES) {
			const found = statSync(path + suffix, { throwIfNoEntry: false });
			if (found?.ino === Number(ino) && found.dev === Number(dev)) return path + suffix;
		}
	}
	return null;
}
