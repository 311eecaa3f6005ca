/**
 * A conversation as people read it, JSON-safe. Made by main/core/protocols/ag-ui from the stored frames of one session; drawn by the window, printed by
 * `session view`. Every item and run says which timeline entries it was made from.
 */
import type { PhysicalModality } from "./session.ts";
import type { Delivery, Finding } from "./timeline.ts";

/** Ordinals of the entries a thing was made from: the lowest, the highest, and how many. */
export interface FrameSpan {
	first: number;
	last: number;
	count: number;
}

/** A message of AG-UI 1.0, member for member as the reference client holds it. */
export type AgUiMessage = { id: string; role: string } & Record<string, unknown>;

/** A finding of reading, with the entry that caused it. */
export interface LocatedFinding extends Finding {
	ordinal: number;
}

/**
 * How something streamed stands. `open`: more may come. `closed`: its END came. `neverClosed`: the run finished and no END had come.
 * `cut`: the run failed, broke off or was replaced while it was open.
 */
export type StreamEnd = "open" | "closed" | "neverClosed" | "cut";

/** Which rule tied a run to an own message. Only `metadata` is evidence by name. */
export type TurnRule = "metadata" | "oldest" | "unsolicited";

/**
 * `open`: no terminal event yet. `truncated`: none will come; there is no outcome, and nothing may be shown as success.
 * `cancelled` is neither success nor failure.
 */
export type RunOutcome =
	| { kind: "open" }
	| { kind: "success"; result?: unknown; pendingToolCallIds: string[] }
	| { kind: "interrupt"; interrupts: Record<string, unknown>[] }
	| { kind: "cancelled" }
	/** `late`: the run had finished already when RUN_ERROR came. */
	| { kind: "error"; message: string; code?: string; late: boolean }
	/** `recordEnds`: nothing is recorded behind it, as of a killed program; whether it went on is not known. */
	| { kind: "truncated"; why: "linkLost" | "epoch" | "newRun" | "sessionEnded" | "recordEnds" };

export interface ConversationRun {
	/** Place in `runs`; items refer to it. */
	index: number;
	/** Null when the stream began without RUN_STARTED. */
	runId: string | null;
	threadId: string | null;
	parentRunId?: string;
	epoch: number;
	startedAtMs: number;
	endedAtMs: number | null;
	/** Entries between start and end that were read as part of it. */
	frames: FrameSpan;
	outcome: RunOutcome;
	/** The own message it answers. `turn` and `ordinal` are null when unsolicited; `ordinal` too when the named turn is not in this session. */
	answers: { rule: TurnRule; turn: number | null; ordinal: number | null };
	/** An own `response.cancel`. `notConfirmed`: the run finished all the same, so nobody knows whether the cancel did anything. */
	cancel: { ordinal: number; atMs: number; settled: "pending" | "confirmed" | "notConfirmed" | "failed" | "unknown" } | null;
	/** Ordinal of the entry that said the link is gone, while the run waits for a resume. */
	linkLostAt: number | null;
	usage?: unknown;
}

interface ItemBase {
	/** Stable for one session and the same in every replay. */
	key: string;
	/** Sub-agent (`subagentRunId`) it belongs to; null is the main agent, or this side for own messages. */
	lane: string | null;
	/** Index in `runs`; null when it belongs to none. */
	run: number | null;
	epoch: number;
	atMs: number;
	lastAtMs: number;
	frames: FrameSpan;
}

export interface ToolResult {
	messageId: string;
	/** Text, or AG-UI content parts. */
	content: unknown;
	lane: string | null;
	ordinal: number;
}

