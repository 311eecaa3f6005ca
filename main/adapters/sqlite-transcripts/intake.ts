/**
 * Main's side of writing: numbers entries, packs them, and keeps one batch with the writer while the next collects.
 * What was accepted stays here until its commit returned, whatever happens to the writer.
 */

import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { Committed, EntryDraft, SessionFacts } from "../../core/ports.ts";
import {
	BATCH_BYTES,
	BATCH_ENTRIES,
	CHUNK_BYTES,
	CHUNK_ENTRIES,
	type Chunk,
	createChunkPool,
	pack,
	repackDelivery,
	roomFor,
	wholeShared,
} from "./batch.ts";
import type { BatchComparison, Change, PostedBatch } from "./messages.ts";
import { claimedText } from "./seals/claims.ts";

/** A session as the intake knows it. */
export interface IntakeSession {
	row: number;
	lastOrdinal: number;
	/** Calls of `setDelivery` so far. */
	deliveries: number;
	pendingBytes: number;
	listener: ((committed: Committed) => void) | null;
	/** Its share of the batch that collects now; null when that holds nothing of it. */
	share: Share | null;
	/** What its facts claimed when they were last handed on (seals/claims.ts); null before that. */
	claims: string | null;
}

interface Share {
	session: IntakeSession;
	batch: Batch;
	bytes: number;
	lastOrdinal: number;
	/** Calls of `setDelivery` that it holds, and all before. */
	deliveries: number;
	facts: SessionFacts | null;
}

interface Batch extends PostedBatch {
	entries: number;
	bytes: number;
	shares: Share[];
	typeIndexes: Map<string, number>;
	sealed: boolean;
	/** Called after its commit, or when it is given up. */
	settled: (() => void)[];
}

export interface Intake {
	append(session: IntakeSession, draft: EntryDraft): number;
	setFacts(session: IntakeSession, facts: SessionFacts): void;
	/** Returns the number of this call in its session. */
	setDelivery(session: IntakeSession, ordinal: number, delivery: Delivery): number;
	addFindings(session: IntakeSession, ordinal: number, findings: readonly Finding[]): void;
	change(change: Change): void;
	pending(): { entries: number; bytes: number };
	/** Resolves when everything accepted so far was committed or given up; at once when nothing is pending. */
	settled(): Promise<void>;
	/** The writer is ready, or a pause after a failure is over: posts what waits. */
	resume(): void;
	committed(id: number, comparisons: BatchComparison[]): void;
	/** The batch with the writer was not written; `resume` tries it again. */
	interrupted(): void;
	/** The oldest batch not known to be written, 0 when there is none. */
	oldestBatch(): number;
	/** Ends all waiting; what is pending stays unwritten. */
	giveUp(): void;
}

export interface IntakeOptions {
	nextOrdinal: number;
	nextBatch: number;
	post(batch: PostedBatch): void;
	/** After each commit. */
	onCommit(firstOrdinal: number, entries: number): void;
}

