import { type Stats, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Worker } from "node:worker_threads";
import { ConsoleError } from "../../core/errors.ts";
import { copyFile } from "../files/open-files.ts";
import { systemWords } from "../files/system-words.ts";
import { type DatabasePlace, holdProfile } from "./profile-files.ts";
import { type Reading, startReading } from "./reading.ts";

const TRIES = 3;

export interface ReadOnly {
	reading: Reading;
	/** After the last thread has ended. */
	dispose(): Promise<void>;
}

/**
 * Opens a database for reading where it is. SQLite wants to write beside it even then; where it may not (a CD-ROM, a file system or a folder that
 * is only read), a copy is made in the system's folder for passing files, read instead, and removed at the end: `place` is the copy then.
 * Errors: STORE_NEWER, STORE_DAMAGED, STORE_FAILED, also when the copy finds no room.
 */
export async function openReadOnly(place: DatabasePlace, onReader: (worker: Worker) => void): Promise<ReadOnly> {
	try {
		return await readAt(place, onReader, async () => {});
	} catch (error) {
		if (!(error instanceof ConsoleError) || (error.detail as { readCopy?: boolean } | undefined)?.readCopy !== true) throw error;
	}
	const copy = await copyOf(place.path);
	place.copyOf = place.path;
	place.path = copy.path;
	return readAt(place, onReader, copy.remove);
}

async function readAt(place: DatabasePlace, onReader: (worker: Worker) => void, remove: () => Promise<void>): Promise<ReadOnly> {
	const release = holdProfile(place.path);
	const reading = startReading(place, onReader);
	const dispose = async (): Promise<void> => {
		release();
		await remove();
	};
	try {
		await reading.ask("settings", []);
		return { reading, dispose };
	} catch (error) {
		await reading.close();
		await dispose();
		throw error;
	}
}

/** Database and log as they are at one moment. No connection of this process is on them: SQLite has just refused to make one. */
async function copyOf(databasePath: string): Promise<{ path: string; remove(): Promise<void> }> {
	for (let tries = 1; ; tries++) {
		const folder = await mkdtemp(join(tmpdir(), "switchboard-read-"));
		const remove = () => rm(folder, { recursive: true, force: true });
		const path = join(folder, basename(databasePath));
		try {
			const before = statesOf(databasePath);
			for (const [suffix, found] of before) if (found !== undefined) await copyFile(databasePath + suffix, path + suffix);
			if (isSame(before, statesOf(databasePath))) return { path, remove };
		} catch (cause) {
			await remove();
			const words = systemWords(cause);
			throw new ConsoleError("STORE_FAILED", `${databasePath} cannot be read where it is, and no copy could be made: ${words}.`, { cause });
		}
		await remove();
		if (tries === TRIES) throw new ConsoleError("STORE_FAILED", `${databasePath} is being written to by another program; try again.`);
	}
}

type States = [string, Stats | undefined][];

const statesOf = (databasePath: string): States =>
	["", "-wal"].map((suffix) => [suffix, statSync(databasePath + suffix, { throwIfNoEntry: false })]);

const isSame = (a: States, b: States): boolean =>
	a.every(([, state], index) => state?.size === b[index]?.[1]?.size && state?.mtimeMs === b[index]?.[1]?.mtimeMs);
