import type { NfcReader, ReaderReport } from "../../main/core/ports.ts";
import type { ApduExchange, ReaderState, Tap, TapFailed } from "../../schemas/reader.ts";

export interface FakeReader extends NfcReader {
	/** The reader is in this state from now on. */
	set(state: ReaderState): void;
	/** A card is held to it and read; what is not said is that of a plain tag. */
	tap(tap?: Partial<Tap>): Tap;
	fail(failure?: Partial<TapFailed>): TapFailed;
	remove(reader?: string): void;
	/** A command went to the card; told only while somebody listens. */
	exchange(exchange: Partial<ApduExchange>): void;
	isRunning(): boolean;
	/** Listeners of every kind. */
	listeners(): number;
}

const NAME = "Fake Reader 00 00";
const ATR = "3b8f8001804f0ca0000003060300030000000068";

export function createFakeReader(): FakeReader {
	const states = new Set<(report: ReaderReport) => void>();
	const taps = new Set<(tap: Tap) => void>();
	const failures = new Set<(failure: TapFailed) => void>();
	const removals = new Set<(reader: string) => void>();
	const apdus = new Set<(exchange: ApduExchange) => void>();
	let running = false;
	let report: ReaderReport = {
		state: { kind: "starting", cause: "The fake has not been started.", wayOn: "Start it." },
		readers: [],
		driver: null,
		restarts: 0,
	};

	const on =
		<T>(set: Set<T>) =>
		(listener: T) => {
			set.add(listener);
			return () => void set.delete(listener);
		};
	function set(state: ReaderState): void {
		const readers = [{ name: NAME, model: "Fake Reader", serial: null, isTwin: false, state }];
		report = { ...report, state, readers, driver: { name: "fake", why: "Tests use it." } };
		for (const listener of states) listener(report);
	}

	return {
		start() {
			running = true;
			set({ kind: "ready", reader: NAME, cause: "The reader waits for a card.", wayOn: "Hold a card to it." });
		},
		state: () => report,
		onState: on(states),
		onTap: on(taps),
		onTapFailed: on(failures),
		onRemoved: on(removals),
		onApdu: on(apdus),
		async stop() {
			running = false;
		},
		set,
		tap(given) {
			const tap: Tap = {
				reader: NAME,
				atMs: 1_750_000_000_000,
				readMs: 12,
				uid: "04a1b2c3d4e5f6",
				isRandomUid: false,
				atr: ATR,
				technologies: ["NFC-A"],
				tagType: "MIFARE Ultralight or NTAG",
				ndef: { records: [] },
				...given,
			};
			for (const listener of taps) listener(tap);
			return tap;
		},
		fail(given) {
			const failure: TapFailed = {
				reader: NAME,
				atMs: 1_750_000_000_000,
				reason: "lifted",
				message: "The card was taken away.",
				atr: ATR,
				...given,
			};
			for (const listener of failures) listener(failure);
			return failure;
		},
		remove(reader = NAME) {
			for (const listener of removals) listener(reader);
		},
		exchange(given) {
			const exchange: ApduExchange = { reader: NAME, atMs: 1_750_000_000_000, tookMs: 1, command: "", response: null, ...given };
			for (const listener of apdus) listener(exchange);
		},
		isRunning: () => running,
		listeners: () => states.size + taps.size + failures.size + removals.size + apdus.size,
	};
}
