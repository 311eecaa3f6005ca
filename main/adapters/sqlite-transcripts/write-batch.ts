import type { Database } from "better-sqlite3";
import type { ChainHeader } from "../../core/timeline/chain.ts";
import type { FrameKindsTable } from "../../core/timeline/frame-kinds.ts";
import { type Chunk, deliveryIn, dirIn, FLAG, kindIn, NUMBERS_PER_ENTRY, opcodeIn } from "./batch.ts";
import { foldCodeOf, type KindCodes, marksOf } from "./codes.ts";
import { createActivityCounter } from "./count-activity.ts";
import { createChain, sha256, writeSha256 } from "./hashing.ts";
import { createInserter } from "./insert-entries.ts";
import type { BatchComparison, Change, PostedBatch } from "./messages.ts";
import { createOutsideWrites, type KnownTail, type OutsideNews } from "./outside-writes.ts";
import { createSessionKinds } from "./session-kinds.ts";
import { createChangeWriter } from "./write-changes.ts";
import { createShapeWriter } from "./write-shapes.ts";

/** Where a session's chain ends. */
interface Tail extends KnownTail {
	kinds: KindCodes;
	touchedBy: number;
	/** As of the last commit. */
	stored: KnownTail;
}

export interface BatchWriter {
	/**
	 * Writes one batch in one transaction; returns after the commit with fsync. A batch that is already on disk (its answer was lost) is not
	 * written again, only its comparisons are answered again.
	 * Errors: whatever SQLite throws; nothing of the batch is then on disk.
	 */
	write(batch: PostedBatch): BatchComparison[];
	/** The session is gone for good; what still comes for it is left out. */
	forget(sessionRow: number): void;
	/** Looks for what other programs did to the database, also while nothing is written here. */
	lookOutside(): void;
}

