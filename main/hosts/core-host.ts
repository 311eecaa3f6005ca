import type { BridgeEvent } from "../../schemas/bridge.ts";
import type { Result } from "../../schemas/errors.ts";
import type { Core } from "../core/create-core.ts";
import { toWireError } from "../core/errors.ts";

/** The core as a bridge sees it. A host checks who asks; `dispatch` checks what is asked. */
export type CoreDoor = Pick<Core, "dispatch" | "subscribe">;

/** `dispatch` that never rejects, whatever happens inside. */
export async function dispatchSafely(core: Pick<Core, "dispatch">, name: string, args: unknown): Promise<Result<unknown>> {
	try {
		return await core.dispatch(name, args);
	} catch (thrown) {
		console.error(`${name} failed:`, thrown);
		return { ok: false, error: toWireError(thrown) };
	}
}

/** Events of the core with name and payload in one value. */
export const onBridgeEvent = (core: Pick<Core, "subscribe">, listener: (event: BridgeEvent) => void): (() => void) =>
	core.subscribe((name, payload) => listener({ name, payload } as BridgeEvent));
