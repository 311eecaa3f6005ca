import { EVENT_CHANNEL, REQUEST_CHANNEL } from "../../../schemas/bridge.ts";
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
	};
	core: CoreDoor;
	/** The window's contents now; null while there is no window. */
	contents(): Contents | null;
}

/** Carries requests and events between the core and the window over two channels. Answers a `Result`, never throws into the page. */
export function createIpcHost({ ipcMain, core, contents }: IpcHostOptions): { dispose(): void } {
	ipcMain.handle(REQUEST_CHANNEL, async (event, name, args): Promise<Result<unknown>> => {
		if (!isTrustedSender(event, contents())) {
			console.error(`A request from ${event.senderFrame?.url ?? "a frame that has gone"} was refused.`);
			return { ok: false, error: { code: "UNTRUSTED_SENDER", message: "Only the console's own window may ask." } };
		}
		return core.dispatch(String(name), args);
	});
	const outbox = createEventOutbox((events, done) => {
		const to = contents();
		if (to && !to.isDestroyed()) to.send(EVENT_CHANNEL, events);
		done();
	});
	const unsubscribe = onBridgeEvent(core, outbox.add);
	return {
		dispose() {
			unsubscribe();
			outbox.dispose();
			ipcMain.removeHandler(REQUEST_CHANNEL);
		},
	};
}
