/**
 * The library: every stored session as one list, what keeps it small and safe, and the search over all of it.
 * Requests and events of `ipc.ts` under `library.` and `search.` speak in these words.
 */
import { PLACES } from "./files.ts";
import { ordinal, rowCount, sessionId } from "./ids.ts";
import { type ProtocolName, protocolName } from "./protocols.ts";
import type { LinkOutcome, SessionSummary } from "./session.ts";
import { boolean, gives, integer, list, nullable, number, type Of, object, optional, request, string, word } from "./shapes.ts";
import type { Direction, EntryKind } from "./timeline.ts";

/**
 * How a session stands. `live`: it has a link, makes one or will by itself. `ended`: it is over, as agreed. `lost`: its link broke.
 * `refused`: the other side closed for cause, or did not let it in. `evicted`: another console took the seat. `imported`: came from a file.
 * `idle`: never had a link.
 */
export const OUTCOMES = ["live", "ended", "lost", "refused", "evicted", "imported", "idle"] as const;
export type SessionOutcome = (typeof OUTCOMES)[number];

/** What a session may hold that is worth looking for. */
export const CONTENTS = ["gap", "finding", "unknown", "tap", "photo", "note"] as const;
export type SessionContent = (typeof CONTENTS)[number];

export const MAX_TAGS = 16;
export const MAX_TAG_LENGTH = 40;
export const MAX_NOTE_LENGTH = 4000;
const tags = list(string({ minLength: 1, maxLength: MAX_TAG_LENGTH }), { maxItems: MAX_TAGS, uniqueItems: true });

export interface LibrarySession
	extends Pick<
		SessionSummary,
		| "sessionId"
		| "name"
		| "protocol"
		| "profile"
		| "endpoint"
		| "by"
		| "scenario"
		| "importedFrom"
		| "importedRedacted"
		| "notVerified"
		| "createdAtMs"
	> {
	/** Times of its first and last entry, ms since 1970; null while it has none. */
	firstAtMs: number | null;
	lastAtMs: number | null;
	outcome: SessionOutcome;
	lastOutcome: LinkOutcome | null;
	entries: number;
	/** Bytes of all its entries, without what the database needs around them. */
	bytes: number;
	findings: number;
	/** Entries not read yet for what only reading in order finds. */
	unread: number;
	/** Holes that are not healed, and those that are. */
	gaps: number;
	healedGaps: number;
	/** Own messages whose delivery is unknown. */
	unknown: number;
	taps: number;
	photos: number;
	tags: string[];
	note: string;
	/** When it was removed; it can be restored until the program ends or the database is compacted. Null: it was not. */
	removedAtMs: number | null;
}

/** All parts must hold; within a part one is enough, but for `contains`, where all must be there. */
const libraryFilter = object({
	/** Words looked for in name, id, address, tags and note, case-insensitive. */
	text: optional(string({ maxLength: 1024 })),
	protocols: optional(list(protocolName, { uniqueItems: true, maxItems: 32 })),
	outcomes: optional(list(word(...OUTCOMES), { uniqueItems: true, maxItems: OUTCOMES.length })),
	contains: optional(list(word(...CONTENTS), { uniqueItems: true, maxItems: CONTENTS.length })),
	tags: optional(tags),
	/** Sessions with an entry at or after, and at or before. */
	fromMs: optional(ordinal),
	toMs: optional(ordinal),
	/** The removed ones instead of the others. */
	removed: optional(boolean),
});
export interface LibraryFilter extends Of<typeof libraryFilter> {}

export const LIBRARY_SORTS = ["time", "name", "length", "entries", "bytes", "findings", "gaps", "unknown", "outcome"] as const;
const librarySort = object({ by: word(...LIBRARY_SORTS), descending: boolean });
export interface LibrarySort extends Of<typeof librarySort> {}

/** How many sessions would be listed if only this part of the filter were another. */
export interface LibraryFacets {
	protocols: Record<ProtocolName, number>;
	outcomes: Record<SessionOutcome, number>;
	contains: Record<SessionContent, number>;
	/** The most used tags first. */
	tags: { tag: string; count: number }[];
}

export interface LibraryPage {
	/** Sessions that fit the filter. */
	total: number;
	/** Sessions in the library without a filter, their entries and bytes, and how many are removed. */
	all: { sessions: number; entries: number; bytes: number; removed: number };
	facets: LibraryFacets;
	/** Only when sorted by time: days of the whole list in its order, each with its local start and how many sessions it has. */
	days: { startMs: number; count: number }[];
	sessions: LibrarySession[];
}

const retentionPolicy = object({
	/** Sessions whose last entry is older than this go. Null: age does not matter. */
	maxAgeDays: nullable(number(0, 100_000)),
	/** The oldest sessions go until the others have at most this many bytes of entries. Null: size does not matter. */
	maxBytes: nullable(ordinal),
	/** Sessions with a tag or a note stay whatever their age and size. */
	keepNoted: boolean,
});
export interface RetentionPolicy extends Of<typeof retentionPolicy> {}

/** What a policy would remove. Live sessions always stay. */
export interface RetentionPlan {
	/** The oldest first; at most 500 of them are listed. */
	sessions: Pick<LibrarySession, "sessionId" | "name" | "lastAtMs" | "entries" | "bytes">[];
	count: number;
	entries: number;
	bytes: number;
	kept: { sessions: number; bytes: number };
	/** The policy could not be met because what is left is live, or has a tag or a note. */
	unmet: boolean;
}

