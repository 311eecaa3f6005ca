import type { SenderEvent } from "../../../main/hosts/electron/trusted-sender.ts";

type Handler = (event: SenderEvent, ...args: unknown[]) => Promise<unknown>;
type RendererListener = (event: unknown, ...args: unknown[]) => void;

/** Copies a value as Electron's context bridge does: functions and promises are proxied, everything else is cloned. */
export function crossWorlds(value: unknown): unknown {
	if (typeof value === "function") return (...args: unknown[]) => crossWorlds(value(...args.map(crossWorlds)));
	if (value instanceof Promise) return value.then(crossWorlds);
	if (typeof value === "object" && value !== null && Object.values(value).some((member) => typeof member === "function"))
		return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, crossWorlds(member)])));
	return structuredClone(value);
}

/** The two ends of Electron's IPC with its copying, its order and its asynchrony; nothing else of Electron. */
export function createFakeIpc() {
	const handlers = new Map<string, Handler>();
	const mainListeners = new Map<string, ((event: SenderEvent) => void)[]>();
	const rendererListeners = new Map<string, RendererListener[]>();
	const frame = { url: "app://console/index.html", parent: null };
	const contents = {
		isDestroyed: () => false,
		send(channel: string, ...args: unknown[]) {
			const copies = args.map((arg) => structuredClone(arg));
			setImmediate(() => {
				for (const listener of rendererListeners.get(channel) ?? []) listener({ sender: "ipcRenderer" }, ...copies);
			});
		},
	};
	const invokeFrom = async (event: SenderEvent, channel: string, ...args: unknown[]) => {
		const handler = handlers.get(channel);
		if (!handler) throw new Error(`No handler registered for '${channel}'`);
		const copies = args.map((arg) => structuredClone(arg));
		await new Promise(setImmediate);
		return structuredClone(await handler(event, ...copies));
	};
	return {
		contents,
		invokeFrom,
		channels: () => [...handlers.keys()],
		ipcMain: {
			handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
			removeHandler: (channel: string) => void handlers.delete(channel),
			on: (channel: string, listener: (event: SenderEvent) => void) =>
				void mainListeners.set(channel, [...(mainListeners.get(channel) ?? []), listener]),
			removeListener: (channel: string, listener: (event: SenderEvent) => void) =>
				void mainListeners.set(
					channel,
					(mainListeners.get(channel) ?? []).filter((each) => each !== listener),
				),
		},
		ipcRenderer: {
			invoke: (channel: string, ...args: unknown[]) => invokeFrom({ sender: contents, senderFrame: frame }, channel, ...args),
			send: (channel: string) => {
				setImmediate(() => {
					for (const listener of mainListeners.get(channel) ?? []) listener({ sender: contents, senderFrame: frame });
				});
			},
			on: (channel: string, listener: RendererListener) =>
				void rendererListeners.set(channel, [...(rendererListeners.get(channel) ?? []), listener]),
		},
	};
}
