import { connectionId, scenarioName, sessionId } from "./ids.ts";
import { LEAST_INBOUND_BYTES, MOST_INBOUND_BYTES } from "./message-size.ts";
import { type ProtocolName, protocolName } from "./protocols.ts";
import { boolean, constant, integer, list, type Of, object, optional, record, string, variants, word } from "./shapes.ts";
import type { TableStatus } from "./table.ts";
import { TAP_RULES, type TapRule } from "./tap-rule.ts";
import type { Finding } from "./timeline.ts";
import { type CertificateFacts, connectionTrust, type LinkSecurity } from "./trust.ts";

const physicalModality = word("nfc", "photo");
export type PhysicalModality = Of<typeof physicalModality>;
/** `auto` follows the card. */
const triState = word("auto", "always", "never");
export type TriState = Of<typeof triState>;

/** A card as text, characters. */
export const cardText = string({ maxLength: 1048576 });
/** An address, or where a card is. */
export const place = string({ minLength: 1, maxLength: 4096 });

const connectBy = variants(
	object({ kind: constant("practice"), scenario: scenarioName }),
	object({
		kind: constant("card"),
		/** An http(s) URL or a file path on the main process's machine. */
		source: place,
		/** A card dropped or pasted into the window. */
		text: optional(cardText),
		/** Used instead of the card's own WebSocket address. */
		url: optional(place),
	}),
	object({ kind: constant("url"), url: place }),
);
export type ConnectBy = Of<typeof connectBy>;

/** Everything the operator may set before dialling; saved with the session. A file with a connection in it is checked with it, too. */
export const connectTarget = object({
	protocol: protocolName,
	by: connectBy,
	/** Shown in lists; default: the card's name, else the host. */
	name: optional(string({ maxLength: 128 })),
	/** Minted (UUIDv4) when absent; an id that is already stored resumes that session. */
	sessionId: optional(sessionId),
	headers: optional(record(string({ maxLength: 8192 }), 64)),
	subprotocols: optional(list(string({ minLength: 1, maxLength: 64 }), { maxItems: 16 })),
	modalities: optional(list(physicalModality, { maxItems: 2, uniqueItems: true })),
	/** Offer `audioTurnControl: explicit`. Valid only when the card declares explicit turns. */
	audioTurnControl: optional(boolean),
	resume: optional(triState),
	ack: optional(triState),
	audioTurnCounter: optional(word("shared", "separate")),
	/** Largest message taken, bytes, from LEAST_INBOUND_BYTES to MOST_INBOUND_BYTES; default INBOUND_BYTES. */
	maxMessageBytes: optional(integer(LEAST_INBOUND_BYTES, MOST_INBOUND_BYTES)),
	/** Numbered frames: also look for a number in the metadata of a frame's event. Default: only where the profile puts it. */
	sequenceIn: optional(word("frame", "metadata")),
	/** Tables: confirm a match that was found at once. Default: by hand, with the time that is left. */
	autoConfirm: optional(boolean),
	/** Seats: what is answered at once when the server asks whether this agent could play. Default `ready`. */
	readiness: optional(word("ready", "notReady", "byHand")),
	/** Seats: once the server welcomed it, the key is kept in the system's key store, by server and agent. */
	rememberKey: optional(boolean),
	/** Seats: the kept key of the agent of this name is used; no header with a key is given then. */
	keyOf: optional(string({ minLength: 1, maxLength: 256 })),
	/** Visible override of the rule that `ws://` goes to this computer only. */
	allowInsecure: optional(boolean),
	/** Whom this connection believes, and its way there; absent: all defaults. */
	trust: optional(connectionTrust),
	/** After a break on a server without resume: a new session id with turns from 1 (default), or the same id and the turns go on. */
	afterBreak: optional(word("newSession", "sameSession")),
	/** Default `confirm`. */
	tapRule: optional(word(...TAP_RULES)),
	/** The saved connection it was opened from: its kept secrets serve again when the session is connected after a restart. */
	connectionId: optional(connectionId),
});
export interface ConnectTarget extends Of<typeof connectTarget> {}

/** `proxy`: asking a proxy for the way on; name and connection before it are the proxy's then. */
export type DialPhase = "dns" | "tcp" | "proxy" | "tls" | "upgrade";

/** How long each phase took, ms. Absent phases did not happen (no TLS on ws://). */
export type PhaseTimings = Partial<Record<DialPhase, number>>;

export type NextStep =
	/** The console dials again by itself. */
	| "retry"
	/** Nothing more happens until the operator acts. */
	| "stop"
	/** The operator decides: someone else may hold the seat. */
	| "ask"
	/** The session is over. */
	| "ended";

/** How a link, or the try to make one, ended. */
export interface LinkOutcome {
	/** RFC 6455 close code; 1005 and 1006 are local words for "no code" and "no close frame"; null when no link was ever open. */
	code: number | null;
	reason: string;
	/** Who ended it. `console` covers operator and program; `network` is everything without a close frame. */
	by: "agent" | "console" | "network";
	/** A close handshake took place. */
	clean: boolean;
	/** Where a failed dial stopped. */
	phase?: DialPhase;
	/** HTTP status of a refused upgrade. */
	httpStatus?: number;
	/** The system's code or ours, for example `ECONNREFUSED`, `TLS_EXPIRED`; entries of older versions have the TLS library's. */
	errorCode?: string;
	/** What the other side showed, where that is why the dial ended. */
	certificate?: CertificateFacts;
	/** One line for people: what this means. */
	meaning: string;
	next: NextStep;
}

