/** Entries; codes of dir, kind and opcode as in main/core/timeline/chain.ts, delivery and marks as in ../codes.ts. The body stands last: a row is read without it. */
export const createEntries = {
	version: 20,
	sql: `
		CREATE TABLE entries (
			ordinal INTEGER PRIMARY KEY,
			session INTEGER NOT NULL REFERENCES sessions (id),
			position INTEGER NOT NULL,
			at_ms INTEGER NOT NULL,
			mono_ms REAL NOT NULL,
			dir INTEGER NOT NULL,
			kind INTEGER NOT NULL,
			opcode INTEGER NOT NULL,
			type TEXT NOT NULL,
			epoch INTEGER,
			sequence INTEGER,
			delivery INTEGER NOT NULL,
			marks INTEGER NOT NULL,
			sha256 BLOB NOT NULL,
			hash BLOB NOT NULL,
			body BLOB NOT NULL
		) STRICT;
		CREATE INDEX entries_by_position ON entries (session, position, dir);
		CREATE INDEX entries_by_sequence ON entries (session, epoch, sequence) WHERE sequence IS NOT NULL;
		CREATE INDEX entries_marked ON entries (session, position, marks) WHERE marks > 0;
	`,
};
