import { createSystemClock } from "../../../main/adapters/system-clock/create-system-clock.ts";
import { createReaderDesk } from "../../../main/core/nfc/reader-desk.ts";
import type { NfcReader } from "../../../main/core/ports.ts";
import type { ReaderStateKind, ReaderStatus, Tap, TapFailed } from "../../../schemas/reader.ts";

export interface WatchedReader {
	reader: NfcReader;
	taps: Tap[];
	failures: TapFailed[];
	removed: string[];
	/** Kinds of state, in order, repeats left out. */
	kinds: ReaderStateKind[];
	status(): ReaderStatus;
	/** Rejects with what was seen when it does not hold in time. */
	until(holds: () => boolean, limitMs?: number): Promise<void>;
	untilState(kind: ReaderStateKind, limitMs?: number): Promise<void>;
	stop(): Promise<void>;
}

const LIMIT_MS = 20_000;

/** A running reader, with the core's desk in front of it, and everything it said. */
export function watchReader(reader: NfcReader, repeatWindowMs = 150): WatchedReader {
	const taps: Tap[] = [];
	const failures: TapFailed[] = [];
	const removed: string[] = [];
	const kinds: ReaderStateKind[] = [];
	const looks = new Set<() => void>();
	const look = () => {
		const { kind } = desk.status().state;
		if (kinds.at(-1) !== kind) kinds.push(kind);
		for (const one of looks) one();
	};
	const desk = createReaderDesk(
		reader,
		createSystemClock(),
		{
			changed: look,
			tapped: (tap) => taps.push(tap),
			tapFailed: (failure) => failures.push(failure),
			removed(name) {
				removed.push(name);
				look();
			},
		},
		repeatWindowMs,
	);
	const until = (holds: () => boolean, limitMs = LIMIT_MS) =>
		new Promise<void>((resolve, reject) => {
			const check = () => {
				if (!holds()) return;
				finish();
				resolve();
			};
			const timer = setTimeout(() => {
				finish();
				reject(
					new Error(`Not in ${limitMs} ms. ${JSON.stringify({ kinds, status: desk.status(), taps: taps.length, failures }, null, 1)}`),
				);
			}, limitMs);
			const tick = setInterval(check, 20);
			const finish = () => {
				clearTimeout(timer);
				clearInterval(tick);
				looks.delete(check);
			};
			looks.add(check);
			check();
		});
	reader.start();
	return {
		reader,
		taps,
		failures,
		removed,
		kinds,
		status: desk.status,
		until,
		untilState: (kind, limitMs) => until(() => desk.status().state.kind === kind, limitMs),
		async stop() {
			desk.dispose();
			await reader.stop();
		},
	};
}
