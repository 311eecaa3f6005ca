/**
 * THE contract between a window and the main process: every request and every event; `request-args.ts` has the schema of every argument.
 * Adding a request is one row in `Requests`, one in `ARGS_SCHEMA` there and one handler; the compiler names every other place.
 */
import type { ConnectionDraft, ConnectionList, SavedConnection, SecretPart } from "./connections.ts";
import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "./conversation-page.ts";
import type { Result } from "./errors.ts";
import type { HandedOver, Place } from "./files.ts";
import type { MessageCatalogue } from "./forms.ts";
import type {
	ComparePage,
	ExportDone,
	ExportRequest,
	FileProof,
	ImportDone,
	ImportProgress,
	RedactionPreview,
	RedactionRule,
	ReplayPace,
	ReplayStatus,
	ReplayTo,
	UploadBegun,
} from "./interchange.ts";
import type { KioskEvents, KioskRequests } from "./kiosk.ts";
import type {
	LibraryFilter,
	LibraryJob,
	LibraryPage,
	LibrarySession,
	LibrarySort,
	LibraryStatistics,
	RetentionPlan,
	RetentionPolicy,
	SearchAnswer,
} from "./library.ts";
import type { SchemaStatus } from "./observation-schema.ts";
import type { ProofReport, SigningStatus } from "./proof.ts";
import type { ReaderStatus, Tap, TapFailed } from "./reader.ts";
import type { KeptKey, SeatReport } from "./seat.ts";
import type { SecretKeeping } from "./secrets.ts";
import type { ConnectTarget, Ledger, ProtocolName, SessionSummary } from "./session.ts";
import type { TableReading, TableView } from "./table.ts";
import type { TapEvents, TapRequests } from "./tap.ts";
import type { Template, TemplateKind, TemplateShelf } from "./templates.ts";
import type { AuthorityAnswer } from "./time-stamps.ts";
import type { EntryDetail, Finding, MessageFate, TimelineFilter, TimelineRow } from "./timeline.ts";
import type { ConnectionTrust } from "./trust.ts";

/** What the composer is told about a text before it is sent; the wire carries exactly `text`. */
export interface MessageCheck {
	/** Decoded `type`, or null when the text is not one JSON object with a type. */
	type: string | null;
	byteLength: number;
	findings: Finding[];
	/** No error among the findings. */
	sendable: boolean;
	/** Turn the message would take now; null for messages without one. */
	nextTurn: number | null;
}

export interface ScenarioInfo {
	name: string;
	title: string;
	/** One sentence: what this agent does. */
	about: string;
	/** Heading under which lists show it; those of one group stand together. */
	group?: string;
	protocol: ProtocolName;
	/** What the connection must say for the scenario to make sense. */
	target?: Partial<ConnectTarget>;
}

export interface StoreHealth {
	/** `failing`: writes fail, nothing is acknowledged, everything is kept in memory and retried. */
	state: "ok" | "failing" | "readOnly" | "closed";
	/** One sentence when not ok. */
	message: string;
	databasePath: string;
	databaseBytes: number;
	/** Entries accepted and not yet committed. */
	pendingEntries: number;
	pendingBytes: number;
	/** One sentence while all is well but soon may not be, for example a log that grows because something reads for long. */
	warning?: string;
	/** The look at the database a moment after the start; absent until then, and where nothing is recorded. */
	check?: StoreCheck;
}

/** Whether a database holds together. */
export interface StoreCheck {
	/** SQLite's words for what is damaged; null when nothing was found. */
	problem: string | null;
	/** False: it is too large to be checked in a moment; everything but its older entries was looked at. */
	isWhole: boolean;
	ofBytes: number;
}

export interface AppInfo {
	version: string;
	host: "electron" | "web";
	profileDir: string;
	store: StoreHealth;
	signing: SigningStatus;
	/** What the last time stamp came to that was asked for in this run; null before the first. */
	timeStamps: AuthorityAnswer | null;
	scenarios: ScenarioInfo[];
	/** What a fresh profile opens by itself; null once any session exists. */
	firstRun: ConnectTarget | null;
}

