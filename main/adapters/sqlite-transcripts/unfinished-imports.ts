import type { Database } from "better-sqlite3";
import { IS_IMPORTING } from "./stored-json.ts";

/** Entries that one step takes away: a commit of a live session waits no longer than that. */
const STEP_ENTRIES = 2000;

/** An import that broke off leaves nothing: its session goes, all or nothing, before anything else is done. */
export function dropUnfinishedImports(db: Database): void {
	const rows = db.prepare<[], number>(`SELECT id FROM sessions WHERE ${IS_IMPORTING}`).pluck().all();
	if (rows.length === 0) return;
	const drop = createImportDropper(db);
	db.transaction(() => {
		for (const row of rows) while (!drop(row));
	}).immediate();
}

/**
 * Takes away the last entries of a session that is still an import, and with the first of them the session itself; answers whether it is gone.
 * A session that is none, or none any more, is left alone.
 */
export function createImportDropper(db: Database): (sessionRow: number) => boolean {
	const isImport = db.prepare<[number], number>(`SELECT ${IS_IMPORTING} FROM sessions WHERE id = ?`).pluck();
	const last = db
		.prepare<[number], number>(`SELECT ordinal FROM entries WHERE session = ? ORDER BY position DESC LIMIT ${STEP_ENTRIES}`)
		.pluck();
	const findings = db.prepare<[number]>("DELETE FROM findings WHERE ordinal = ?");
	const entry = db.prepare<[number]>("DELETE FROM entries WHERE ordinal = ?");
	const purged = db.prepare(
		"INSERT INTO purged (session, first_ordinal, last_ordinal) SELECT id, ?, last_ordinal FROM sessions WHERE id = ?",
	);
	const rest = [
		"DELETE FROM seals WHERE session = ?",
		"DELETE FROM amendments WHERE session = ?",
		"DELETE FROM activity WHERE session = ?",
		"DELETE FROM shapes WHERE session = ?",
		"DELETE FROM notes WHERE session = ?",
		"DELETE FROM sessions WHERE id = ?",
	].map((sql) => db.prepare<[number]>(sql));
	return (sessionRow) => {
		if (isImport.get(sessionRow) !== 1) return true;
		const ordinals = last.all(sessionRow);
		for (const ordinal of ordinals) {
			findings.run(ordinal);
			entry.run(ordinal);
		}
		if (ordinals.length === STEP_ENTRIES) return false;
		// Its first ordinal is among the ones that went last: they went from the end.
		purged.run(ordinals.at(-1) ?? 0, sessionRow);
		for (const step of rest) step.run(sessionRow);
		return true;
	};
}

/** Steps that take a session of that many entries away. */
export const dropSteps = (entries: number): number => Math.floor(entries / STEP_ENTRIES) + 1;
