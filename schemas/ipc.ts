/**
 * THE contract between a window and the main process: every request and every event. Adding a request is one row in the table of its topic
 * (`request-args.ts` puts them together) and one handler; the compiler names every other place.
 */
import type { Result } from "./errors.ts";
import type { ImportProgress, ReplayStatus } from "./interchange.ts";
import type { KioskEvents } from "./kiosk.ts";
import type { LibraryJob } from "./library.ts";
import type { SchemaStatus } from "./observation-schema.ts";
import type { ProofReport, SigningStatus } from "./proof.ts";
import type { ProtocolInfo, ProtocolName } from "./protocols.ts";
import type { ReaderStatus, Tap, TapFailed } from "./reader.ts";
import type { RepairStatus } from "./repair.ts";
import type { ARGS_SCHEMA } from "./request-args.ts";
import type { ConnectTarget, Ledger, SessionSummary } from "./session.ts";
import type { Asked } from "./shapes.ts";
import type { TapEvents } from "./tap.ts";
import type { AuthorityAnswer } from "./time-stamps.ts";
import type { Finding, MessageFate, TimelineRow } from "./timeline.ts";

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
	/** `failing`: writes fail, nothing is acknowledged, everything is kept in memory and retried, unless it `lasts`. */
	state: "ok" | "failing" | "readOnly" | "closed";
	/** Only while `failing`: nothing is tried again, since it could never go better. */
	lasts?: true;
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
	/** What this program speaks, in the order of its table. */
	protocols: readonly ProtocolInfo[];
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
	/** Index of the first of `rows`. */
	from: number;
	rows: TimelineRow[];
}

/** Every request: arguments and answer. */
export interface Requests extends Asked<typeof ARGS_SCHEMA> {}

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
	/** At most a few times a second; also told while the database cannot be opened. */
	"repair.changed": { status: RepairStatus };
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
