/** What the operator says about sessions, and which ones were removed. `purging` is 0, or the first ordinal of a session that is being taken out and cannot be restored any more. */
export const createNotes = {
	version: 80,
	sql: `
		CREATE TABLE notes (
			session INTEGER PRIMARY KEY REFERENCES sessions (id),
			tags TEXT NOT NULL DEFAULT '[]',
			note TEXT NOT NULL DEFAULT '',
			removed_at_ms INTEGER,
			purging INTEGER NOT NULL DEFAULT 0
		) STRICT;
	`,
};
