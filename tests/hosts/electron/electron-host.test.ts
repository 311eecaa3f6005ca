import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConsoleError } from "../../../main/core/errors.ts";
import { startElectron } from "../../../main/hosts/electron/start.ts";
import { REQUEST_CHANNEL } from "../../../schemas/bridge.ts";
import { createFakeCore, type FakeCore } from "../fake-core.ts";
import { createFakeElectron } from "./fake-electron.ts";

let folder = "";
let core: FakeCore;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-electron-"));
	mkdirSync(path.join(folder, "renderer"));
	writeFileSync(path.join(folder, "renderer/index.html"), '<meta nonce="__NONCE__">');
	writeFileSync(path.join(folder, "secret.txt"), "secret");
	core = createFakeCore();
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
	rmSync(folder, { recursive: true });
});

async function start(fake: ReturnType<typeof createFakeElectron>, more: { kiosk?: boolean; openCore?: () => Promise<FakeCore> } = {}) {
	const started = await startElectron(fake.electron, {
		rendererDir: path.join(folder, "renderer"),
		preload: "/app/preload.cjs",
		kiosk: more.kiosk ?? false,
		profileDir: folder,
		openCore: more.openCore ?? (async () => core),
	});
	const window = fake.windows[0];
	return { started, window: window as NonNullable<typeof window> };
}

