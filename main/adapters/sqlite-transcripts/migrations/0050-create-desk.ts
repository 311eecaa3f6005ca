/** What the operator left lying: drafts, settings, recent targets. */
export const createDesk = {
	version: 50,
	sql: `
		CREATE TABLE drafts (
			session_id TEXT NOT NULL,
			key TEXT NOT NULL,
			text TEXT NOT NULL,
			PRIMARY KEY (session_id, key)
		) STRICT, WITHOUT ROWID;
		CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
		CREATE TABLE recent (
			id TEXT PRIMARY KEY,
			target TEXT NOT NULL,
			label TEXT NOT NULL,
			used_at_ms INTEGER NOT NULL
		) STRICT, WITHOUT ROWID;
	`,
};
