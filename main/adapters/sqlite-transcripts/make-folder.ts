import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it that are missing, for this user only. Throws the system's error.
 * Not mkdir's own `recursive`: where the system says "no such file" about a folder whose parent is there, as in /proc, that never returns.
 */
export function makeFolder(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
	const parent = dirname(folder);
	if (parent !== folder) makeFolder(parent);
	try {
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		// Another program may have been quicker.
		if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
	}
}
