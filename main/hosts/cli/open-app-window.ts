import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { writeFileSync } from "../../adapters/files/open-files.ts";
import type { Entry } from "../web/tickets.ts";
import { makeBrowserFolder } from "./browser-folder.ts";
import { writeEntryFile } from "./entry-file.ts";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const QUIET = ["--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** Nobody is there to close a bubble, and a finger makes gestures that a mouse cannot. */
const KIOSK = ["--kiosk", "--noerrdialogs", "--disable-pinch", "--overscroll-history-navigation=0", "--disable-features=Translate"];

/** A browser that is told to close has this long. */
const CLOSE_LIMIT_MS = 5000;

export interface AppWindowOptions {
	kiosk: boolean;
	/** The browser went away; with an error when `code` is not 0, for example because the display does not answer. */
	ended(code: number): void;
}

export interface AppWindow {
	/** Resolves when the browser has ended and its folder is gone. */
	close(): Promise<void>;
}

/**
 * Opens a Chromium window without address bar where there is a display and a Chromium; null where there is not. Nothing on its command line
 * or in its environment lets anybody in.
 */
export function openAppWindow(letIn: () => Entry, { kiosk, ended }: AppWindowOptions): AppWindow | null {
	const browser = process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file));
	if (!browser || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)) return null;
	// A profile of its own: no extension of the user's browser sees the page, and the link stays out of the user's history.
	let userData: string;
	let page: string;
	try {
		userData = makeBrowserFolder(browser, homedir());
		const entry = letIn();
		page = writeEntryFile(userData, entry);
		if (kiosk) allowCamera(userData, new URL(entry.action).origin);
	} catch (thrown) {
		// A full disk, for example: it may have room again when the next one is opened.
		console.error("No folder could be made for a browser window:", thrown);
		setImmediate(() => ended(1));
		return { close: async () => {} };
	}
	const asRoot = process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : [];
	const words = [`--app=${page}`, ...(kiosk ? KIOSK : []), `--user-data-dir=${userData}`, ...QUIET, ...asRoot];
	const window = spawn(browser, words, { stdio: "ignore" });
	let hard: NodeJS.Timeout | null = null;
	const closeWindow = () => {
		window.kill();
		// A browser whose page has crashed may not hear.
		hard ??= setTimeout(() => window.kill("SIGKILL"), CLOSE_LIMIT_MS).unref();
	};
	process.once("exit", closeWindow);
	let isOver = false;
	const gone = new Promise<void>((resolve) => {
		const over = (code: number | null) => {
			if (isOver) return;
			isOver = true;
			if (hard) clearTimeout(hard);
			process.off("exit", closeWindow);
			ended(code ?? 1);
			// Its last processes may still write there for a moment; what is left after that is the system's to clear.
			void rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
				.catch(() => {})
				.then(resolve);
		};
		window.once("exit", over);
		window.once("error", () => over(1));
	});
	window.unref();
	return {
		close() {
			closeWindow();
			return gone;
		},
	};
}

/** In front of a kiosk nobody may be asked whether the page may use the camera, so it is said beforehand: this page, the camera, no sound. */
function allowCamera(userData: string, origin: string): void {
	mkdirSync(path.join(userData, "Default"));
	const exceptions = { media_stream_camera: { [`${origin},*`]: { setting: 1 } } };
	writeFileSync(path.join(userData, "Default", "Preferences"), JSON.stringify({ profile: { content_settings: { exceptions } } }));
}
