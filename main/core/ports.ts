/**
 * Everything the core asks of the world. Adapters implement these; `tests/fakes/` has a double of each.
 * A port lists only what the core calls.
 */

import type { SavedConnection } from "../../schemas/connections.ts";
import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "../../schemas/conversation-page.ts";
import type { HandedOver } from "../../schemas/files.ts";
import type { FieldModel } from "../../schemas/forms.ts";
import type {
	ComparePage,
	ExportFormat,
	ExportMade,
	FileProof,
	ImportDone,
	ImportProgress,
	OrdinalRange,
	RedactionPreview,
	RedactionRule,
	UploadBegun,
} from "../../schemas/interchange.ts";
import type {
	CardReading,
	RecentTarget,
	ScenarioInfo,
	StoreHealth,
	TimelineOverview,
	TimelinePage,
	VerifyReport,
} from "../../schemas/ipc.ts";
import type { KioskMessageFile } from "../../schemas/kiosk.ts";
import type { LibraryJob, LibraryStatistics, SearchAnswer, SearchHit } from "../../schemas/library.ts";
import type { SchemaProblem } from "../../schemas/observation-schema.ts";
import type { SigningStatus } from "../../schemas/proof.ts";
import type { ApduExchange, ReaderStatus, Tap, TapFailed } from "../../schemas/reader.ts";
import type { SecretKeeping } from "../../schemas/secrets.ts";
import type {
	ConnectTarget,
	DialPhase,
	LinkOutcome,
	PhaseTimings,
	ProtocolName,
	SequenceGap,
	SessionSummary,
} from "../../schemas/session.ts";
import type { TableReading, TableView } from "../../schemas/table.ts";
import type { TapRule } from "../../schemas/tap-rule.ts";
import type { AuthorityAnswer } from "../../schemas/time-stamps.ts";
import type { Delivery, Direction, EntryDetail, EntryKind, Finding, Opcode, TimelineFilter } from "../../schemas/timeline.ts";
import type { CertificateFacts, CertificatePin, ConnectionTrust, LinkSecurity } from "../../schemas/trust.ts";
import type { ReadingRule } from "./protocols/door.ts";
import type { ReadFrame } from "./session/machine.ts";

export interface Clock {
	/** ms since 1970. May jump. */
	nowMs(): number;
	/** Monotonic ms with fractions; its zero means nothing. */
	monoMs(): number;
	/** Calls `run` once after `delayMs`; call the result to cancel. */
	after(delayMs: number, run: () => void): () => void;
}

export interface Ids {
	/** UUIDv4. */
	uuid(): string;
	/** 0 ≤ x < 1, for jitter. */
	random(): number;
}

export interface Log {
	warn(message: string, detail?: unknown): void;
	error(message: string, detail?: unknown): void;
}

// ---------------------------------------------------------------- sockets

export interface DialRequest {
	/** ws: or wss:, already checked by the core. */
	url: string;
	headers: Record<string, string>;
	subprotocols: string[];
	/** Largest message accepted, bytes; more closes the link with 1009. */
	maxPayloadBytes: number;
	/** Time limit of each phase, ms. */
	phaseLimitsMs: Record<DialPhase, number>;
	/** With its secrets. */
	trust: ConnectionTrust;
}

/** A dial that produced no open link. */
export interface DialFailure {
	phase: DialPhase;
	/** HTTP status when the server answered the upgrade with something else than 101. */
	httpStatus?: number;
	/** `Retry-After` of that answer, ms. */
	retryAfterMs?: number;
	/** First 4 KiB of that answer's body, text. */
	body?: string;
	/** System, TLS or `ws` error code; `TIMEOUT` when the phase's limit passed, `CANCELLED` when the console gave up. */
	errorCode: string;
	/** Whole sentences for people: what happened and what can be done. */
	message: string;
	/** What the other side showed, where that is why. */
	certificate?: CertificateFacts;
	/** Phases that were finished. */
	timings: PhaseTimings;
}

export interface SocketClose {
	code: number;
	reason: string;
	/** Bytes of the reason in the other side's close frame, lower-case hex, when they are no UTF-8: then `reason` is only a likeness. */
	reasonHex?: string;
	by: "agent" | "console" | "network";
	clean: boolean;
	/** Error code when the link broke or was failed by the console, for example `ECONNRESET`, `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH`. */
	errorCode?: string;
	message?: string;
}

