import type { Database } from "better-sqlite3";
import { TROUBLE } from "./codes.ts";
import type { EntryReader } from "./entry-reader.ts";
import type { SessionTail } from "./session-tail.ts";
import type { View } from "./view.ts";

/** Finds the next listed entry with a finding, a gap, or an unknown or refused delivery. */
export function createTroubleFinder(db: Database, entries: EntryReader) {
	const from = (comparison: string, order: string) =>
		db
			.prepare<[number, number], number>(
				`SELECT position FROM entries INDEXED BY entries_marked
				 WHERE session = ? AND position ${comparison} ? AND marks > 0 AND marks & ${TROUBLE} ORDER BY position ${order}`,
			)
			.pluck();
	const next = from(">", "ASC");
	const previous = from("<", "DESC");

	return (
		tail: SessionTail,
		view: View,
		fromOrdinal: number,
		direction: "next" | "previous",
	): { ordinal: number; index: number } | null => {
		const start = entries.positionAtOrBefore(tail, fromOrdinal);
		// Between two entries of this session, the one before is itself "previous".
		const isBetween = entries.ordinalAt(tail.row, start) !== fromOrdinal;
		const statement = direction === "next" ? next : previous;
		for (const position of statement.iterate(tail.row, direction === "previous" && isBetween ? start + 1 : start)) {
			const index = view.indexAtOrBefore(position);
			if (index >= 0 && view.positionAt(index) === position) return { ordinal: entries.ordinalAt(tail.row, position), index };
		}
		return null;
	};
}
