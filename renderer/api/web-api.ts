import { BRIDGE_PATH } from "../../schemas/bridge.ts";
import { takeAccessToken } from "./access-token.ts";
import type { WindowApi } from "./bridge-state.ts";
import { createPace, picturesOf } from "./pictures.ts";
import { createWebBridge } from "./web-bridge.ts";

/** OperatorApi of a page served by the web host (main/hosts/web). */
export function createWebApi(): WindowApi {
	return createWebBridge({
		token: takeAccessToken(window),
		pace: createPace(picturesOf(window)),
		connect(events) {
			const socket = new WebSocket(`ws://${location.host}${BRIDGE_PATH}`);
			socket.onopen = () => events.opened();
			socket.onmessage = (event: MessageEvent<string>) => events.message(event.data);
			socket.onclose = (event) => events.closed(event.code, event.reason);
			return socket;
		},
	});
}
