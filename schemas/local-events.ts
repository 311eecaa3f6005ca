import type { ApduExchange, ReaderStateKind, Tap, TapFailed } from "./reader.ts";
import type { DialPhase, LinkOutcome, PhaseTimings } from "./session.ts";
import type { TapRule } from "./tap-rule.ts";
import type { LinkSecurity } from "./trust.ts";

/**
 * Bodies of `local` entries: what the console itself saw or did. The body is stored as JSON text of exactly this value without `event`,
 * which is the entry's `type`.
 */
export type LocalEvent =
	| { event: "session.opened"; protocol: string; profile: string; endpoint: string }
	| { event: "session.resumed"; cursor: number; epoch: number; nextTurn: number }
	| { event: "link.dialling"; attempt: number; endpoint: string }
	| { event: "link.open"; attempt: number; timings: PhaseTimings; remoteAddress: string; subprotocol: string; security?: LinkSecurity }
	| { event: "link.failed"; attempt: number; outcome: LinkOutcome; phase: DialPhase; timings: PhaseTimings; detail: string; body?: string }
	/** `reasonHex`: the bytes of the agent's reason, where `outcome` does not show them as they came: no UTF-8, or a value masked there. */
	| { event: "link.closed"; outcome: LinkOutcome; reasonHex?: string }
	| { event: "link.retry"; attempt: number; delayMs: number }
	/** No pong for two pings, or no byte after a clock jump. */
	| { event: "link.stale"; silentMs: number; missedPongs: number }
	/** Time without a link, written when the next one opens. */
	| { event: "link.gap"; fromMs: number; toMs: number; cause: string; resumedFrom: number | null; epoch: number }
	| { event: "sequence.gap"; epoch: number; from: number; to: number; decision: "hold" | "resume" | "giveUp" }
	| { event: "sequence.gapHealed"; epoch: number; from: number; to: number }
	| { event: "sequence.gapLost"; epoch: number; from: number; to: number }
	| { event: "epoch.started"; epoch: number; why: string }
	| { event: "clock.jumped"; byMs: number }
	| { event: "turn.unknown"; type: string; turn: number | null }
	| {
			event: "turn.settled";
			type: string;
			turn: number | null;
			as: "acknowledged" | "answered" | "resent" | "released" | "notDelivered";
			why: string;
	  }
	/** The time of an open request or confirmation is over and nothing was sent for it. */
	| { event: "request.expired"; what: "action" | "match_confirm"; match: string | null; requestId: string }
	/** Matches that an earlier run of the program left and that the server will ask about again. */
	| { event: "table.restored"; matches: { sessionId: string; game: string | null }[] }
	/** The operator asked who holds the seat. */
	| { event: "seat.asked"; presence: string; text: string }
	| { event: "key.kept"; server: string; agent: string }
	| { event: "key.notKept"; why: string }
	| { event: "interaction.expired"; interactionId: string; modality: string }
	/** A card was read while this session was meant, or for its request. Holds the whole reading; lists mask it. */
	| { event: "tap.read"; tapId: string; interactionId: string | null; rule: TapRule; tap: Tap }
	| { event: "tap.failed"; failure: TapFailed }
	/** Confirmed by a person, by the same card shown again, or by the session's rule; the message stands beside it. */
	| { event: "tap.confirmed"; tapId: string; interactionId: string | null; by: "person" | "sameCard" | "rule" }
	/** Nothing was sent for it. `replaced` by another card; `requestOver`: its request ended first. */
	| {
			event: "tap.dropped";
			tapId: string;
			interactionId: string | null;
			why: "replaced" | "discarded" | "notShownAgain" | "requestOver" | "moved";
	  }
	| { event: "reader.state"; state: ReaderStateKind; reader: string | null; cause: string; wayOn: string }
	/** Commands and responses of one reading, written only when the operator asks for it: they hold what is on people's cards. */
	| { event: "reader.apdus"; reader: string; exchanges: ApduExchange[]; leftOut: number }
	| { event: "operator.connect" }
	| { event: "operator.disconnect" }
	| { event: "operator.end" }
	| { event: "operator.discard"; type: string; turn: number | null }
	| { event: "practice.complaint"; complaint: string };

export type LocalEventName = LocalEvent["event"];
