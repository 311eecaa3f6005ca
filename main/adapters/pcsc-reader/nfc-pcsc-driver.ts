import { createRequire } from "node:module";
import type { CardConnection, DriverEvents, ReaderDriver } from "./driver.ts";
import { PcscError } from "./driver.ts";
import { troubleOf } from "./pcsc-trouble.ts";

/** The parts of nfc-pcsc 0.8 that are used; it brings no types. */
interface Nfc {
	on(event: "reader", listener: (device: Device) => void): void;
	on(event: "error", listener: (error: Error) => void): void;
	close(): void;
}
interface Device {
	readonly name: string;
	/** Of the layer below; its `status` is what PC/SC says, unread. */
	readonly reader: {
		connected: boolean;
		on(event: "status", listener: (status: { state: number; atr?: Buffer }) => void): void;
		removeAllListeners(event: "status"): void;
	};
	card: object | null;
	connect(): Promise<unknown>;
	disconnect(): Promise<unknown>;
	transmit(command: Buffer, maxBytes: number): Promise<Buffer>;
	on(event: "end", listener: () => void): void;
	on(event: "error", listener: (error: Error) => void): void;
}

/** Room for the longest short response. */
const RESPONSE_BYTES = 258;

/**
 * Driver on `nfc-pcsc`. Only its calls are used: by itself it connects to every card, emits a failed connect under the error as event name
 * (so nobody hears it), wants an AID for ISO 14443-4 cards and waits for ever. So its own status listener is taken off each reader.
 * Errors: loading throws what `require` throws.
 */
export function createNfcPcscDriver(): ReaderDriver {
	const require = createRequire(import.meta.url);
	const { NFC } = require("nfc-pcsc") as { NFC: new () => Nfc };
	const devices = new Map<string, Device>();
	let nfc: Nfc | null = null;

	function watch(device: Device, events: DriverEvents): void {
		devices.set(device.name, device);
		device.reader.removeAllListeners("status");
		device.reader.on("status", ({ state, atr }) => events.status(device.name, state, atr ?? new Uint8Array()));
		// Its thread ended: the reader was unplugged, or the service died, which is told of all readers.
		device.on("error", (error) => {
			if (troubleOf(error).trouble === "noService") events.lost(troubleOf(error).message);
		});
		device.on("end", () => {
			devices.delete(device.name);
			events.readerGone(device.name);
		});
	}

	return {
		start(events) {
			try {
				nfc = new NFC();
			} catch (thrown) {
				throw troubleOf(thrown);
			}
			nfc.on("reader", (device) => watch(device, events));
			nfc.on("error", (error) => events.lost(troubleOf(error).message));
		},
		async connect(name): Promise<CardConnection> {
			const device = devices.get(name);
			if (!device) throw new PcscError("readerGone", `There is no reader ${name}.`);
			await device.connect().catch((thrown: unknown) => {
				throw troubleOf(thrown);
			});
			device.card = {};
			return {
				async transmit(command) {
					try {
						return await device.transmit(Buffer.from(command), RESPONSE_BYTES);
					} catch (thrown) {
						throw troubleOf(thrown);
					}
				},
				async disconnect() {
					device.card = null;
					try {
						await device.disconnect();
					} catch {
						// The card is gone; the layer below must not take the old connection for that to the next card.
						device.reader.connected = false;
					}
				},
			};
		},
		close: () => nfc?.close(),
	};
}
