import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startElectron } from "../../../main/hosts/electron/start.ts";
import { REQUEST_CHANNEL } from "../../../schemas/bridge.ts";
import type { KioskMode, KioskView } from "../../../schemas/kiosk.ts";
import { createFakeCore, type FakeCore } from "../fake-core.ts";
import { createFakeElectron } from "./fake-electron.ts";

let folder = "";
let core: FakeCore;
let fake: ReturnType<typeof createFakeElectron>;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-electron-"));
	mkdirSync(path.join(folder, "renderer"));
	writeFileSync(path.join(folder, "renderer/index.html"), "");
	core = createFakeCore();
	fake = createFakeElectron(folder);
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

async function start(kiosk: boolean) {
	const rendererDir = path.join(folder, "renderer");
	await startElectron(fake.electron, { rendererDir, preload: "/app/preload.cjs", kiosk, profileDir: folder, openCore: async () => core });
	const [window] = fake.windows;
	if (!window) throw new Error("no window");
	return window;
}

function becomes(mode: KioskMode): void {
	core.setMode(mode);
	core.emit("kiosk.changed", { view: { mode } as KioskView });
}

const close = (window: Awaited<ReturnType<typeof start>>) => {
	const preventDefault = vi.fn();
	window.emit("close", { preventDefault });
	return preventDefault.mock.calls.length > 0 ? "held" : "closes";
};

it("a kiosk shows its own page on the whole screen, keeps it awake, and does not close until the system wants it", async () => {
	const window = await start(true);
	expect(window.options.kiosk).toBe(true);
	expect(window.did).toContain("load app://console/kiosk.html");
	expect(window.did).toContain("kiosk");
	expect(fake.did).toContain("awake: prevent-display-sleep");
	expect(close(window)).toBe("held");
	fake.app.quit();
	expect(close(window)).toBe("closes");
});

it("staff unlocking gives the window and the screen's sleep back, locking takes them again", async () => {
	const window = await start(true);
	becomes("open");
	expect(window.did.at(-1)).toBe("no kiosk");
	expect(fake.did.at(-1)).toMatch(/^may sleep: \d+$/);
	expect(close(window)).toBe("closes");
	becomes("locked");
	expect(window.did.at(-1)).toBe("kiosk");
	expect(close(window)).toBe("held");
});

it("an ordinary console becomes a kiosk when it is told to, and is none before", async () => {
	const window = await start(false);
	expect(window.did).toContain("load app://console/index.html");
	expect(close(window)).toBe("closes");
	becomes("locked");
	expect(window.did.at(-1)).toBe("kiosk");
});

it("a page that hangs is ended, so that it is loaded again like one that crashed", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const window = await start(true);
	window.emit("unresponsive");
	expect(window.did.at(-1)).toBe("crash renderer");
	window.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 9 });
	await vi.waitFor(() => expect(window.did.at(-1)).toBe("reload"));
	becomes("open");
	window.emit("unresponsive");
	expect(window.did.filter((what) => what === "crash renderer")).toHaveLength(1);
});

it("a locked kiosk's window is refused everything else on the way to the core", async () => {
	const window = await start(true);
	const event = { sender: window.webContents, senderFrame: { url: "app://console/kiosk.html", parent: null } };
	const answer = await fake.ipc.invokeFrom(event, REQUEST_CHANNEL, "session.list", {});
	expect(answer).toMatchObject({ ok: false, error: { code: "KIOSK_LOCKED" } });
	expect(core.calls).toEqual([]);
});

it("the window goes from the console to the kiosk and back, and nowhere else", async () => {
	await start(true);
	const { EventEmitter } = await import("node:events");
	const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} });
	fake.app.emit("web-contents-created", {}, contents);
	const goes = (url: string) => {
		const preventDefault = vi.fn();
		contents.emit("will-navigate", { url, preventDefault });
		return preventDefault.mock.calls.length === 0;
	};
	expect(["app://console/kiosk.html", "app://console/index.html"].map(goes)).toEqual([true, true]);
	expect(["app://console/other.html", "https://example.org/kiosk.html", "app://console.elsewhere/kiosk.html"].map(goes)).toEqual([
		false,
		false,
		false,
	]);
});
