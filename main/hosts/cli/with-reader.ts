import type { ReaderStatus, Tap, TapFailed } from "../../../schemas/reader.ts";
import { createPcscReader } from "../../adapters/pcsc-reader/create-pcsc-reader.ts";
import { createSystemClock } from "../../adapters/system-clock/create-system-clock.ts";
import { createReaderDesk, type ReaderDeskEvents } from "../../core/nfc/reader-desk.ts";
import type { NfcReader } from "../../core/ports.ts";

/** A reader of its own, without a console: no profile is opened, so it works beside a running one. */
export async function withReader<T>(
	options: { events: ReaderDeskEvents; repeatWindowMs?: number; reader?: NfcReader },
	use: (status: () => ReaderStatus, reader: NfcReader) => Promise<T>,
): Promise<T> {
	const reader = options.reader ?? createPcscReader();
	const desk = createReaderDesk(reader, createSystemClock(), options.events, options.repeatWindowMs);
	try {
		reader.start();
		return await use(desk.status, reader);
	} finally {
		desk.dispose();
		await reader.stop();
	}
}

/** What is printed for a status; `reader` is the system's name of the reader it speaks of, or null. */
export const stateLine = ({ state, driver, readers, suppressed, restarts }: ReaderStatus): object => ({
	event: "state",
	state: state.kind,
	reader: "reader" in state ? state.reader : null,
	cause: state.cause,
	wayOn: state.wayOn,
	driver: driver?.name ?? null,
	driverWhy: driver?.why ?? null,
	readers: readers.map(({ name, state: own, isTwin }) => ({ name, state: own.kind, cause: own.cause, isTwin })),
	suppressed,
	restarts,
});

export const tapLine = ({ uid, atr, technologies, ndef, ...rest }: Tap): object => ({
	event: "tap",
	uid,
	atr,
	technologies,
	ndef,
	...rest,
});

export const failureLine = ({ reason, ...rest }: TapFailed): object => ({ event: "tapFailed", reason, ...rest });
