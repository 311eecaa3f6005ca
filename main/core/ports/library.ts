/** The list of all sessions, and the search over them. */
import type { LibraryJob, LibraryStatistics, SearchAnswer, SearchHit } from "../../../schemas/library.ts";
import type { Direction, EntryKind } from "../../../schemas/timeline.ts";

/** What the library's list says of a session beyond its summary. */
export interface SessionDetails {
	firstAtMs: number | null;
	lastAtMs: number | null;
	bytes: number;
	taps: number;
	photos: number;
	tags: string[];
	note: string;
	removedAtMs: number | null;
}

/** Keeping what is stored: notes, removal, copies. Nothing of it touches an entry. */
export interface Library {
	/** By session id, removed ones too; sees every change made before. */
	details(): Promise<ReadonlyMap<string, SessionDetails>>;
	annotate(sessionId: string, notes: { tags: string[]; note: string }): void;
	/** Removed sessions go for good when the store is closed or compacted. Null restores. */
	setRemoved(sessionIds: readonly string[], removedAtMs: number | null): void;
	/** Errors: JOB_RUNNING; SESSION_LIVE when the database must stand still for it (`compactStops`) and `mayStop` is false. */
	compact(mayStop: boolean): Promise<{ jobId: number }>;
	/** Errors: JOB_RUNNING; BACKUP_FAILED when there is such a file already. */
	backup(path: string | null): Promise<{ jobId: number }>;
	jobs(): LibraryJob[];
	/** Nothing happens when that job is over. */
	cancelJob(jobId: number): void;
	onJob(listener: (job: LibraryJob) => void): () => void;
	/** Removed sessions that are gone for good now. */
	onPurged(listener: (sessionIds: string[]) => void): () => void;
	statistics(): Promise<LibraryStatistics>;
}

/** One condition on an entry; all of a plan's must hold. */
export type SearchCondition =
	/** In type or text, case-insensitive; also where JSON writes the text with escapes. */
	| { kind: "text"; text: string; wanted: boolean }
	| { kind: "regex"; source: string; flags: string; wanted: boolean }
	/** `path`: members and array indices; `*` is any. `value` null: the path exists. */
	| { kind: "json"; path: string[]; operator: "exists" | "=" | "!=" | "~" | "<" | "<=" | ">" | ">="; value: string | null }
	| { kind: "direction"; directions: Direction[] }
	| { kind: "type"; pattern: string }
	| { kind: "entryKind"; kinds: EntryKind[] }
	| { kind: "finding"; pattern: string }
	| { kind: "time"; fromMs: number | null; toMs: number | null }
	| { kind: "sequence"; from: number | null; to: number | null };

export interface SearchPlan {
	conditions: SearchCondition[];
	sessionId: string | null;
}

export type FoundEntry = Omit<SearchHit, "sessionName">;
export type SearchFound = Omit<SearchAnswer, "hits" | "readTo"> & { hits: FoundEntry[] };

/** Looks through stored entries, away from main. A search that takes too long is stopped with its thread and says so in its hint. */
export interface Search {
	run(plan: SearchPlan, limit: number): Promise<SearchFound>;
	/** Errors: SEARCH_OVER. */
	more(searchId: number, limit: number): Promise<SearchFound>;
	cancel(searchId: number): void;
}