export interface RecentTarget {
	id: string;
	/** Secrets (header values, credentials, query values) are not kept. */
	target: ConnectTarget;
	label: string;
	usedAtMs: number;
}

export interface CardReading {
	name: string;
	url: string;
	resume: boolean;
	explicitTurns: boolean;
	modalities: string[];
	maxFrameBytes: number | null;
	retentionMs: number | null;
	subprotocol: string | null;
	findings: Finding[];
}

/** Of a stored session. */
export interface VerifyReport extends ProofReport {
	/** Entries that seals cover, from the first one, as they stood then. Of those after it the chain holds bytes and headers; deliveries and findings are not bound yet. */
	sealed: number;
	/** Seals that were computed again and hold. */
	seals: number;
	/** What changed after the last seal of what it covers, so that no seal covers how it stands now. */
	changedSince: { entries: number; claims: boolean };
}

/** Width of one column is the session's span divided by the number asked for. */
export interface TimelineOverview {
	fromMs: number;
	toMs: number;
	in: number[];
	out: number[];
	marks: { atMs: number; ordinal: number; what: "gap" | "finding" | "break" | "tap" }[];
}

export interface TimelinePage {
	/** Rows of the list. */
	total: number;
	/** Entries in the list; more than rows where some are folded. */
	listed: number;
	/** Entries of the session. */
	entries: number;
	upToOrdinal: number;
	/**
	 * Another number than before: rows may have changed their index, because an older entry came into the list, left it, or stands out of its
	 * fold now. Otherwise the list only grew at its end.
	 */
	shape: number;
	rows: TimelineRow[];
}

export interface Requests extends TapRequests, KioskRequests {
	"app.info": { args: Record<string, never>; result: AppInfo };
	/** Asks an authority of time stamps whether it answers, without keeping anything. */
	"timeStamps.try": { args: { address: string }; result: AuthorityAnswer };
	/** The list of signed heads (heads.jsonl), to be handed over; null when none was signed yet. */
	"proof.heads": { args: Record<string, never>; result: { fileId: string | null } };
	"settings.get": { args: Record<string, never>; result: Record<string, string> };
	"settings.set": { args: { key: string; value: string }; result: null };
	"recent.list": { args: Record<string, never>; result: RecentTarget[] };
	"recent.forget": { args: { id: string }; result: null };
	/**
	 * The card at an http(s) address, or the one that is `text`; then `source` is only its name. `connectionId`: secrets that are kept for its
	 * trust are used where the given one leaves them empty.
	 */
	"card.read": { args: { source: string; text?: string; trust?: ConnectionTrust; connectionId?: string }; result: CardReading };

	"connection.list": { args: Record<string, never>; result: ConnectionList };
	/** Errors: CONNECTION_INVALID with `detail.field`, SECRET_NOT_KEPT; nothing is saved then. */
	"connection.save": { args: { connection: ConnectionDraft }; result: SavedConnection };
	/** Kept secrets are copied, too. */
	"connection.duplicate": { args: { connectionId: string }; result: SavedConnection };
	"connection.remove": { args: { connectionId: string }; result: null };
	/** Brings back what was removed in this run of the program, with its secrets. */
	"connection.restore": { args: { connectionId: string }; result: SavedConnection };
	/**
	 * Opens a session, or goes on with the stored one of that id. `values` are secrets typed for it; they are kept as `keeping` says.
	 * Errors: SECRETS_NEEDED with `detail.needs`, and those of `session.open`.
	 */
	"connection.open": {
		args: { connectionId: string; values?: Partial<Record<SecretPart, string>>; sessionId?: string };
		result: { sessionId: string };
	};
	/** A file to hand on, without secrets. */
	"connection.export": { args: { connectionId: string }; result: { fileName: string; text: string } };
	"connection.import": { args: { text: string }; result: SavedConnection };

