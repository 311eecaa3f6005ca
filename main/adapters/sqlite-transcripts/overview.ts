import type { Database } from "better-sqlite3";
import type { TimelineOverview } from "../../../schemas/ipc.ts";
import { DIRECTION_CODES } from "../../core/timeline/chain.ts";
import { kindOf, MARK } from "./codes.ts";
import { TENTH_MS } from "./count-activity.ts";
import type { SessionTail } from "./session-tail.ts";

/** Below this the entries themselves are counted, exact to the millisecond; above, tenths of seconds. */
const COUNTED_ENTRIES = 20_000;

type Mark = TimelineOverview["marks"][number];
interface MarkedEntry {
	ordinal: number;
	at_ms: number;
	kind: number;
	type: string;
	marks: number;
}

export function createOverview(db: Database) {
	const ends = db.prepare<[number, number], number>("SELECT at_ms FROM entries WHERE session = ? AND position = ?").pluck();
	const entries = db.prepare<[number, number], [number, number, number]>(
		`SELECT at_ms, dir = ${DIRECTION_CODES.in}, dir = ${DIRECTION_CODES.out} FROM entries WHERE session = ? AND position <= ?`,
	);
	const tenths = db.prepare<[number], [number, number, number]>(
		`SELECT tenth * ${TENTH_MS}, received, sent FROM activity WHERE session = ?`,
	);
	const marked = db.prepare<[number, number], MarkedEntry>(
		`SELECT ordinal, at_ms, kind, type, marks FROM entries INDEXED BY entries_marked
		 WHERE session = ? AND position <= ? AND marks > 0 AND marks & ${MARK.finding | MARK.event} ORDER BY position`,
	);
	entries.raw();
	tenths.raw();

	return (tail: SessionTail, columns: number): TimelineOverview => {
		const fromMs = ends.get(tail.row, 1) ?? 0;
		// A clock that was set back must not turn the span round.
		const toMs = Math.max(fromMs, ends.get(tail.row, tail.entries) ?? 0);
		const column = (atMs: number): number => {
			const index = toMs === fromMs ? 0 : Math.floor(((atMs - fromMs) / (toMs - fromMs)) * columns);
			return Math.min(columns - 1, Math.max(0, index));
		};
		const received = new Array<number>(columns).fill(0);
		const sent = new Array<number>(columns).fill(0);
		const counts = tail.entries <= COUNTED_ENTRIES ? entries.iterate(tail.row, tail.entries) : tenths.iterate(tail.row);
		for (const [atMs, inCount, outCount] of counts) {
			const at = column(atMs);
			received[at] = (received[at] as number) + inCount;
			sent[at] = (sent[at] as number) + outCount;
		}
		return { fromMs, toMs, in: received, out: sent, marks: thinned(marked.iterate(tail.row, tail.entries), column) };
	};
}

/** At most one mark of each sort in a column: the first. */
function thinned(entries: Iterable<MarkedEntry>, column: (atMs: number) => number): Mark[] {
	const taken = new Set<string>();
	const marks: Mark[] = [];
	for (const entry of entries) {
		for (const what of sortsOf(entry)) {
			const key = `${what} ${column(entry.at_ms)}`;
			if (taken.has(key)) continue;
			taken.add(key);
			marks.push({ atMs: entry.at_ms, ordinal: entry.ordinal, what });
		}
	}
	return marks;
}

function sortsOf({ kind, type, marks }: MarkedEntry): Mark["what"][] {
	const sorts: Mark["what"][] = [];
	if (marks & MARK.gap) sorts.push("gap");
	if (marks & MARK.finding) sorts.push("finding");
	if (type === "link.closed" || type === "link.failed") sorts.push("break");
	if (kindOf(kind) === "tap") sorts.push("tap");
	return sorts;
}
