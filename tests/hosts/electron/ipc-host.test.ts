import { expect, it } from "vitest";
import { createIpcHost } from "../../../main/hosts/electron/ipc-host.ts";
import { createPreloadApi } from "../../../preload/operator-api.ts";
import { EVENT_CHANNEL, EVENTS_TAKEN_CHANNEL } from "../../../schemas/bridge.ts";
import { createFakeCore } from "../fake-core.ts";
import { createFakeIpc } from "./fake-ipc.ts";

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

it("a page that takes nothing gets one batch, and the latest of everything once it does", async () => {
	const core = createFakeCore();
	const ipc = createFakeIpc();
	const host = createIpcHost({ ipcMain: ipc.ipcMain, core, contents: () => ipc.contents });
	const batches: unknown[][] = [];
	ipc.ipcRenderer.on(EVENT_CHANNEL, (_event, events) => void batches.push(events as unknown[]));
	for (let n = 1; n <= 1000; n++) {
		core.emit("timeline.changed", { sessionId: "s", entries: n, upToOrdinal: n, changedFrom: n });
		await turnOfLoop();
	}
	expect(batches).toHaveLength(1);
	ipc.ipcRenderer.send(EVENTS_TAKEN_CHANNEL);
	for (let i = 0; i < 5; i++) await turnOfLoop();
	expect(batches).toHaveLength(2);
	expect(batches[1]).toEqual([{ name: "timeline.changed", payload: { sessionId: "s", entries: 1000, upToOrdinal: 1000, changedFrom: 2 } }]);
	host.dispose();
});

it("the preload says that it took them, also when a listener throws; a page loaded anew is heard from its first question on", async () => {
	const core = createFakeCore();
	const ipc = createFakeIpc();
	const host = createIpcHost({ ipcMain: ipc.ipcMain, core, contents: () => ipc.contents });
	const seen: number[] = [];
	const emit = async (n: number) => {
		core.emit("timeline.changed", { sessionId: "s", entries: n, upToOrdinal: n, changedFrom: n });
		for (let i = 0; i < 5; i++) await turnOfLoop();
	};
	await emit(1); // taken by a page that is gone before it could say so
	const api = createPreloadApi(ipc.ipcRenderer);
	api.on("timeline.changed", ({ entries }) => void seen.push(entries));
	await emit(2);
	expect(seen).toEqual([]);
	await api.request("app.info", {});
	await emit(3);
	await emit(4);
	expect(seen.slice(-2)).toEqual([3, 4]);
	host.dispose();
});
