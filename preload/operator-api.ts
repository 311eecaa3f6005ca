import { createEventListeners } from "../renderer/api/event-listeners.ts";
import { type BridgeEvent, EVENT_CHANNEL, EVENTS_TAKEN_CHANNEL, REQUEST_CHANNEL, REQUEST_NAMES } from "../schemas/bridge.ts";
import type { Result } from "../schemas/errors.ts";
import type { OperatorApi, RequestName, Requests } from "../schemas/ipc.ts";

/** What the preload needs of Electron's `ipcRenderer`. */
export interface IpcRendererPart {
	invoke(channel: string, ...args: unknown[]): Promise<unknown>;
	send(channel: string, ...args: unknown[]): void;
	on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): unknown;
}

/**
 * OperatorApi over Electron's channels. Only names of the contract pass; neither `ipcRenderer` nor Electron's event object reaches the
 * page, and nothing rejects: a handler that is gone answers BRIDGE_LOST. `pace` runs what events set off when the page can draw it.
 */
export function createPreloadApi(ipc: IpcRendererPart, pace: (run: () => void) => void = (run) => run()): OperatorApi {
	const listeners = createEventListeners();
	ipc.on(EVENT_CHANNEL, (_event, events) => {
		pace(() => {
			try {
				for (const event of events as BridgeEvent[]) listeners.emit(event);
			} finally {
				ipc.send(EVENTS_TAKEN_CHANNEL);
			}
		});
	});
	return {
		async request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Result<Requests[N]["result"]>> {
			if (!REQUEST_NAMES.includes(name))
				return { ok: false, error: { code: "UNKNOWN_REQUEST", message: `There is no request named ${JSON.stringify(name)}.` } };
			try {
				return (await ipc.invoke(REQUEST_CHANNEL, name, args)) as Result<Requests[N]["result"]>;
			} catch {
				return {
					ok: false,
					error: { code: "BRIDGE_LOST", message: "The console's main process did not answer; it may or may not have acted." },
				};
			}
		},
		on: listeners.on,
	};
}