/**
 * Calls for one dial. After `failed` or `closed` nothing more is called. Bytes belong to the receiver only during the call; those of a large
 * frame for good.
 */
export interface SocketEvents {
	phase(phase: DialPhase): void;
	opened(info: { subprotocol: string; timings: PhaseTimings; remoteAddress: string; security: LinkSecurity }): void;
	failed(failure: DialFailure): void;
	/** `text` is null for binary frames and for text frames that are not valid UTF-8. */
	frame(opcode: "text" | "binary", bytes: Uint8Array, text: string | null): void;
	/** A frame of more than LARGE_FRAME_BYTES: nobody has looked whether it is text. */
	largeFrame(opcode: "text" | "binary", bytes: Uint8Array): void;
	/** A ping arrived; its pong has been handed to the socket already. */
	ping(payload: Uint8Array): void;
	pong(payload: Uint8Array): void;
	closed(close: SocketClose): void;
}

export interface FrameSocket {
	/** `done` is called once, with null when the socket took the bytes and with the error's words when it did not. */
	sendText(text: string, done: (error: string | null) => void): void;
	ping(payload: Uint8Array): void;
	close(code: number, reason: string): void;
	/** Drops dial or link at once. `closed` or `failed` (`CANCELLED`) follows. */
	destroy(): void;
	/** Stops and starts reading from the network. */
	pause(): void;
	resume(): void;
}

export interface Sockets {
	dial(request: DialRequest, events: SocketEvents): FrameSocket;
}

/** Reads frames that are too large for main, beside it. */
export interface FrameReader {
	/**
	 * What the protocol's `readFrame` answers, and the frame's bytes in memory that a store may keep without copying. Takes the bytes over.
	 * Never rejected: a frame that cannot be read within READING_LIMIT_MS and the memory there is comes back as one of unknown type, with a
	 * finding `budget.frame`.
	 */
	read(rule: ReadingRule, opcode: "text" | "binary", bytes: Uint8Array): Promise<{ bytes: Uint8Array; decoded: ReadFrame }>;
	/** For good; what is being read comes back unread. */
	close(): Promise<void>;
}

// ---------------------------------------------------------------- questions over HTTP

export interface HttpQuestion {
	/** https:, or http: where the core allowed it. */
	url: string;
	headers: Record<string, string>;
	/** Limit of the whole, ms. */
	limitMs: number;
	/** Body beyond this fails the question, bytes. */
	maxBytes: number;
	/** With its secrets. */
	trust: ConnectionTrust;
}

export type HttpAnswer =
	/** Redirects are answers: they are never followed, so no header reaches another server. */
	| { kind: "answered"; status: number; retryAfterMs: number | null; body: string }
	/** `errorCode`: system or TLS code, `TIMEOUT`, `CLOSED`, `TOO_LARGE`, `NOT_TEXT`. */
	| { kind: "failed"; errorCode: string; message: string };

/** One GET, never rejected. */
export interface Http {
	get(question: HttpQuestion): Promise<HttpAnswer>;
	/** For good: questions under way fail. */
	close(): void;
}

// ---------------------------------------------------------------- transcripts

/** An entry on its way into the store. The adapter assigns ordinal, position, hash and SHA-256. */
export interface EntryDraft {
	atMs: number;
	monoMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	/** See TimelineRow.type; at most 64 characters. */
	type: string;
	/** Exact bytes. A string is stored as its UTF-8 bytes. The adapter copies before it returns; whole shared memory it takes over as it is. */
	body: Uint8Array | string;
	epoch?: number;
	sequence?: number;
	delivery?: Delivery;
	findings?: readonly Finding[];
	/** Compare with the first stored frame of the same epoch and sequence; the answer comes with `committed`. */
	compare?: boolean;
}

/** `absent`: no earlier entry has that epoch and sequence. */
export type Comparison = "same" | "different" | "absent";

/**
 * Durable facts of a session; written in the same transaction as the entries appended before it.
 * The owner keeps one object and changes it in place; the adapter serialises it (as one JSON text) when it posts a transaction.
 */
