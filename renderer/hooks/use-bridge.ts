import { useEffect, useState } from "react";
import type { BridgeState } from "../api/index.ts";
import { useApi } from "./console-context.ts";

/** The bridge's state, followed. */
export function useBridge(): BridgeState {
	const api = useApi();
	const [state, setState] = useState(() => api.bridge());
	useEffect(() => {
		setState(api.bridge());
		return api.onBridge(setState);
	}, [api]);
	return state;
}

/** Since when the window is not connected to the program (Unix time in ms); null while it is. */
export function useLostSince(): number | null {
	const bridge = useBridge();
	return bridge.kind === "lost" ? bridge.sinceMs : null;
}
