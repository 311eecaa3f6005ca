import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dropLeftFolders } from "../../../main/hosts/cli/browser-folder.ts";

let place = "";
beforeEach(() => {
	place = mkdtempSync(path.join(tmpdir(), "switchboard-left-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

function folder(name: string, pid: number | string | null, browser?: string): string {
	const made = path.join(place, name);
	mkdirSync(path.join(made, "Default"), { recursive: true });
	if (pid !== null) writeFileSync(path.join(made, "switchboard.pid"), `${pid}\n`);
	if (browser !== undefined) symlinkSync(browser, path.join(made, "SingletonLock"));
	return made;
}

it("the folder of a window whose program was killed and whose browser has ended goes with the next window", () => {
	const left = folder("switchboard-window-a", endedPid());
	const both = folder("switchboard-window-b", endedPid(), `desk-${endedPid()}`);
	dropLeftFolders(place);
	expect([left, both].map((each) => existsSync(each))).toEqual([false, false]);
});

it("what is in use, says nothing of its maker, is somebody's link or has another name stays", () => {
	const kept = [
		folder("switchboard-window-running", process.pid),
		folder("switchboard-window-browser", endedPid(), `desk-${process.pid}`),
		folder("switchboard-window-unknown", null),
		folder("switchboard-window-words", "not a number"),
		folder("other", endedPid()),
	];
	const elsewhere = folder("elsewhere", endedPid());
	symlinkSync(elsewhere, path.join(place, "switchboard-window-link"));
	dropLeftFolders(place);
	for (const each of [...kept, elsewhere]) expect(existsSync(path.join(each, "Default")), each).toBe(true);
});

it("a place that is not there is no error", () => {
	dropLeftFolders(path.join(place, "none"));
});