describe("the desktop program's start", () => {
	it("records on the folder that the web host and the command line use, with Chromium's own files inside it", async () => {
		const fake = createFakeElectron(folder);
		const opened: string[] = [];
		await startElectron(fake.electron, {
			rendererDir: folder,
			preload: "/app/preload.cjs",
			kiosk: false,
			profileDir: folder,
			openCore: async (profileDir) => {
				opened.push(profileDir);
				return core;
			},
		});
		expect(opened).toEqual([folder]);
		expect(fake.kept.paths).toEqual([`userData ${path.join(folder, "electron")}`]);
	});

	it("names its scheme and the sandbox before the app is ready", async () => {
		const fake = createFakeElectron(folder);
		await start(fake);
		expect(fake.did.slice(0, 3)).toEqual(["enableSandbox", "schemes", "ready"]);
		expect(fake.kept.schemes).toEqual([{ scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
	});

	it("lets a second program go and shows the first one's window", async () => {
		const second = createFakeElectron(folder, { firstInstance: false });
		expect((await start(second)).started).toBe(false);
		expect(second.did).toEqual(["quit"]);
		expect(second.windows).toEqual([]);

		const first = createFakeElectron(folder);
		const { window } = await start(first);
		window.minimized = true;
		first.app.emit("second-instance");
		expect(window.did).toEqual(expect.arrayContaining(["restore", "focus"]));
	});

	it("says in a box why it cannot start and ends with 1", async () => {
		const fake = createFakeElectron(folder);
		await start(fake, { openCore: () => Promise.reject(new Error("Another Switchboard already records here.")) });
		expect(fake.did.slice(-2)).toEqual(["box Switchboard cannot start: Another Switchboard already records here.", "exit 1"]);
		expect(fake.windows).toEqual([]);
	});

	it("opens its window on a damaged database, where only the repair is answered, and needs no box", async () => {
		const fake = createFakeElectron(folder);
		await start(fake, { openCore: () => Promise.reject(new ConsoleError("STORE_DAMAGED", "The database is damaged.")) });
		expect(fake.windows).toHaveLength(1);
		expect(fake.did.filter((what) => what.startsWith("box"))).toEqual([]);
	});

	it("a kiosk says in a box that its database is damaged", async () => {
		const fake = createFakeElectron(folder);
		await start(fake, { kiosk: true, openCore: () => Promise.reject(new ConsoleError("STORE_DAMAGED", "The database is damaged.")) });
		expect(fake.did).toContain("box Switchboard cannot start: The database is damaged.");
	});

	it("quits only after the core has put everything away", async () => {
		const fake = createFakeElectron(folder);
		await start(fake);
		fake.app.emit("window-all-closed");
		expect(fake.did.slice(-2)).toEqual(["quit", "quit held back"]);
		await vi.waitFor(() => expect(fake.did.at(-1)).toBe("quit"));
		expect(core.disposed()).toBe(true);
		expect(core.listeners()).toBe(0);
		expect(fake.ipc.channels()).toEqual([]);
	});

	it("tells the core when the computer wakes", async () => {
		const fake = createFakeElectron(folder);
		await start(fake);
		fake.powerMonitor.emit("suspend");
		expect(core.wakings()).toBe(0);
		fake.powerMonitor.emit("resume");
		expect(core.wakings()).toBe(1);
	});
});

describe("the window", () => {
	it.each([
		["sandbox", true],
		["contextIsolation", true],
		["nodeIntegration", false],
		["nodeIntegrationInWorker", false],
		["nodeIntegrationInSubFrames", false],
		["webSecurity", true],
		["allowRunningInsecureContent", false],
		["webviewTag", false],
		["navigateOnDragDrop", false],
		["spellcheck", false],
		["preload", "/app/preload.cjs"],
		["devTools", false],
	] as const)("has %s set to %s", async (setting, value) => {
		const { window } = await start(createFakeElectron(folder));
		expect(window.options.webPreferences?.[setting]).toBe(value);
	});

	it("has developer tools only when it is not packaged, and fills the screen for a kiosk", async () => {
		const { window } = await start(createFakeElectron(folder, { packaged: false }), { kiosk: true });
		expect(window.options.webPreferences?.devTools).toBe(true);
		expect(window.options.kiosk).toBe(true);
	});

	it("loads our own page and is shown when there is something to see", async () => {
		const { window } = await start(createFakeElectron(folder));
		expect(window.options.show).toBe(false);
		expect(window.did).toEqual(["load app://console/index.html"]);
		window.emit("ready-to-show");
		expect(window.did.at(-1)).toBe("show");
	});

	it("keeps its own title, whatever the page calls itself", async () => {
		const { window } = await start(createFakeElectron(folder));
		const preventDefault = vi.fn();
		window.emit("page-title-updated", { preventDefault }, "wss://agent.example/?key=secret");
		expect(window.options.title).toBe("Switchboard");
		expect(preventDefault).toHaveBeenCalledOnce();
	});

	it("comes back where it was, but not on a screen that is gone", async () => {
		const { window } = await start(createFakeElectron(folder));
		window.bounds = { x: 100, y: 50, width: 1111, height: 777 };
		window.emit("close");
		expect((await start(createFakeElectron(folder))).window.options).toMatchObject({ x: 100, y: 50, width: 1111, height: 777 });

		window.bounds = { x: 5000, y: 50, width: 1111, height: 777 };
		window.emit("close");
		const moved = (await start(createFakeElectron(folder))).window.options;
		expect(moved).toMatchObject({ width: 1111, height: 777 });
		expect(moved.x).toBeUndefined();
	});

	it("starts at its default size over a damaged note of its place", async () => {
		for (const text of ["{", "null", '{"width":"wide"}']) {
			writeFileSync(path.join(folder, "window.json"), text);
			expect((await start(createFakeElectron(folder))).window.options).toMatchObject({ width: 1440, height: 900 });
		}
	});

	it("is loaded again when its process dies, slower when it keeps dying", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const { window } = await start(createFakeElectron(folder));
		vi.useFakeTimers();
		const reloads = () => window.did.filter((what) => what === "reload").length;
		const die = (reason: string) => window.webContents.emit("render-process-gone", {}, { reason, exitCode: 9 });
		die("clean-exit");
		vi.advanceTimersByTime(0);
		expect(reloads()).toBe(0);
		for (let times = 1; times <= 3; times++) {
			die("killed");
			vi.advanceTimersByTime(0);
			expect(reloads()).toBe(times);
		}
		die("crashed");
		vi.advanceTimersByTime(9_999);
		expect(reloads()).toBe(3);
		vi.advanceTimersByTime(1);
		expect(reloads()).toBe(4);
		expect(core.disposed()).toBe(false);
	});
});

describe("permissions", () => {
	const video = { mediaTypes: ["video"], isMainFrame: true, requestingUrl: "app://console/index.html" };
	it.each([
		["the camera for our own page", "media", {}, 7, true],
		["the microphone", "media", { mediaTypes: ["audio"] }, 7, false],
		["camera and microphone", "media", { mediaTypes: ["video", "audio"] }, 7, false],
		["no medium named", "media", { mediaTypes: [] }, 7, false],
		["the camera for a frame inside", "media", { isMainFrame: false }, 7, false],
		["the camera for another address", "media", { requestingUrl: "https://elsewhere.example/" }, 7, false],
		["the camera for a look-alike address", "media", { requestingUrl: "app://console.elsewhere/" }, 7, false],
		["the camera for another contents", "media", {}, 8, false],
		["notifications", "notifications", {}, 7, false],
		["the clipboard", "clipboard-read", {}, 7, false],
		["opening other programs", "openExternal", {}, 7, false],
		["the screen", "display-capture", {}, 7, false],
	])("asked for %s", async (_what, permission, details, id, granted) => {
		const fake = createFakeElectron(folder);
		await start(fake);
		const callback = vi.fn();
		fake.kept.permissionRequest?.({ id }, permission, callback, { ...video, ...details });
		expect(callback.mock.calls).toEqual([[granted]]);
	});

	it("are checked by the same rule, and no device is ever handed out", async () => {
		const fake = createFakeElectron(folder);
		await start(fake);
		const check = (permission: string, mediaType: string, origin = "app://console/", id = 7, isMainFrame = true) =>
			fake.kept.permissionCheck?.({ id }, permission, origin, { mediaType, isMainFrame });
		expect(check("media", "video")).toBe(true);
		expect(check("media", "audio")).toBe(false);
		expect(check("media", "video", "https://elsewhere.example")).toBe(false);
		expect(check("media", "video", "app://console/", 8)).toBe(false);
		expect(check("media", "video", "app://console/", 7, false)).toBe(false);
		expect(check("geolocation", "video")).toBe(false);
		expect(fake.kept.permissionCheck?.(null, "media", "app://console/", { mediaType: "video", isMainFrame: true })).toBe(false);
		expect(fake.kept.devicePermission?.({})).toBe(false);
	});
});

describe("navigation", () => {
	async function contents() {
		const fake = createFakeElectron(folder);
		await start(fake);
		const created = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn() });
		fake.app.emit("web-contents-created", {}, created);
		const isDenied = (event: string, url: string, isMainFrame = true) => {
			const preventDefault = vi.fn();
			created.emit(event, { url, isMainFrame, preventDefault });
			return preventDefault.mock.calls.length > 0;
		};
		return { created, isDenied };
	}

	it("goes nowhere but to our own page, in no frame, by no redirect", async () => {
		const { isDenied } = await contents();
		for (const url of [
			"https://elsewhere.example/",
			"file:///etc/passwd",
			"javascript:alert(1)",
			"app://console/other.html",
			"data:text/html,x",
		]) {
			expect(isDenied("will-navigate", url)).toBe(true);
			expect(isDenied("will-frame-navigate", url)).toBe(true);
			expect(isDenied("will-redirect", url)).toBe(true);
		}
		expect(isDenied("will-navigate", "app://console/index.html")).toBe(false);
		expect(isDenied("will-frame-navigate", "app://console/index.html", false)).toBe(true);
	});

	it("opens no window and attaches no webview", async () => {
		const { created, isDenied } = await contents();
		expect(created.setWindowOpenHandler.mock.calls[0]?.[0]({ url: "https://elsewhere.example/" })).toEqual({ action: "deny" });
		expect(isDenied("will-attach-webview", "")).toBe(true);
	});
});

