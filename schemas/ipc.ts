/**
 * THE contract between a window and the main process: every request, every event, the schema of every argument.
 * Adding a request is one row in `Requests`, one in `ARGS_SCHEMA` and one handler; the compiler names every other place.
 */
import {
	type ConnectionDraft,
	type ConnectionList,
	MAX_CONNECTION_NAME,
	type SavedConnection,
	type SecretPart,
	TAP_RULES,
} from "./connections.ts";
import {
	type ConversationPage,
	MAX_PIECE,
	type PageRequest,
	type StateTrail,
	type StateView,
	type TextPiece,
} from "./conversation-page.ts";
import type { Result } from "./errors.ts";
import type { MessageCatalogue } from "./forms.ts";
import {
	type ComparePage,
	EXPORT_FORMATS,
	type ExportDone,
	type ExportRequest,
	type FileProof,
	type ImportDone,
	type ImportProgress,
	MAX_REDACTION_RULES,
	REDACTION_KINDS,
	type RedactionPreview,
	type RedactionRule,
	type ReplayPace,
	type ReplayStatus,
	UPLOAD_PIECE_BYTES,
	type UploadBegun,
} from "./interchange.ts";
import { KIOSK_ARGS, type KioskEvents, type KioskRequests } from "./kiosk.ts";
import {
	CONTENTS,
	LIBRARY_SORTS,
	type LibraryFilter,
	type LibraryJob,
	type LibraryPage,
	type LibrarySession,
	type LibrarySort,
	type LibraryStatistics,
	MAX_NOTE_LENGTH,
	MAX_SEARCH_HITS,
	MAX_SEARCH_LENGTH,
	MAX_TAG_LENGTH,
	MAX_TAGS,
	OUTCOMES,
	type RetentionPlan,
	type RetentionPolicy,
	type SearchAnswer,
} from "./library.ts";
import type { SchemaStatus } from "./observation-schema.ts";
import { type ReaderStatus, TAP_FAILURES, type Tap, type TapFailed } from "./reader.ts";
import type { KeptKey, SeatReport } from "./seat.ts";
import type { SecretKeeping } from "./secrets.ts";
import type { ConnectTarget, Ledger, ProtocolName, SessionSummary } from "./session.ts";
import type { TableReading, TableView } from "./table.ts";
import type { TapEvents, TapRequests } from "./tap.ts";
import {
	MAX_TEMPLATE_NAME,
	MAX_TEMPLATE_UNITS,
	TEMPLATE_KINDS,
	type Template,
	type TemplateKind,
	type TemplateShelf,
} from "./templates.ts";
import { type EntryDetail, type Finding, MAX_UNFOLDED, type TimelineFilter, type TimelineRow } from "./timeline.ts";

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
}

export interface AppInfo {
	version: string;
	host: "electron" | "web";
	profileDir: string;
	store: StoreHealth;
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

export interface VerifyReport {
	ok: boolean;
	entries: number;
	/** Ordinal of the first entry that does not hold, else null. */
	firstBad: number | null;
	/** What is wrong there. */
	problem: string | null;
	/** Head of the chain, lower-case hex. */
	head: string;
	/** Entry whose chain hash is the head that was asked about, null when none is; absent when none was asked about. */
	headAt?: number | null;
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
	"settings.get": { args: Record<string, never>; result: Record<string, string> };
	"settings.set": { args: { key: string; value: string }; result: null };
	"recent.list": { args: Record<string, never>; result: RecentTarget[] };
	"recent.forget": { args: { id: string }; result: null };
	"card.read": { args: { source: string; text?: string }; result: CardReading };

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
	"session.rename": { args: { sessionId: string; name: string }; result: null };
	/** The forms of every message this session can send. */
	"message.catalogue": { args: { sessionId: string }; result: MessageCatalogue };
	/** Checks what `text` would do if sent now. Never sends. */
	"message.check": { args: { sessionId: string; text: string }; result: MessageCheck };
	/**
	 * Sends exactly `text`. Without `override` a message with error findings is refused with MESSAGE_INVALID; with it the entry is marked.
	 * While the link is down a valid message with a turn is queued; others are refused.
	 */
	"message.send": { args: { sessionId: string; text: string; override?: boolean }; result: { ordinal: number; queued: boolean } };
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
	/** Writes DIR/exports/NAME and answers where. */
	"transcript.export": { args: ExportRequest; result: ExportDone };
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
	"transcript.verifyFile": { args: { uploadId: string }; result: FileProof };

