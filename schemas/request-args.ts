/**
 * Every request: name → schema of its arguments, which carries their type and that of the answer. `dispatch` refuses what does not match.
 * A window is not trusted: everything has a limit, and unknown members are refused.
 */
import { CONNECTION_REQUESTS } from "./connections.ts";
import { CONVERSATION_REQUESTS } from "./conversation-page.ts";
import type { HandedOver } from "./files.ts";
import type { MessageCatalogue } from "./forms.ts";
import { connectionId, messageText, ordinal, rowCount, sessionId, sha256 } from "./ids.ts";
import { INTERCHANGE_REQUESTS } from "./interchange.ts";
import type { AppInfo, CardReading, MessageCheck, RecentTarget, TimelineOverview, TimelinePage, VerifyReport } from "./ipc.ts";
import { KIOSK_REQUESTS } from "./kiosk.ts";
import { LIBRARY_REQUESTS } from "./library.ts";
import type { SchemaStatus } from "./observation-schema.ts";
import type { ReaderStatus } from "./reader.ts";
import { REPAIR_REQUESTS } from "./repair.ts";
import type { KeptKey, SeatReport } from "./seat.ts";
import type { SecretKeeping } from "./secrets.ts";
import { cardText, connectTarget, place, type SessionSummary } from "./session.ts";
import { boolean, gives, integer, nullable, optional, request, string, word } from "./shapes.ts";
import type { TableReading, TableView } from "./table.ts";
import { TAP_REQUESTS } from "./tap.ts";
import { TEMPLATE_REQUESTS } from "./templates.ts";
import { type AuthorityAnswer, MAX_AUTHORITY_CHARACTERS } from "./time-stamps.ts";
import { type EntryDetail, type MessageFate, timelineFilter } from "./timeline.ts";
import { connectionTrust, MAX_CERTIFICATE_FILE_BYTES } from "./trust.ts";