export interface SessionFacts {
	name: string;
	/** Id said in `session.start`; differs from the session's own after a reconnect to a server without resume. */
	wireSessionId: string;
	epoch: number;
	/** Highest contiguous sequence among the entries appended so far; true on disk because it commits with them. */
	cursor: number;
	/** Highest sequence appended so far, beyond gaps too. */
	high: number;
	/** Sequences below `high` that never came, ascending ranges. */
	missing: [number, number][];
	openRun: string | null;
	acked: number;
	nextTurn: number;
	nextAudioTurn: number;
	gaps: SequenceGap[];
	duplicates: number;
	conflicts: number;
	received: number;
	sent: number;
	findings: number;
	sequencing: "unknown" | "sequenced" | "unsequenced";
	lastHeardAtMs: number | null;
	lastOutcome: LinkOutcome | null;
	/** `session.end` was said or the server ended it: never connected again. */
	ended: boolean;
	/** What a tap for this session's requests does, when it was changed after the session was opened. */
	tapRule?: TapRule;
	/** Entries read for what only reading in order finds; fewer than there are while reading is behind, absent before it began. */
	readEntries?: number;
	/** The certificate a person chose to believe after a refusal. */
	pin?: CertificatePin;
	/** The schema that judged observations last, when it was not the stand-in. */
	observationSchema?: { file: string; id: string; sha256: string };
	/** An import that is under way: not listed, and gone with the next start if it does not end well. */
	importing?: true;
	/** What the protocol's machine keeps beyond this, JSON-safe; only that protocol reads it, and it may come from an older version. */
	protocolFacts?: object;
}

/** What a session was opened with; never changes. Header values are secrets and are not part of it. */
export interface SessionOrigin {
	sessionId: string;
	protocol: ProtocolName;
	profile: string;
	createdAtMs: number;
	endpoint: string;
	/** As given, without secrets; enough to dial again. */
	target: ConnectTarget;
	/** The card as read, if any. */
	card: CardReading | null;
	/** Session whose messages this one says again. */
	replayOf?: string;
	/** Set for a session that came from a file and never had a link here. */
	imported?: {
		file: string;
		atMs: number;
		/** Session the file names, if it does. */
		session: string | null;
		/** Parts of the content were masked before the file was handed over. */
		redacted?: boolean;
	};
}

export interface StoredSession {
	origin: SessionOrigin;
	facts: SessionFacts;
	entries: number;
	/** Own messages whose fate is open when the list is read: waiting, and handed to a socket or nearly so; of these, `unknown` as they say themselves. */
	open?: { queued: number; doubtful: number; unknown: number };
}

/** An own message whose fate is open: `queued`, `sending`, `sent` or `unknown`, oldest first. */
export interface OutboxEntry {
	ordinal: number;
	type: string;
	text: string;
	delivery: Delivery;
}

export interface Committed {
	/** Every entry of this session up to here is on disk. */
	upToOrdinal: number;
	/** Answers to `compare`, in order of ordinal. */
	comparisons: { ordinal: number; comparison: Comparison }[];
}

/**
 * The one writer of one session. Calls keep their order; nothing waits. Entries, facts and changes made between two commits are written in
 * one transaction with fsync. When a write fails, everything stays queued and is tried again; `committed` is not called meanwhile.
 */
export interface SessionWriter {
	/** Returns the entry's ordinal. */
	append(draft: EntryDraft): number;
	setFacts(facts: SessionFacts): void;
	setDelivery(ordinal: number, delivery: Delivery): void;
	addFindings(ordinal: number, findings: readonly Finding[]): void;
	/** Bytes accepted by this writer and not yet committed. */
	pendingBytes(): number;
	/** Compares `body` with the first stored frame of that epoch and sequence, without storing anything; sees every committed entry. */
	compare(epoch: number, sequence: number, body: Uint8Array | string): Promise<Comparison>;
	/** One listener; called after each commit that held something of this session. */
	onCommitted(listener: (committed: Committed) => void): void;
}

