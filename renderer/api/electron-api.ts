import type { OperatorApi } from "../../schemas/ipc.ts";
import type { WindowApi } from "./bridge-state.ts";

declare global {
	interface Window {
		/** Put there by preload/index.ts; absent in a browser. */
		operatorApi?: OperatorApi;
	}
}

/** OperatorApi of a window under Electron. Its bridge lives and dies with the window, so it is always open. */
export function createElectronApi(exposed: OperatorApi): WindowApi {
	return {
		request: (name, args) => exposed.request(name, args),
		on: (name, listener) => exposed.on(name, listener),
		bridge: () => ({ kind: "open" }),
		onBridge: () => () => {},
	};
}
