import { readFileSync, statSync } from "node:fs";

/** Locks that this process holds on a file, as the kernel lists them; null where there is no such list. */
export function locksOn(path: string, pid: number = process.pid): number | null {
	let text: string;
	try {
		text = readFileSync("/proc/locks", "utf8");
	} catch {
		return null;
	}
	const { ino } = statSync(path);
	return text.split("\n").filter((line) => {
		const [, , , , holder, file] = line.trim().split(/\s+/);
		return holder === String(pid) && file?.endsWith(`:${ino}`);
	}).length;
}
