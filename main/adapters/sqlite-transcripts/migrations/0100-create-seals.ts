/**
 * Seals (schemas/transcript/README.md): what a session held at that moment, as one signed head.
 * `sessions.seal_upto` and `seal_amended` are where the seal under way ends; a change to an entry up to there leaves a row in `amendments` with
 * what was before, so that what a seal covers can be told for ever. Its numbers are never given again, not even when the last one is gone.
 * `ordinal` 0 stands for what the session claims beside its entries. `delivery` is a code as in entries, `time_stamp` an answer as in RFC 3161.
 */
export const createSeals = {
	version: 100,
	sql: `
		CREATE TABLE seals (
			session INTEGER NOT NULL REFERENCES sessions (id),
			number INTEGER NOT NULL,
			position INTEGER NOT NULL,
			last_ordinal INTEGER NOT NULL,
			amended_up_to INTEGER NOT NULL,
			claims TEXT NOT NULL,
			statement TEXT NOT NULL,
			head BLOB NOT NULL,
			signature BLOB,
			key BLOB,
			at_ms INTEGER NOT NULL,
			time_stamp BLOB,
			PRIMARY KEY (session, number)
		) STRICT, WITHOUT ROWID;
		CREATE TABLE amendments (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			session INTEGER NOT NULL,
			ordinal INTEGER NOT NULL,
			delivery_before INTEGER NOT NULL,
			findings_before INTEGER NOT NULL
		) STRICT;
		CREATE INDEX amendments_by_entry ON amendments (session, ordinal);
		ALTER TABLE sessions ADD COLUMN seal_upto INTEGER NOT NULL DEFAULT 0;
		ALTER TABLE sessions ADD COLUMN seal_amended INTEGER NOT NULL DEFAULT 0;
		ALTER TABLE sessions ADD COLUMN salt_secret BLOB;
	`,
};
