import type { Database } from "better-sqlite3";
import type { Finding } from "../../../../schemas/timeline.ts";

/** What of an entry may change. `delivery` is a code as in codes.ts. */
export interface EntryState {
	delivery: number;
	findings: Finding[];
}

export interface StateReader {
	/**
	 * How these entries stood after the amendment `amendedUpTo`; null is "now". They are neighbours in the order of ordinals.
	 * Call it in the transaction that read their deliveries, else a change between the two reads is missed.
	 */
	read(sessionRow: number, entries: readonly { ordinal: number; delivery: number }[], amendedUpTo: number | null): EntryState[];
}

export function createStateReader(db: Database): StateReader {
	const findingsOf = db.prepare<[number], Finding & { reason: string | null }>(
		"SELECT code, severity, path, message, reason FROM findings WHERE ordinal = ? ORDER BY number",
	);
	// Of several changes after that moment the first one says what was there.
	const firstAfter = db.prepare<[number, number, number, number], { ordinal: number; id: number; delivery: number; findings: number }>(
		`SELECT ordinal, min(id) AS id, delivery_before AS delivery, findings_before AS findings FROM amendments
		 WHERE session = ? AND ordinal BETWEEN ? AND ? AND id > ? GROUP BY ordinal`,
	);

	const findings = (ordinal: number): Finding[] =>
		findingsOf.all(ordinal).map(({ reason, ...finding }) => (reason === null ? finding : { ...finding, reason }));

	return {
		read(sessionRow, entries, amendedUpTo) {
			const first = entries[0];
			const last = entries.at(-1);
			const before = new Map(
				amendedUpTo === null || first === undefined || last === undefined
					? []
					: firstAfter.all(sessionRow, first.ordinal, last.ordinal, amendedUpTo).map((row) => [row.ordinal, row] as const),
			);
			return entries.map(({ ordinal, delivery }) => {
				const then = before.get(ordinal);
				const all = findings(ordinal);
				return then === undefined ? { delivery, findings: all } : { delivery: then.delivery, findings: all.slice(0, then.findings) };
			});
		},
	};
}
