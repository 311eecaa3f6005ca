/** Findings may be added after their entry was stored, so they live outside the hash chain. */
export const createFindings = {
	version: 30,
	sql: `
		CREATE TABLE findings (
			ordinal INTEGER NOT NULL,
			number INTEGER NOT NULL,
			code TEXT NOT NULL,
			severity TEXT NOT NULL,
			path TEXT NOT NULL,
			message TEXT NOT NULL,
			reason TEXT,
			PRIMARY KEY (ordinal, number)
		) STRICT, WITHOUT ROWID;
	`,
};