export type SessionStatus =
	| { kind: "idle" }
	| { kind: "dialling"; attempt: number; phase: DialPhase; sinceMs: number }
	| { kind: "open"; sinceMs: number; attempt: number }
	/** `session.end` was sent, or a close frame; waiting for the other side. */
	| { kind: "closing"; sinceMs: number }
	| { kind: "waiting"; retryAtMs: number; attempt: number; outcome: LinkOutcome }
	| { kind: "closed"; outcome: LinkOutcome };

/** A hole in the server's numbers. */
export interface SequenceGap {
	epoch: number;
	from: number;
	to: number;
	/** `open`: waiting or resuming; `healed`: the missing frames came; `lost`: given up, acks frozen below it. */
	state: "open" | "healed" | "lost";
	/** Further holes before `to`, when there were too many to list one by one. */
	more?: number;
}

/** The delivery ledger: what arrived, what is safe, what is proven. Every count is of this session over its whole life. */
export interface Ledger {
	epoch: number;
	/** Highest contiguous server sequence that is durably stored, in this epoch. */
	cursor: number;
	/** Highest sequence acknowledged to the server, in this epoch. */
	acked: number;
	/** Acks are sent on this session. */
	acks: boolean;
	/** Resume is offered on reconnect. */
	resume: boolean;
	/** Whether the server numbers its frames; `unknown` until the first frame. */
	sequencing: "unknown" | "sequenced" | "unsequenced";
	gaps: SequenceGap[];
	duplicates: number;
	conflicts: number;
	/** Frames that came off the wire: text and binary. */
	received: number;
	/** Of those, the ones whose commit returned. */
	stored: number;
	/** Text and binary frames handed to the socket. */
	sent: number;
	/** Own messages whose delivery is unknown. */
	unknown: number;
	/** Own messages no socket has taken yet: they wait for the disk or for a link. */
	queued: number;
	findings: number;
	/** Entries that were not read yet for what only reading in order finds: "none" may be said only where it is 0. */
	unread: number;
	/** Entries of every kind. */
	entries: number;
	/** Turn number the next message takes. */
	nextTurn: number;
}

export type AudioTurnState =
	| { kind: "unavailable"; why: string }
	/** `last` is what became of the last spoken turn; `lost`: the link broke while it was open. */
	| { kind: "idle"; last?: { turn: number; as: "committed" | "cancelled" | "lost" } }
	| { kind: "open"; turn: number };

/** How a request came: inside AG-UI (`custom`, `interrupt`, `tool`) or as a control frame. All stand-ins. */
export type InteractionCarrier = "custom" | "interrupt" | "tool" | "frame";

/**
 * `waiting`: a person can answer it now. `answered`: by us, or the agent says so. `expired`, `withdrawn`: over without an answer.
 * `notNegotiated`: asks for a modality that was not offered. `unanswerable`: its id is empty or too long. `ended`: its session or epoch is.
 */
export type InteractionState = "waiting" | "answered" | "expired" | "withdrawn" | "notNegotiated" | "unanswerable" | "ended";

/** The agent asks a person to do something: tap a card, take a photo. */
export interface Interaction {
	interactionId: string;
	/** `nfc`, `photo`, or a word this console does not know. */
	modality: string;
	prompt: string;
	requestedAtMs: number;
	/** Local clock; null when the agent sets no limit. */
	expiresAtMs: number | null;
	turn: number | null;
	/** The first stays, later ones enrich. */
	carriers: InteractionCarrier[];
	state: InteractionState;
	/** Turn of our answer. */
	answeredByTurn: number | null;
	/** When the state last changed, ms since 1970. */
	changedAtMs: number;
	/**
	 * Timeline entries: `asked` are the ones that carried it, oldest first, at most 8; `ended` is the one that ended it: our answer, the agent's
	 * word, the note of its expiry, the end of session or numbering. Null while it waits, and when no entry says so.
	 */
	ordinals: { asked: number[]; ended: number | null };
}

export interface SessionSummary {
	sessionId: string;
	name: string;
	protocol: ProtocolName;
	/** Profile that reads the server side. */
	profile: string;
	/** Address with credentials and query values removed. */
	endpoint: string;
	by: ConnectBy["kind"];
	/** Set for practice sessions. */
	scenario?: string;
	/** The saved connection it was opened from. */
	connectionId?: string;
	/** It came from a file of that name and never had a link here. */
	importedFrom?: string;
	/** That file was a redacted export: frames with the finding `import.masked` are not what was said. */
	importedRedacted?: boolean;
	/** Session whose messages it says again. */
	replayOf?: string;
	createdAtMs: number;
	status: SessionStatus;
	/** When any byte was last heard, ms since 1970. */
	lastHeardAtMs: number | null;
	/** Why the link last ended, kept while a new one is open. */
	lastOutcome: LinkOutcome | null;
	ledger: Ledger;
	/** A run the agent has not finished. */
	openRun: { runId: string } | null;
	cancelPending: boolean;
	audio: AudioTurnState;
	/** Turn that `audio.turn.start` takes now; differs from the ledger's next turn when audio counts for itself. Absent while not connected. */
	nextAudioTurn?: number;
	/** What the agent asked of a person, newest last; at most the last 32. */
	interactions: Interaction[];
	/** Tables: queue, confirmation and open requests; absent while not connected in this run of the program. */
	table?: TableStatus;
	/** How the open link is secured; absent without one. */
	security?: LinkSecurity;
	/** Its connection is set to believe whoever answers. */
	notVerified?: true;
	/** Largest frame the other side says it takes, bytes. */
	maxFrameBytes: number;
	/** What `session.start` says again on a reconnect. */
	modalities: PhysicalModality[];
	audioTurnControl: boolean;
	/** Findings about the card or the connection itself. */
	findings: Finding[];
	/** What a tap for a request of this session does; absent where there are no taps. */
	tapRule?: TapRule;
	/** The practice agent's verdict about what this client sent; empty while all is well. */
	practiceComplaints: string[];
}