	"session.open": { args: { target: ConnectTarget }; result: { sessionId: string } };
	/** A new session, turns from 1, with the connection of this one; this one stays as it is. Secrets that are no longer known: TARGET_INVALID. */
	/**
	 * Believes that certificate from now on, which a person looked at, and dials again. Only the one the last dial was refused for.
	 * Errors: INVALID_ARGS when it is another one; those of `session.connect`.
	 */
	"session.pin": { args: { sessionId: string; sha256: string }; result: null };
	"session.again": { args: { sessionId: string }; result: { sessionId: string } };
	"session.list": { args: Record<string, never>; result: SessionSummary[] };
	/** Dials now: after a stop, while waiting, or to take a seat back. Does nothing while a link is open or being made. */
	"session.connect": { args: { sessionId: string }; result: null };
	/** Drops the link or the dial at once; the session can be connected again. */
	"session.disconnect": { args: { sessionId: string }; result: null };
	/** Says `session.end`, waits at most 2 s for the other side, closes 1000. */
	"session.end": { args: { sessionId: string }; result: null };
	/** Closes the link with a close frame of the operator's choice; the session can be connected again. */
	"session.close": { args: { sessionId: string; code: number; reason: string }; result: null };
	/** Reads the session to its end for what only reading in order finds; `unread` is what could not be read. */
	"session.read": { args: { sessionId: string }; result: { unread: number; findings: number } };
	"session.rename": { args: { sessionId: string; name: string }; result: null };
	/** The forms of every message this session can send. */
	"message.catalogue": { args: { sessionId: string }; result: MessageCatalogue };
	/** Checks what `text` would do if sent now. Never sends. */
	"message.check": { args: { sessionId: string; text: string }; result: MessageCheck };
	/**
	 * Sends exactly `text`. Without `override` a message with error findings is refused with MESSAGE_INVALID; with it the entry is marked.
	 * While the link is down a valid message with a turn is queued; others are refused. Answers when the message is stored and the socket took it,
	 * when it is stored and waits for a link, or, while the disk is slow, after 0.4 s with what is true then;
	 * `message.changed` tells how it went on.
	 */
	"message.send": { args: { sessionId: string; text: string; override?: boolean }; result: MessageFate };
	"message.discard": { args: { sessionId: string; ordinal: number }; result: null };
	"draft.get": { args: { sessionId: string }; result: { drafts: Record<string, string> } };
	"draft.save": { args: { sessionId: string; key: string; text: string }; result: null };
	/** Kept parts of messages, and those that went out last. */
	"template.list": { args: Record<string, never>; result: TemplateShelf };
	/** Keeps a value under a name; with an id, in place of the one that has it, which may have been forgotten. */
	"template.save": { args: { id?: string; kind: TemplateKind; name: string; text: string }; result: Template };
	"template.forget": { args: { id: string }; result: null };

	/** Rows `from` to `from + count - 1` of the filtered list; `total` is its length now. */
	"timeline.rows": {
		args: { sessionId: string; filter: TimelineFilter; from: number; count: number };
		result: TimelinePage;
	};
	/** With `mostBytes` at most so many bytes of a large entry come, from its beginning; it says so in `cutBytes`. */
	"timeline.entry": { args: { sessionId: string; ordinal: number; mostBytes?: number }; result: EntryDetail };
	/** Index in the filtered list of `ordinal`, or of the nearest listed entry before it; of the fold it is in. */
	"timeline.locate": { args: { sessionId: string; filter: TimelineFilter; ordinal: number }; result: { index: number } };
	/** The next entry with a finding, a gap or an unknown delivery in that direction; null when there is none. */
	"timeline.trouble": {
		args: { sessionId: string; filter: TimelineFilter; fromOrdinal: number; direction: "next" | "previous" };
		result: { ordinal: number; index: number } | null;
	};
	"timeline.overview": { args: { sessionId: string; columns: number }; result: TimelineOverview };

	/** AgentCall: rows `from` to `from + count - 1` of the conversation that changed after revision `since`. */
	"conversation.page": { args: { sessionId: string } & PageRequest; result: ConversationPage };
	/** A piece of a row's text; null when the row has none. */
	"conversation.text": { args: { sessionId: string; index: number; from: number; count: number }; result: TextPiece | null };
	/** Index of the row that entry belongs to, or of the nearest one before it; null while there is none. */
	"conversation.locate": { args: { sessionId: string; ordinal: number }; result: { index: number | null } };
	/** `{"messages":…,"state":…,"runs":…}` as JSON text, after that entry; null: after the last. */
	"conversation.whole": { args: { sessionId: string; ordinal: number | null }; result: { text: string } };
	/** The state after that entry, and what changed it last; null: as it is now. */
	"state.at": { args: { sessionId: string; ordinal: number | null }; result: StateView };
	"state.trail": { args: { sessionId: string }; result: StateTrail };