	/** Rows `from` to `from + count - 1` of the comparison, or of its differences only. */
	"compare.run": {
		args: { left: string; right: string; from: number; count: number; onlyDifferences: boolean };
		result: ComparePage;
	};

	/** Opens a new session with that target and says in it what the stored one said. */
	"replay.start": { args: { sessionId: string; target: ConnectTarget; pace: ReplayPace }; result: ReplayStatus };
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
	/** Copies the database to a new file while recording goes on. Without a path: a name of its own in PROFILE/backups. */
	"library.backup": { args: { path?: string }; result: { jobId: number } };
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

const closed = (properties: Record<string, object>, required: string[] = Object.keys(properties)) => ({
	type: "object",
	additionalProperties: false,
	properties,
	required,
});
const sessionId = { type: "string", minLength: 1, maxLength: 128 };
const ordinal = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = { type: "string", maxLength: 8 * 1024 * 1024 };
const templateId = { type: "string", pattern: "^[0-9a-f-]{36}$" };
const connectionId = { type: "string", minLength: 1, maxLength: 64 };
const triState = { enum: ["auto", "always", "never"] };
const tapId = { type: "string", minLength: 1, maxLength: 64 };
const simulatedCard = closed(
	{
		uid: { type: "string", pattern: "^(?:[0-9a-f]{2}){1,16}$" },
		tagType: { type: "string", minLength: 1, maxLength: 64 },
		technologies: { type: "array", maxItems: 8, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 32 } },
		records: {
			type: "array",
			maxItems: 64,
			items: closed({
				tnf: { type: "integer", minimum: 0, maximum: 5 },
				type: { type: "string", maxLength: 255, pattern: "^[\\x20-\\x7e]*$" },
				id: { type: "string", maxLength: 255, pattern: "^[\\x20-\\x7e]*$" },
				payload: { type: "string", maxLength: 43_692, pattern: "^[A-Za-z0-9+/]*={0,2}$" },
			}),
		},
	},
	[],
);
const filter = closed(
	{
		directions: { type: "array", items: { enum: ["in", "out", "local"] }, maxItems: 3, uniqueItems: true },
		heartbeats: { type: "boolean" },
		text: { type: "string", maxLength: 1024 },
		onlyTrouble: { type: "boolean" },
		acks: { type: "boolean" },
		fold: { type: "boolean" },
		unfolded: { type: "array", items: ordinal, maxItems: MAX_UNFOLDED, uniqueItems: true },
		afterOrdinal: ordinal,
	},
	[],
);
/** Argument schema of a target; a file with a connection in it is checked with it, too. */
export const CONNECT_TARGET_SCHEMA = closed(
	{
		protocol: { enum: ["agentcall", "aifight"] },
		by: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { const: "practice" }, scenario: { type: "string", minLength: 1, maxLength: 64 } }),
				closed(
					{
						kind: { const: "card" },
						source: { type: "string", minLength: 1, maxLength: 4096 },
						text: { type: "string", maxLength: 1048576 },
						url: { type: "string", minLength: 1, maxLength: 4096 },
					},
					["kind", "source"],
				),
				closed({ kind: { const: "url" }, url: { type: "string", minLength: 1, maxLength: 4096 } }),
			],
		},
		name: { type: "string", maxLength: 128 },
		sessionId,
		headers: { type: "object", maxProperties: 64, additionalProperties: { type: "string", maxLength: 8192 } },
		subprotocols: { type: "array", maxItems: 16, items: { type: "string", minLength: 1, maxLength: 64 } },
		modalities: { type: "array", maxItems: 2, uniqueItems: true, items: { enum: ["nfc", "photo"] } },
		audioTurnControl: { type: "boolean" },
		resume: triState,
		ack: triState,
		audioTurnCounter: { enum: ["shared", "separate"] },
		sequenceIn: { enum: ["frame", "metadata"] },
		autoConfirm: { type: "boolean" },
		readiness: { enum: ["ready", "notReady", "byHand"] },
		rememberKey: { type: "boolean" },
		keyOf: { type: "string", minLength: 1, maxLength: 256 },
		allowInsecure: { type: "boolean" },
		afterBreak: { enum: ["newSession", "sameSession"] },
		tapRule: { enum: TAP_RULES },
		connectionId,
	},
	["protocol", "by"],
);
const connectTarget = CONNECT_TARGET_SCHEMA;
const secretPart = { type: "string", minLength: 1, maxLength: 256 };