export interface LibraryJob {
	jobId: number;
	kind: "backup" | "compact";
	state: "running" | "done" | "cancelled" | "failed";
	/** Bytes. `total` may grow while it runs. */
	done: number;
	total: number;
	/** One sentence: what it does now, or what came of it. */
	message: string;
	/** The backup's file, for people. */
	path?: string;
	/** Of a backup that is done, for `file.handOver` and `file.show`. */
	fileId?: string;
}

export interface LibraryStatistics {
	databasePath: string;
	databaseBytes: number;
	/** The log beside the database, and the size at which a warning is given; it is brought back well before its cap. */
	walBytes: number;
	walWarnBytes: number;
	walCapBytes: number;
	/** Room inside the database that compacting gives back. */
	freeBytes: number;
	/** Compacting needs the recording to stop for a moment: the database was made by an older version. */
	compactStops: boolean;
	/** The search index, a file of its own that can be made again. */
	indexBytes: number;
	/** Entries it does not hold yet. */
	notIndexed: number;
	sessions: number;
	removed: number;
	entries: number;
	findings: number;
	/** Bytes of all entries. */
	bytes: number;
	oldestAtMs: number | null;
	newestAtMs: number | null;
}

// ---------------------------------------------------------------- search

/**
 * A search is one line of text:
 *
 *     badge "gate 3" -test        words, an exact phrase, a word that must not occur; case does not matter
 *     /badge \d+/i                a regular expression of JavaScript
 *     $.type = RUN_FINISHED       JSON path and value; also != ~ (contains) < <= > >=; a path alone: it exists
 *     dir:in type:RUN_* kind:tap  direction, type (with *), kind
 *     finding:schema.*            finding code (with *)
 *     after:2026-11-01T12:00  before:2026-12-01  seq:10..20
 *
 * All parts must hold.
 */
export const MAX_SEARCH_LENGTH = 1024;
export const MAX_SEARCH_HITS = 200;

export interface SearchHint {
	/** `incomplete`: goes on being typed. `invalid`: cannot be right. `tooSlow`: a regular expression that was stopped. */
	kind: "incomplete" | "invalid" | "tooSlow";
	message: string;
	/** Where in the text, UTF-16 offsets. */
	from: number;
	to: number;
}

export interface SearchHit {
	sessionId: string;
	sessionName: string;
	ordinal: number;
	position: number;
	atMs: number;
	dir: Direction;
	kind: EntryKind;
	type: string;
	sequence?: number;
	/** A part of the entry around the first hit in it, on one line, hidden characters made visible. */
	snippet: string;
	/** What was hit, as offsets in `snippet`; empty when a filter alone decided. */
	marks: [number, number][];
}

export interface SearchAnswer {
	/** For `search.more`; null when the text could not be searched. */
	searchId: number | null;
	/** Newest first. */
	hits: SearchHit[];
	/** Nothing more can be found. Otherwise `search.more` goes on. */
	done: boolean;
	/** Entries this search is over, and how many of them are settled. */
	total: number;
	settled: number;
	/** Entries the index does not hold yet; they are read one by one, so nothing is missed. */
	notIndexed: number;
	/**
	 * Findings were asked for, and sessions are not read to their end: entries that were read for findings, of those searched. Null where everything
	 * was, or where nothing hangs on it.
	 */
	readTo: { read: number; entries: number } | null;
	hint: SearchHint | null;
}

// ---------------------------------------------------------------- requests

const sessionIds = list(sessionId, { minItems: 1, maxItems: 1000, uniqueItems: true });
const hits = integer(1, MAX_SEARCH_HITS);

export const LIBRARY_REQUESTS = {
	/** Sessions `from` to `from + count - 1` of the filtered and sorted library. */
	"library.list": request({ filter: libraryFilter, sort: librarySort, from: ordinal, count: rowCount }, gives<LibraryPage>()),
	"library.session": request({ sessionId }, gives<LibrarySession>()),
	/** Sets the note, adds and takes away tags, for each of the sessions. */
	"library.annotate": request(
		{ sessionIds, note: optional(string({ maxLength: MAX_NOTE_LENGTH })), addTags: optional(tags), removeTags: optional(tags) },
		gives<null>(),
	),
	/** Hides sessions from every list. They can be restored until the program ends or the database is compacted. Live ones are refused. */
	"library.remove": request({ sessionIds }, gives<{ removed: string[]; live: string[] }>()),
	"library.restore": request({ sessionIds }, gives<{ restored: string[] }>()),
	/** What the policy would remove; with `apply` it is removed, and can be restored. */
	"library.retention": request({ policy: retentionPolicy, apply: boolean }, gives<RetentionPlan>()),
	/** Takes removed sessions out of the database and gives their room back to the disk. Progress comes as `library.job`. */
	"library.compact": request({}, gives<{ jobId: number }>()),
	/**
	 * Copies the database to a new file while recording goes on, into PROFILE/backups or, with `ask`, where the person says in a dialog of the
	 * host: null when nothing was chosen. Errors: NOT_IN_THIS_HOST, BACKUP_FAILED, JOB_RUNNING.
	 */
	"library.backup": request({ place: word(...PLACES) }, gives<{ jobId: number } | null>()),
	/** Jobs of this run of the program, newest first. */
	"library.jobs": request({}, gives<LibraryJob[]>()),
	"library.cancel": request({ jobId: ordinal }, gives<null>()),
	"library.statistics": request({}, gives<LibraryStatistics>()),

	/** Begins a search over every session, or one; answers after `limit` hits or a fraction of a second. */
	"search.run": request(
		{ text: string({ maxLength: MAX_SEARCH_LENGTH }), sessionId: optional(sessionId), limit: hits },
		gives<SearchAnswer>(),
	),
	"search.more": request({ searchId: ordinal, limit: hits }, gives<SearchAnswer>()),
	"search.cancel": request({ searchId: ordinal }, gives<null>()),
};
