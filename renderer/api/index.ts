import type { WindowApi } from "./bridge-state.ts";
import { createElectronApi } from "./electron-api.ts";
import { createWebApi } from "./web-api.ts";

export type { BridgeState, WindowApi } from "./bridge-state.ts";

/** The one way from the window to the console. Call it once; the result lives as long as the page. */
export function connectOperatorApi(): WindowApi {
	return window.operatorApi ? createElectronApi(window.operatorApi) : createWebApi();
}