	/** AIFight: the matches, and one of them whole, after that entry; nulls: the most urgent match, after the last entry. */
	"table.view": { args: { sessionId: string; match: string | null; ordinal: number | null }; result: TableReading };
	/** Every match whole, after that entry. */
	"table.whole": { args: { sessionId: string; ordinal: number | null }; result: TableView };

	/** AIFight: asks the server who holds this session's seat. Never dials; answers within 5 s. */
	"seat.ask": { args: { sessionId: string }; result: SeatReport };
	/** The same before there is a session. */
	"seat.askAt": { args: { target: ConnectTarget }; result: SeatReport };
	/** AIFight: agents whose key is in the system's key store, and whether there is one. */
	"agentKey.list": { args: Record<string, never>; result: { keeping: SecretKeeping; keys: KeptKey[] } };
	"agentKey.forget": { args: KeptKey; result: null };

	/** `head`: one noted elsewhere, perhaps before the session went on. */
	"transcript.verify": { args: { sessionId: string; head?: string }; result: VerifyReport };
	/** Writes DIR/exports/NAME; `file.handOver` gives it to the person. */
	"transcript.export": { args: ExportRequest; result: ExportDone };
	/** Gives a file that this run made to the person: by the host's dialog, or the browser's download. Errors: FILE_UNKNOWN, EXPORT_FAILED. */
	"file.handOver": { args: { fileId: string }; result: HandedOver };
	/** Shows it in the system's file manager. Errors: FILE_UNKNOWN, NOT_IN_THIS_HOST. */
	"file.show": { args: { fileId: string }; result: null };
	/** Built-in and own rules, as saved. */
	"redaction.rules": { args: Record<string, never>; result: { rules: RedactionRule[] } };
	/** Saves own rules and which ones are on; a pattern that cannot be used is refused with INVALID_ARGS. */
	"redaction.save": { args: { rules: RedactionRule[] }; result: { rules: RedactionRule[] } };
	/** What an export with these rules would mask. */
	"redaction.preview": { args: { sessionId: string; rules: RedactionRule[] }; result: RedactionPreview };

	/** A file of the window's machine is handed over in pieces; it lies in the profile until it is imported, verified or let go. */
	"upload.begin": { args: { name: string; bytes: number }; result: UploadBegun };
	/** In order; `base64` holds at most UPLOAD_PIECE_BYTES. */
	"upload.piece": { args: { uploadId: string; base64: string }; result: null };
	/** Lets an upload go, or stops its import: nothing is left of it. */
	"upload.cancel": { args: { uploadId: string }; result: null };
	/** Answers when the whole file is stored; `import.progress` tells how far it is. Errors: IMPORT_FAILED with line or byte, IMPORT_CANCELLED. */
	"transcript.import": { args: { uploadId: string; protocol?: ProtocolName }; result: ImportDone };
	/** `head`, and `key` as a fingerprint: noted elsewhere; then only what they bind counts as proven. */
	"transcript.verifyFile": { args: { uploadId: string; head?: string; key?: string }; result: FileProof };

	/** Rows `from` to `from + count - 1` of the comparison, or of its differences only. */
	"compare.run": {
		args: { left: string; right: string; from: number; count: number; onlyDifferences: boolean };
		result: ComparePage;
	};

