/** Sessions, and the one row that says which batch was written last (an interrupted batch must not be written twice). */
export const createSessions = {
	version: 10,
	sql: `
		CREATE TABLE store (
			id INTEGER PRIMARY KEY CHECK (id = 1),
			last_batch INTEGER NOT NULL
		) STRICT;
		INSERT INTO store VALUES (1, 0);

		CREATE TABLE sessions (
			id INTEGER PRIMARY KEY,
			session_id TEXT NOT NULL UNIQUE,
			origin TEXT NOT NULL,
			facts TEXT NOT NULL,
			entries INTEGER NOT NULL,
			last_ordinal INTEGER NOT NULL,
			head BLOB NOT NULL,
			trouble_changes INTEGER NOT NULL
		) STRICT;
	`,
};
