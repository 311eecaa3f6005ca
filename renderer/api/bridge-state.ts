import type { OperatorApi } from "../../schemas/ipc.ts";

/** How the window stands with the console's main process. */
export type BridgeState =
	/** First contact is being made; requests wait. */
	| { kind: "connecting" }
	| { kind: "open" }
	/**
	 * The connection dropped, at `sinceMs` (Unix time), and is tried again by itself; what was under way is answered with BRIDGE_LOST, requests
	 * meanwhile with BRIDGE_DOWN.
	 */
	| { kind: "lost"; sinceMs: number; attempt: number; retryInMs: number }
	/** The console does not accept this window; only a new link helps. Requests are answered with UNTRUSTED_SENDER. */
	| { kind: "refused"; why: string };

/** What the window works with: the contract, plus the state of the bridge that carries it. */
export interface WindowApi extends OperatorApi {
	bridge(): BridgeState;
	/**
	 * Told at every change, not at once; call the result to stop. Events sent while the bridge was down are gone: on `open` after `lost`
	 * whoever holds a snapshot loads it again.
	 */
	onBridge(listener: (state: BridgeState) => void): () => void;
}
