import { createFoundList } from "../reading/found-list.ts";
import type { ForeignFrame, Reading, RecordedFrame, StoredEntry } from "../reading/reading.ts";

/** A reading of entries that come to nothing more than themselves: they are counted, and `judge` finds what only their order tells. */
export function createPlainReading(
	asRecorded: (frame: ForeignFrame) => RecordedFrame,
	judge: (entry: StoredEntry) => RecordedFrame["findings"] = () => [],
): Reading {
	const untold = createFoundList();
	let upToOrdinal = 0;
	let entries = 0;
	return {
		take(entry) {
			entries++;
			upToOrdinal = entry.ordinal;
			const findings = judge(entry);
			if (findings.length > 0) untold.add(entry.ordinal, findings);
		},
		caughtUp() {},
		end() {},
		upToOrdinal: () => upToOrdinal,
		takeFindings: untold.take,
		isAllSaid: untold.isEmpty,
		whole: () => JSON.stringify({ entries }),
		isStillTrue: () => true,
		counts: ({ cursor, acked }) => ({ cursor, acked }),
		asRecorded,
		requests: null,
		conversation: null,
		table: null,
	};
}