const APP_REQUESTS = {
	"app.info": request({}, gives<AppInfo>()),
	/** Asks an authority of time stamps whether it answers, without keeping anything. */
	"timeStamps.try": request({ address: string({ minLength: 1, maxLength: MAX_AUTHORITY_CHARACTERS }) }, gives<AuthorityAnswer>()),
	/** The list of signed heads (heads.jsonl), to be handed over; null when none was signed yet. */
	"proof.heads": request({}, gives<{ fileId: string | null }>()),
	"settings.get": request({}, gives<Record<string, string>>()),
	"settings.set": request({ key: string({ pattern: "^[a-z][a-zA-Z0-9.]{0,63}$" }), value: string({ maxLength: 4096 }) }, gives<null>()),
	"recent.list": request({}, gives<RecentTarget[]>()),
	"recent.forget": request({ id: string({ minLength: 1, maxLength: 128 }) }, gives<null>()),
	/**
	 * The card at an http(s) address, or the one that is `text`; then `source` is only its name. `connectionId`: secrets that are kept for its
	 * trust are used where the given one leaves them empty.
	 */
	"card.read": request(
		{ source: place, text: optional(cardText), trust: optional(connectionTrust), connectionId: optional(connectionId) },
		gives<CardReading>(),
	),
	/** A certificate file that is no text, base64, as PEM; the key without its passphrase. Errors: CERTIFICATE_UNREADABLE. */
	"certificate.read": request(
		{
			base64: string({ maxLength: 2 * MAX_CERTIFICATE_FILE_BYTES, pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
			passphrase: string({ maxLength: 1024 }),
		},
		gives<{ certificates: string; key: string | null }>(),
	),
	/** Which schema judges observations, and what is wrong with files of the folder. */
	"schemas.status": request({}, gives<SchemaStatus>()),
	/** Reads the folder again; open sessions follow at once. */
	"schemas.read": request({}, gives<SchemaStatus>()),
	"reader.status": request({}, gives<ReaderStatus>()),
};

const SESSION_REQUESTS = {
	"session.open": request({ target: connectTarget }, gives<{ sessionId: string }>()),
	/**
	 * Believes that certificate from now on, which a person looked at, and dials again. Only the one the last dial was refused for.
	 * `inConnection`: the saved connection the session came from holds it, too, or nothing is pinned at all; the result is its name.
	 * Errors: INVALID_ARGS when it is another one; CONNECTION_NOT_FOUND; CONNECTION_INVALID when that connection leads elsewhere by now, or its
	 * card comes from another place than its socket; those of `session.connect`.
	 */
	"session.pin": request({ sessionId, sha256, inConnection: optional(boolean) }, gives<{ connection: string | null }>()),
	/** A new session, turns from 1, with the connection of this one; this one stays as it is. Secrets that are no longer known: TARGET_INVALID. */
	"session.again": request({ sessionId }, gives<{ sessionId: string }>()),
	"session.list": request({}, gives<SessionSummary[]>()),
	/** Dials now: after a stop, while waiting, or to take a seat back. Does nothing while a link is open or being made. */
	"session.connect": request({ sessionId }, gives<null>()),
	/** Drops the link or the dial at once; the session can be connected again. */
	"session.disconnect": request({ sessionId }, gives<null>()),
	/** Says `session.end`, waits at most 2 s for the other side, closes 1000. */
	"session.end": request({ sessionId }, gives<null>()),
	/** Closes the link with a close frame of the operator's choice; the session can be connected again. */
	"session.close": request({ sessionId, code: integer(1000, 4999), reason: string({ maxLength: 123 }) }, gives<null>()),
	/** Reads the session to its end for what only reading in order finds; `unread` is what could not be read. */
	"session.read": request({ sessionId }, gives<{ unread: number; findings: number }>()),
	"session.rename": request({ sessionId, name: string({ minLength: 1, maxLength: 128 }) }, gives<null>()),

	/** Asks the server who holds this session's seat. Never dials; answers within 5 s. */
	"seat.ask": request({ sessionId }, gives<SeatReport>()),
	/** The same before there is a session. */
	"seat.askAt": request({ target: connectTarget }, gives<SeatReport>()),
	/** Agents whose key is in the system's key store, and whether there is one. */
	"agentKey.list": request({}, gives<{ keeping: SecretKeeping; keys: KeptKey[] }>()),
	"agentKey.forget": request({ server: string({ maxLength: 256 }), agent: string({ maxLength: 256 }) }, gives<null>()),
};

const MESSAGE_REQUESTS = {
	/** The forms of every message this session can send. */
	"message.catalogue": request({ sessionId }, gives<MessageCatalogue>()),
	/** Checks what `text` would do if sent now. Never sends. */
	"message.check": request({ sessionId, text: messageText }, gives<MessageCheck>()),
	/**
	 * Sends exactly `text`. Without `override` a message with error findings is refused with MESSAGE_INVALID; with it the entry is marked.
	 * While the link is down a valid message with a turn is queued; others are refused. Answers when the message is stored and the socket took it,
	 * when it is stored and waits for a link, or, while the disk is slow, after 0.4 s with what is true then;
	 * `message.changed` tells how it went on.
	 */
	"message.send": request({ sessionId, text: messageText, override: optional(boolean) }, gives<MessageFate>()),
	"message.discard": request({ sessionId, ordinal }, gives<null>()),
	"draft.get": request({ sessionId }, gives<{ drafts: Record<string, string> }>()),
	"draft.save": request({ sessionId, key: string({ minLength: 1, maxLength: 64 }), text: messageText }, gives<null>()),
};

const untilOrdinal = nullable(ordinal);
const fileId = string({ minLength: 1, maxLength: 64 });

const TRANSCRIPT_REQUESTS = {
	/** Rows `from` to `from + count - 1` of the filtered list; `total` is its length now. */
	/** `from` null: the end of the list as it is now, at least `count` rows of it, from `endStart` on. */
	"timeline.rows": request({ sessionId, filter: timelineFilter, from: nullable(ordinal), count: rowCount }, gives<TimelinePage>()),
	/** With `mostBytes` at most so many bytes of a large entry come, from its beginning; it says so in `cutBytes`. */
	"timeline.entry": request({ sessionId, ordinal, mostBytes: optional(integer(1, 64 * 1024 * 1024)) }, gives<EntryDetail>()),
	/** Index in the filtered list of `ordinal`, or of the nearest listed entry before it; of the fold it is in. */
	"timeline.locate": request({ sessionId, filter: timelineFilter, ordinal }, gives<{ index: number }>()),
	/** The next entry with a finding, a gap or an unknown delivery in that direction; null when there is none. */
	"timeline.trouble": request(
		{ sessionId, filter: timelineFilter, fromOrdinal: ordinal, direction: word("next", "previous") },
		gives<{ ordinal: number; index: number } | null>(),
	),
	"timeline.overview": request({ sessionId, columns: integer(1, 2000) }, gives<TimelineOverview>()),

	/** The matches, and one of them whole, after that entry; nulls: the most urgent match, after the last entry. */
	"table.view": request({ sessionId, match: nullable(string({ maxLength: 256 })), ordinal: untilOrdinal }, gives<TableReading>()),
	/** Every match whole, after that entry. */
	"table.whole": request({ sessionId, ordinal: untilOrdinal }, gives<TableView>()),

	/** `head`: one noted elsewhere, perhaps before the session went on. */
	"transcript.verify": request({ sessionId, head: optional(sha256) }, gives<VerifyReport>()),
	/** Gives a file that this run made to the person: by the host's dialog, or the browser's download. Errors: FILE_UNKNOWN, EXPORT_FAILED. */
	"file.handOver": request({ fileId }, gives<HandedOver>()),
	/** Shows it in the system's file manager. Errors: FILE_UNKNOWN, NOT_IN_THIS_HOST. */
	"file.show": request({ fileId }, gives<null>()),
};

export const ARGS_SCHEMA = {
	...APP_REQUESTS,
	...CONNECTION_REQUESTS,
	...SESSION_REQUESTS,
	...MESSAGE_REQUESTS,
	...TEMPLATE_REQUESTS,
	...TRANSCRIPT_REQUESTS,
	...CONVERSATION_REQUESTS,
	...INTERCHANGE_REQUESTS,
	...LIBRARY_REQUESTS,
	...TAP_REQUESTS,
	...KIOSK_REQUESTS,
	...REPAIR_REQUESTS,
};
