import type { Core, CoreListener } from "../../main/core/create-core.ts";
import { createDispatch, type Handlers } from "../../main/core/dispatch.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import { createWindowDoors } from "../../main/core/kiosk/door.ts";
import { REQUEST_NAMES } from "../../schemas/bridge.ts";
import type { Result } from "../../schemas/errors.ts";
import type { EventName, Events } from "../../schemas/ipc.ts";
import { KIOSK_DEFAULTS, type KioskMode } from "../../schemas/kiosk.ts";

export interface FakeCore extends Core {
	/** Every request that reached a handler, in order. */
	readonly calls: { name: string; args: unknown }[];
	emit<N extends EventName>(name: N, payload: Events[N]): void;
	listeners(): number;
	setMode(mode: KioskMode): void;
	/** How often it was told that the computer woke. */
	wakings(): number;
	disposed(): boolean;
}

/** The real dispatch, with one handler for everything that answers with `answer`, by default what it was asked. */
export function createFakeCore(
	answer: (name: string, args: unknown) => Result<unknown> | Promise<Result<unknown>> = (_name, args) => ({ ok: true, value: args }),
): FakeCore {
	const calls: FakeCore["calls"] = [];
	const listeners = new Set<CoreListener>();
	let isDisposed = false;
	let wakings = 0;
	const handle = async (name: string, args: unknown) => {
		calls.push({ name, args });
		const result = await answer(name, args);
		if (result.ok) return result.value;
		throw new ConsoleError(result.error.code, result.error.message, { detail: result.error.detail });
	};
	// Values are the test's business; the bridges carry whatever comes.
	let mode: KioskMode = "off";
	const handlers = Object.fromEntries(REQUEST_NAMES.map((name) => [name, (args: unknown) => handle(name, args)])) as unknown as Handlers;
	const dispatch = createDispatch(handlers, { warn: console.warn, error: console.error });
	const subscribe: Core["subscribe"] = (listener) => {
		listeners.add(listener);
		return () => void listeners.delete(listener);
	};
	return {
		calls,
		dispatch,
		subscribe,
		forWindows: createWindowDoors({ dispatch, subscribe }, () => mode),
		kiosk: {
			start(isWanted) {
				if (isWanted) mode = "locked";
				return isWanted;
			},
			mode: () => mode,
			reset: async () => {},
			setup: () => ({ mode, settings: KIOSK_DEFAULTS, pin: { isSet: false, waitUntilMs: null } }),
		},
		setMode(next) {
			mode = next;
		},
		emit(name, payload) {
			for (const listener of listeners) listener(name, payload);
		},
		listeners: () => listeners.size,
		goingToSleep() {},
		wokeUp() {
			wakings += 1;
		},
		wakings: () => wakings,
		async dispose() {
			isDisposed = true;
		},
		disposed: () => isDisposed,
	};
}
