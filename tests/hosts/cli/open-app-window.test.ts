import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readablePlace } from "../../../main/hosts/cli/browser-folder.ts";
import { openAppWindow } from "../../../main/hosts/cli/open-app-window.ts";
import { createKeys } from "../../../main/hosts/web/keys.ts";
import { createTickets, type Entry } from "../../../main/hosts/web/tickets.ts";

let folder = "";
let seen = "";

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-open-"));
	seen = path.join(folder, "seen");
	const browser = path.join(folder, "browser");
	// A browser that writes down what every user can read of it and its environment, and stays.
	writeFileSync(
		browser,
		`#!/bin/sh\n{ tr '\\0' '\\n' < /proc/$$/cmdline; echo "$@"; env; } > ${seen}.part\nmv ${seen}.part ${seen}\nexec sleep 60\n`,
	);
	chmodSync(browser, 0o755);
	vi.stubEnv("CHROMIUM", browser);
	vi.stubEnv("DISPLAY", ":none");
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true, force: true });
});

/** Opens the browser above with a ticket; answers once it runs. */
async function open(kiosk = false) {
	const keys = createKeys();
	const tickets = createTickets(keys, null);
	const entry: Entry = { action: "http://127.0.0.1:4711/open", ...tickets.issue() };
	let end: (code: number) => void = () => {};
	const ended = new Promise<number>((resolve) => {
		end = resolve;
	});
	const window = openAppWindow(() => entry, { kiosk, ended: (code) => end(code) });
	await vi.waitFor(() => expect(existsSync(seen)).toBe(true), 10_000);
	const words = readFileSync(seen, "utf8");
	const file = fileURLToPath(/--app=(file:\S+)/.exec(words)?.[1] ?? "");
	const close = async () => {
		await window?.close();
		return ended;
	};
	return { words, file, entry, keys, redeem: () => tickets.redeem(entry.ticket, null), close };
}

describe("the browser that is opened", () => {
	it("is given a page that only this user can read, and nothing on its command line or in its environment lets anybody in", async () => {
		const { words, file, entry, keys, close } = await open();
		expect(words).not.toContain(entry.ticket);
		expect(words).not.toContain(keys.link.text);
		expect(words).not.toMatch(/remote-debugging/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
		expect(/--user-data-dir=(\S+)/.exec(words)?.[1]).toBe(path.dirname(file));
		const page = readFileSync(file, "utf8");
		expect(page).toContain(`value="${entry.ticket}"`);
		expect(page).toContain(`action="${entry.action}"`);
		await close();
	});

	it("leaves no page behind once the ticket was used, and no folder once it has ended", async () => {
		const { file, redeem, close } = await open();
		expect(redeem().kind).toBe("in");
		await vi.waitFor(() => expect(existsSync(file)).toBe(false), 20_000);
		await close();
		expect(existsSync(path.dirname(file))).toBe(false);
	});

	it("keeps its page and its profile from another user of the computer", async () => {
		if (process.getuid?.() !== 0) return console.log("not tried: only root can start a program of another user");
		const { file, close } = await open(true);
		const look = (what: string) => spawnSync("/bin/cat", [what], { uid: 65_534, gid: 65_534, cwd: "/", encoding: "utf8" });
		expect(look("/proc/version").status).toBe(0);
		expect(look(file)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("Permission denied") });
		expect(look(path.join(path.dirname(file), "Default", "Preferences")).status).toBe(1);
		await close();
	});

	it("may use the camera as a kiosk, for the console's own address and no other", async () => {
		const { file, close } = await open(true);
		const preferences = JSON.parse(readFileSync(path.join(path.dirname(file), "Default", "Preferences"), "utf8"));
		expect(Object.keys(preferences.profile.content_settings.exceptions.media_stream_camera)).toEqual(["http://127.0.0.1:4711,*"]);
		await close();
	});

	it("that gets no folder counts as one that ended", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		vi.stubEnv("TMPDIR", path.join(folder, "none"));
		const code = await new Promise<number>((ended) => void openAppWindow(() => expect.unreachable(), { kiosk: true, ended }));
		expect(code).toBe(1);
		expect(logged).toHaveBeenCalledTimes(1);
		logged.mockRestore();
	});
});

describe("where a browser in a box of its own can read its page", () => {
	const home = "/home/ada";
	it("is its own folder for a snap, however it is started, and for a flatpak", () => {
		expect(readablePlace("/snap/bin/chromium", home)).toBe("/home/ada/snap/chromium/common");
		const script = path.join(folder, "chromium-browser");
		writeFileSync(script, '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
		expect(readablePlace(script, home)).toBe("/home/ada/snap/chromium/common");
		mkdirSync(path.join(folder, "usr", "bin"), { recursive: true });
		writeFileSync(path.join(folder, "usr", "bin", "snap"), "");
		symlinkSync(path.join(folder, "usr", "bin", "snap"), path.join(folder, "chromium"));
		expect(readablePlace(path.join(folder, "chromium"), home)).toBe("/home/ada/snap/chromium/common");
		expect(readablePlace("/var/lib/flatpak/exports/bin/org.chromium.Chromium", home)).toBe("/home/ada/.var/app/org.chromium.Chromium/data");
	});

	it("is the system's folder for every other, also for one that is not there", () => {
		writeFileSync(path.join(folder, "chromium"), "#!/bin/sh\nexec /usr/lib/chromium/chromium\n");
		for (const browser of [path.join(folder, "chromium"), process.execPath, "/none/chromium"])
			expect(readablePlace(browser, home)).toBeNull();
	});
});
