import type { ReaderFacts } from "../../core/nfc/reader-facts.ts";

/** What a driver does for the reader process: tells what readers say, carries bytes. It interprets nothing. */
export interface ReaderDriver {
	/** Connects to the service and begins to tell. Errors: PcscError. */
	start(events: DriverEvents): void;
	/** Shared with other programs. The connection belongs to the card that lies there now. Errors: PcscError. */
	connect(reader: string): Promise<CardConnection>;
	close(): void;
}

export interface CardConnection {
	transmit(command: Uint8Array): Promise<Uint8Array>;
	/** Leaves the card as it is. Never fails: a card that is gone needs no goodbye. */
	disconnect(): Promise<void>;
}

export interface DriverEvents {
	/** A reader appeared, or the flags of one changed: `SCARD_STATE_*`, number of changes in the upper 16 bits. */
	status(reader: string, flags: number, atr: Uint8Array): void;
	readerGone(reader: string): void;
	/** The service is gone; this driver tells nothing more. */
	lost(why: string): void;
}

/** Flags of `SCardGetStatusChange`, the same on every system. */
export const FLAG = { UNKNOWN: 0x4, UNAVAILABLE: 0x8, EMPTY: 0x10, PRESENT: 0x20, EXCLUSIVE: 0x80, MUTE: 0x200 } as const;

/** What a failed PC/SC call means, whichever words a driver has for it. */
export type PcscTrouble =
	/** The service does not run, or stopped. */
	| "noService"
	| "denied"
	/** Another program holds the card for itself. */
	| "sharing"
	/** The card is gone. */
	| "removed"
	/** The card does not answer. */
	| "mute"
	| "readerGone"
	| "other";

export class PcscError extends Error {
	readonly trouble: PcscTrouble;

	constructor(trouble: PcscTrouble, message: string) {
		super(message);
		this.name = "PcscError";
		this.trouble = trouble;
	}
}

/** By name: a driver may be loaded from another file of the bundle than who asks, with a class of its own. */
export const isPcscError = (thrown: unknown): thrown is PcscError => thrown instanceof Error && thrown.name === "PcscError";

/** Where a failed start leaves the service; null when the start failed for a reason of the driver's own. */
export function serviceAfter(error: unknown): ReaderFacts["service"] | null {
	if (!isPcscError(error)) return null;
	return error.trouble === "noService" ? "stopped" : error.trouble === "denied" ? "denied" : null;
}
