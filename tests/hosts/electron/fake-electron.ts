import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, Display, Privileges } from "electron";
import type { ElectronModule } from "../../../main/hosts/electron/start.ts";
import { createFakeKeyStore } from "../../adapters/secrets/fake-key-store.ts";
import { createFakeIpc } from "./fake-ipc.ts";

/** What the console set on one window, and the events a test lets happen on it. */
class FakeWindow extends EventEmitter {
	readonly options: BrowserWindowConstructorOptions;
	readonly webContents: EventEmitter & {
		id: number;
		reload(): void;
		send(channel: string, ...args: unknown[]): void;
		isDestroyed(): boolean;
		forcefullyCrashRenderer(): void;
	};
	readonly did: string[] = [];
	bounds = { x: 10, y: 20, width: 1000, height: 700 };
	minimized = false;
	destroyed = false;

	constructor(options: BrowserWindowConstructorOptions) {
		super();
		this.options = options;
		this.webContents = Object.assign(new EventEmitter(), {
			id: 7,
			reload: () => void this.did.push("reload"),
			send: (channel: string) => void this.did.push(`send ${channel}`),
			isDestroyed: () => this.destroyed,
			forcefullyCrashRenderer: () => void this.did.push("crash renderer"),
		});
	}
	show = () => void this.did.push("show");
	focus = () => void this.did.push("focus");
	restore = () => void this.did.push("restore");
	setKiosk = (on: boolean) => void this.did.push(on ? "kiosk" : "no kiosk");
	maximize = () => void this.did.push("maximize");
	isMinimized = () => this.minimized;
	isMaximized = () => false;
	isDestroyed = () => this.destroyed;
	getNormalBounds = () => this.bounds;
	loadURL = async (url: string) => void this.did.push(`load ${url}`);
}

/** A stand-in for the `electron` module: it keeps what was set and lets a test play Electron's part. Nothing in it decides anything. */
export function createFakeElectron(userData: string, options: { firstInstance?: boolean; packaged?: boolean } = {}) {
	const did: string[] = [];
	const windows: FakeWindow[] = [];
	const ipc = createFakeIpc();
	const kept = {
		/** What the person chooses in a dialog. */
		choice: null as string | null,
		paths: [] as string[],
		schemes: [] as { scheme: string; privileges?: Privileges }[],
		protocolHandlers: new Map<string, (request: Request) => Promise<Response>>(),
		permissionRequest: null as null | ((...args: unknown[]) => void),
		permissionCheck: null as null | ((...args: unknown[]) => boolean),
		devicePermission: null as null | ((...args: unknown[]) => boolean),
	};
	const app = Object.assign(new EventEmitter(), {
		isPackaged: options.packaged ?? true,
		requestSingleInstanceLock: () => options.firstInstance ?? true,
		enableSandbox: () => void did.push("enableSandbox"),
		whenReady: async () => void did.push("ready"),
		getPath: () => userData,
		setPath: (name: string, folder: string) => void kept.paths.push(`${name} ${folder}`),
		quit() {
			did.push("quit");
			app.emit("before-quit");
			app.emit("will-quit", { preventDefault: () => void did.push("quit held back") });
		},
		exit: (code: number) => void did.push(`exit ${code}`),
	});
	const electron = {
		app,
		BrowserWindow: class extends FakeWindow {
			constructor(windowOptions: BrowserWindowConstructorOptions) {
				super(windowOptions);
				windows.push(this);
			}
		},
		shell: { showItemInFolder: (file: string) => void did.push(`show ${file}`) },
		dialog: {
			async showSaveDialog(before: unknown, wanted: { defaultPath: string }) {
				did.push(`ask ${wanted.defaultPath}${windows.includes(before as FakeWindow) ? " before the window" : ""}`);
				return { canceled: kept.choice === null, filePath: kept.choice ?? "" };
			},
			showErrorBox: (title: string, text: string) => void did.push(`box ${title}: ${text}`),
		},
		ipcMain: ipc.ipcMain,
		Menu: { setApplicationMenu: () => {}, buildFromTemplate: () => ({}) },
		powerMonitor: new EventEmitter(),
		powerSaveBlocker: {
			start: (kind: string) => did.push(`awake: ${kind}`),
			stop: (id: number) => void did.push(`may sleep: ${id}`),
		},
		protocol: {
			registerSchemesAsPrivileged(schemes: typeof kept.schemes) {
				did.push("schemes");
				kept.schemes = schemes;
			},
			handle: (scheme: string, handler: (request: Request) => Promise<Response>) => void kept.protocolHandlers.set(scheme, handler),
		},
		safeStorage: createFakeKeyStore().keyStore,
		screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as Display[] },
		session: {
			defaultSession: {
				setPermissionRequestHandler(handler: (...args: unknown[]) => void) {
					kept.permissionRequest = handler;
				},
				setPermissionCheckHandler(handler: (...args: unknown[]) => boolean) {
					kept.permissionCheck = handler;
				},
				setDevicePermissionHandler(handler: (...args: unknown[]) => boolean) {
					kept.devicePermission = handler;
				},
			},
		},
	};
	// The stand-in has only the members the host may use; anything else would fail the test at run time.
	return { electron: electron as unknown as ElectronModule, app, powerMonitor: electron.powerMonitor, ipc, kept, did, windows };
}