export type ConversationItem = ItemBase &
	(
		| {
				kind: "turn";
				turn: number | null;
				text: string;
				contexts: number;
				delivery: Delivery | null;
				/** Id under which the agent's own history holds it. */
				messageId: string | null;
				answeredBy: number | null;
		  }
		| {
				kind: "observation";
				turn: number | null;
				modality: PhysicalModality | string | null;
				interactionId: string | null;
				simulated: boolean | null;
				delivery: Delivery | null;
				answeredBy: number | null;
		  }
		| { kind: "audio"; phase: "start" | "commit" | "cancel"; turn: number | null; delivery: Delivery | null; answeredBy: number | null }
		/** `run` is the run it was meant for; null when none was open, so it had no effect. */
		| { kind: "cancel"; delivery: Delivery | null }
		| {
				kind: "text";
				messageId: string;
				role: string;
				name?: string;
				/** Content parts instead of text, from a snapshot. */
				parts?: unknown;
				text: string;
				end: StreamEnd;
				source: MessageSource;
				/** A messages snapshot left it out. */
				removed: boolean;
				/** Its id was used in an earlier run too; AG-UI clients hold both texts as one message. */
				sharedId: boolean;
		  }
		| {
				kind: "reasoning";
				messageId: string;
				text: string;
				/** Title of a retired THINKING_START. */
				title?: string;
				encrypted: boolean;
				end: StreamEnd;
				source: MessageSource;
				removed: boolean;
				sharedId: boolean;
		  }
		| {
				kind: "toolCall";
				toolCallId: string;
				name: string;
				parentMessageId: string | null;
				/** JSON text as streamed; complete only when `end` is `closed`. */
				arguments: string;
				encrypted: boolean;
				end: StreamEnd;
				results: ToolResult[];
				source: MessageSource;
				removed: boolean;
				sharedId: boolean;
		  }
		| {
				kind: "activity";
				messageId: string;
				activityType: string;
				content: unknown;
				source: MessageSource;
				removed: boolean;
		  }
		| { kind: "step"; name: string; end: StreamEnd }
		| {
				kind: "subagent";
				subagentRunId: string;
				name: string;
				description?: string;
				parentSubagentRunId?: string;
				parentToolCallId?: string;
				parentMessageId?: string;
				outcome: SubagentOutcome;
		  }
		/** One or more changes of the state in a row. */
		| { kind: "state"; snapshots: number; deltas: number; failed: number }
		/** A messages snapshot: what it did to the history. */
		| { kind: "history"; added: number; replaced: number; removed: number }
		/** CUSTOM events of one name in a row; their values stay in the entries. */
		| { kind: "custom"; name: string }
		/** A start of a run; everything about it is in `runs`. */
		| { kind: "run" }
		/** An `error` frame outside AG-UI. */
		| { kind: "error"; code: string; message: string; fatal: boolean }
		/** A new numbering: the agent begins anew, messages and state with it. */
		| { kind: "epoch"; why: string }
	);

/** Where a message came from: events, or a copy of the history sent by the agent. */
export type MessageSource = "stream" | "history";

export type SubagentOutcome =
	| { kind: "open" }
	| { kind: "success"; result?: unknown }
	| { kind: "suspended"; interruptIds: string[]; result?: unknown }
	| { kind: "error"; message: string; code?: string }
	/** The run ended first. */
	| { kind: "cut" };

export interface ConversationView {
	/** Highest ordinal read; 0 when nothing was. */
	upToOrdinal: number;
	/** AG-UI messages of the current epoch, exactly as the reference client holds them. */
	messages: AgUiMessage[];
	/** Everything in reading order, over all epochs. */
	items: ConversationItem[];
	/** The current epoch's state; `{}` before the first snapshot. */
	state: unknown;
	/** Set while a delta could not be applied and no snapshot has come since: the agent's state and this one differ. */
	stateDivergedAt: number | null;
	runs: ConversationRun[];
	/** Interrupts that wait for an answer. */
	pendingInterrupts: Record<string, unknown>[];
	/** The first thousand. */
	findings: LocatedFinding[];
	findingCount: number;
	/** JSON Pointers into this view of values that were cut because they are nested too deeply to be carried; their entries hold them whole. */
	cut: string[];
}

/** One place of a state that differs. `before` is absent when it was added, `after` when it was removed. */
export interface StateChange {
	/** JSON Pointer. */
	path: string;
	before?: unknown;
	after?: unknown;
}
