/** The conversation and the state as a window asks for them: in pages, long texts in pieces, JSON-safe. */
import type { ConversationItem, ConversationRun, RunOutcome } from "./conversation.ts";
import { ordinal, rowCount, sessionId } from "./ids.ts";
import { gives, integer, list, nullable, object, request, type Value } from "./shapes.ts";
import type { Finding } from "./timeline.ts";

/** A piece of a text: `text` begins at `from`; `length` is the whole text's. All in UTF-16 units. */
export interface TextPiece {
	from: number;
	text: string;
	length: number;
}

/** Something the agent said with a value of any shape: text as it is, anything else as JSON text; cut after `SHOWN_UNITS`. */
export interface ShownValue {
	text: string;
	isJson: boolean;
	/** Of the whole, UTF-16 units. */
	length: number;
}

/** An interrupt or a call that waits for an answer the profile has no form for. */
export interface OpenQuestion {
	kind: "interrupt" | "toolCall";
	id: string;
	/** Reason of the interrupt, name of the tool. */
	name: string;
	/** What the agent says about it, or the arguments. */
	message: string;
	/** The agent asks a person to tap or photograph; it has a row of its own. */
	physical: boolean;
}

interface RowBase {
	/** Place in the list; never changes. */
	index: number;
	/** Entries it was made from. */
	first: number;
	last: number;
	count: number;
	/** ms since 1970. */
	atMs: number;
	/** Name of the sub-agent that speaks; absent for the main one. */
	lane?: string;
}

export type ConversationRow = RowBase &
	(
		| {
				kind: "item";
				/** Without its long parts: text, arguments, results, content. */
				item: ConversationItem;
				/** Text of a message, arguments of a call; null when there is none, or nothing new. */
				text: TextPiece | null;
				/** Whole length of that text. */
				textLength: number;
				/** Results of a tool call, newest last, at most the last 20. */
				results: (ShownValue & { ordinal: number; lane?: string })[];
				/** Content parts of a message, content of an activity. */
				content: ShownValue | null;
				/** The run it starts, or belongs to. */
				run: ConversationRun | null;
				/** More may come. */
				isLive: boolean;
		  }
		/** A run came to an end, as it was then. `wentOn`: the link came back and the run with it. */
		| { kind: "runEnd"; run: ConversationRun; outcome: RunOutcome; wentOn: boolean; questions: OpenQuestion[]; result: ShownValue | null }
		/** The agent asks a person to do something. Its fate is in `SessionSummary.interactions`. */
		| { kind: "ask"; interactionId: string; modality: string; prompt: string }
		/** What the console saw: links, gaps. */
		| { kind: "local"; type: string; words: string }
	);

/** Of a page, beside its session. */
const pageRequest = {
	/** Index of the first row; null: the last `count` rows. */
	from: nullable(ordinal),
	count: rowCount,
	/** Revision the window knows; 0 for none. */
	since: ordinal,
	/** How far the window has the texts of rows that it wants more of. */
	texts: list(object({ index: ordinal, to: ordinal }), { maxItems: 500 }),
};
export interface PageRequest extends Value<typeof pageRequest> {}

export interface ConversationPage {
	/** Another number than before: everything known of this conversation is void. */
	generation: number;
	/** Grows whenever something changed. */
	revision: number;
	/** Rows in the whole conversation. */
	total: number;
	upToOrdinal: number;
	/** Entries that are stored and not read yet: reading goes on, ask again. */
	behind: number;
	/** Of the rows asked for, those that changed after `since`. */
	rows: ConversationRow[];
	/** Index of the first row asked for. */
	from: number;
}

export interface StateView {
	/** The change that made this state: its entry; 0 when nothing has changed it yet. */
	ordinal: number;
	/** Its receive time, ms since 1970, and sequence. */
	atMs: number;
	sequence: number | null;
	/** Number of that change, from 1; 0 is the state before the first. */
	change: number;
	changes: number;
	previous: number | null;
	next: number | null;
	/** JSON text of the whole state, every digit kept. */
	text: string;
	/** What the change did, at most `SHOWN_CHANGES` places; values as JSON text, cut. */
	changed: { path: string; before?: string; after?: string }[];
	changedCount: number;
	/** Why the change was not applied. */
	failed: Finding | null;
	/** Place in the state its operation at fault names; null when it names none. */
	failedAt: string | null;
	/** A delta before could not be applied and no snapshot has come since. */
	divergedAt: number | null;
	/** Entries read so far, and how many are stored and not read yet. */
	upToOrdinal: number;
	behind: number;
}

/** Places for a slider: where in the session the state changed. */
export interface StateTrail {
	changes: number;
	fromMs: number;
	toMs: number;
	/** At most `MAX_TICKS`, in order. `change` is its number. */
	ticks: { change: number; ordinal: number; atMs: number; failed: boolean }[];
	/** Entries that are stored and not read yet. */
	behind: number;
}

export const SHOWN_UNITS = 16_384;
export const SHOWN_CHANGES = 200;
export const MAX_TICKS = 240;
/** Largest piece of a text in one answer. */
export const MAX_PIECE = 65_536;

const untilOrdinal = nullable(ordinal);

export const CONVERSATION_REQUESTS = {
	/** Rows `from` to `from + count - 1` of the conversation that changed after revision `since`. */
	"conversation.page": request({ sessionId, ...pageRequest }, gives<ConversationPage>()),
	/** A piece of a row's text; null when the row has none. */
	"conversation.text": request({ sessionId, index: ordinal, from: ordinal, count: integer(1, MAX_PIECE) }, gives<TextPiece | null>()),
	/** Index of the row that entry belongs to, or of the nearest one before it; null while there is none. */
	"conversation.locate": request({ sessionId, ordinal }, gives<{ index: number | null }>()),
	/** `{"messages":…,"state":…,"runs":…}` as JSON text, after that entry; null: after the last. */
	"conversation.whole": request({ sessionId, ordinal: untilOrdinal }, gives<{ text: string }>()),
	/** The state after that entry, and what changed it last; null: as it is now. */
	"state.at": request({ sessionId, ordinal: untilOrdinal }, gives<StateView>()),
	"state.trail": request({ sessionId }, gives<StateTrail>()),
};
