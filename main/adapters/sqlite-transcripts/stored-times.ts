/** Commits remembered, newest last. */
const REMEMBERED = 4096;

/** When the commits of this run returned, for the newest of them. */
export function createStoredTimes() {
	let commits: { firstOrdinal: number; entries: number; atMs: number }[] = [];
	return {
		add(firstOrdinal: number, entries: number, atMs: number): void {
			if (entries === 0) return;
			commits.push({ firstOrdinal, entries, atMs });
			if (commits.length > 2 * REMEMBERED) commits = commits.slice(-REMEMBERED);
		},
		of(ordinal: number): number | undefined {
			const commit = commits.findLast(({ firstOrdinal }) => firstOrdinal <= ordinal);
			return commit !== undefined && ordinal < commit.firstOrdinal + commit.entries ? commit.atMs : undefined;
		},
	};
}