const uploadId = { type: "string", minLength: 1, maxLength: 64 };
const ruleText = (most: number) => ({ type: "string", minLength: 1, maxLength: most });
const redactionRules = {
	type: "array",
	maxItems: MAX_REDACTION_RULES,
	items: closed({
		id: ruleText(64),
		label: ruleText(128),
		match: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { const: "kind" }, of: { enum: REDACTION_KINDS } }),
				closed({ kind: { const: "path" }, path: ruleText(512) }),
				closed({ kind: { const: "header" }, name: ruleText(128) }),
				closed({ kind: { const: "pattern" }, pattern: ruleText(512) }),
			],
		},
		on: { type: "boolean" },
	}),
};
const sessionIds = { type: "array", items: sessionId, minItems: 1, maxItems: 1000, uniqueItems: true };
const tags = { type: "array", items: { type: "string", minLength: 1, maxLength: MAX_TAG_LENGTH }, maxItems: MAX_TAGS, uniqueItems: true };
const hits = { type: "integer", minimum: 1, maximum: MAX_SEARCH_HITS };
const some = (words: readonly string[]) => ({ type: "array", items: { enum: words }, uniqueItems: true, maxItems: words.length });
const libraryFilter = closed(
	{
		text: { type: "string", maxLength: 1024 },
		protocols: some(["agentcall", "aifight"]),
		outcomes: some(OUTCOMES),
		contains: some(CONTENTS),
		tags,
		fromMs: ordinal,
		toMs: ordinal,
		removed: { type: "boolean" },
	},
	[],
);
const librarySort = closed({ by: { enum: LIBRARY_SORTS }, descending: { type: "boolean" } });