export interface Transcripts {
	health(): StoreHealth;
	onHealth(listener: (health: StoreHealth) => void): () => void;
	sessions(): Promise<StoredSession[]>;
	/** The stored session of that id, or a new one with these facts. `outbox` is what was open when the program last stopped. */
	open(
		origin: SessionOrigin,
		facts: SessionFacts,
	): Promise<{ session: StoredSession; outbox: OutboxEntry[]; writer: SessionWriter; created: boolean }>;
	rows(sessionId: string, filter: TimelineFilter, from: number, count: number): Promise<TimelinePage>;
	/** Null when the session has no such entry. */
	/** At most `mostBytes` of its bytes, from the beginning; all without it. */
	entry(sessionId: string, ordinal: number, mostBytes?: number): Promise<EntryDetail | null>;
	locate(sessionId: string, filter: TimelineFilter, ordinal: number): Promise<number>;
	trouble(
		sessionId: string,
		filter: TimelineFilter,
		fromOrdinal: number,
		direction: "next" | "previous",
	): Promise<{ ordinal: number; index: number } | null>;
	overview(sessionId: string, columns: number): Promise<TimelineOverview>;
	/** The session as people read it; read further each time it is asked for, away from main. */
	conversationPage(sessionId: string, request: PageRequest): Promise<ConversationPage>;
	conversationText(sessionId: string, index: number, from: number, count: number): Promise<TextPiece | null>;
	/** Row that entry belongs to; null while there is none. */
	conversationLocate(sessionId: string, ordinal: number): Promise<number | null>;
	/** `{"messages":…,"state":…,"runs":…}` as JSON text, up to and with that entry. */
	conversationWhole(sessionId: string, ordinal: number | null): Promise<string>;
	stateAt(sessionId: string, ordinal: number | null): Promise<StateView>;
	stateTrail(sessionId: string): Promise<StateTrail>;
	/**
	 * Reads at most `maxEntries` further; what that found and the store does not have yet, how many entries were read so far and how many are left.
	 * The session stays read until `endReading`.
	 */
	readFindings(
		sessionId: string,
		maxEntries: number,
	): Promise<{ found: { ordinal: number; findings: Finding[] }[]; read: number; behind: number }>;
	/** Nothing more of it is expected. */
	endReading(sessionId: string): void;
	/** AIFight: the matches up to and with that entry, one of them whole; read further each time it is asked for, away from main. */
	tableView(sessionId: string, match: string | null, ordinal: number | null): Promise<TableReading>;
	tableWhole(sessionId: string, ordinal: number | null): Promise<TableView>;
	/** Resolves when all that is stored of the session is sealed, or cannot be sealed now. */
	seal(sessionId: string): Promise<void>;
	/** The file with every signed head, a line each; null when there is none yet. */
	headsFile(): string | null;
	/** The same when there is time. */
	sealLater(sessionId: string, why: "over" | "imported"): void;
	/** Where the profile is recorded on, what no seal covers yet is sealed first. `head`: also says which entry it is the head of. */
	verify(sessionId: string, head?: string): Promise<VerifyReport>;
	drafts(sessionId: string): Promise<Record<string, string>>;
	saveDraft(sessionId: string, key: string, text: string): void;
	settings(): Promise<Record<string, string>>;
	/** An empty value forgets the setting. */
	saveSetting(key: string, value: string): void;
	recent(): Promise<RecentTarget[]>;
	saveRecent(target: RecentTarget): void;
	forgetRecent(id: string): void;
	/** In no order. */
	connections(): Promise<SavedConnection[]>;
	/** Adds it, or takes the place of the one with its id. Secret values must not be in it. */
	saveConnection(connection: SavedConnection): void;
	removeConnection(connectionId: string): void;
	close(): Promise<void>;
}

// ---------------------------------------------------------------- transcripts as files

