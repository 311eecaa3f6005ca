/**
 * Saved connections, without secret values. That names are unique is checked before a save is posted: a rule here would make the whole
 * transaction fail, with the frames that are in it.
 */
export const createConnections = {
	version: 70,
	sql: `
		CREATE TABLE connections (
			connection_id TEXT PRIMARY KEY,
			name TEXT NOT NULL,
			target TEXT NOT NULL,
			secret_headers TEXT NOT NULL,
			created_at_ms INTEGER NOT NULL,
			changed_at_ms INTEGER NOT NULL,
			used_at_ms INTEGER
		) STRICT, WITHOUT ROWID;
	`,
};
