import { WebSocket } from "ws";
import { startWebHost } from "../../../main/hosts/web/index.ts";
import { createWebBridge } from "../../../renderer/api/web-bridge.ts";
import { BRIDGE_PATH } from "../../../schemas/bridge.ts";
import type { FakeCore } from "../fake-core.ts";
import type { Bridge } from "./bridge.ts";

/** Dials the bridge as a browser does for a page of `origin`. */
export function dialBridge(hostUrl: string, origin = new URL(hostUrl).origin): WebSocket {
	return new WebSocket(`ws://${new URL(hostUrl).host}${BRIDGE_PATH}`, { origin });
}

export const tokenOf = (hostUrl: string): string => new URLSearchParams(new URL(hostUrl).hash.slice(1)).get("t") ?? "";

/** The window's end over a `ws` socket in place of the browser's. */
export const openWebBridge = (hostUrl: string, options: { token?: string | null; retryDelaysMs?: number[] } = {}) =>
	createWebBridge({
		token: options.token === undefined ? tokenOf(hostUrl) : options.token,
		retryDelaysMs: options.retryDelaysMs,
		connect(events) {
			const socket = dialBridge(hostUrl);
			socket.on("open", () => events.opened());
			socket.on("message", (data) => events.message(String(data)));
			socket.on("error", () => {});
			socket.on("close", (code, reason) => events.closed(code, String(reason)));
			return socket;
		},
	});

export async function startWebBridge(core: FakeCore): Promise<Bridge> {
	const host = await startWebHost({ core, rendererDir: import.meta.dirname });
	const api = openWebBridge(host.url);
	return {
		api,
		async askAsStranger(name, args) {
			const stranger = openWebBridge(host.url, { token: "guessed" });
			const result = await stranger.request(name as "app.info", args as Record<string, never>);
			stranger.dispose();
			return result;
		},
		async close() {
			api.dispose();
			await host.close();
		},
	};
}
