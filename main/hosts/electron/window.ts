import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from "electron";
import { KIOSK_URL, PAGE_URL } from "./own-page.ts";
import { loadWindowPlace, saveWindowPlace } from "./window-bounds.ts";

/** After this many lost pages within `CALM_MS` the next reload waits, so that a page that dies at once does not spin. */
const QUICK_RELOADS = 3;
const CALM_MS = 60_000;
const SLOW_RELOAD_MS = 10_000;

export interface ConsoleWindowOptions {
	BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
	screens: Rectangle[];
	profileDir: string;
	/** Bundled preload, absolute path. */
	preload: string;
	kiosk: boolean;
	devTools: boolean;
}

/** The console's one window: sandboxed, shown when it has something to show, back by itself when its process dies. */
export function createConsoleWindow(options: ConsoleWindowOptions): BrowserWindow {
	const { maximized, ...bounds } = loadWindowPlace(options.profileDir, options.screens);
	const window = new options.BrowserWindow({
		...bounds,
		minWidth: 640,
		minHeight: 480,
		show: false,
		title: "Switchboard",
		backgroundColor: "#101418",
		kiosk: options.kiosk,
		autoHideMenuBar: true,
		webPreferences: {
			preload: options.preload,
			sandbox: true,
			contextIsolation: true,
			nodeIntegration: false,
			nodeIntegrationInWorker: false,
			nodeIntegrationInSubFrames: false,
			webSecurity: true,
			allowRunningInsecureContent: false,
			webviewTag: false,
			navigateOnDragDrop: false,
			// Would fetch dictionaries from the network.
			spellcheck: false,
			devTools: options.devTools,
		},
	});
	if (maximized) window.maximize();
	window.once("ready-to-show", () => window.show());
	// The page's title could carry an address or a name; the task bar and screenshots show only ours.
	window.on("page-title-updated", (event) => event.preventDefault());
	window.on("close", () => saveWindowPlace(options.profileDir, { ...window.getNormalBounds(), maximized: window.isMaximized() }));
	reloadWhenGone(window);
	void window.loadURL(options.kiosk ? KIOSK_URL : PAGE_URL);
	return window;
}

function reloadWhenGone(window: BrowserWindow): void {
	let lostAtMs: number[] = [];
	window.webContents.on("render-process-gone", (_event, details) => {
		if (details.reason === "clean-exit") return;
		console.error(
			`The window's process ended (${details.reason}, exit code ${details.exitCode}); recording goes on, the window is reloaded.`,
		);
		const nowMs = performance.now();
		lostAtMs = [...lostAtMs.filter((atMs) => nowMs - atMs < CALM_MS), nowMs];
		const delayMs = lostAtMs.length > QUICK_RELOADS ? SLOW_RELOAD_MS : 0;
		setTimeout(() => {
			if (!window.isDestroyed()) window.webContents.reload();
		}, delayMs);
	});
}
