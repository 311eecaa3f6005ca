import type { Database } from "better-sqlite3";
import type { OutboxEntry, SessionFacts, SessionOrigin } from "../../core/ports.ts";
import { deliveryOf, MARK } from "./codes.ts";
import { genesis } from "./hashing.ts";
import type { OpenedSession } from "./messages.ts";
import { readSession } from "./stored-json.ts";

interface SessionRow {
	id: number;
	origin: string;
	facts: string;
	entries: number;
	last_ordinal: number;
}

/** Finds the stored session of that id with its outbox, or stores a new one. */
export function createSessionOpener(db: Database): (origin: SessionOrigin, facts: SessionFacts) => OpenedSession {
	const find = db.prepare<[string], SessionRow>("SELECT id, origin, facts, entries, last_ordinal FROM sessions WHERE session_id = ?");
	const insert = db.prepare(
		`INSERT INTO sessions (id, session_id, origin, facts, entries, last_ordinal, head, trouble_changes)
		 VALUES (1 + max((SELECT coalesce(max(id), 0) FROM sessions), (SELECT coalesce(max(session), 0) FROM purged)), ?, ?, ?, 0, 0, ?, 0)`,
	);
	const open = db.prepare<[number], { ordinal: number; type: string; delivery: number; body: Buffer }>(
		`SELECT ordinal, type, delivery, body FROM entries INDEXED BY entries_marked
		 WHERE session = ? AND marks > 0 AND marks & ${MARK.open} ORDER BY position`,
	);

	return (origin, facts) => {
		const found = find.get(origin.sessionId);
		if (found === undefined) {
			const { lastInsertRowid } = insert.run(origin.sessionId, JSON.stringify(origin), JSON.stringify(facts), genesis(origin.sessionId));
			return { row: Number(lastInsertRowid), session: { origin, facts, entries: 0 }, lastOrdinal: 0, outbox: [], created: true };
		}
		const outbox = open.all(found.id).map(
			({ ordinal, type, delivery, body }): OutboxEntry => ({
				ordinal,
				type,
				text: body.toString(),
				delivery: deliveryOf(delivery) ?? "unknown",
			}),
		);
		const session = {
			...readSession(origin.sessionId, found.origin, found.facts),
			entries: found.entries,
		};
		return { row: found.id, session, lastOrdinal: found.last_ordinal, outbox, created: false };
	};
}
