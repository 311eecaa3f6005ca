/** Entries in and out per tenth of a second, kept while writing, so that the overview of a long session reads no entries. */
export const createActivity = {
	version: 40,
	sql: `
		CREATE TABLE activity (
			session INTEGER NOT NULL,
			tenth INTEGER NOT NULL,
			received INTEGER NOT NULL,
			sent INTEGER NOT NULL,
			PRIMARY KEY (session, tenth)
		) STRICT, WITHOUT ROWID;
	`,
};
