import type { TimelineRow } from "../../../schemas/timeline.ts";
import type { EntryReader } from "./entry-reader.ts";
import type { RowsView } from "./folded-view.ts";
import type { SessionFolds } from "./session-folds.ts";

/** A fold's words are made from at most this many of its entries. */
const MEMBERS_READ = 64;
/** Words kept: a list that is scrolled or grows asks for the same folds again and again. */
const KEPT_WORDS = 2000;

type ClosedFold = NonNullable<ReturnType<RowsView["foldAt"]>>;

/** Rows `from` to `from + count - 1` of a list. */
export function createRowReader(
	entries: EntryReader,
	folds: SessionFolds,
): (session: number, list: RowsView, from: number, count: number) => TimelineRow[] {
	const keptWords = new Map<string, string>();
	const familyOf = (session: number, code: number) => folds.rulesOf(session).familyOf(code);

	/** What the fold says. It depends on its first entries alone once there are enough of them. */
	function wordsOf(session: number, first: TimelineRow, { run, positionAt }: ClosedFold): string {
		const key = `${session} ${positionAt(0)} ${Math.min(run.count, MEMBERS_READ + 1)}`;
		const known = keptWords.get(key);
		if (known !== undefined) return known;
		const words = folds.wordsOf(session, familyOf(session, run.code) ?? "");
		if (words === null) return first.summary;
		let read = 0;
		while (read < Math.min(run.count, MEMBERS_READ) && words.add(entries.text(session, positionAt(read)))) read++;
		const said = words.said(read === run.count);
		keptWords.set(key, said);
		const oldest = keptWords.keys().next().value;
		if (keptWords.size > KEPT_WORDS && oldest !== undefined) keptWords.delete(oldest);
		return said;
	}

	function foldRow(session: number, first: TimelineRow, closed: ClosedFold): TimelineRow {
		const { count, deltas, bytes: totalBytes, code } = closed.run;
		const last = entries.row(session, closed.lastPosition) ?? first;
		const { ordinal: lastOrdinal, atMs: lastAtMs, sequence: lastSequence, delivery } = last;
		const fold = { family: familyOf(session, code) ?? first.type, count, deltas, totalBytes, lastOrdinal, lastAtMs, lastSequence };
		return { ...first, delivery, summary: wordsOf(session, first, closed), fold };
	}

	return (session, list, from, count) => {
		const rows: TimelineRow[] = [];
		for (let index = from; index < Math.min(from + count, list.length()); index++) {
			const row = entries.row(session, list.positionAt(index));
			if (row === null) continue;
			const closed = list.foldAt(index);
			const unfolded = closed === null ? list.unfoldedAt(index) : 0;
			if (closed !== null) rows.push(foldRow(session, row, closed));
			else rows.push(unfolded === 0 ? row : { ...row, unfolded: entries.ordinalAt(session, unfolded) });
		}
		return rows;
	};
}
