import type { Database } from "better-sqlite3";
import { createTableFold, type TableFold } from "../../core/protocols/aifight/fold.ts";
import { readTable } from "../../core/protocols/aifight/reading.ts";
import { DELIVERY_CODES } from "../../core/timeline/chain.ts";
import type { Answers } from "./answering.ts";
import { deliveryOf, directionOf, kindOf, MARK, opcodeOf } from "./codes.ts";
import { contentOf } from "./entry-reader.ts";
import { createTailFinder, type SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import type { TableRequests } from "./table-requests.ts";
import { createYielder } from "./yielding.ts";

/** Sessions kept read; the one asked for longest ago makes room. */
const KEPT = 4;
/** A window's question about a session that is far behind is answered after this time, and says how much is left. */
const READ_MS = 120;
const BATCH = 256;
/** Own messages that may still be given up before a socket took them. */
const NOT_YET_SAID: ReadonlySet<number> = new Set([DELIVERY_CODES.queued, DELIVERY_CODES.sending]);

interface EntryRow {
	ordinal: number;
	position: number;
	at_ms: number;
	dir: number;
	kind: number;
	opcode: number;
	type: string;
	delivery: number;
	body: Buffer;
}

interface Kept {
	fold: TableFold;
	/** Last position and ordinal taken. */
	position: number;
	ordinal: number;
	/** Taken own messages whose fate was open. */
	open: Set<number>;
	/** The reading under way; a second question waits for it. */
	reading: Promise<void> | null;
}

const newKept = (): Kept => ({ fold: createTableFold(), position: 0, ordinal: 0, open: new Set(), reading: null });

/** Folds the tables of sessions, further with each question. */
export function createTables(db: Database): Answers<TableRequests> {
	const findTail = createTailFinder(db);
	const kept = new Map<string, Kept>();
	const batch = db.prepare<[number, number, number], EntryRow>(
		`SELECT ordinal, position, at_ms, dir, kind, opcode, type, delivery, body FROM entries
		 WHERE session = ? AND position > ? AND position <= ? AND marks & ${MARK.heartbeat} = 0 ORDER BY position LIMIT ${BATCH}`,
	);
	const deliveryCode = db.prepare<[number], number>("SELECT delivery FROM entries WHERE ordinal = ?").pluck();

	async function readOn(one: Kept, tail: SessionTail, maxMs: number, maxOrdinal = Number.POSITIVE_INFINITY): Promise<void> {
		const pause = createYielder();
		const startedMs = performance.now();
		while (one.position < tail.entries && performance.now() - startedMs < maxMs) {
			const rows = someRows(batch.iterate(tail.row, one.position, tail.entries));
			for (const row of rows) {
				if (row.ordinal > maxOrdinal) return;
				take(one, row);
			}
			// Only heartbeats are left.
			if (rows.length === 0) one.position = tail.entries;
			await pause();
		}
	}

	function take(one: Kept, row: EntryRow): void {
		const content = contentOf(row.body);
		one.fold.take({
			ordinal: row.ordinal,
			atMs: row.at_ms,
			dir: directionOf(row.dir),
			kind: kindOf(row.kind),
			opcode: opcodeOf(row.opcode),
			type: row.type,
			text: "text" in content ? content.text : null,
			delivery: deliveryOf(row.delivery),
		});
		if (NOT_YET_SAID.has(row.delivery)) one.open.add(row.ordinal);
		one.position = row.position;
		one.ordinal = row.ordinal;
	}

	/** What was folded as said and was given up since makes the fold wrong; it is rare, so the session is read anew. */
	function isStillTrue({ open }: Kept): boolean {
		for (const ordinal of open) {
			const code = deliveryCode.get(ordinal) ?? 0;
			if (code === DELIVERY_CODES.discarded) return false;
			if (!NOT_YET_SAID.has(code)) open.delete(ordinal);
		}
		return true;
	}

	function keep(sessionId: string): Kept {
		const known = kept.get(sessionId);
		const one = known && isStillTrue(known) ? known : newKept();
		kept.delete(sessionId);
		kept.set(sessionId, one);
		const [oldest] = kept.keys();
		if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
		return one;
	}

	async function readSession(sessionId: string, ordinal: number | null, maxMs: number): Promise<Kept> {
		const tail = findTail(sessionId);
		if (ordinal !== null && ordinal < tail.lastOrdinal) {
			const one = newKept();
			await readOn(one, tail, Number.POSITIVE_INFINITY, ordinal);
			return one;
		}
		const one = keep(sessionId);
		while (one.reading) await one.reading;
		one.reading = readOn(one, tail, maxMs).finally(() => {
			one.reading = null;
		});
		await one.reading;
		return one;
	}

	return {
		async tableView({ sessionId, match, ordinal }) {
			const one = await readSession(sessionId, ordinal, READ_MS);
			const behind = ordinal === null ? Math.max(0, findTail(sessionId).entries - one.position) : 0;
			return { ...readTable(one.fold, match), upToOrdinal: one.ordinal, behind };
		},
		async tableWhole({ sessionId, ordinal }) {
			return (await readSession(sessionId, ordinal, Number.POSITIVE_INFINITY)).fold.view();
		},
	};
}
