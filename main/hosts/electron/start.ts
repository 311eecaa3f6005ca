import path from "node:path";
import type * as Electron from "electron";
import { systemWords } from "../../adapters/files/system-words.ts";
import type { KeyStore } from "../../adapters/secrets/create-key-store-secrets.ts";
import { startRepair } from "../../adapters/sqlite-transcripts/repairing.ts";
import type { Core } from "../../core/create-core.ts";
import type { HandOver, RepairDesk } from "../../core/ports.ts";
import { createHostLog } from "../host-log.ts";
import { openRepairable, type RepairableConsole } from "../repairable-console.ts";
import { registerAppScheme, serveApp } from "./app-protocol.ts";
import { createFileDialogs } from "./file-dialogs.ts";
import { createIpcHost } from "./ipc-host.ts";
import { createKioskWindow } from "./kiosk-window.ts";
import { denyNavigation } from "./navigation.ts";
import { denyPermissions } from "./permissions.ts";
import { createConsoleWindow } from "./window.ts";

export type ElectronModule = Pick<
	typeof Electron,
	| "app"
	| "BrowserWindow"
	| "dialog"
	| "ipcMain"
	| "Menu"
	| "powerMonitor"
	| "powerSaveBlocker"
	| "protocol"
	| "safeStorage"
	| "screen"
	| "session"
	| "shell"
>;

export interface ElectronHostOptions {
	rendererDir: string;
	preload: string;
	kiosk: boolean;
	/** The same folder that the web host and the command line use; Chromium's own files go into `electron` inside it. */
	profileDir: string;
	/** Called when the app is ready, and again after a repair; the system's key store can be asked only from then on. */
	openCore(profileDir: string, keyStore: KeyStore, handOver: HandOver, repair: RepairDesk): Promise<Core>;
}

/**
 * Composition root of the desktop program. Returns at once: waiting for `ready` at the top level of an ES module would never end, because
 * Electron waits for that module first. The promise settles when the window is being loaded, or with false when the app quits instead.
 */
export function startElectron(electron: ElectronModule, options: ElectronHostOptions): Promise<boolean> {
	const { app, ipcMain, powerMonitor, protocol, session } = electron;
	const { profileDir } = options;
	// Before the lock, which is one for each such folder.
	app.setPath("userData", path.join(profileDir, "electron"));
	if (!app.requestSingleInstanceLock()) {
		app.quit(); // the first one shows itself
		return Promise.resolve(false);
	}
	app.enableSandbox();
	registerAppScheme(protocol);
	denyNavigation(app);

	let window: Electron.BrowserWindow | null = null;
	const contents = () => (window && !window.isDestroyed() ? window.webContents : null);
	app.on("second-instance", () => {
		if (window?.isMinimized()) window.restore();
		window?.focus();
	});
	app.on("window-all-closed", () => app.quit());

	return app.whenReady().then(async () => {
		let held: RepairableConsole<Core>;
		try {
			const dialogs = createFileDialogs({
				dialog: electron.dialog,
				shell: electron.shell,
				window: () => window,
				folder: app.getPath("downloads"),
			});
			held = await openRepairable({
				profileDir,
				now: Date.now,
				log: createHostLog({ folder: profileDir, nowMs: Date.now }),
				startRepair,
				compose: (repair) => options.openCore(profileDir, electron.safeStorage, dialogs, repair),
				mayWait: !options.kiosk,
			});
		} catch (thrown) {
			electron.dialog.showErrorBox("Switchboard cannot start", systemWords(thrown));
			app.exit(1);
			return false;
		}
		const mode = () => held.core()?.kiosk.mode() ?? "off";
		const isKiosk = held.core()?.kiosk.start(options.kiosk) ?? false;
		held.onOpened((core) => void core.kiosk.start(false));
		const ipcHost = createIpcHost({ ipcMain, core: held.door, contents });
		let stopKiosk = () => {};
		disposeBeforeQuit(app, async () => {
			stopKiosk();
			ipcHost.dispose();
			await held.dispose();
		});
		// Some systems tell of sleep only at waking, some not at all: then the core's clock finds out.
		powerMonitor.on("resume", () => held.core()?.wokeUp());
		denyPermissions(session.defaultSession, contents);
		serveApp(protocol, options.rendererDir);
		setMenu(electron.Menu, isKiosk);
		window = createConsoleWindow({
			BrowserWindow: electron.BrowserWindow,
			screens: electron.screen.getAllDisplays().map((display) => display.workArea),
			profileDir,
			preload: options.preload,
			kiosk: isKiosk,
			devTools: !app.isPackaged,
		});
		const kioskWindow = createKioskWindow(window, electron.powerSaveBlocker, mode());
		stopKiosk = held.door.subscribe((name) => {
			if (name !== "kiosk.changed") return;
			kioskWindow.modeChanged(mode());
			setMenu(electron.Menu, mode() === "locked");
		});
		// Comes from the system or a signal: without a menu no key quits.
		app.on("before-quit", () => kioskWindow.letClose());
		return true;
	});
}

/** Quitting waits until everything that was received is on disk. */
function disposeBeforeQuit(app: Electron.App, dispose: () => Promise<void>): void {
	let state: "running" | "disposing" | "disposed" = "running";
	app.on("will-quit", (event) => {
		if (state === "disposed") return;
		event.preventDefault();
		if (state === "disposing") return;
		state = "disposing";
		void dispose()
			.catch((thrown: unknown) => console.error("The console did not end cleanly:", thrown))
			.finally(() => {
				state = "disposed";
				app.quit();
			});
	});
}

/** macOS routes copy and paste through the menu; elsewhere the page's own keys are enough. In a kiosk a menu would offer "reload" and "quit". */
function setMenu(Menu: ElectronModule["Menu"], isKiosk: boolean): void {
	const roles = [{ role: "appMenu" }, { role: "editMenu" }, { role: "windowMenu" }] as const;
	Menu.setApplicationMenu(process.platform === "darwin" && !isKiosk ? Menu.buildFromTemplate([...roles]) : null);
}
