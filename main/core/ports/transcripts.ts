/** The store of sessions: what is written of each, and what is asked of it. */
import type { SavedConnection } from "../../../schemas/connections.ts";
import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "../../../schemas/conversation-page.ts";
import type { CardReading, RecentTarget, StoreHealth, TimelineOverview, TimelinePage, VerifyReport } from "../../../schemas/ipc.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { ConnectTarget, Interaction, LinkOutcome, SequenceGap } from "../../../schemas/session.ts";
import type { TableReading } from "../../../schemas/table.ts";
import type { TapRule } from "../../../schemas/tap-rule.ts";
import type { Delivery, Direction, EntryDetail, EntryKind, Finding, Opcode, TimelineFilter } from "../../../schemas/timeline.ts";
import type { CertificatePin } from "../../../schemas/trust.ts";
import type { Found } from "../reading/reading.ts";

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
	/** So many entries were there when what was open at the last of them was read as cut off. */
	readEndAt?: number;
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
	/** Every `setDelivery` of this session up to that number is on disk. */
	upToDelivery: number;
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
	/** Returns the number of this call, which `Committed.upToDelivery` counts in. */
	setDelivery(ordinal: number, delivery: Delivery): number;
	addFindings(ordinal: number, findings: readonly Finding[]): void;
	/** Bytes accepted by this writer and not yet committed. */
	pendingBytes(): number;
	/** Compares `body` with the first stored frame of that epoch and sequence, without storing anything; sees every committed entry. */
	compare(epoch: number, sequence: number, body: Uint8Array | string): Promise<Comparison>;
	/** One listener; called after each commit that held something of this session. */
	onCommitted(listener: (committed: Committed) => void): void;
}

/**
 * Plain questions to the store, said once: the port asks them, the store's thread answers them, and between both nothing names one but a row of
 * `plain-reads.ts`. Errors: STORE_FAILED, SESSION_NOT_FOUND.
 */
export interface StoreReads {
	sessions(): StoredSession[];
	/** `from` null: the end, from `endStart` on. */
	rows(sessionId: string, filter: TimelineFilter, from: number | null, count: number): TimelinePage;
	locate(sessionId: string, filter: TimelineFilter, ordinal: number): number;
	trouble(
		sessionId: string,
		filter: TimelineFilter,
		fromOrdinal: number,
		direction: "next" | "previous",
	): { ordinal: number; index: number } | null;
	overview(sessionId: string, columns: number): TimelineOverview;
	drafts(sessionId: string): Record<string, string>;
	settings(): Record<string, string>;
	recent(): RecentTarget[];
	/** In no order. */
	connections(): SavedConnection[];
}

/** The same questions, asked of another thread. */
export type Asked<Q> = { [N in keyof Q]: Q[N] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never };

export interface Transcripts extends Asked<StoreReads> {
	health(): StoreHealth;
	onHealth(listener: (health: StoreHealth) => void): () => void;
	/** The stored session of that id, or a new one with these facts. `outbox` is what was open when the program last stopped. */
	open(
		origin: SessionOrigin,
		facts: SessionFacts,
	): Promise<{ session: StoredSession; outbox: OutboxEntry[]; writer: SessionWriter; created: boolean }>;
	/** Null when the session has no such entry. */
	/** At most `mostBytes` of its bytes, from the beginning; all without it. */
	entry(sessionId: string, ordinal: number, mostBytes?: number): Promise<EntryDetail | null>;
	/**
	 * The session as people read it; read further each time it is asked for, away from main. `isEnded`, here and below: nothing more of it is being
	 * recorded, so what is open at its last entry is cut off there.
	 */
	conversationPage(sessionId: string, request: PageRequest, isEnded: boolean): Promise<ConversationPage>;
	conversationText(sessionId: string, index: number, from: number, count: number): Promise<TextPiece | null>;
	/** Row that entry belongs to; null while there is none. */
	conversationLocate(sessionId: string, ordinal: number): Promise<number | null>;
	stateAt(sessionId: string, ordinal: number | null): Promise<StateView>;
	stateTrail(sessionId: string): Promise<StateTrail>;
	/**
	 * Reads at most `maxEntries` further; what that found and the store does not have yet, how many entries were read so far and how many are left.
	 * The session stays read until `endReading`.
	 */
	readFindings(sessionId: string, maxEntries: number, isEnded: boolean): Promise<{ found: Found[]; read: number; behind: number }>;
	/** Nothing more of it is expected. */
	endReading(sessionId: string): void;
	/** The matches up to and with that entry, one of them whole. */
	tableView(sessionId: string, match: string | null, ordinal: number | null, isEnded: boolean): Promise<TableReading>;
	/** All that reading makes of it, as one JSON text, up to and with that entry. */
	whole(sessionId: string, ordinal: number | null, isEnded: boolean): Promise<string>;
	/** What the agent asked of a person, read to the end of the session; null where the protocol knows no such requests. */
	requests(sessionId: string, isEnded: boolean): Promise<Interaction[] | null>;
	/** Ids of sessions that another program is recording into while this one only reads the profile. */
	recordedElsewhere(): Promise<string[]>;
	/** Resolves when all that is stored of the session is sealed, or cannot be sealed now. */
	seal(sessionId: string): Promise<void>;
	/** The file with every signed head, a line each; null when there is none yet. */
	headsFile(): string | null;
	/** The same when there is time. */
	sealLater(sessionId: string, why: "over" | "imported"): void;
	/** Where the profile is recorded on, what no seal covers yet is sealed first. `head`: also says which entry it is the head of. */
	verify(sessionId: string, head?: string): Promise<VerifyReport>;
	saveDraft(sessionId: string, key: string, text: string): void;
	/** An empty value forgets the setting. */
	saveSetting(key: string, value: string): void;
	saveRecent(target: RecentTarget): void;
	forgetRecent(id: string): void;
	/** Adds it, or takes the place of the one with its id. Secret values must not be in it. */
	saveConnection(connection: SavedConnection): void;
	removeConnection(connectionId: string): void;
	close(): Promise<void>;
}
