import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const QUIET = ["--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/**
 * Opens a Chromium window without address bar where there is a display and a Chromium; answers whether it tried.
 * `failed` is called when the window ends with an error, for example because the display does not answer.
 */
export function openAppWindow(url: string, { kiosk, failed }: { kiosk: boolean; failed(): void }): boolean {
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
	const ended = (code: number | null) => {
		process.off("exit", closeWindow);
		rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
		if (code !== 0) failed();
	};
	window.once("exit", ended);
	window.once("error", () => ended(1));
	window.unref();
	return true;
}
