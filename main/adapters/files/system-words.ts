/** What the system refuses, in words for people: the file, what is wrong, and the way on. The one place for it; pure. */

type Words = (file: string | null) => string;

const named = (file: string | null): string => file ?? "a file";

/** A clause each, without a full stop. Other codes keep the system's own words. */
const MEANINGS: Readonly<Record<string, Words>> = {
	EROFS: (file) => `${named(file)} cannot be written, because its disk is mounted read-only; mount it for writing or choose another folder`,
	ENOSPC: (file) => `${named(file)} cannot be written, because the disk is full; free some space`,
	EDQUOT: (file) => `${named(file)} cannot be written, because this user's share of the disk is used up; free some space`,
	EACCES: (file) => `${named(file)} may not be used by this user; look at the rights on it and on its folder`,
	EPERM: (file) => `the system does not permit what is needed with ${named(file)}; look at the rights on it and who owns it`,
	EMFILE: (file) =>
		`${named(file)} cannot be opened, because this program has as many files open as it may; raise that limit (ulimit -n) and start again`,
	ENFILE: (file) => `${named(file)} cannot be opened, because the system has as many files open as it may; close other programs`,
	EIO: (file) => `${named(file)} cannot be read or written, because the disk reports an error; look at the disk`,
};

/** The error's own words where it is none of the system's, or one that says enough. Never ends with a full stop for the system's. */
export function systemWords(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const meaning = MEANINGS[codeOf(error)];
	return meaning === undefined ? error.message : meaning(fileOf(error));
}

/** Whether the system refused something, which may pass when somebody mends it. */
export const isSystemError = (error: unknown): boolean =>
	error instanceof Error && ("syscall" in error || MEANINGS[codeOf(error)] !== undefined);

/** A thread that could not start carries the system's code in its words only. */
function codeOf(error: Error): string {
	const { code } = error as NodeJS.ErrnoException;
	if (code === "ERR_WORKER_INIT_FAILED") return /\bE[A-Z]+$/.exec(error.message)?.[0] ?? "";
	return typeof code === "string" ? code : "";
}

/** Of two names the second: it is what was to be made. */
function fileOf(error: Error): string | null {
	const { path, dest } = error as NodeJS.ErrnoException & { dest?: unknown };
	return typeof dest === "string" ? dest : (path ?? null);
}