/** `kinds`: what the protocols say of their frames. `onOutside` hears of what other programs did to the database. */
export function createBatchWriter(db: Database, kinds: FrameKindsTable, onOutside: (news: OutsideNews) => void = () => {}): BatchWriter {
	const inserter = createInserter(db);
	const activity = createActivityCounter(db);
	const shapes = createShapeWriter(db);
	const kindsOf = createSessionKinds(db, kinds);
	const changes = createChangeWriter(db, kindsOf);
	const chain = createChain();
	const begin = db.prepare("BEGIN IMMEDIATE");
	const commit = db.prepare("COMMIT");
	const rollback = db.prepare("ROLLBACK");
	const loadTail = db.prepare("SELECT entries, head, last_ordinal FROM sessions WHERE id = ?").raw();
	const saveTail = db.prepare("UPDATE sessions SET entries = ?, head = ?, last_ordinal = ? WHERE id = ?");
	const saveFacts = db.prepare("UPDATE sessions SET facts = ? WHERE id = ?");
	const lastBatch = db.prepare("SELECT last_batch FROM store").pluck();
	const saveLastBatch = db.prepare("UPDATE store SET last_batch = ?");
	const firstOfSequence = db
		.prepare(
			"SELECT sha256 FROM entries WHERE session = ? AND epoch IS ? AND sequence = ? AND dir = 0 AND ordinal < ? ORDER BY ordinal LIMIT 1",
		)
		.pluck();
	const tails = new Map<number, Tail>();
	const outside = createOutsideWrites(db);
	/** By session: how often something had come from outside when its seal was begun. */
	const begun = new Map<string, number>();
	/** Sessions whose end is not from here: this run seals no more of them. */
	const foreign = new Set<string>();
	const header: ChainHeader = { ordinal: 0, atMs: 0, monoMs: 0, dir: 0, kind: 0, opcode: 0, epoch: null, sequence: null, byteLength: 0 };

	/** Null for a session that is gone: nobody could ever read what is said about it. */
	function tailOf(sessionRow: number): Tail | null {
		const known = tails.get(sessionRow);
		if (known !== undefined) return known;
		const found = loadTail.get(sessionRow) as [number, Buffer, number] | undefined;
		if (found === undefined) return null;
		const [position, head, lastOrdinal] = found;
		const stored = { position, head: Buffer.from(head), lastOrdinal };
		const tail = { position, head: Buffer.from(head), lastOrdinal, kinds: kindsOf(sessionRow), touchedBy: 0, stored };
		tails.set(sessionRow, tail);
		return tail;
	}

	function compare(sessionRow: number, epoch: number | null, sequence: number | null, ordinal: number, hash: Buffer): BatchComparison {
		const first = firstOfSequence.get(sessionRow, epoch, sequence, ordinal) as Buffer | undefined;
		const comparison = first === undefined ? "absent" : hash.equals(first) ? "same" : "different";
		return { sessionRow, ordinal, comparison };
	}

	function writeChunk(chunk: Chunk, firstOrdinal: number, batch: PostedBatch, touched: number[], comparisons: BatchComparison[]): void {
		const { numbers, bytes } = chunk;
		let used = 0;
		for (let i = 0; i < chunk.entries; i++) {
			const at = i * NUMBERS_PER_ENTRY;
			const sessionRow = numbers[at] as number;
			const packed = numbers[at + 3] as number;
			const type = batch.types[numbers[at + 4] as number] as string;
			const byteLength = numbers[at + 7] as number;
			const body = bytes.subarray(used, used + byteLength);
			used += byteLength;
			header.ordinal = firstOrdinal + i;
			header.atMs = numbers[at + 1] as number;
			header.monoMs = numbers[at + 2] as number;
			header.dir = dirIn(packed);
			header.kind = kindIn(packed);
			header.opcode = opcodeIn(packed);
			header.epoch = packed & FLAG.epoch ? (numbers[at + 5] as number) : null;
			header.sequence = packed & FLAG.sequence ? (numbers[at + 6] as number) : null;
			header.byteLength = byteLength;
			const tail = tailOf(sessionRow);
			if (tail === null) continue;
			if (tail.touchedBy !== batch.id) {
				tail.touchedBy = batch.id;
				touched.push(sessionRow);
			}
			const slot = inserter.slot();
			writeSha256(body, slot.sha256, 0);
			chain.next(tail.head, header, type, slot.sha256, slot.hash, 0);
			tail.head.set(slot.hash);
			tail.lastOrdinal = header.ordinal;
			tail.position++;
			if (packed & FLAG.compare) {
				inserter.flush();
				comparisons.push(compare(sessionRow, header.epoch, header.sequence, header.ordinal, slot.sha256));
			}
			const delivery = deliveryIn(packed);
			const marks = marksOf(header.dir, header.kind, header.opcode, type, delivery, (packed & FLAG.findings) !== 0, tail.kinds);
			inserter.insert(sessionRow, tail.position, header, type, delivery, marks, body);
			activity.count(sessionRow, header.atMs, header.dir);
			shapes.add(sessionRow, tail.position, foldCodeOf(header.dir, header.kind, header.opcode, type, tail.kinds), byteLength);
		}
		inserter.flush();
	}

	function writeAll(batch: PostedBatch): BatchComparison[] {
		const touched: number[] = [];
		const comparisons: BatchComparison[] = [];
		let firstOrdinal = batch.firstOrdinal;
		for (const chunk of batch.chunks) {
			writeChunk(chunk, firstOrdinal, batch, touched, comparisons);
			firstOrdinal += chunk.entries;
		}
		activity.flush();
		shapes.flush();
		for (const { ordinal, findings } of batch.findings) changes.insertFindings(ordinal, 0, findings);
		for (const change of batch.changes) if (change.kind !== "beginSeal" && mayBeSealed(change)) changes.apply(change);
		for (const { sessionRow, json, claims } of batch.facts) {
			if (claims !== undefined) changes.claim(sessionRow, claims);
			saveFacts.run(json, sessionRow);
		}
		for (const row of touched) {
			const { position, head, lastOrdinal } = tails.get(row) as Tail;
			saveTail.run(position, head, lastOrdinal, row);
		}
		// Last, so that a seal ends with this batch, whole.
		for (const change of batch.changes) {
			if (change.kind !== "beginSeal" || foreign.has(change.sessionId)) continue;
			begun.set(change.sessionId, outside.times());
			changes.apply(change);
		}
		saveLastBatch.run(batch.id);
		return comparisons;
	}

	/** What was computed while another program wrote may hold some of that: it is not stored, and made again. */
	function mayBeSealed(change: Change): boolean {
		if (change.kind !== "seal") return true;
		const { sessionId } = change.seal;
		return !foreign.has(sessionId) && (begun.get(sessionId) ?? outside.times()) === outside.times();
	}

	function lookOutside(): void {
		const news = outside.look(storedTails);
		if (news === null) return;
		for (const sessionId of news.sessionIds) foreign.add(sessionId);
		onOutside(news);
	}

	const storedTails = (): [number, KnownTail][] => [...tails].map(([row, { stored }]) => [row, stored]);

	/** The comparisons of a batch that is on disk. */
	function compareAgain(batch: PostedBatch): BatchComparison[] {
		const comparisons: BatchComparison[] = [];
		let ordinal = batch.firstOrdinal;
		for (const { entries, numbers, bytes } of batch.chunks) {
			let used = 0;
			for (let at = 0; at < entries * NUMBERS_PER_ENTRY; at += NUMBERS_PER_ENTRY) {
				const byteLength = numbers[at + 7] as number;
				const packed = numbers[at + 3] as number;
				const epoch = packed & FLAG.epoch ? (numbers[at + 5] as number) : null;
				const sequence = packed & FLAG.sequence ? (numbers[at + 6] as number) : null;
				if (packed & FLAG.compare) {
					const hash = sha256(bytes.subarray(used, used + byteLength));
					comparisons.push(compare(numbers[at] as number, epoch, sequence, ordinal, hash));
				}
				used += byteLength;
				ordinal++;
			}
		}
		return comparisons;
	}

	function write(batch: PostedBatch): BatchComparison[] {
		lookOutside();
		begin.run();
		// From here on nobody else writes.
		while (outside.hasNews()) {
			rollback.run();
			lookOutside();
			begin.run();
		}
		try {
			if (batch.id <= (lastBatch.get() as number)) {
				rollback.run();
				return compareAgain(batch);
			}
			const comparisons = writeAll(batch);
			commit.run();
			for (const tail of tails.values()) {
				if (tail.touchedBy !== batch.id) continue;
				tail.head.copy(tail.stored.head);
				Object.assign(tail.stored, { position: tail.position, lastOrdinal: tail.lastOrdinal });
			}
			return comparisons;
		} catch (error) {
			// What was counted in memory belongs to a transaction that never was. SQLite has rolled back by itself after some errors.
			for (const tail of tails.values()) {
				tail.stored.head.copy(tail.head);
				Object.assign(tail, { position: tail.stored.position, lastOrdinal: tail.stored.lastOrdinal });
			}
			inserter.reset();
			activity.reset();
			shapes.reset();
			if (db.inTransaction) rollback.run();
			throw error;
		}
	}

	return { write, lookOutside, forget: (sessionRow) => void tails.delete(sessionRow) };
}
