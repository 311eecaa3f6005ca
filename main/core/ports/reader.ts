/** Cards held to a reader. */
import type { ApduExchange, ReaderStatus, Tap, TapFailed } from "../../../schemas/reader.ts";

/** Cards held to a reader. It runs in a process of its own; whatever befalls that is a state. */
export interface NfcReader {
	/** Begins to look for readers, once. Until then the state says that it has not been started. */
	start(): void;
	state(): ReaderReport;
	/** Called when something about the state changed, not for the same state again. */
	onState(listener: (report: ReaderReport) => void): () => void;
	/** Each card read whole, repeats too: what counts as one tap is decided by the core. */
	onTap(listener: (tap: Tap) => void): () => void;
	onTapFailed(listener: (failure: TapFailed) => void): () => void;
	/** A card left the reader of that name. */
	onRemoved(listener: (reader: string) => void): () => void;
	/** Every command and response; the reader keeps this log only while somebody listens. */
	onApdu(listener: (exchange: ApduExchange) => void): () => void;
	/** Ends its process. Nothing is called afterwards. */
	stop(): Promise<void>;
}

/** What the reader itself knows of its status. */
export type ReaderReport = Pick<ReaderStatus, "state" | "readers" | "driver" | "restarts">;
