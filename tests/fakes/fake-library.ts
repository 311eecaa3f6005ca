import type { Library, Search, SessionDetails } from "../../main/core/ports.ts";
import type { LibraryJob, LibraryStatistics } from "../../schemas/library.ts";

export interface FakeLibrary extends Library {
	/** What the store would know of a session. */
	set(sessionId: string, details: Partial<SessionDetails>): void;
	/** Where backups went, in order; null: into the profile. */
	readonly backedUpTo: (string | null)[];
	/** Sessions are gone for good. */
	purge(sessionIds: string[]): void;
}

const NOTHING: SessionDetails = { firstAtMs: null, lastAtMs: null, bytes: 0, taps: 0, photos: 0, tags: [], note: "", removedAtMs: null };
const EMPTY: LibraryStatistics = {
	databasePath: "/fake.sqlite",
	databaseBytes: 0,
	walBytes: 0,
	walWarnBytes: 0,
	walCapBytes: 0,
	freeBytes: 0,
	compactStops: false,
	indexBytes: 0,
	notIndexed: 0,
	sessions: 0,
	removed: 0,
	entries: 0,
	findings: 0,
	bytes: 0,
	oldestAtMs: null,
	newestAtMs: null,
};

/** Notes and removal in memory; its jobs are done as soon as they are begun. */
export function createFakeLibrary(): FakeLibrary {
	const sessions = new Map<string, SessionDetails>();
	const jobs: LibraryJob[] = [];
	const jobListeners = new Set<(job: LibraryJob) => void>();
	const purgeListeners = new Set<(sessionIds: string[]) => void>();
	const set = (sessionId: string, details: Partial<SessionDetails>): void => {
		sessions.set(sessionId, { ...(sessions.get(sessionId) ?? NOTHING), ...details });
	};

	const backedUpTo: (string | null)[] = [];

	async function job(kind: LibraryJob["kind"], path?: string): Promise<{ jobId: number }> {
		const jobId = jobs.length + 1;
		const done: LibraryJob = { jobId, kind, state: "done", done: 1, total: 1, message: "Done.", ...(path !== undefined && { path }) };
		jobs.unshift(done);
		for (const listener of jobListeners) listener(done);
		return { jobId };
	}

	return {
		set,
		backedUpTo,
		purge(sessionIds) {
			for (const sessionId of sessionIds) sessions.delete(sessionId);
			for (const listener of purgeListeners) listener(sessionIds);
		},
		details: async () => new Map(sessions),
		annotate: set,
		setRemoved(sessionIds, removedAtMs) {
			for (const sessionId of sessionIds) set(sessionId, { removedAtMs });
		},
		compact: () => job("compact"),
		backup(path) {
			backedUpTo.push(path);
			return job("backup", path ?? "/fake/backups/transcripts.sqlite");
		},
		jobs: () => jobs,
		cancelJob() {},
		onJob(listener) {
			jobListeners.add(listener);
			return () => void jobListeners.delete(listener);
		},
		onPurged(listener) {
			purgeListeners.add(listener);
			return () => void purgeListeners.delete(listener);
		},
		statistics: async () => EMPTY,
	};
}

/** Finds nothing. */
export function createFakeSearch(): Search {
	const nothing = { searchId: 1, hits: [], done: true, total: 0, settled: 0, notIndexed: 0, hint: null };
	return { run: async () => nothing, more: async () => nothing, cancel() {} };
}
