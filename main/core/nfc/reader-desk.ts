import type { ReaderStatus, Tap, TapFailed } from "../../../schemas/reader.ts";
import type { Clock, NfcReader } from "../ports.ts";
import { createTapGate } from "./tap-gate.ts";

export interface ReaderDeskEvents {
	/** The status as a whole; also after each tap and failure. */
	changed(status: ReaderStatus): void;
	tapped(tap: Tap): void;
	tapFailed(failure: TapFailed): void;
	/** A card was taken away. */
	removed(reader: string): void;
}

export interface ReaderDesk {
	status(): ReaderStatus;
	/** As if the reader had told it. */
	tapped(tap: Tap): void;
	failed(failure: TapFailed): void;
	removed(reader: string): void;
	dispose(): void;
}

/** Between the reader and everybody who wants taps: each tap once, and one status for all. */
export function createReaderDesk(reader: NfcReader, clock: Clock, events: ReaderDeskEvents, repeatWindowMs?: number): ReaderDesk {
	const gate = createTapGate(() => clock.monoMs(), repeatWindowMs);
	let lastTap: Tap | null = null;
	let lastFailure: TapFailed | null = null;

	const status = (): ReaderStatus => ({ ...reader.state(), suppressed: gate.suppressed(), lastTap, lastFailure });
	const tell = () => events.changed(status());

	function tapped(tap: Tap): void {
		if (gate.tapped(tap)) {
			lastTap = tap;
			lastFailure = null;
			events.tapped(tap);
		}
		tell();
	}
	function failed(failure: TapFailed): void {
		if (gate.failed(failure)) {
			lastFailure = failure;
			events.tapFailed(failure);
		}
		tell();
	}
	function removed(name: string): void {
		gate.removed(name);
		events.removed(name);
	}

	const stops = [reader.onState(tell), reader.onTap(tapped), reader.onTapFailed(failed), reader.onRemoved(removed)];
	return {
		status,
		tapped,
		failed,
		removed,
		dispose() {
			for (const stop of stops) stop();
		},
	};
}
