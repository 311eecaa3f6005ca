/** From a tap to an observation: the tap that waits for a decision, and what a person can do about it. JSON-safe. */
import { messageText, sessionId } from "./ids.ts";
import { type ReaderStateKind, TAP_FAILURES, type Tap, type TapFailure } from "./reader.ts";
import { gives, integer, list, nullable, type Of, object, optional, request, string, word } from "./shapes.ts";
import { TAP_RULES, type TapRule } from "./tap-rule.ts";
import type { Finding, MessageFate } from "./timeline.ts";

/**
 * `offered`: no request waits; it can be sent as an observation nobody asked for. `choose`: several requests wait and none is meant more than
 * the others. `confirm`: a person looks at it and confirms. `showAgain`: the same card held to the reader again confirms it; `tap.confirm` does
 * too. `sending`: handed to the store, or waiting for the link. `sent`: a socket took it. `failed`: it cannot be sent, or was and did not arrive
 * for sure. `expired`: its time, or that of its request, is over.
 */
export type TapPhase = "offered" | "choose" | "confirm" | "showAgain" | "sending" | "sent" | "failed" | "expired";

/** A request that a tap could answer. */
export interface TapChoice {
	sessionId: string;
	sessionName: string;
	interactionId: string;
	prompt: string;
	/** Local clock; null when the agent sets no limit. */
	expiresAtMs: number | null;
}

/** The last tap, until something became of it. There is at most one: a newer tap takes its place. */
export interface PendingTap {
	tapId: string;
	tap: Tap;
	phase: TapPhase;
	/** Where it will go, or went; null while `offered` without a session, and while `choose`. */
	sessionId: string | null;
	/** The request it answers; null for an observation nobody asked for. */
	interactionId: string | null;
	/** Rule that holds for it: `confirm` instead of another one where a card cannot be told again, and where nobody asked. */
	rule: TapRule;
	/** Exact text that is sent, with turn and interactionId as they are now; null while there is no place for it, or when no observation can carry it. */
	text: string | null;
	/** What speaks against sending it now: from the observation, the schema, the session. */
	findings: Finding[];
	/** No error among the findings, and there is a text. */
	sendable: boolean;
	/** Requests for a tap that wait now, the most urgent first. */
	choices: TapChoice[];
	/** When this phase ends by itself, ms since 1970, local clock; null when it does not. */
	untilMs: number | null;
	/** One sentence: why it is in this phase, or what to do. */
	why: string;
	/** Entry of the message, once it is stored. */
	ordinal: number | null;
}

/** A card that no device read. What is not said is made up; the observation always says `simulated: true`. */
const simulatedCard = object({
	/** Lower-case hex. Four bytes beginning with 08 are a random number, as phones say. */
	uid: optional(string({ pattern: "^(?:[0-9a-f]{2}){1,16}$" })),
	tagType: optional(string({ minLength: 1, maxLength: 64 })),
	technologies: optional(list(string({ minLength: 1, maxLength: 32 }), { maxItems: 8, uniqueItems: true })),
	/** As in NdefRecord, without `decoded`: that is read from the payload. */
	records: optional(
		list(
			object({
				tnf: integer(0, 5),
				type: string({ maxLength: 255, pattern: "^[\\x20-\\x7e]*$" }),
				id: string({ maxLength: 255, pattern: "^[\\x20-\\x7e]*$" }),
				payload: string({ maxLength: 43_692, pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
			}),
			{ maxItems: 64 },
		),
	),
});
export interface SimulatedCard extends Of<typeof simulatedCard> {}

/** Name of the reader that simulated taps come from. */
export const SIMULATED_READER = "Simulated reader";

/** A stretch of time in which the reader was in one state. */
export interface ReaderSpan {
	fromMs: number;
	/** Of the last one: now. */
	toMs: number;
	kind: ReaderStateKind;
	cause: string;
}

/** At most the last 24 hours. */
export interface ReaderHistory {
	/** Oldest first. A hole is a time in which the program did not run, or ended without a word. */
	spans: ReaderSpan[];
	taps: { atMs: number; ok: boolean }[];
}

const tapId = string({ minLength: 1, maxLength: 64 });

export const TAP_REQUESTS = {
	"tap.pending": request({}, gives<{ pending: PendingTap | null }>()),
	/**
	 * Sends it, and answers at once with what is true then: nothing is stored yet; `tap.changed` tells the rest. `text` is what the person looked at; when another text would be sent by now, nothing is sent and MESSAGE_INVALID says so.
	 * Errors: TAP_GONE, MESSAGE_INVALID, MESSAGE_TOO_LARGE, SESSION_NOT_OPEN.
	 */
	"tap.confirm": request({ tapId, text: optional(messageText) }, gives<MessageFate>()),
	/** Forgets it; nothing was sent. Also closes one that is over. */
	"tap.discard": request({ tapId }, gives<null>()),
	/** Binds it to a request, or (null) to a session as an observation nobody asked for. It then waits for confirmation. */
	"tap.useFor": request(
		{ tapId, sessionId, interactionId: nullable(string({ minLength: 1, maxLength: 128 })) },
		gives<{ pending: PendingTap }>(),
	),
	/** For this session from now on. */
	"tap.setRule": request({ sessionId, rule: word(...TAP_RULES) }, gives<null>()),
	/** As if a card had been held to a reader; `failure` as if it had failed to be read. */
	"tap.simulate": request(
		{ card: optional(simulatedCard), failure: optional(word(...(Object.keys(TAP_FAILURES) as TapFailure[]))) },
		gives<null>(),
	),
	"reader.history": request({}, gives<ReaderHistory>()),
	/** The operator's name for a reader; an empty one takes it back. It stays with the serial number, else with the system's name (its port). */
	"reader.rename": request({ reader: string({ minLength: 1, maxLength: 256 }), name: string({ maxLength: 64 }) }, gives<null>()),
};

export interface TapEvents {
	/** After each change; null when there is none any more. */
	"tap.changed": { pending: PendingTap | null };
}
