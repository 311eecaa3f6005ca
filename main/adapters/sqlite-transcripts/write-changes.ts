import type { Database } from "better-sqlite3";
import type { Finding } from "../../../schemas/timeline.ts";
import { assertNever } from "../../core/errors.ts";
import { DELIVERY_CODES } from "../../core/timeline/chain.ts";
import { type KindCodes, LISTING, MARK, marksOf } from "./codes.ts";
import type { Change } from "./messages.ts";
import { createSealWriter } from "./seals/write-seals.ts";
import { createImportDropper } from "./unfinished-imports.ts";

const RECENT_KEPT = 50;

export interface ChangeWriter {
	apply(change: Change): void;
	/** Before facts are saved that claim this (seals/claims.ts). */
	claim(sessionRow: number, claims: string): void;
	/** `first` is the number the first of them gets within its entry. */
	insertFindings(ordinal: number, first: number, findings: readonly Finding[]): void;
}

/** Changes to what is stored; runs inside the caller's transaction. A change to an entry the session does not have is ignored. */
export function createChangeWriter(db: Database, kindsOf: (sessionRow: number) => KindCodes): ChangeWriter {
	const entry = db
		.prepare(
			`SELECT dir, kind, opcode, type, delivery, marks, position <= (SELECT seal_upto FROM sessions WHERE id = session)
			 FROM entries WHERE ordinal = ? AND session = ?`,
		)
		.raw();
	const update = db.prepare("UPDATE entries SET delivery = ?, marks = ? WHERE ordinal = ?");
	const troubleChanged = db.prepare("UPDATE sessions SET trouble_changes = trouble_changes + 1 WHERE id = ?");
	const findingCount = db.prepare("SELECT count(*) FROM findings WHERE ordinal = ?").pluck();
	const seals = createSealWriter(db);
	const insertFinding = db.prepare(
		"INSERT INTO findings (ordinal, number, code, severity, path, message, reason) VALUES (?, ?, ?, ?, ?, ?, ?)",
	);
	const saveDraft = db.prepare("INSERT INTO drafts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text");
	const dropDraft = db.prepare("DELETE FROM drafts WHERE session_id = ? AND key = ?");
	const saveSetting = db.prepare("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
	const dropSetting = db.prepare("DELETE FROM settings WHERE key = ?");
	const saveRecent = db.prepare(
		`INSERT INTO recent VALUES (?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET target = excluded.target, label = excluded.label, used_at_ms = excluded.used_at_ms`,
	);
	const trimRecent = db.prepare("DELETE FROM recent WHERE id NOT IN (SELECT id FROM recent ORDER BY used_at_ms DESC LIMIT ?)");
	const saveConnection = db.prepare(
		`INSERT INTO connections VALUES (?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET name = excluded.name, target = excluded.target, secret_headers = excluded.secret_headers,
			changed_at_ms = excluded.changed_at_ms, used_at_ms = excluded.used_at_ms`,
	);
	const removeConnection = db.prepare("DELETE FROM connections WHERE connection_id = ?");
	const dropImport = createImportDropper(db);
	const forgetRecent = db.prepare("DELETE FROM recent WHERE id = ?");

	const saveNotes = db.prepare(
		`INSERT INTO notes (session, tags, note) SELECT id, ?, ? FROM sessions WHERE session_id = ?
		 ON CONFLICT DO UPDATE SET tags = excluded.tags, note = excluded.note`,
	);
	const saveRemoved = db.prepare(
		`INSERT INTO notes (session, removed_at_ms) SELECT id, ? FROM sessions WHERE session_id = ?
		 ON CONFLICT DO UPDATE SET removed_at_ms = excluded.removed_at_ms WHERE purging = 0`,
	);

	function insertFindings(ordinal: number, first: number, findings: readonly Finding[]): void {
		let number = first;
		for (const { code, severity, path, message, reason } of findings) {
			insertFinding.run(ordinal, number++, code, severity, path, message, reason ?? null);
		}
	}

	/** `delivery` null keeps the entry's own. */
	function remark(sessionRow: number, ordinal: number, delivery: number | null, addsFinding: boolean): boolean {
		const found = entry.get(ordinal, sessionRow) as [number, number, number, string, number, number, number] | undefined;
		if (found === undefined) return false;
		const [dir, kind, opcode, type, oldDelivery, oldMarks, isSealed] = found;
		const newDelivery = delivery ?? oldDelivery;
		if (isSealed && (newDelivery !== oldDelivery || addsFinding))
			seals.amend(sessionRow, ordinal, oldDelivery, findingCount.get(ordinal) as number);
		let marks = marksOf(dir, kind, opcode, type, newDelivery, addsFinding || (oldMarks & MARK.finding) !== 0, kindsOf(sessionRow));
		if (oldMarks & MARK.odd) marks = (marks | MARK.odd) & ~MARK.ack;
		if (newDelivery !== oldDelivery || marks !== oldMarks) update.run(newDelivery, marks, ordinal);
		if ((marks & LISTING) !== (oldMarks & LISTING)) troubleChanged.run(sessionRow);
		return true;
	}

	function apply(change: Change): void {
		switch (change.kind) {
			case "delivery":
				remark(change.sessionRow, change.ordinal, DELIVERY_CODES[change.delivery], false);
				return;
			case "findings":
				if (remark(change.sessionRow, change.ordinal, null, true)) {
					insertFindings(change.ordinal, findingCount.get(change.ordinal) as number, change.findings);
				}
				return;
			case "beginSeal":
				seals.begin(change);
				return;
			case "seal":
				seals.store(change.seal);
				return;
			case "timeStamp":
				seals.stamp(change);
				return;
			case "draft":
				if (change.text === "") dropDraft.run(change.sessionId, change.key);
				else saveDraft.run(change.sessionId, change.key, change.text);
				return;
			case "setting":
				if (change.value === "") dropSetting.run(change.key);
				else saveSetting.run(change.key, change.value);
				return;
			case "recent": {
				const { id, target, label, usedAtMs } = change.target;
				saveRecent.run(id, JSON.stringify(target), label, usedAtMs);
				trimRecent.run(RECENT_KEPT);
				return;
			}
			case "notes":
				saveNotes.run(JSON.stringify(change.tags), change.note, change.sessionId);
				return;
			case "removed":
				for (const sessionId of change.sessionIds) saveRemoved.run(change.removedAtMs, sessionId);
				return;
			case "dropImport":
				dropImport(change.sessionRow);
				return;
			case "forgetRecent":
				forgetRecent.run(change.id);
				return;
			case "connection": {
				const { connectionId, name, target, secretHeaders, createdAtMs, changedAtMs, usedAtMs } = change.connection;
				saveConnection.run(connectionId, name, JSON.stringify(target), JSON.stringify(secretHeaders), createdAtMs, changedAtMs, usedAtMs);
				return;
			}
			case "removeConnection":
				removeConnection.run(change.connectionId);
				return;
			default:
				assertNever(change);
		}
	}

	return { apply, insertFindings, claim: seals.claim };
}
