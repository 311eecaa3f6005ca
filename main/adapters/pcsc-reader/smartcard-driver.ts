import { createRequire } from "node:module";
import type { CardConnection, DriverEvents, ReaderDriver } from "./driver.ts";
import { FLAG, PcscError } from "./driver.ts";
import { troubleOf } from "./pcsc-trouble.ts";

/** The parts of smartcard 3 that are used. Its own types are missing where the optional package is, so they are not imported. */
interface Context {
	listReaders(): { name: string; connect(shareMode: number, protocols: number): Promise<Card> }[];
	/** Null when cancelled, empty when the time passed. */
	waitForChange(
		known: { name: string; state: number }[],
		timeoutMs: number,
	): Promise<{ name: string; state: number; atr: Buffer | null }[] | null>;
	cancel(): void;
	close(): void;
}
interface Card {
	transmit(command: Buffer): Promise<Buffer>;
	disconnect(disposition: number): void;
}
interface SmartcardModule {
	Context: new () => Context;
	SCARD_SHARE_SHARED: number;
	SCARD_PROTOCOL_T0: number;
	SCARD_PROTOCOL_T1: number;
	SCARD_LEAVE_CARD: number;
}

/** Name under which PC/SC tells that the list of readers changed. */
const LIST = "\\\\?PnP?\\Notification";
/** The list is looked at anew this often even when PC/SC tells nothing, ms. */
const LOOK_AGAIN_MS = 1000;

/**
 * Driver on `smartcard` (Node-API, one build for every Node). Watching has a context of its own: a context that waits serves no other call.
 * Errors: loading throws what `require` throws.
 */
export function createSmartcardDriver(): ReaderDriver {
	const require = createRequire(import.meta.url);
	const pcsc = require("smartcard") as SmartcardModule;
	let contexts: { watch: Context; cards: Context } | null = null;

	/** One turn of the watch: what is new about readers, then wait until something is. */
	async function turn(watch: Context, known: Map<string, number>, events: DriverEvents): Promise<void> {
		const names = watch.listReaders().map(({ name }) => name);
		for (const name of known.keys()) {
			if (names.includes(name)) continue;
			known.delete(name);
			events.readerGone(name);
		}
		const asked = names.map((name) => ({ name, state: known.get(name) ?? 0 }));
		const changes = await watch.waitForChange([...asked, { name: LIST, state: names.length << 16 }], LOOK_AGAIN_MS);
		for (const { name, state, atr } of changes ?? []) {
			const before = known.get(name);
			if (name === LIST || before === state) continue;
			if ((state & FLAG.UNKNOWN) !== 0) continue; // unplugged: the next list does not have it
			known.set(name, state);
			events.status(name, state, atr ?? new Uint8Array());
		}
	}

	async function watchReaders(watch: Context, events: DriverEvents): Promise<void> {
		const known = new Map<string, number>();
		while (contexts?.watch === watch) {
			try {
				await turn(watch, known, events);
			} catch (thrown) {
				const { trouble, message } = troubleOf(thrown);
				// A reader that vanished between listing and waiting is no end of the service.
				if (trouble === "readerGone") continue;
				if (contexts?.watch === watch) events.lost(message);
				return;
			}
		}
	}

	return {
		start(events) {
			try {
				contexts = { watch: new pcsc.Context(), cards: new pcsc.Context() };
			} catch (thrown) {
				throw troubleOf(thrown);
			}
			void watchReaders(contexts.watch, events);
		},
		async connect(name): Promise<CardConnection> {
			try {
				const reader = contexts?.cards.listReaders().find((one) => one.name === name);
				if (!reader) throw new PcscError("readerGone", `There is no reader ${name}.`);
				const card = await reader.connect(pcsc.SCARD_SHARE_SHARED, pcsc.SCARD_PROTOCOL_T0 | pcsc.SCARD_PROTOCOL_T1);
				return {
					async transmit(command) {
						try {
							return await card.transmit(Buffer.from(command));
						} catch (thrown) {
							throw troubleOf(thrown);
						}
					},
					async disconnect() {
						try {
							card.disconnect(pcsc.SCARD_LEAVE_CARD);
						} catch {
							// The card is gone already.
						}
					},
				};
			} catch (thrown) {
				throw troubleOf(thrown);
			}
		},
		close() {
			const open = contexts;
			contexts = null;
			open?.watch.cancel();
			open?.watch.close();
			open?.cards.close();
		},
	};
}
