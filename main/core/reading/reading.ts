/**
 * One reading of one session: what its entries come to, and what is wrong with them that only reading in order tells. Each protocol gives one
 * (`door.createReading`). It serves live sessions, stored ones, imports, `check`, `session view` and reports alike, so they cannot disagree.
 */
import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "../../../schemas/conversation-page.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { TableReading } from "../../../schemas/table.ts";
import type { Delivery, Direction, EntryKind, Finding, Opcode } from "../../../schemas/timeline.ts";
import type { ExactJson } from "../conversation/exact-json.ts";
import type { FrameKinds } from "../timeline/frame-kinds.ts";

/** A stored entry, as far as it says something to who reads the session. `EntryDetail` fits. */
export interface StoredEntry {
	ordinal: number;
	/** ms since 1970. */
	atMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	type: string;
	/** Exact text; absent or null for bytes that are no text. */
	text?: string | null;
	/** Size of its bytes. Default: that of its text. */
	byteLength?: number;
	epoch?: number;
	sequence?: number;
	delivery?: Delivery;
}

/** What reading found at one entry. */
export interface Found {
	ordinal: number;
	findings: Finding[];
}

export interface ReadingOptions {
	json: ExactJson;
	/** Tells this reading from others of the same session. */
	generation: number;
	/** Exact text of a stored frame. */
	textOf(ordinal: number): string | null;
	/** Delivery of a stored entry as it is now. */
	deliveryOf(ordinal: number): Delivery | undefined;
	/** What a conversation may hold in memory; default CONVERSATION_BYTES. */
	maxBytes?: number;
}

export interface Reading {
	/** Entries come in order of ordinal, each once, whatever it is. Cost of an entry: the entry. */
	take(entry: StoredEntry): void;
	/** All stored entries were taken; more may be on their way. */
	caughtUp(): void;
	/**
	 * Nothing is recorded behind the last entry, as in a file or after a killed program: what is open there is cut off. Should an entry come after
	 * all, reading goes on where it was. Saying it twice changes nothing.
	 */
	end(): void;
	upToOrdinal(): number;
	/** What was found and not taken yet, in the order of reading: all of it, or entries that hold some `most` findings. */
	takeFindings(most?: number): Found[];
	/** Nothing is left that was found and not taken. */
	isAllSaid(): boolean;
	/** The whole of it as one JSON text. */
	whole(): string;
	/** False when something that was read as said has been given up since: only a new reading tells. */
	isStillTrue(): boolean;
	/** How far it came, by what the protocol counts, JSON-safe; `check` prints it. `ledger`: the server's numbers at the end. */
	counts(ledger: { cursor: number; acked: number; gaps: [number, number][] }): Record<string, unknown>;
	/**
	 * How the console would have stored that frame here, had it been its own: for recordings of other programs. Call right before `take`, which
	 * gets what it answers.
	 */
	asRecorded(frame: ForeignFrame): RecordedFrame;
	/** What the agent asked of a person, and what became of it; null where the protocol knows no such requests. */
	requests: (() => readonly Interaction[]) | null;
	conversation: ConversationViews | null;
	table: TableViews | null;
}

/** A message of a recording that says no more than who sent what. */
export interface ForeignFrame {
	dir: "in" | "out";
	opcode: "text" | "binary";
	text: string | null;
	byteLength: number;
	atMs: number;
}

export interface RecordedFrame {
	type: string;
	epoch?: number;
	sequence?: number;
	delivery?: Delivery;
	/** What the console finds when it receives or sends, and reading does not: numbers, own messages. */
	findings: Finding[];
}

export interface ConversationViews {
	page(request: PageRequest): Omit<ConversationPage, "behind">;
	text(index: number, from: number, count: number): TextPiece | null;
	/** Index of the row the entry belongs to, or stands nearest behind; null while there is none. */
	locate(ordinal: number): number | null;
	stateAt(ordinal: number | null): Omit<StateView, "behind">;
	stateTrail(): Omit<StateTrail, "behind">;
}

export interface TableViews {
	/** Every match in short and one of them whole: `match`, else the most urgent live one, else the newest. */
	view(match: string | null): Omit<TableReading, "behind">;
}

/** Pings, pongs and what the protocol calls upkeep: reading passes over them, and the store does not fetch them for it. */
export const isUpkeep = (
	{ dir, opcode, type }: Pick<StoredEntry, "dir" | "opcode" | "type">,
	{ upkeep }: Pick<FrameKinds, "upkeep">,
): boolean => opcode === "ping" || opcode === "pong" || (dir === "out" && upkeep.includes(type));
