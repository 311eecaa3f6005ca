import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isSystemError, systemWords } from "../../../main/adapters/files/system-words.ts";

const system = (code: string, more: object = {}) =>
	Object.assign(new Error(`${code}: words of the system, open '/a/b'`), { code, syscall: "open", path: "/a/b", ...more });

test.each([
	["EROFS", /^\/a\/b cannot be written, because its disk is mounted read-only; mount it/],
	["ENOSPC", /^\/a\/b cannot be written, because the disk is full; free some space$/],
	["EACCES", /^\/a\/b may not be used by this user; look at the rights/],
	["EMFILE", /^\/a\/b cannot be opened, .* limit \(ulimit -n\)/],
	["EIO", /^\/a\/b cannot be read or written, because the disk reports an error/],
])("%s names the file, what is wrong and the way on", (code, words) => {
	expect(systemWords(system(code))).toMatch(words);
	expect(systemWords(system(code))).not.toContain(code);
});

test("of a copy the new file is named, and where no file is known none is made up", () => {
	expect(systemWords(system("ENOSPC", { dest: "/c" }))).toMatch(/^\/c /);
	expect(systemWords(system("EIO", { path: undefined }))).toMatch(/^a file cannot be read/);
});

test("a thread that could not start for want of open files says that", () => {
	const error = Object.assign(new Error("Worker initialization failure: EMFILE"), { code: "ERR_WORKER_INIT_FAILED" });
	expect(systemWords(error)).toMatch(/as many files open as it may/);
});

test("everything else keeps its own words", () => {
	expect(systemWords(new Error("own"))).toBe("own");
	expect(systemWords("text")).toBe("text");
	expect(isSystemError(new Error("own"))).toBe(false);
	try {
		mkdirSync("/proc/none");
	} catch (error) {
		expect(isSystemError(error)).toBe(true);
		expect(systemWords(error)).toContain("/proc/none");
	}
});
