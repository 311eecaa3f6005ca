/**
 * The only place that opens files, under the names of `node:fs`: none that this process holds in SQLite is ever opened here. POSIX drops every
 * lock of a process on a file as soon as the process closes that file once, however it was opened; another program that looks in then believes
 * that nobody is there, and removes the log under the recorder.
 * Errors: those of `node:fs`; a held file is refused like one that the system refuses (EBUSY).
 */
import * as fs from "node:fs";
import * as fsPromises from "node:fs/promises";
import { heldFile } from "./held-databases.ts";

/** Descriptors of held files that were opened all the same, because a name changed meanwhile. Never closed: only closing does harm. */
const neverClosed: unknown[] = [];

class HeldFile extends Error {
	readonly code = "EBUSY";
	readonly path: string;
	readonly syscall: string;
	constructor(path: string, name: string, syscall: string) {
		const what = path === name ? `${path} belongs to a database` : `${path} is the same file as ${name}, which belongs to a database`;
		super(`${what} that this program has open; it is left to SQLite`);
		this.path = path;
		this.syscall = syscall;
	}
}

function refuseHeld(path: string, syscall: string): void {
	const found = fs.statSync(path, { throwIfNoEntry: false });
	const name = found === undefined ? null : heldFile(found);
	if (name !== null) throw new HeldFile(path, name, syscall);
}

/** What was opened is what was looked at, or stays open. */
function refuseOpened(opened: unknown, identity: fs.Stats, path: string): void {
	const name = heldFile(identity);
	if (name === null) return;
	neverClosed.push(opened);
	throw new HeldFile(path, name, "open");
}

export function openSync(path: string, flags: string | number, mode?: number): number {
	refuseHeld(path, "open");
	const file = fs.openSync(path, flags, mode);
	refuseOpened(file, fs.fstatSync(file), path);
	return file;
}

export async function open(path: string, flags: string | number, mode?: number): Promise<fsPromises.FileHandle> {
	refuseHeld(path, "open");
	const file = await fsPromises.open(path, flags, mode);
	refuseOpened(file, await file.stat(), path);
	return file;
}

type Opened = (error: NodeJS.ErrnoException | null, file: number) => void;

export function createReadStream(path: string, options: { highWaterMark?: number } = {}): fs.ReadStream {
	const guarded = {
		open(name: string, flags: string | undefined, mode: number | undefined, done: Opened): void {
			try {
				refuseHeld(name, "open");
			} catch (thrown) {
				done(thrown as NodeJS.ErrnoException, -1);
				return;
			}
			fs.open(name, flags, mode, (error, file) => {
				if (error !== null) return done(error, file);
				try {
					refuseOpened(file, fs.fstatSync(file), name);
				} catch (thrown) {
					return done(thrown as NodeJS.ErrnoException, -1);
				}
				done(null, file);
			});
		},
		read: fs.read,
		close: fs.close,
	};
	return fs.createReadStream(path, { ...options, fs: guarded });
}

export async function readFile(path: string): Promise<Buffer>;
export async function readFile(path: string, encoding: "utf8"): Promise<string>;
export async function readFile(path: string, encoding?: "utf8"): Promise<string | Buffer> {
	const file = await open(path, "r");
	try {
		return await (encoding === undefined ? file.readFile() : file.readFile(encoding));
	} finally {
		await file.close();
	}
}

export function readFileSync(path: string, encoding: "utf8"): string {
	const file = openSync(path, "r");
	try {
		return fs.readFileSync(file, encoding);
	} finally {
		fs.closeSync(file);
	}
}

/** A file that is made is for this user only, whatever the folder or the umask say. */
export function writeFileSync(path: string, text: string): void {
	writeThrough(path, "w", text);
}

/** Errors: EEXIST where there is such a file, or anything else of that name. */
export function writeNewFileSync(path: string, text: string): void {
	writeThrough(path, "wx", text);
}

export function appendFileSync(path: string, text: string): void {
	writeThrough(path, "a", text);
}

/** A file that was there before may be open to everybody. */
function closeToOthers(file: number): void {
	const { mode } = fs.fstatSync(file);
	if ((mode & 0o077) === 0) return;
	try {
		fs.fchmodSync(file, 0o600);
	} catch {
		// Somebody else's file, or a file system without modes.
	}
}

function writeThrough(path: string, flags: "w" | "wx" | "a", text: string): void {
	const file = openSync(path, flags, 0o600);
	try {
		closeToOthers(file);
		fs.writeFileSync(file, text);
	} finally {
		fs.closeSync(file);
	}
}

/** A copy for this user only. */
export async function copyFile(from: string, to: string): Promise<void> {
	refuseHeld(from, "copyfile");
	await fsPromises.copyFile(from, to, fs.constants.COPYFILE_EXCL);
	await fsPromises.chmod(to, 0o600);
}

/** A copy for this user only. */
export function copyFileSync(from: string, to: string): void {
	refuseHeld(from, "copyfile");
	fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
	fs.chmodSync(to, 0o600);
}

/** Not over a held file: the recorder would go on in one without a name. */
export function renameSync(from: string, to: string): void {
	refuseHeld(to, "rename");
	fs.renameSync(from, to);
}

export async function rename(from: string, to: string): Promise<void> {
	refuseHeld(to, "rename");
	await fsPromises.rename(from, to);
}
