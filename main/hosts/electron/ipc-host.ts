import { EVENT_CHANNEL, EVENTS_TAKEN_CHANNEL, REQUEST_CHANNEL } from "../../../schemas/bridge.ts";
import type { Result } from "../../../schemas/errors.ts";
import { type CoreDoor, onBridgeEvent } from "../core-host.ts";
import { createEventOutbox } from "../event-outbox.ts";
import { isTrustedSender, type SenderEvent } from "./trusted-sender.ts";

interface Contents {
	send(channel: string, ...args: unknown[]): void;
	isDestroyed(): boolean;
}

export interface IpcHostOptions {
	ipcMain: {
		handle(channel: string, listener: (event: SenderEvent, ...args: unknown[]) => Promise<unknown>): void;
		removeHandler(channel: string): void;
		on(channel: string, listener: (event: SenderEvent) => void): unknown;
		removeListener(channel: string, listener: (event: SenderEvent) => void): unknown;
	};
	core: CoreDoor;
	/** The window's contents now; null while there is no window. */
	contents(): Contents | null;
}

/**
 * Carries requests and events between the core and the window. Answers a `Result`, never throws into the page. One batch of events is on its way
 * until the page says that it took it: for a page that is busy or hangs, later events replace earlier ones here instead of queueing in Electron.
 */
export function createIpcHost({ ipcMain, core, contents }: IpcHostOptions): { dispose(): void } {
	ipcMain.handle(REQUEST_CHANNEL, async (event, name, args): Promise<Result<unknown>> => {
		if (!isTrustedSender(event, contents())) {
			console.error(`A request from ${event.senderFrame?.url ?? "a frame that has gone"} was refused.`);
			return { ok: false, error: { code: "UNTRUSTED_SENDER", message: "Only the console's own window may ask." } };
		}
		// A page that was loaded anew takes what its predecessor left untaken for lost, and asks.
		take();
		return core.dispatch(String(name), args);
	});
	let under: { to: Contents; done: () => void } | null = null;
	const take = (): void => {
		const done = under?.done;
		under = null;
		done?.();
	};
	const outbox = createEventOutbox((events, done) => {
		const to = contents();
		if (to === null || to.isDestroyed()) return done();
		under = { to, done };
		to.send(EVENT_CHANNEL, events);
	});
	const taken = (event: SenderEvent): void => {
		if (isTrustedSender(event, contents())) take();
	};
	ipcMain.on(EVENTS_TAKEN_CHANNEL, taken);
	const unsubscribe = onBridgeEvent(core, (event) => {
		// A window that has gone will not say that it took anything.
		if (under !== null && (under.to !== contents() || under.to.isDestroyed())) take();
		outbox.add(event);
	});
	return {
		dispose() {
			unsubscribe();
			outbox.dispose();
			ipcMain.removeListener(EVENTS_TAKEN_CHANNEL, taken);
			ipcMain.removeHandler(REQUEST_CHANNEL);
		},
	};
}
