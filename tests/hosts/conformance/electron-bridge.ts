import { vi } from "vitest";
import { createIpcHost } from "../../../main/hosts/electron/ipc-host.ts";
import { REQUEST_CHANNEL } from "../../../schemas/bridge.ts";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { createFakeIpc, crossWorlds } from "../electron/fake-ipc.ts";
import type { FakeCore } from "../fake-core.ts";
import type { Bridge } from "./bridge.ts";

/** The real preload and the real IPC host, with a stand-in for Electron between them. */
export async function startElectronBridge(core: FakeCore): Promise<Bridge> {
	const ipc = createFakeIpc();
	const host = createIpcHost({ ipcMain: ipc.ipcMain, core, contents: () => ipc.contents });
	const world = new Map<string, unknown>();
	vi.resetModules();
	vi.doMock("electron", () => ({
		ipcRenderer: ipc.ipcRenderer,
		contextBridge: { exposeInMainWorld: (key: string, value: unknown) => world.set(key, crossWorlds(value)) },
	}));
	// A page that draws a picture whenever it is asked to.
	vi.stubGlobal("document", { hidden: false });
	vi.stubGlobal("requestAnimationFrame", setImmediate);
	await import("../../../preload/index.ts");
	const stranger = { sender: ipc.contents, senderFrame: { url: "https://elsewhere.example/", parent: null } };
	return {
		api: world.get("operatorApi") as OperatorApi,
		askAsStranger: (name, args) => ipc.invokeFrom(stranger, REQUEST_CHANNEL, name, args),
		async close() {
			host.dispose();
			vi.unstubAllGlobals();
		},
	};
}
