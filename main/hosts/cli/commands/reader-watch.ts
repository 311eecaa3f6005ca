import { type Command, EXIT, parse, wholeNumber } from "../command.ts";
import { print } from "../output.ts";
import { untilSignal } from "../signals.ts";
import { failureLine, stateLine, tapLine, withReader } from "../with-reader.ts";

/** Longest time a timer takes, ms. */
const MAX_MS = 2 ** 31 - 1;

export const readerWatch: Command = {
	name: "reader watch",
	usage: "[--timeout MS] [--repeat-window MS] [--apdu]",
	about: "Prints every change of the card reader and every tap, until the time is over or it is stopped.",
	async run(args) {
		const { values } = parse(args, { timeout: { type: "string" }, "repeat-window": { type: "string" }, apdu: { type: "boolean" } });
		const timeoutMs = wholeNumber("--timeout", values.timeout, MAX_MS);
		const repeatWindowMs = wholeNumber("--repeat-window", values["repeat-window"], MAX_MS);
		const signal = untilSignal();
		const tellState = lineOnChange();
		const events = {
			changed: tellState,
			tapped: (tap: Parameters<typeof tapLine>[0]) => print(tapLine(tap)),
			tapFailed: (failure: Parameters<typeof failureLine>[0]) => print(failureLine(failure)),
			removed: (reader: string) => print({ event: "removed", reader, atMs: Date.now() }),
		};
		try {
			return await withReader({ events, repeatWindowMs }, async (status, reader) => {
				tellState(status());
				if (values.apdu) reader.onApdu((exchange) => print({ event: "apdu", ...exchange }));
				let limit: NodeJS.Timeout | undefined;
				const overdue = new Promise<void>((resolve) => {
					if (timeoutMs !== undefined) limit = setTimeout(resolve, timeoutMs);
				});
				await Promise.race([signal.promise, overdue]);
				clearTimeout(limit);
				return EXIT.FINE;
			});
		} finally {
			signal.dispose();
		}
	},
};

/** A line for each status that reads differently from the one before. */
function lineOnChange() {
	let last = "";
	return (status: Parameters<typeof stateLine>[0]) => {
		const line = stateLine(status);
		const text = JSON.stringify(line);
		if (text !== last) print(line);
		last = text;
	};
}
