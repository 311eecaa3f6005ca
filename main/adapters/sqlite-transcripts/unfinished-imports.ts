import type { Database } from "better-sqlite3";

/** An import that broke off leaves nothing: its session goes, all or nothing, before anything else is done. */
export function dropUnfinishedImports(db: Database): void {
	const rows = db.prepare<[], number>("SELECT id FROM sessions WHERE facts ->> 'importing' IS NOT NULL").pluck().all();
	if (rows.length === 0) return;
	const steps = [
		`INSERT INTO purged (session, first_ordinal, last_ordinal)
		 SELECT id, coalesce((SELECT min(ordinal) FROM entries WHERE session = sessions.id), 0), last_ordinal FROM sessions WHERE id = ?`,
		"DELETE FROM findings WHERE ordinal IN (SELECT ordinal FROM entries WHERE session = ?)",
		"DELETE FROM entries WHERE session = ?",
		"DELETE FROM activity WHERE session = ?",
		"DELETE FROM shapes WHERE session = ?",
		"DELETE FROM notes WHERE session = ?",
		"DELETE FROM sessions WHERE id = ?",
	].map((sql) => db.prepare<[number]>(sql));
	db.transaction(() => {
		for (const row of rows) for (const step of steps) step.run(row);
	}).immediate();
}