/** Transcripts written to files and read from them, looked at as if redacted, and laid side by side. */
export interface Interchange {
	/** Writes a file that appears only when whole. `rules` are applied as they are; null masks nothing. Errors: EXPORT_FAILED, REDACTION_INVALID. */
	export(
		session: SessionSummary,
		/** `secrets`: values known to be secret, masked wherever they occur once there are rules. */
		order: { format: ExportFormat; rules: RedactionRule[] | null; secrets: string[]; excerpt?: OrdinalRange },
	): Promise<ExportMade>;
	/** Errors: REDACTION_INVALID. */
	preview(sessionId: string, rules: RedactionRule[], secrets: string[]): Promise<RedactionPreview>;
	compare(
		left: SessionSummary,
		right: SessionSummary,
		page: { from: number; count: number; onlyDifferences: boolean },
	): Promise<ComparePage>;
	beginUpload(name: string, bytes: number): Promise<UploadBegun>;
	/** Errors: UPLOAD_UNKNOWN, IMPORT_FAILED when more comes than was said. */
	addPiece(uploadId: string, base64: string): Promise<void>;
	/** Ends what is done with it, and removes it. */
	cancelUpload(uploadId: string): Promise<void>;
	/** All of it or nothing. Errors: UPLOAD_UNKNOWN, IMPORT_FAILED, IMPORT_CANCELLED, STORE_FAILED. */
	import(uploadId: string, protocol: ProtocolName | undefined, onProgress: (progress: ImportProgress) => void): Promise<ImportDone>;
	/** `head`, `key`: noted elsewhere; then only what they bind counts as proven. Errors: UPLOAD_UNKNOWN. */
	verifyFile(uploadId: string, known?: { head?: string; key?: string }): Promise<FileProof>;
	/** Stops what is under way and removes what was uploaded. */
	close(): Promise<void>;
}

// ---------------------------------------------------------------- library and search

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

/** Looks through stored entries, away from main. A search that takes too long is stopped with its thread and says so in its hint. */
export interface Search {
	run(plan: SearchPlan, limit: number): Promise<Omit<SearchAnswer, "hits"> & { hits: FoundEntry[] }>;
	/** Errors: SEARCH_OVER. */
	more(searchId: number, limit: number): Promise<Omit<SearchAnswer, "hits"> & { hits: FoundEntry[] }>;
	cancel(searchId: number): void;
}

// ---------------------------------------------------------------- agents, cards, reader

export interface CardSource {
	/**
	 * Text of a card at an http(s) URL, at most 1 MiB. Rejects with CARD_UNREADABLE, and `detail.certificate` where that was not believed;
	 * anything else is no place of a card, a path least of all.
	 */
	read(source: string, trust: ConnectionTrust): Promise<string>;
	/** For good: what is under way is given up, because a server that never answers would keep the program from ending. */
	close(): void;
}

export interface PracticeAgents {
	scenarios(): ScenarioInfo[];
	/** Starts the scenario's server on a free loopback port (or answers the running one) for this session. */
	start(scenario: string, sessionId: string): Promise<{ url: string; card: string | null }>;
	/** What the agent found wrong with what this client sent. */
	onComplaint(listener: (sessionId: string, complaint: string) => void): () => void;
	/** Complaints so far about that session. */
	complaints(sessionId: string): string[];
	/** For good: `start` then answers SESSION_NOT_OPEN. */
	stop(): Promise<void>;
}

/** How the person at a window gets files and says where new ones go. It is the host's own way: a path never comes from a window. */
export interface HandOver {
	/** Rejects with FILE_UNKNOWN when it is not there any more, EXPORT_FAILED when it cannot be copied. */
	give(file: { path: string; name: string }): Promise<HandedOver>;
	/** Asks where a new file goes; null when the person chose nothing. Rejects with NOT_IN_THIS_HOST. */
	askPlace(suggestedName: string): Promise<string | null>;
	/** In the system's file manager. Rejects with NOT_IN_THIS_HOST. */
	show(path: string): Promise<void>;
}

/** Cards held to a reader. It runs in a process of its own; whatever befalls that is a state. */
export interface NfcReader {
	/** Begins to look for readers, once. Until then the state says that it has not been started. */
	start(): void;
	state(): ReaderReport;
	/** Called when something about the state changed, not for the same state again. */
	onState(listener: (report: ReaderReport) => void): () => void;
	/** Each card read whole, repeats too: what counts as one tap is decided by the core. */
	onTap(listener: (tap: Tap) => void): () => void;
	onTapFailed(listener: (failure: TapFailed) => void): () => void;
	/** A card left the reader of that name. */
	onRemoved(listener: (reader: string) => void): () => void;
	/** Every command and response; the reader keeps this log only while somebody listens. */
	onApdu(listener: (exchange: ApduExchange) => void): () => void;
	/** Ends its process. Nothing is called afterwards. */
	stop(): Promise<void>;
}

