import { randomUUID } from "node:crypto";
import type { Database } from "better-sqlite3";
import { createExactJson } from "../../core/conversation/exact-json.ts";
import { createFoldedSession, type FoldedSession } from "../../core/conversation/folded-session.ts";
import type { SessionOrigin } from "../../core/ports.ts";
import type { Answers } from "./answering.ts";
import { deliveryOf, directionOf, kindOf, MARK, opcodeOf } from "./codes.ts";
import type { ConversationRequests } from "./conversation-requests.ts";
import { contentOf, createEntryReader } from "./entry-reader.ts";
import { createTailFinder, type SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import { storedObject } from "./stored-json.ts";
import { createYielder } from "./yielding.ts";

/** Sessions kept read; the one asked for longest ago makes room. */
const KEPT = 3;
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
	folded: FoldedSession;
	/** Last position taken. */
	position: number;
	/** Entries read whose findings were all said. */
	said: number;
	/** Read for its findings: it stays, however many others are looked at. */
	isFollowed: boolean;
	/** The reading under way; a second question waits for it. */
	reading: Promise<void> | null;
}

export function createConversations(db: Database): Answers<ConversationRequests> {
	const json = createExactJson(randomUUID());
	const findTail = createTailFinder(db);
	const entries = createEntryReader(db);
	const kept = new Map<string, Kept>();
	let generation = Date.now();
	const originOf = db.prepare<[number], string>("SELECT origin FROM sessions WHERE id = ?").pluck();
	const batch = db.prepare<[number, number, number], EntryRow>(
		`SELECT ordinal, position, at_ms, dir, kind, opcode, type, epoch, sequence, delivery, body FROM entries
		 WHERE session = ? AND position > ? AND position <= ? AND marks & ${MARK.heartbeat | MARK.ack} = 0 ORDER BY position LIMIT ${BATCH}`,
	);
	const bodyOf = db.prepare<[number], Buffer>("SELECT body FROM entries WHERE ordinal = ?").pluck();
	const deliveryCode = db.prepare<[number], number>("SELECT delivery FROM entries WHERE ordinal = ?").pluck();

	function newFolded(tail: SessionTail): FoldedSession {
		const { target, card } = (storedObject(originOf.get(tail.row)) ?? {}) as Partial<SessionOrigin>;
		const policy = target?.resume ?? "auto";
		return createFoldedSession({
			resume: policy === "always" || (policy !== "never" && (card?.resume ?? false)),
			json,
			generation: generation++,
			textOf(ordinal) {
				const body = bodyOf.get(ordinal);
				return body === undefined ? null : body.toString();
			},
			deliveryOf: (ordinal) => deliveryOf(deliveryCode.get(ordinal) ?? 0),
		});
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
				one.folded.take(entryOf(row));
				one.position = row.position;
			}
			// Only heartbeats and acks are left.
			if (rows.length === 0) one.position = tail.entries;
			await pause();
		}
		if (one.position >= tail.entries) one.folded.caughtUp();
	}

	function keep(sessionId: string, tail: SessionTail): Kept {
		const one = kept.get(sessionId) ?? { folded: newFolded(tail), position: 0, said: 0, isFollowed: false, reading: null };
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

	/** The session read as far as `READ_MS` allow, and how many entries are left. */
	async function readSession(sessionId: string, maxMs = READ_MS): Promise<{ folded: FoldedSession; behind: number }> {
		const one = keep(sessionId, findTail(sessionId));
		const before = performance.now();
		do {
			const tail = findTail(sessionId);
			one.reading ??= readOn(one, tail, { maxMs }).finally(() => {
				one.reading = null;
			});
			await one.reading;
		} while (one.position < findTail(sessionId).entries && performance.now() - before < maxMs);
		return { folded: one.folded, behind: Math.max(0, findTail(sessionId).entries - one.position) };
	}

	/** Those the store does not have yet: reading a session again finds the same. */
	function notStored(found: ReturnType<FoldedSession["takeFindings"]>): ReturnType<FoldedSession["takeFindings"]> {
		return found.flatMap(({ ordinal, findings }) => {
			const stored = new Set(entries.findings(ordinal).map(({ code, path, reason }) => `${code} ${path} ${reason ?? ""}`));
			const fresh = findings.filter(({ code, path, reason }) => !stored.has(`${code} ${path} ${reason ?? ""}`));
			return fresh.length === 0 ? [] : [{ ordinal, findings: fresh }];
		});
	}

	return {
		async page({ sessionId, request }) {
			const { folded, behind } = await readSession(sessionId);
			return { ...folded.page(request), behind };
		},
		async text({ sessionId, index, from, count }) {
			return (await readSession(sessionId)).folded.text(index, from, count);
		},
		async locate({ sessionId, ordinal }) {
			return (await readSession(sessionId, Number.POSITIVE_INFINITY)).folded.locate(ordinal);
		},
		async stateAt({ sessionId, ordinal }) {
			const { folded, behind } = await readSession(sessionId);
			return { ...folded.stateAt(ordinal), behind };
		},
		async stateTrail({ sessionId }) {
			const { folded, behind } = await readSession(sessionId);
			return { ...folded.stateTrail(), behind };
		},
		async whole({ sessionId, ordinal }) {
			const tail = findTail(sessionId);
			if (ordinal === null) return (await readSession(sessionId, Number.POSITIVE_INFINITY)).folded.whole();
			const one: Kept = { folded: newFolded(tail), position: 0, said: 0, isFollowed: false, reading: null };
			await readOn(one, tail, { maxOrdinal: ordinal });
			return one.folded.whole();
		},
		async findings({ sessionId, maxEntries }) {
			const tail = findTail(sessionId);
			const one = keep(sessionId, tail);
			one.isFollowed = true;
			if (one.folded.isAllSaid()) {
				one.reading ??= readOn(one, tail, { maxEntries }).finally(() => {
					one.reading = null;
				});
				await one.reading;
			}
			const found = notStored(one.folded.takeFindings(FINDINGS_AT_A_TIME));
			const { entries: all } = findTail(sessionId);
			if (!one.folded.isAllSaid()) return { found, read: one.said, behind: Math.max(1, all - one.said) };
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

function entryOf(row: EntryRow) {
	const content = contentOf(row.body);
	return {
		ordinal: row.ordinal,
		atMs: row.at_ms,
		dir: directionOf(row.dir),
		kind: kindOf(row.kind),
		opcode: opcodeOf(row.opcode),
		type: row.type,
		text: "text" in content ? content.text : null,
		epoch: row.epoch ?? undefined,
		sequence: row.sequence ?? undefined,
		delivery: deliveryOf(row.delivery),
	};
}
