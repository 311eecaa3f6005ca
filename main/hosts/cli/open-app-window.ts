import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const QUIET = ["--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Opens a Chromium window without address bar where there is a display and a Chromium; answers whether it did. */
export function openAppWindow(url: string, { kiosk }: { kiosk: boolean }): boolean {
	const browser = process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file));
	if (!browser || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)) return false;
	// A profile of its own: no extension of the user's browser sees the page, and the link stays out of the user's history.
	const userData = mkdtempSync(path.join(tmpdir(), "switchboard-window-"));
	const asRoot = process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : [];
	const window = spawn(browser, [`--app=${url}`, ...(kiosk ? ["--kiosk"] : []), `--user-data-dir=${userData}`, ...QUIET, ...asRoot], {
		stdio: "ignore",
	});
	const closeWindow = () => void window.kill();
	process.once("exit", closeWindow);
	const tidy = () => {
		process.off("exit", closeWindow);
		rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
	};
	window.once("exit", tidy);
	window.once("error", tidy);
	window.unref();
	return true;
}