/** JSON Schema (draft-07 vocabulary) of every request's arguments; `dispatch` refuses anything else. */
export const ARGS_SCHEMA = {
	"app.info": closed({}),
	"settings.get": closed({}),
	"settings.set": closed({ key: { type: "string", pattern: "^[a-z][a-zA-Z0-9.]{0,63}$" }, value: { type: "string", maxLength: 4096 } }),
	"recent.list": closed({}),
	"recent.forget": closed({ id: { type: "string", minLength: 1, maxLength: 128 } }),
	"card.read": closed({ source: { type: "string", minLength: 1, maxLength: 4096 }, text: { type: "string", maxLength: 1048576 } }, [
		"source",
	]),
	"connection.list": closed({}),
	"connection.save": closed({
		connection: closed(
			{
				connectionId: { anyOf: [connectionId, { type: "null" }] },
				name: { type: "string", maxLength: 4 * MAX_CONNECTION_NAME },
				target: connectTarget,
				secretHeaders: { type: "array", maxItems: 64, items: { type: "string", minLength: 1, maxLength: 256 } },
				forget: { type: "array", maxItems: 80, items: secretPart },
			},
			["connectionId", "name", "target", "secretHeaders"],
		),
	}),
	"connection.duplicate": closed({ connectionId }),
	"connection.remove": closed({ connectionId }),
	"connection.restore": closed({ connectionId }),
	"connection.open": closed(
		{
			connectionId,
			values: {
				type: "object",
				maxProperties: 80,
				propertyNames: secretPart,
				additionalProperties: { type: "string", maxLength: 1048576 },
			},
			sessionId,
		},
		["connectionId"],
	),
	"connection.export": closed({ connectionId }),
	"connection.import": closed({ text: { type: "string", maxLength: 4 * 1024 * 1024 } }),
	"session.open": closed({ target: connectTarget }),
	"session.again": closed({ sessionId }),
	"session.list": closed({}),
	"session.connect": closed({ sessionId }),
	"session.disconnect": closed({ sessionId }),
	"session.end": closed({ sessionId }),
	"session.close": closed({
		sessionId,
		code: { type: "integer", minimum: 1000, maximum: 4999 },
		reason: { type: "string", maxLength: 123 },
	}),
	"session.rename": closed({ sessionId, name: { type: "string", minLength: 1, maxLength: 128 } }),
	"message.catalogue": closed({ sessionId }),
	"message.check": closed({ sessionId, text }),
	"message.send": closed({ sessionId, text, override: { type: "boolean" } }, ["sessionId", "text"]),
	"message.discard": closed({ sessionId, ordinal }),
	"draft.get": closed({ sessionId }),
	"draft.save": closed({ sessionId, key: { type: "string", minLength: 1, maxLength: 64 }, text }),
	"template.list": closed({}),
	"template.save": closed(
		{
			id: templateId,
			kind: { enum: TEMPLATE_KINDS },
			name: { type: "string", minLength: 1, maxLength: MAX_TEMPLATE_NAME },
			text: { type: "string", minLength: 1, maxLength: MAX_TEMPLATE_UNITS },
		},
		["kind", "name", "text"],
	),
	"template.forget": closed({ id: templateId }),
	"timeline.rows": closed({ sessionId, filter, from: ordinal, count: { type: "integer", minimum: 1, maximum: 500 } }),
	"timeline.entry": closed({ sessionId, ordinal, mostBytes: { type: "integer", minimum: 1, maximum: 64 * 1024 * 1024 } }, [
		"sessionId",
		"ordinal",
	]),
	"timeline.locate": closed({ sessionId, filter, ordinal }),
	"timeline.trouble": closed({ sessionId, filter, fromOrdinal: ordinal, direction: { enum: ["next", "previous"] } }),
	"timeline.overview": closed({ sessionId, columns: { type: "integer", minimum: 1, maximum: 2000 } }),
	"conversation.page": closed({
		sessionId,
		from: { anyOf: [ordinal, { type: "null" }] },
		count: { type: "integer", minimum: 1, maximum: 500 },
		since: ordinal,
		texts: { type: "array", maxItems: 500, items: closed({ index: ordinal, to: ordinal }) },
	}),
	"conversation.text": closed({ sessionId, index: ordinal, from: ordinal, count: { type: "integer", minimum: 1, maximum: MAX_PIECE } }),
	"conversation.locate": closed({ sessionId, ordinal }),
	"conversation.whole": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"state.at": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"state.trail": closed({ sessionId }),
	"table.view": closed({
		sessionId,
		match: { anyOf: [{ type: "string", maxLength: 256 }, { type: "null" }] },
		ordinal: { anyOf: [ordinal, { type: "null" }] },
	}),
	"table.whole": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"seat.ask": closed({ sessionId }),
	"seat.askAt": closed({ target: connectTarget }),
	"agentKey.list": closed({}),
	"agentKey.forget": closed({ server: { type: "string", maxLength: 256 }, agent: { type: "string", maxLength: 256 } }),
	"transcript.verify": closed({ sessionId, head: { type: "string", pattern: "^[0-9a-f]{64}$" } }, ["sessionId"]),
	"transcript.export": closed(
		{
			sessionId,
			format: { enum: EXPORT_FORMATS },
			redact: { type: "boolean" },
			rules: redactionRules,
			excerpt: closed({ from: ordinal, to: ordinal }),
		},
		["sessionId", "format", "redact"],
	),
	"redaction.rules": closed({}),
	"redaction.save": closed({ rules: redactionRules }),
	"redaction.preview": closed({ sessionId, rules: redactionRules }),
	"upload.begin": closed({ name: { type: "string", minLength: 1, maxLength: 255 }, bytes: ordinal }),
	"upload.piece": closed({ uploadId, base64: { type: "string", maxLength: Math.ceil(UPLOAD_PIECE_BYTES / 3) * 4 } }),
	"upload.cancel": closed({ uploadId }),
	"transcript.import": closed({ uploadId, protocol: { enum: ["agentcall", "aifight"] } }, ["uploadId"]),
	"transcript.verifyFile": closed({ uploadId }),
	"compare.run": closed({
		left: sessionId,
		right: sessionId,
		from: ordinal,
		count: { type: "integer", minimum: 1, maximum: 500 },
		onlyDifferences: { type: "boolean" },
	}),
	"replay.start": closed({
		sessionId,
		target: connectTarget,
		pace: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { enum: ["kept", "fast"] } }),
				closed({ kind: { const: "scaled" }, by: { type: "number", minimum: 0.01, maximum: 1000 } }),
			],
		},
	}),
	"replay.stop": closed({ sessionId }),
	"replay.status": closed({ sessionId }),
	"library.list": closed({ filter: libraryFilter, sort: librarySort, from: ordinal, count: { type: "integer", minimum: 1, maximum: 500 } }),
	"library.session": closed({ sessionId }),
	"library.annotate": closed({ sessionIds, note: { type: "string", maxLength: MAX_NOTE_LENGTH }, addTags: tags, removeTags: tags }, [
		"sessionIds",
	]),
	"library.remove": closed({ sessionIds }),
	"library.restore": closed({ sessionIds }),
	"library.retention": closed({
		policy: closed({
			maxAgeDays: { anyOf: [{ type: "number", minimum: 0, maximum: 100_000 }, { type: "null" }] },
			maxBytes: { anyOf: [ordinal, { type: "null" }] },
			keepNoted: { type: "boolean" },
		}),
		apply: { type: "boolean" },
	}),
	"library.compact": closed({}),
	"library.backup": closed({ path: { type: "string", minLength: 1, maxLength: 4096 } }, []),
	"library.jobs": closed({}),
	"library.cancel": closed({ jobId: ordinal }),
	"library.statistics": closed({}),
	"search.run": closed({ text: { type: "string", maxLength: MAX_SEARCH_LENGTH }, sessionId, limit: hits }, ["text", "limit"]),
	"search.more": closed({ searchId: ordinal, limit: hits }),
	"search.cancel": closed({ searchId: ordinal }),
	"schemas.status": closed({}),
	"schemas.read": closed({}),
	"reader.status": closed({}),
	"reader.history": closed({}),
	"reader.rename": closed({ reader: { type: "string", minLength: 1, maxLength: 256 }, name: { type: "string", maxLength: 64 } }),
	"tap.pending": closed({}),
	"tap.confirm": closed({ tapId, text }, ["tapId"]),
	"tap.discard": closed({ tapId }),
	"tap.useFor": closed({
		tapId,
		sessionId,
		interactionId: { anyOf: [{ type: "string", minLength: 1, maxLength: 128 }, { type: "null" }] },
	}),
	"tap.setRule": closed({ sessionId, rule: { enum: TAP_RULES } }),
	"tap.simulate": closed({ card: simulatedCard, failure: { enum: Object.keys(TAP_FAILURES) } }, []),
	...KIOSK_ARGS,
} satisfies Record<RequestName, object>;
