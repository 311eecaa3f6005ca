import type { BridgeEvent } from "../../schemas/bridge.ts";
import type { Core } from "../core/create-core.ts";

/** The core as a bridge sees it. A bridge checks who asks; `dispatch` checks what is asked, and never rejects. */
export type CoreDoor = Pick<Core, "dispatch" | "subscribe">;

/** Events of the core with name and payload in one value. */
export const onBridgeEvent = (core: Pick<Core, "subscribe">, listener: (event: BridgeEvent) => void): (() => void) =>
	core.subscribe((name, payload) => listener({ name, payload } as BridgeEvent));
