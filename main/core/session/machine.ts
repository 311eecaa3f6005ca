/**
 * What a protocol machine hears and says. Machines do no I/O: the runner carries inputs in and outputs out.
 * "Acknowledge only what is stored" shows in the order: `append` goes out, `persisted` comes back, `write` follows.
 */
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { AudioTurnState, DialPhase, Interaction, Ledger, LinkOutcome, PhaseTimings, SessionStatus } from "../../../schemas/session.ts";
import type { TableStatus } from "../../../schemas/table.ts";
import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import type { LinkSecurity } from "../../../schemas/trust.ts";
import type { Comparison, DialFailure, EntryDraft, SessionFacts, SocketClose } from "../ports.ts";

/** A machine's own number for an entry it appended: 1, 2, 3 … without holes. */
export type Ref = number;

export type TimerName =
	| "retry"
	| "keepAlive"
	| "ack"
	| "gapHold"
	| "endWait"
	| "flush"
	| "startWait"
	| "probe"
	| "deadline"
	| "interaction";

/** A frame that was read beside main: what the protocol's own `readFrame` answered. `text` is null then. */
export type ReadFrame = { readonly findings: Finding[] };

/** When a frame arrived whose reading took a while. */
export interface MomentOfReceipt {
	atMs: number;
	monoMs: number;
}

export type Input =
	/** First input of a new session. */
	| { kind: "created" }
	/** First input of a session loaded from the store. */
	| { kind: "restored" }
	| { kind: "connect" }
	/** Drops link or dial; what is due is acknowledged first. `code` and `reason` for a close frame of the operator's choice. */
	| { kind: "disconnect"; code?: number; reason?: string }
	| { kind: "end" }
	/** The computer is about to sleep; `clockJumped` follows when it wakes. */
	| { kind: "suspend" }
	| { kind: "send"; text: string; type: string | null; body: Record<string, unknown> | null; override: boolean; findings: Finding[] }
	| { kind: "discard"; ref: Ref }
	/** Something outside the link that belongs into this session's timeline: a tap, the reader's state, who holds a seat. */
	| { kind: "note"; event: LocalEvent }
	| { kind: "phase"; dialId: number; phase: DialPhase }
	| { kind: "opened"; dialId: number; timings: PhaseTimings; remoteAddress: string; subprotocol: string; security: LinkSecurity }
	| { kind: "failed"; dialId: number; failure: DialFailure }
	| {
			kind: "frame";
			dialId: number;
			opcode: "text" | "binary";
			bytes: Uint8Array;
			text: string | null;
			decoded?: ReadFrame;
			at?: MomentOfReceipt;
	  }
	| { kind: "ping" | "pong"; dialId: number; bytes: Uint8Array }
	| { kind: "closed"; dialId: number; close: SocketClose }
	| { kind: "written"; ref: Ref; error: string | null }
	| { kind: "persisted"; upToRef: Ref; comparisons: { ref: Ref; comparison: Comparison }[] }
	/** Answers to `lookUp`, in the order asked. */
	| { kind: "lookedUp"; lookUpId: number; comparisons: Comparison[] }
	/** Answer to `place`, at once. */
	| { kind: "placed"; ref: Ref; ordinal: number }
	| { kind: "timer"; name: TimerName }
	| { kind: "clockJumped"; byMs: number }
	/** Reading from the network stopped because the store is behind, or goes on. */
	| { kind: "paused"; on: boolean };

export type Output =
	| { kind: "append"; ref: Ref; draft: EntryDraft }
	| { kind: "delivery"; ref: Ref; delivery: Delivery }
	| { kind: "findings"; ref: Ref; findings: Finding[] }
	/** Which ordinal has this entry? Asked about the entry just appended, or one that may still change. */
	| { kind: "place"; ref: Ref }
	| { kind: "lookUp"; lookUpId: number; frames: { epoch: number; sequence: number; body: string | Uint8Array }[] }
	| { kind: "dial"; dialId: number }
	| { kind: "write"; ref: Ref; text: string }
	| { kind: "ping"; payload: string }
	| { kind: "closeSocket"; code: number; reason: string }
	| { kind: "destroySocket" }
	| { kind: "timer"; name: TimerName; delayMs: number }
	| { kind: "cancelTimer"; name: TimerName };

/** Time and chance, given to each step so that a step depends on nothing else. */
export interface StepEnv {
	nowMs: number;
	monoMs: number;
	random(): number;
	uuid(): string;
}

/** The part of a session's summary that the machine knows. */
export interface MachineView {
	status: SessionStatus;
	ledger: Omit<Ledger, "entries" | "unread">;
	lastHeardAtMs: number | null;
	lastOutcome: LinkOutcome | null;
	/** Of the open link. */
	security?: LinkSecurity;
	openRun: { runId: string } | null;
	cancelPending: boolean;
	audio: AudioTurnState;
	nextAudioTurn?: number;
	/** Requests to a person, newest last. */
	interactions?: Interaction[];
	/** Set by protocols that sit at tables. */
	table?: TableStatus;
}

export interface Machine {
	/** Takes one input into account and answers what to do, in order. The array is reused by the next step. */
	step(input: Input, env: StepEnv): readonly Output[];
	/** One object, changed in place by `step`. */
	readonly facts: SessionFacts;
	view(): MachineView;
	/** What speaks against sending this now, beyond its schema. */
	checkSend(type: string | null, body: Record<string, unknown> | null, byteLength: number, nowMs: number): Finding[];
	/** Turn a message of this type takes now; null when it takes none. */
	nextTurnOf(type: string | null): number | null;
}