export function createIntake(options: IntakeOptions): Intake {
	const pool = createChunkPool();
	let nextOrdinal = options.nextOrdinal;
	let nextBatch = options.nextBatch;
	/** Sealed and not committed, oldest first; the first may be with the writer. */
	const queue: Batch[] = [];
	let posted = false;
	let running = false;
	let closed = false;
	let scheduled = false;
	let pendingEntries = 0;
	let pendingBytes = 0;
	let batch = startBatch();
	let chunk: Chunk | null = null;

	function startBatch(): Batch {
		return {
			id: nextBatch++,
			firstOrdinal: nextOrdinal,
			chunks: [],
			types: [],
			findings: [],
			changes: [],
			facts: [],
			entries: 0,
			bytes: 0,
			shares: [],
			typeIndexes: new Map(),
			sealed: false,
			settled: [],
		};
	}

	const isEmpty = (): boolean => batch.shares.length === 0 && batch.changes.length === 0;

	/** The end of a run of calls without a pause: only here a batch may end, so what was said together is written together. */
	function boundary(): void {
		scheduled = false;
		if (isEmpty()) return;
		if (running && !posted && queue.length === 0) seal();
		else if (batch.bytes >= BATCH_BYTES || batch.entries >= BATCH_ENTRIES) seal();
		postNext();
	}

	function schedule(): void {
		if (closed) throw new ConsoleError("STORE_FAILED", "The transcript store is closed; nothing more can be recorded.");
		if (scheduled) return;
		scheduled = true;
		queueMicrotask(boundary);
	}

	function seal(): void {
		for (const { session, facts } of batch.shares) {
			session.share = null;
			if (facts !== null) batch.facts.push({ sessionRow: session.row, json: JSON.stringify(facts), ...newClaims(session, facts) });
		}
		batch.sealed = true;
		queue.push(batch);
		batch = startBatch();
		chunk = null;
	}

	function postNext(): void {
		if (!running || posted) return;
		if (queue.length === 0 && !scheduled && !isEmpty()) seal();
		const next = queue[0];
		if (next === undefined) return;
		posted = true;
		const { id, firstOrdinal, chunks, types, findings, changes, facts } = next;
		options.post({ id, firstOrdinal, chunks, types, findings, changes, facts });
	}

	function shareOf(session: IntakeSession): Share {
		const share: Share = { session, batch, bytes: 0, lastOrdinal: session.lastOrdinal, deliveries: session.deliveries, facts: null };
		session.share = share;
		batch.shares.push(share);
		return share;
	}

	function chunkFor(body: Uint8Array | string): Chunk {
		const shared = wholeShared(body);
		if (shared !== null) {
			const own = pool.around(shared);
			batch.chunks.push(own);
			chunk = null;
			return own;
		}
		if (chunk !== null && chunk.entries < CHUNK_ENTRIES) {
			const free = chunk.bytes.length - chunk.used;
			if (roomFor(body, free) <= free) return chunk;
		}
		chunk = pool.take(roomFor(body, CHUNK_BYTES));
		batch.chunks.push(chunk);
		return chunk;
	}

	function typeIndex(type: string): number {
		const known = batch.typeIndexes.get(type);
		if (known !== undefined) return known;
		batch.typeIndexes.set(type, batch.types.length);
		return batch.types.push(storable(type)) - 1;
	}

	function append(session: IntakeSession, draft: EntryDraft): number {
		schedule();
		const share = session.share ?? shareOf(session);
		const bytes = pack(chunkFor(draft.body), session.row, draft, typeIndex(draft.type));
		const ordinal = nextOrdinal++;
		if (draft.findings !== undefined && draft.findings.length > 0) batch.findings.push({ ordinal, findings: draft.findings });
		session.lastOrdinal = ordinal;
		session.pendingBytes += bytes;
		share.lastOrdinal = ordinal;
		share.bytes += bytes;
		batch.entries++;
		batch.bytes += bytes;
		pendingEntries++;
		pendingBytes += bytes;
		return ordinal;
	}

	/** Place of an entry of the batch that collects now. */
	function findCollecting(ordinal: number): { chunk: Chunk; index: number } | null {
		let index = ordinal - batch.firstOrdinal;
		if (index < 0) return null;
		for (const each of batch.chunks) {
			if (index < each.entries) return { chunk: each, index };
			index -= each.entries;
		}
		return null;
	}

	function setDelivery(session: IntakeSession, ordinal: number, delivery: Delivery): number {
		schedule();
		const share = session.share ?? shareOf(session);
		session.deliveries += 1;
		share.deliveries = session.deliveries;
		const collecting = findCollecting(ordinal);
		if (collecting !== null) {
			repackDelivery(collecting.chunk, collecting.index, delivery);
		} else batch.changes.push({ kind: "delivery", sessionRow: session.row, ordinal, delivery });
		return session.deliveries;
	}

	function committed(id: number, comparisons: BatchComparison[]): void {
		const done = queue[0];
		if (done === undefined || done.id !== id) return;
		queue.shift();
		posted = false;
		pendingEntries -= done.entries;
		pendingBytes -= done.bytes;
		for (const each of done.chunks) pool.give(each);
		options.onCommit(done.firstOrdinal, done.entries);
		// First work for the writer, then news for the listeners.
		postNext();
		for (const { session, bytes, lastOrdinal, deliveries } of done.shares) {
			session.pendingBytes -= bytes;
			const own = comparisons.filter((each) => each.sessionRow === session.row);
			session.listener?.({
				upToOrdinal: lastOrdinal,
				upToDelivery: deliveries,
				comparisons: own.map(({ ordinal, comparison }) => ({ ordinal, comparison })),
			});
		}
		for (const settle of done.settled) settle();
	}

	return {
		append,
		setDelivery,
		committed,
		setFacts(session, facts) {
			schedule();
			(session.share ?? shareOf(session)).facts = facts;
		},
		addFindings(session, ordinal, findings) {
			if (findings.length === 0) return;
			schedule();
			if (session.share === null) shareOf(session);
			batch.changes.push({ kind: "findings", sessionRow: session.row, ordinal, findings });
		},
		change(change) {
			schedule();
			batch.changes.push(change);
		},
		pending: () => ({ entries: pendingEntries, bytes: pendingBytes }),
		settled() {
			const last = isEmpty() ? queue.at(-1) : batch;
			return last === undefined || closed ? Promise.resolve() : new Promise((resolve) => last.settled.push(resolve));
		},
		resume() {
			running = true;
			postNext();
		},
		interrupted() {
			running = false;
			posted = false;
		},
		oldestBatch: () => queue[0]?.id ?? 0,
		giveUp() {
			closed = true;
			running = false;
			for (const each of [...queue, batch]) for (const settle of each.settled.splice(0)) settle();
		},
	};
}

const LONGEST_TYPE = 64;

/** As the database gives it back: at most 64 characters, no half of a surrogate pair. */
function storable(type: string): string {
	return Buffer.from(type.slice(0, LONGEST_TYPE)).toString();
}

/** Only for what the writer must compare with what is stored: nearly every batch claims what the one before did. */
function newClaims(session: IntakeSession, facts: SessionFacts): { claims?: string } {
	const claims = claimedText(facts);
	if (claims === session.claims) return {};
	session.claims = claims;
	return { claims };
}