describe("the page's own scheme", () => {
	const get = async (url: string, method = "GET") => {
		const fake = createFakeElectron(folder);
		await start(fake);
		const response = await fake.kept.protocolHandlers.get("app")?.({ url, method } as Request);
		return { status: response?.status, headers: response?.headers, body: await response?.text() };
	};

	it("serves the page with the policy and headers of the web host", async () => {
		const { status, headers, body } = await get("app://console/index.html");
		const nonce = /nonce="([^"]+)"/.exec(body ?? "")?.[1];
		expect(status).toBe(200);
		expect(headers?.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`);
		expect(headers?.get("content-security-policy")).not.toContain("unsafe");
		expect(headers?.get("x-content-type-options")).toBe("nosniff");
	});

	it("serves nothing outside, nothing under another name, and takes no other method", async () => {
		expect((await get("app://console/..%2fsecret.txt")).status).toBe(404);
		expect((await get("app://console/none.js")).status).toBe(404);
		expect((await get("app://elsewhere/index.html")).status).toBe(403);
		expect((await get("app://console/index.html", "POST")).status).toBe(403);
	});
});

describe("who may ask over IPC", () => {
	it.each([
		["the window's own top frame", {}, true],
		["a frame inside the window", { parent: {} }, false],
		["a frame at another address", { url: "https://elsewhere.example/" }, false],
		["a frame at a look-alike address", { url: "app://console.elsewhere/" }, false],
		["a frame that has gone", null, false],
	])("%s", async (_who, frame, isServed) => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const fake = createFakeElectron(folder);
		const { window } = await start(fake);
		const senderFrame = frame && { url: "app://console/index.html", parent: null, ...frame };
		const answer = await fake.ipc.invokeFrom({ sender: window.webContents, senderFrame }, REQUEST_CHANNEL, "session.list", {});
		expect(answer).toMatchObject(isServed ? { ok: true } : { ok: false, error: { code: "UNTRUSTED_SENDER" } });
		expect(core.calls).toHaveLength(isServed ? 1 : 0);
	});

	it("no other contents, even at our own address", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const fake = createFakeElectron(folder);
		await start(fake);
		const senderFrame = { url: "app://console/index.html", parent: null };
		expect(await fake.ipc.invokeFrom({ sender: {}, senderFrame }, REQUEST_CHANNEL, "session.list", {})).toMatchObject({
			error: { code: "UNTRUSTED_SENDER" },
		});
	});

	it("one channel for requests and no more; events go to the window while there is one", async () => {
		const fake = createFakeElectron(folder);
		const { window } = await start(fake);
		expect(fake.ipc.channels()).toEqual([REQUEST_CHANNEL]);
		const happen = () => core.emit("timeline.changed", { sessionId: "s", entries: 1, upToOrdinal: 1, changedFrom: 1 });
		happen();
		await vi.waitFor(() => expect(window.did).toContain("send operator.event"));
		window.destroyed = true;
		happen();
		await new Promise(setImmediate);
		expect(window.did.filter((what) => what === "send operator.event")).toHaveLength(1);
	});
});
