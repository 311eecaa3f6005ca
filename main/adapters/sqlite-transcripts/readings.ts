import { randomUUID } from "node:crypto";
import type { Database } from "better-sqlite3";
import type { Finding } from "../../../schemas/timeline.ts";
import { createExactJson } from "../../core/conversation/exact-json.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { SessionOrigin } from "../../core/ports.ts";
import { doorOf } from "../../core/protocols/table.ts";
import { notAmong } from "../../core/reading/not-among.ts";
import type { ConversationViews, Found, Reading, StoredEntry, TableViews } from "../../core/reading/reading.ts";
import type { Answers } from "./answering.ts";
import { deliveryOf, directionOf, kindOf, MARK, opcodeOf } from "./codes.ts";
import { contentOf, createEntryReader } from "./entry-reader.ts";
import type { ReadingRequests } from "./readings-requests.ts";
import { createTailFinder, type SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import { storedObject } from "./stored-json.ts";
import { createYielder } from "./yielding.ts";

/** Sessions kept read; the one asked for longest ago makes room. */
const KEPT = 4;
/** Findings in one answer: main takes each over, and masks and passes it on. */
const FINDINGS_AT_A_TIME = 500;
/** A question about a session that is far behind is answered with what has been read after this time, and says how much is left. */
const READ_MS = 120;
const BATCH = 256;

interface EntryRow {
	ordinal: number;
	position: number;
	at_ms: number;
	dir: number;
	kind: number;
	opcode: number;
	type: string;
	epoch: number | null;
	sequence: number | null;
	delivery: number;
	body: Buffer;
}

interface Kept {
	reading: Reading;
	/** Last position taken. */
	position: number;
	/** Entries read whose findings were all said. */
	said: number;
	/** Read for its findings: it stays, however many others are looked at. */
	isFollowed: boolean;
	/** The reading under way; a second question waits for it. */
	underWay: Promise<void> | null;
}

/** Reads sessions of every protocol, further with each question: one reading a session, whoever asks. */
export function createReadings(db: Database): Answers<ReadingRequests> {
	const json = createExactJson(randomUUID());
	const findTail = createTailFinder(db);
	const entries = createEntryReader(db);
	const kept = new Map<string, Kept>();
	let generation = Date.now();
	const originOf = db.prepare<[number], string>("SELECT origin FROM sessions WHERE id = ?").pluck();
	// Pings, pongs and own acks say nothing to a reader: `isUpkeep`.
	const batch = db.prepare<[number, number, number], EntryRow>(
		`SELECT ordinal, position, at_ms, dir, kind, opcode, type, epoch, sequence, delivery, body FROM entries
		 WHERE session = ? AND position > ? AND position <= ? AND marks & ${MARK.heartbeat | MARK.ack} = 0 ORDER BY position LIMIT ${BATCH}`,
	);
	const bodyOf = db.prepare<[number], Buffer>("SELECT body FROM entries WHERE ordinal = ?").pluck();
	const deliveryCode = db.prepare<[number], number>("SELECT delivery FROM entries WHERE ordinal = ?").pluck();

	function begin(tail: SessionTail): Kept {
		const { protocol } = (storedObject(originOf.get(tail.row)) ?? {}) as Partial<SessionOrigin>;
		const reading = doorOf(protocol ?? "").createReading({
			json,
			generation: generation++,
			textOf(ordinal) {
				const body = bodyOf.get(ordinal);
				return body === undefined ? null : body.toString();
			},
			deliveryOf: (ordinal) => deliveryOf(deliveryCode.get(ordinal) ?? 0),
		});
		return { reading, position: 0, said: 0, isFollowed: false, underWay: null };
	}

	/** Takes stored entries until the last one, one more than `maxOrdinal`, `maxEntries` of them, or `maxMs` have passed. */
	async function readOn(one: Kept, tail: SessionTail, stop: { maxMs?: number; maxEntries?: number; maxOrdinal?: number }): Promise<void> {
		const { maxMs = Number.POSITIVE_INFINITY, maxEntries = Number.POSITIVE_INFINITY, maxOrdinal = Number.POSITIVE_INFINITY } = stop;
		const pause = createYielder();
		const startedMs = performance.now();
		const first = one.position;
		while (one.position < tail.entries && one.position - first < maxEntries && performance.now() - startedMs < maxMs) {
			const rows = someRows(batch.iterate(tail.row, one.position, tail.entries));
			for (const row of rows) {
				if (row.ordinal > maxOrdinal) return;
				one.reading.take(entryOf(row));
				one.position = row.position;
			}
			// Only heartbeats and acks are left.
			if (rows.length === 0) one.position = tail.entries;
			await pause();
		}
		if (one.position >= tail.entries) one.reading.caughtUp();
	}

	function keep(sessionId: string, tail: SessionTail): Kept {
		const known = kept.get(sessionId);
		const isFollowed = known?.isFollowed ?? false;
		const one = known && (known.underWay !== null || known.reading.isStillTrue()) ? known : { ...begin(tail), isFollowed };
		kept.delete(sessionId);
		kept.set(sessionId, one);
		makeRoom();
		return one;
	}

	function makeRoom(): void {
		let free = [...kept.values()].filter(({ isFollowed }) => !isFollowed).length;
		for (const [id, { isFollowed }] of kept) {
			if (free <= KEPT) return;
			if (isFollowed) continue;
			kept.delete(id);
			free--;
		}
	}

	/** Reads on, one question at a time; answers how many entries are left. At the last one, what is open is cut off when nothing more is recorded. */
	async function step(one: Kept, sessionId: string, isEnded: boolean, stop: Parameters<typeof readOn>[2]): Promise<number> {
		one.underWay ??= readOn(one, findTail(sessionId), stop).finally(() => {
			one.underWay = null;
		});
		await one.underWay;
		const behind = Math.max(0, findTail(sessionId).entries - one.position);
		if (behind === 0 && isEnded) one.reading.end();
		return behind;
	}

	/** The session read as far as `maxMs` allow, and how many entries are left. */
	async function readSession(sessionId: string, isEnded: boolean, maxMs = READ_MS): Promise<{ reading: Reading; behind: number }> {
		const one = keep(sessionId, findTail(sessionId));
		const before = performance.now();
		let behind: number;
		do behind = await step(one, sessionId, isEnded, { maxMs });
		while (behind > 0 && performance.now() - before < maxMs);
		return { reading: one.reading, behind };
	}

	/** As it was at that entry, read from the beginning. */
	async function readUpTo(sessionId: string, maxOrdinal: number): Promise<Reading> {
		const tail = findTail(sessionId);
		const one = begin(tail);
		await readOn(one, tail, { maxOrdinal });
		return one.reading;
	}

	/** Those the store does not have yet: reading a session again finds the same. */
	const notStored = (found: Found[]): Found[] =>
		found.flatMap(({ ordinal, findings }) => {
			const fresh = notAmong(entries.findings(ordinal), findings);
			return fresh.length === 0 ? [] : [{ ordinal, findings: fresh }];
		});

	return {
		async page({ sessionId, isEnded, request }) {
			const { reading, behind } = await readSession(sessionId, isEnded);
			return { ...conversationOf(reading).page(request), behind };
		},
		async text({ sessionId, index, from, count }) {
			return conversationOf((await readSession(sessionId, false)).reading).text(index, from, count);
		},
		async locate({ sessionId, ordinal }) {
			return conversationOf((await readSession(sessionId, false, Number.POSITIVE_INFINITY)).reading).locate(ordinal);
		},
		async stateAt({ sessionId, ordinal }) {
			const { reading, behind } = await readSession(sessionId, false);
			return { ...conversationOf(reading).stateAt(ordinal), behind };
		},
		async stateTrail({ sessionId }) {
			const { reading, behind } = await readSession(sessionId, false);
			return { ...conversationOf(reading).stateTrail(), behind };
		},
		async table({ sessionId, isEnded, match, ordinal }) {
			if (ordinal !== null && ordinal < findTail(sessionId).lastOrdinal)
				return { ...tableOf(await readUpTo(sessionId, ordinal)).view(match), behind: 0 };
			const { reading, behind } = await readSession(sessionId, isEnded);
			return { ...tableOf(reading).view(match), behind };
		},
		async whole({ sessionId, isEnded, ordinal }) {
			if (ordinal !== null) return (await readUpTo(sessionId, ordinal)).whole();
			return (await readSession(sessionId, isEnded, Number.POSITIVE_INFINITY)).reading.whole();
		},
		async requests({ sessionId, isEnded }) {
			const { requests } = (await readSession(sessionId, isEnded, Number.POSITIVE_INFINITY)).reading;
			return requests === null ? null : [...requests()];
		},
		async findings({ sessionId, isEnded, maxEntries }) {
			const one = keep(sessionId, findTail(sessionId));
			one.isFollowed = true;
			if (one.reading.isAllSaid()) await step(one, sessionId, isEnded, { maxEntries });
			const found = notStored(gathered(one.reading.takeFindings(FINDINGS_AT_A_TIME)));
			const { entries: all } = findTail(sessionId);
			if (!one.reading.isAllSaid()) return { found, read: one.said, behind: Math.max(1, all - one.said) };
			one.said = one.position;
			return { found, read: one.position, behind: Math.max(0, all - one.position) };
		},
		async endReading({ sessionId }) {
			const one = kept.get(sessionId);
			if (one) one.isFollowed = false;
			makeRoom();
			return null;
		},
	};
}

/** One list for each entry: what is found of it comes at several times. */
function gathered(found: readonly Found[]): Found[] {
	const byOrdinal = new Map<number, Finding[]>();
	for (const { ordinal, findings } of found) {
		const known = byOrdinal.get(ordinal);
		if (known) known.push(...findings);
		else byOrdinal.set(ordinal, [...findings]);
	}
	return [...byOrdinal].map(([ordinal, findings]) => ({ ordinal, findings }));
}

function conversationOf({ conversation }: Reading): ConversationViews {
	if (conversation !== null) return conversation;
	throw new ConsoleError("INVALID_ARGS", "This session has no conversation: its protocol plays at tables.");
}

function tableOf({ table }: Reading): TableViews {
	if (table !== null) return table;
	throw new ConsoleError("INVALID_ARGS", "This session has no table: its protocol holds conversations.");
}

function entryOf(row: EntryRow): StoredEntry {
	const content = contentOf(row.body);
	return {
		ordinal: row.ordinal,
		atMs: row.at_ms,
		dir: directionOf(row.dir),
		kind: kindOf(row.kind),
		opcode: opcodeOf(row.opcode),
		type: row.type,
		text: "text" in content ? content.text : null,
		byteLength: row.body.length,
		epoch: row.epoch ?? undefined,
		sequence: row.sequence ?? undefined,
		delivery: deliveryOf(row.delivery),
	};
}
