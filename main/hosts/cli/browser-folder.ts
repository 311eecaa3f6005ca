import { lstatSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readFileSync, writeFileSync } from "../../adapters/files/open-files.ts";
import { makeFolder } from "../../adapters/sqlite-transcripts/make-folder.ts";

/** A browser is a large program; what is smaller is a script that starts one. */
const SCRIPT_BYTES = 64 * 1024;

const PREFIX = "switchboard-window-";
/** Who made a folder, so that one which a killed program left can be told from one in use. */
const MAKER_FILE = "switchboard.pid";
/** Chromium's own mark: a link that names computer and process, as `desk-4711`. */
const BROWSER_LOCK = "SingletonLock";

/**
 * A new folder for one browser window: its profile and the page it begins with. Only this user can look into it, also while another user's
 * mask or the browser would have it otherwise. Throws the system's error.
 */
export function makeBrowserFolder(browser: string, home: string): string {
	const parent = readablePlace(browser, home);
	if (parent !== null) makeFolder(parent);
	const place = parent ?? tmpdir();
	dropLeftFolders(place);
	const folder = mkdtempSync(path.join(place, PREFIX));
	writeFileSync(path.join(folder, MAKER_FILE), `${process.pid}\n`);
	return folder;
}

/**
 * Removes what windows of killed programs left in `place`: folders of that name, of this user, whose program and browser have both ended. Everything
 * else stays, also what cannot be told. Never throws.
 */
export function dropLeftFolders(place: string): void {
	let names: string[];
	try {
		names = readdirSync(place).filter((name) => name.startsWith(PREFIX));
	} catch {
		return;
	}
	for (const name of names) {
		const folder = path.join(place, name);
		try {
			if (isLeft(folder)) rmSync(folder, { recursive: true, force: true });
		} catch {
			// Somebody else's, or on its way out.
		}
	}
}

/** Throws where nobody said who made it. */
function isLeft(folder: string): boolean {
	const found = lstatSync(folder);
	if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) return false;
	const maker = lstatSync(path.join(folder, MAKER_FILE));
	if (!maker.isFile() || maker.uid !== found.uid) return false;
	const pid = Number(readFileSync(path.join(folder, MAKER_FILE), "utf8"));
	return Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid) && !isBrowserAlive(folder);
}

/** A browser goes on when the program that opened it is killed. */
function isBrowserAlive(folder: string): boolean {
	let mark: string;
	try {
		mark = readlinkSync(path.join(folder, BROWSER_LOCK));
	} catch {
		return false;
	}
	const pid = Number(/-(\d+)$/.exec(mark)?.[1]);
	return !Number.isSafeInteger(pid) || isAlive(pid);
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== "ESRCH";
	}
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