/** What the reader itself knows of its status. */
export type ReaderReport = Pick<ReaderStatus, "state" | "readers" | "driver" | "restarts">;

/** Values a person typed that may stand nowhere else. A name says whose: `connection:ID:header:NAME`; names are no secrets. */
export interface Secrets {
	keeping(): SecretKeeping;
	/** Null when there is none, or when the key store cannot read what it wrote earlier. */
	get(name: string): Promise<string | null>;
	/** Rejects with SECRET_NOT_KEPT. */
	set(name: string, value: string): Promise<void>;
	/** Does nothing when there is none. Rejects with SECRET_NOT_KEPT. */
	delete(name: string): Promise<void>;
	/** Names that begin so, sorted. Rejects with SECRET_NOT_KEPT. */
	names(prefix: string): Promise<string[]>;
}

/** The key that signs this profile's heads (Ed25519). */
export interface SigningKey {
	status(): SigningStatus;
	/** Over the UTF-8 bytes. `publicKey` is SPKI, DER. Null when this program signs nothing. */
	sign(text: string): { signature: Uint8Array; publicKey: Uint8Array } | null;
}

/** Time stamps by an authority (RFC 3161), where one is set. */
export interface TimeStamps {
	/**
	 * The answer of the authority (DER) about the SHA-256 of a text, once it was checked. Null when none is set, or none came; why is in the log and
	 * in `last`. Never rejects; waits for a bounded time.
	 */
	stamp(text: string): Promise<Uint8Array | null>;
	/** Asks that one whether it answers. Never rejects. */
	try(address: string): Promise<AuthorityAnswer>;
	/** What the last stamp of this run came to; null before the first. */
	last(): AuthorityAnswer | null;
	/** Questions under way end. */
	close(): void;
}

/** One-way hashes of a PIN; the comparison takes the same time for every PIN. */
export interface PinHash {
	make(pin: string): Promise<string>;
	matches(pin: string, hash: string): Promise<boolean>;
}

/** What lies in the profile for kiosks. */
export interface KioskFiles {
	messages(): Promise<KioskMessageFile[]>;
}

// ---------------------------------------------------------------- schemas of the profile

/** A file of the profile's `schemas` folder; `problem` when its text could not be had. */
export type SchemaFile = { file: string; text: string; sha256: string } | { file: string; problem: Omit<SchemaProblem, "file"> };

/** A schema of that folder, compiled and at work where it can harm nothing but itself. */
export interface RunningSchema {
	title: string | null;
	/** Form of the whole `user.observation`. */
	form: FieldModel;
	sample: unknown;
	/**
	 * Findings about the observation in the text of a message; none for other messages. Null when it did not answer in time or has ended; then
	 * it never answers again. Waits for the answer, for a bounded time.
	 */
	check(messageText: string): Finding[] | null;
	stop(): void;
}

export interface ProfileSchemas {
	/** The folder itself. */
	folder: string;
	/** At most MAX_SCHEMA_FILES files that end in .json, by name. Never rejects; a folder that is not there has none. */
	files(): Promise<SchemaFile[]>;
	/** Something in the folder changed. Where the system cannot tell, it is never called. */
	onChanged(listener: () => void): () => void;
	/** Ends for every text: a schema that takes too long or too much memory is refused. Never rejects. */
	load(text: string): Promise<{ ok: true; schema: RunningSchema } | { ok: false; refusal: Omit<SchemaProblem, "file"> }>;
	close(): void;
}

export interface Ports {
	clock: Clock;
	ids: Ids;
	log: Log;
	sockets: Sockets;
	frames: FrameReader;
	http: Http;
	transcripts: Transcripts;
	library: Library;
	search: Search;
	cards: CardSource;
	practice: PracticeAgents;
	reader: NfcReader;
	pinHash: PinHash;
	kioskFiles: KioskFiles;
	secrets: Secrets;
	signingKey: SigningKey;
	timeStamps: TimeStamps;
	schemas: ProfileSchemas;
	interchange: Interchange;
	handOver: HandOver;
	app: { version: string; host: "electron" | "web"; profileDir: string };
}
