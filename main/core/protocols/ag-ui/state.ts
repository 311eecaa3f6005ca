import type { ConversationItem, ConversationRun, LocatedFinding } from "../../../../schemas/conversation.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { createDocument, type JsonDocument } from "./json-patch.ts";
import { createMessageList, type MessageList } from "./messages.ts";
import type { TextBuffer } from "./text-buffer.ts";

/** Where a frame stands in the session. */
export interface FramePlace {
	ordinal: number;
	/** ms since 1970. */
	atMs: number;
	epoch?: number;
	sequence?: number;
	/** Length of its text, UTF-16 units. */
	units?: number;
}

/** The agent's name for who speaks; undefined is the main agent. The empty text is a name like any other. */
export type Lane = string | undefined;

/** An item while it grows: as it is shown, except for text and activity content, which are kept where growing is cheap. */
export interface Item<K extends ConversationItem["kind"]> {
	shown: Extract<ConversationItem, { kind: K }>;
	/** Text, or a tool call's arguments. */
	text: TextBuffer | null;
	/** The message or call that shares the text, if one does; it grows with that one only. */
	holder: object | null;
	/** An activity's content. */
	document: JsonDocument | null;
	/** Ordinal of the frame it was last counted for. */
	touched: number;
}

export type AnyItem = { [K in ConversationItem["kind"]]: Item<K> }[ConversationItem["kind"]];

export type TextItem = Item<"text"> | Item<"reasoning">;

export type TextFamily = "text" | "reasoning";

/** An id that is open. `implied`: content came without an opener, which was said once and is not said again. */
export type OpenIds = Map<string, { implied: boolean }>;

export type Owner = { lane: Lane };

/** What one lane is putting together from chunks. */
export interface PendingChunks {
	kind: TextFamily | "toolCall";
	id: string;
	lane: Lane;
	/** `role` and `name`, or `toolCallName` and `parentMessageId`, as the opener said them. */
	said: Record<string, string | undefined>;
}

/** Everything that begins anew with an epoch: order, messages, state. */
export interface Stream {
	/** `before`: no event yet. `truncated`: the link was lost in a run. */
	phase: "before" | "running" | "finished" | "failed" | "truncated";
	run: ConversationRun | null;
	open: { text: OpenIds; reasoning: OpenIds; span: OpenIds; toolCall: OpenIds };
	owners: { message: Map<string, Owner>; toolCall: Map<string, Owner>; activity: Map<string, Owner>; reasoning: Map<string, Owner> };
	steps: Map<Lane, Map<string, Item<"step">>>;
	subagents: { active: Map<string, Item<"subagent">>; closed: Set<string> };
	/** Tool calls of this run, to say which wait for an answer. */
	called: Set<string>;
	answered: Set<string>;
	/** Tool calls whose arguments were looked at when they were complete. */
	parsed: Set<string>;
	lanes: Map<Lane, PendingChunks>;
	pending: Record<PendingChunks["kind"], Map<string, PendingChunks>>;
	/** What each lane last put together from chunks, for chunks that name nothing. */
	lastChunks: Map<Lane, Map<PendingChunks["kind"], PendingChunks>>;
	/** Ids given to retired THINKING events, which have none. */
	thinking: { span: string | null; message: string | null; title: string | null };
	messages: MessageList;
	state: JsonDocument;
	stateDivergedAt: number | null;
	/** What the last snapshot and the deltas since may have left in the state, UTF-16 units. */
	stateUnits: number;
	/** They left too much: deltas are left out until the next snapshot. */
	stateIsFull: boolean;
	items: {
		text: Map<string, Item<"text">>;
		reasoning: Map<string, Item<"reasoning">>;
		toolCall: Map<string, Item<"toolCall">>;
		activity: Map<string, Item<"activity">>;
	};
	runIds: Set<string>;
	/** The protocol version last said; null before the first. */
	version: string | null;
	pendingInterrupts: Record<string, unknown>[];
}

export type OwnItem = Item<"turn"> | Item<"observation"> | Item<"audio">;

/** The conversation of one session. Owned by one reader and changed in place. */
export interface Conversation {
	readonly vendorKey: string;
	/** The session resumes: a lost link alone does not end a run. What `session.start` last said. */
	resume: boolean;
	/** By what the recording says; a recording of another program says nothing, and counts as one link. */
	hasLink: boolean;
	/** The session was ended from either side: nothing is taken up again. */
	isOver: boolean;
	epoch: number | null;
	stream: Stream;
	items: AnyItem[];
	runs: ConversationRun[];
	/** Own messages an agent answers with a run and has not yet, oldest first. */
	waiting: OwnItem[];
	byTurn: Map<number, OwnItem>;
	own: Map<number, OwnItem | Item<"cancel">>;
	/** Own texts the agent's history has not repeated yet. */
	unechoed: Map<string, Item<"turn">[]>;
	/** Ids of the agent's messages that repeat an own turn, with its text. */
	echoes: Map<string, string>;
	/** Retired events read so far. */
	retired: number;
	findings: LocatedFinding[];
	findingCount: number;
	upToOrdinal: number;
}

/** One frame being read. */
export interface Reading {
	readonly talk: Conversation;
	readonly at: FramePlace;
	/** Pointer of the event within the frame: `""` or `/event`. */
	readonly base: string;
	readonly event: Record<string, unknown>;
	readonly findings: Finding[];
}

export interface ConversationOptions {
	/** Key of the profile's own metadata, where a run may name its turn. */
	vendorKey?: string;
	/** Before a `session.start` says it. Default: no, so a lost link truncates an open run. */
	resume?: boolean;
}

export function createConversation(options: ConversationOptions = {}): Conversation {
	return {
		vendorKey: options.vendorKey ?? "agentcall-standin",
		resume: options.resume ?? false,
		hasLink: true,
		isOver: false,
		epoch: null,
		stream: createStream(),
		items: [],
		runs: [],
		waiting: [],
		byTurn: new Map(),
		own: new Map(),
		unechoed: new Map(),
		echoes: new Map(),
		retired: 0,
		findings: [],
		findingCount: 0,
		upToOrdinal: 0,
	};
}

export function createStream(): Stream {
	return {
		phase: "before",
		run: null,
		open: { text: new Map(), reasoning: new Map(), span: new Map(), toolCall: new Map() },
		owners: { message: new Map(), toolCall: new Map(), activity: new Map(), reasoning: new Map() },
		steps: new Map(),
		subagents: { active: new Map(), closed: new Set() },
		called: new Set(),
		answered: new Set(),
		parsed: new Set(),
		lanes: new Map(),
		pending: { text: new Map(), reasoning: new Map(), toolCall: new Map() },
		lastChunks: new Map(),
		thinking: { span: null, message: null, title: null },
		messages: createMessageList(),
		state: createDocument({}),
		stateDivergedAt: null,
		stateUnits: 0,
		stateIsFull: false,
		items: { text: new Map(), reasoning: new Map(), toolCall: new Map(), activity: new Map() },
		runIds: new Set(),
		version: null,
		pendingInterrupts: [],
	};
}
