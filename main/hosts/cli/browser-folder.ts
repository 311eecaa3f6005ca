import { mkdtempSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readFileSync } from "../../adapters/files/open-files.ts";
import { makeFolder } from "../../adapters/sqlite-transcripts/make-folder.ts";

/** A browser is a large program; what is smaller is a script that starts one. */
const SCRIPT_BYTES = 64 * 1024;

/**
 * A new folder for one browser window: its profile and the page it begins with. Only this user can look into it, also while another user's
 * mask or the browser would have it otherwise. Throws the system's error.
 */
export function makeBrowserFolder(browser: string, home: string): string {
	const parent = readablePlace(browser, home);
	if (parent !== null) makeFolder(parent);
	return mkdtempSync(path.join(parent ?? tmpdir(), "switchboard-window-"));
}

/**
 * Where a browser that is kept in a box of its own can read: a snap sees neither the system's folder for passing files nor hidden folders of
 * the home folder, a flatpak nothing but its own. Null for one that reads what its user reads.
 */
export function readablePlace(browser: string, home: string): string | null {
	const flatpak = /\/flatpak\/exports\/bin\/([\w.-]+)$/.exec(browser)?.[1];
	if (flatpak !== undefined) return path.join(home, ".var", "app", flatpak, "data");
	const snap = snapOf(browser);
	return snap === null ? null : path.join(home, "snap", snap, "common");
}

/** `/snap/bin/NAME` is a link to the program that starts snaps; some systems have a script in the browser's place that calls it. */
function snapOf(browser: string): string | null {
	const named = /^\/snap\/bin\/([\w.-]+)$/.exec(browser)?.[1];
	if (named !== undefined) return named;
	try {
		if (realpathSync(browser).endsWith("/usr/bin/snap")) return path.basename(browser);
		if (statSync(browser).size > SCRIPT_BYTES) return null;
		return /\/snap\/bin\/([\w.-]+)/.exec(readFileSync(browser, "utf8"))?.[1] ?? null;
	} catch {
		return null; // not there, or not to be read: starting it will tell
	}
}
