/**
 * The timeline: one entry for everything that happened, in one order.
 * Everything here is JSON-safe, so Electron, a WebSocket and SQLite carry the same value.
 */
import { ordinal } from "./ids.ts";
import { boolean, list, type Of, object, optional, string, word } from "./shapes.ts";

const direction = word("in", "out", "local");
export type Direction = Of<typeof direction>;

/** `frame` is the only kind that crossed a wire; the others are the console's own observations. */
export const ENTRY_KINDS = ["frame", "link", "gap", "operator", "clock", "tap", "reader", "photo", "session"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** RFC 6455 opcodes that reach an entry. */
export const OPCODES = ["text", "binary", "ping", "pong", "close"] as const;
export type Opcode = (typeof OPCODES)[number];

/**
 * What the console can prove about one entry.
 * Out: `queued` (stored, given to no socket yet), `sending` (being handed to a socket; unknown after a crash), `sent`, then by evidence
 * `acknowledged`, `answered`, `stale`, `refused`; `unknown` when the link broke first; `discarded` by the operator.
 * `dropped` out: known not to have arrived, sent again as an entry of its own; in: duplicate of a stored frame.
 * In: `held` (kept back until a gap closes), then `applied`.
 */
export const DELIVERIES = [
	"queued",
	"sending",
	"sent",
	"acknowledged",
	"answered",
	"stale",
	"refused",
	"unknown",
	"discarded",
	"dropped",
	"held",
	"applied",
] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** How far an own message came. `stored` and `sent` are said only of what is so. */
export interface MessageFate {
	/** Of its entry, which is in the list once it is stored. */
	ordinal: number;
	/** The commit that holds it returned: it outlives a crash. */
	stored: boolean;
	/** `sent`: stored, and the socket took it. See DELIVERIES. */
	delivery: Delivery;
	/** No socket has taken it yet: it waits for the disk or for a link. */
	queued: boolean;
}

export type Severity = "error" | "warning" | "info";

export interface Finding {
	/** Dotted, for example `schema.maxLength`, `sequence.gap`, `frame.invalid`. Every schema violation starts with `schema.`. */
	code: string;
	severity: Severity;
	/** JSON Pointer (RFC 6901) into the decoded frame; `""` is the whole frame. */
	path: string;
	/** One sentence: what was found, what it means. */
	message: string;
	/** Tells apart cases that share a code, for example `binary`, `json`, `notObject`, `empty`. */
	reason?: string;
}

/** One line of the list: enough to draw a row, never the bytes. */
export interface TimelineRow {
	/** Monotonic in the whole database; the only order. */
	ordinal: number;
	/** 1-based place within its session, without holes. */
	position: number;
	/** Receive or send time, ms since 1970, local clock. */
	atMs: number;
	/** Monotonic clock, ms, fractions kept; comparable only within one run of the program. */
	monoMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	/** Frame `type` (`STATE_DELTA`, `user.turn`) or the local event's name (`link.open`); `""` when a frame has none. */
	type: string;
	/** What it says, one line, at most 240 characters, control and bidirectional characters made visible. */
	summary: string;
	byteLength: number;
	epoch?: number;
	sequence?: number;
	delivery?: Delivery;
	findings: number;
	worst?: Severity;
	/** Local entries only, and only what their body holds. */
	facts?: LocalFacts;
	/** This row stands for several entries; everything else in it is of the first one, but `summary` and `delivery`, which are the fold's. */
	fold?: Fold;
	/** The entry belongs to a fold that is open: ordinal of its first entry. */
	unfolded?: number;
}

/** Consecutive entries of one family as one row. None of them has a finding, is a gap or has a delivery worth a look. */
export interface Fold {
	/** `TEXT_MESSAGE_*`, `STATE_DELTA`. */
	family: string;
	/** Entries in it, the filter's hidden ones not counted. */
	count: number;
	/** Those that carry a piece of what is said. */
	deltas: number;
	totalBytes: number;
	lastOrdinal: number;
	lastAtMs: number;
	lastSequence?: number;
}

/** What a local entry's body says in numbers and codes. */
export interface LocalFacts {
	/** WebSocket close code; HTTP status of a refused upgrade; system or TLS error code. */
	code?: number;
	httpStatus?: number;
	errorCode?: string;
	/** Who ended the link. */
	by?: "agent" | "console" | "network";
	/** With that the session was over. */
	isOver?: boolean;
	/** First and last missing sequence. */
	range?: { from: number; to: number };
	/** Number of the dial. */
	attempt?: number;
	/** Until the next dial. */
	delayMs?: number;
}

/** A selected entry, whole. */
export interface EntryDetail extends Omit<TimelineRow, "findings" | "fold" | "unfolded"> {
	sessionId: string;
	/** Exact text of the entry when its bytes are valid UTF-8. Local entries hold JSON. */
	text?: string;
	/** Exact bytes when they are not text. */
	base64?: string;
	/** Only the beginning was asked for: so many of its bytes are in `text` or `base64`. Absent when all are. */
	cutBytes?: number;
	findings: Finding[];
	/** Its text holds a value this console sent in the handshake: shown here as it came, masked in lists, reports and redacted exports. */
	holdsSecret?: true;
	/** Lower-case hex. */
	sha256: string;
	/** Chain hash of this entry and of the one before it in the session, lower-case hex. */
	hash: string;
	previousHash: string;
	/** When the commit that holds this entry returned, ms since 1970; absent when it was stored by an earlier run. */
	storedAtMs?: number;
}

/** Folds that can be open at once. */
export const MAX_UNFOLDED = 200;

/** What a list shows. All parts must hold for an entry to be listed. */
export const timelineFilter = object({
	/** Default: all three. */
	directions: optional(list(direction, { maxItems: 3, uniqueItems: true })),
	/** Pings and pongs are hidden unless this is true. */
	heartbeats: optional(boolean),
	/** Words looked for in type and text, case-insensitive; a word with `-` before it must not occur. */
	text: optional(string({ maxLength: 1024 })),
	/** Only entries with findings, gaps or unknown delivery. */
	onlyTrouble: optional(boolean),
	/** `false` hides the console's own acks; one with a finding or an odd delivery stays. */
	acks: optional(boolean),
	/** Consecutive deltas are one row. Default false. Without effect on a list of trouble, and while words are looked for: a hit must be seen. */
	fold: optional(boolean),
	/** Folds that are open, by the ordinal of their first entry. */
	unfolded: optional(list(ordinal, { maxItems: MAX_UNFOLDED, uniqueItems: true })),
	/** Only entries after this one: what was there is hidden from the view, and nowhere else. */
	afterOrdinal: optional(ordinal),
});
export interface TimelineFilter extends Of<typeof timelineFilter> {}

/** Rows in a page of a list: what windows ask for begins at a multiple of it. */
export const PAGE_ROWS = 100;

/** Where a page begins that holds the last `count` rows of a list, or all of it. */
export const endStart = (total: number, count: number): number => Math.max(0, Math.floor((total - count) / PAGE_ROWS) * PAGE_ROWS);
