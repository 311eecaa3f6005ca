import type { Result } from "../../../schemas/errors.ts";
import type { EventName, Events } from "../../../schemas/ipc.ts";
import { KIOSK_PAGE_MAY_ASK, type KioskMode } from "../../../schemas/kiosk.ts";

interface Doors {
	dispatch(name: string, args: unknown): Promise<Result<unknown>>;
	subscribe(listener: <N extends EventName>(name: N, payload: Events[N]) => void): () => void;
}

const ALLOWED: ReadonlySet<string> = new Set(KIOSK_PAGE_MAY_ASK);

/**
 * The core's two doors as windows get them. While the kiosk is locked only what its page needs goes through, in both directions: whoever
 * stands in front of it may have taken the page over, and other windows of the same bridge are no better.
 */
export function createWindowDoors(doors: Doors, mode: () => KioskMode): Doors {
	return {
		async dispatch(name, args) {
			if (mode() !== "locked" || ALLOWED.has(name)) return doors.dispatch(name, args);
			const message = "This console is a kiosk now. Staff unlocks it with the PIN.";
			return { ok: false, error: { code: "KIOSK_LOCKED", message } };
		},
		subscribe: (listener) =>
			doors.subscribe((name, payload) => {
				if (mode() !== "locked" || name === "kiosk.changed") listener(name, payload);
			}),
	};
}