	/** Opens a new session there and says in it what the stored one said. Errors: those of `session.open` and `connection.open`. */
	"replay.start": { args: { sessionId: string; to: ReplayTo; pace: ReplayPace }; result: ReplayStatus };
	/** Of the new session; says nothing more, the link stays. */
	"replay.stop": { args: { sessionId: string }; result: ReplayStatus };
	/** Null for a session that is no replay of this run of the program. */
	"replay.status": { args: { sessionId: string }; result: ReplayStatus | null };
	/** Sessions `from` to `from + count - 1` of the filtered and sorted library. */
	"library.list": {
		args: { filter: LibraryFilter; sort: LibrarySort; from: number; count: number };
		result: LibraryPage;
	};
	"library.session": { args: { sessionId: string }; result: LibrarySession };
	/** Sets the note, adds and takes away tags, for each of the sessions. */
	"library.annotate": { args: { sessionIds: string[]; note?: string; addTags?: string[]; removeTags?: string[] }; result: null };
	/** Hides sessions from every list. They can be restored until the program ends or the database is compacted. Live ones are refused. */
	"library.remove": { args: { sessionIds: string[] }; result: { removed: string[]; live: string[] } };
	"library.restore": { args: { sessionIds: string[] }; result: { restored: string[] } };
	/** What the policy would remove; with `apply` it is removed, and can be restored. */
	"library.retention": { args: { policy: RetentionPolicy; apply: boolean }; result: RetentionPlan };
	/** Takes removed sessions out of the database and gives their room back to the disk. Progress comes as `library.job`. */
	"library.compact": { args: Record<string, never>; result: { jobId: number } };
	/**
	 * Copies the database to a new file while recording goes on, into PROFILE/backups or, with `ask`, where the person says in a dialog of the
	 * host: null when nothing was chosen. Errors: NOT_IN_THIS_HOST, BACKUP_FAILED, JOB_RUNNING.
	 */
	"library.backup": { args: { place: Place }; result: { jobId: number } | null };
	/** Jobs of this run of the program, newest first. */
	"library.jobs": { args: Record<string, never>; result: LibraryJob[] };
	"library.cancel": { args: { jobId: number }; result: null };
	"library.statistics": { args: Record<string, never>; result: LibraryStatistics };

	/** Begins a search over every session, or one; answers after `limit` hits or a fraction of a second. */
	"search.run": { args: { text: string; sessionId?: string; limit: number }; result: SearchAnswer };
	"search.more": { args: { searchId: number; limit: number }; result: SearchAnswer };
	"search.cancel": { args: { searchId: number }; result: null };

	/** Which schema judges observations, and what is wrong with files of the folder. */
	"schemas.status": { args: Record<string, never>; result: SchemaStatus };
	/** Reads the folder again; open sessions follow at once. */
	"schemas.read": { args: Record<string, never>; result: SchemaStatus };

	"reader.status": { args: Record<string, never>; result: ReaderStatus };
}

export type RequestName = keyof Requests;

export interface Events extends TapEvents, KioskEvents {
	/** The whole summary, at most once per 50 ms and session. */
	"session.changed": { session: SessionSummary };
	/** The list grew or an entry's delivery or findings changed; at most once per 16 ms and session. Rows are paged by request. */
	"timeline.changed": { sessionId: string; entries: number; upToOrdinal: number; changedFrom: number };
	/** An own message came further: stored, sent, in doubt, given up; until it has left this side. */
	"message.changed": { sessionId: string; fate: MessageFate };
	"store.health": { health: StoreHealth };
	/** Sessions were removed, restored or annotated. What a session itself does is told by `session.changed`. */
	"library.changed": { sessionIds: string[] };
	/** A long job began, came further or is over; at most a few times a second. */
	"library.job": { job: LibraryJob };
	/** The list of saved connections is another one now. */
	"connections.changed": Record<string, never>;
	"schemas.changed": { status: SchemaStatus };
	/** The whole status; also after each tap and failure. */
	"reader.changed": { status: ReaderStatus };
	/** One card, once: repeats are only counted. */
	"reader.tapped": { tap: Tap };
	"reader.tapFailed": { failure: TapFailed };
	/** At most every 100 ms and import. */
	"import.progress": { progress: ImportProgress };
	"replay.changed": { status: ReplayStatus };
}

export type EventName = keyof Events;

/** What a window can do, over any bridge. */
export interface OperatorApi {
	request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Result<Requests[N]["result"]>>;
	/** Call the result to stop listening. */
	on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void;
}

/** Counters `session run` prints as its last line. */
export interface RunSummary
	extends Pick<Ledger, "received" | "stored" | "acked" | "cursor" | "duplicates" | "conflicts" | "findings" | "sent" | "unknown"> {
	session: string;
	gaps: [number, number][];
	closed: { code: number | null; reason: string; by: string };
}
