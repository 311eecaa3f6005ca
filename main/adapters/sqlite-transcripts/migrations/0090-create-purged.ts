/**
 * Sessions that were taken out for good. Their row and their ordinals are never given again, for caches and the search index know entries by
 * them; the index must also forget what stood there. The identity ties that index, a file of its own, to this database.
 */
export const createPurged = {
	version: 90,
	sql: `
		CREATE TABLE purged (
			id INTEGER PRIMARY KEY,
			session INTEGER NOT NULL,
			first_ordinal INTEGER NOT NULL,
			last_ordinal INTEGER NOT NULL
		) STRICT;
		CREATE TABLE identity (id TEXT NOT NULL) STRICT;
		INSERT INTO identity VALUES (lower(hex(randomblob(16))));
	`,
};
