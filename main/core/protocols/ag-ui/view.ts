import type { ConversationItem, ConversationRun, ConversationView } from "../../../../schemas/conversation.ts";
import { handOut } from "./json-patch.ts";
import { asAgUi, messagesOf } from "./messages.ts";
import type { AnyItem, Conversation } from "./state.ts";
import { textOf } from "./text-buffer.ts";
import { boundDepth } from "./values.ts";

/** Deeper values cannot be carried by JSON texts and structured clones, which are made by recursion. */
const MAX_LEVELS = 500;

/**
 * The conversation as plain values: JSON-safe, and left alone by later frames. Cost: the whole of it.
 * `maxLevels` is how deep values may be nested; deeper ones are cut and named in `cut`. Infinity gives them whole: use `jsonText` to write those.
 */
export function conversationView(talk: Conversation, options: { maxLevels?: number } = {}): ConversationView {
	const levels = options.maxLevels ?? MAX_LEVELS;
	const cut: string[] = [];
	const bound = <T>(value: T, at: string): T => (levels === Number.POSITIVE_INFINITY ? value : (boundDepth(value, levels, at, cut) as T));
	return {
		upToOrdinal: talk.upToOrdinal,
		messages: messagesOf(talk.stream.messages).map((message, at) => bound(asAgUi(message), `/messages/${at}`)),
		items: talk.items.map((item, at) => bound(itemView(item), `/items/${at}`)),
		state: bound(handOut(talk.stream.state), "/state"),
		stateDivergedAt: talk.stream.stateDivergedAt,
		runs: talk.runs.map((run, at) => bound(runView(run), `/runs/${at}`)),
		pendingInterrupts: talk.stream.pendingInterrupts.map((interrupt, at) => bound(interrupt, `/pendingInterrupts/${at}`)),
		findings: talk.findings.map((finding) => ({ ...finding })),
		findingCount: talk.findingCount,
		cut,
	};
}

/** How many items there are; `conversationItems` pages them. */
export const itemCount = (talk: Conversation): number => talk.items.length;

/** Items `from` to `from + count - 1`, for a window that draws only those. */
export function conversationItems(talk: Conversation, from: number, count: number): ConversationItem[] {
	const cut: string[] = [];
	return talk.items.slice(from, from + count).map((item) => boundDepth(itemView(item), MAX_LEVELS, "", cut) as ConversationItem);
}

function itemView(item: AnyItem): ConversationItem {
	const { shown } = item;
	const view: ConversationItem = { ...shown, frames: { ...shown.frames } };
	if (view.kind === "text" || view.kind === "reasoning") view.text = item.text ? textOf(item.text) : "";
	else if (view.kind === "toolCall") {
		view.arguments = item.text ? textOf(item.text) : "";
		view.results = view.results.map((result) => ({ ...result }));
	} else if (view.kind === "activity") view.content = item.document ? handOut(item.document) : null;
	return view;
}

function runView(run: ConversationRun): ConversationRun {
	return {
		...run,
		frames: { ...run.frames },
		answers: { ...run.answers },
		outcome: { ...run.outcome },
		cancel: run.cancel && { ...run.cancel },
	};
}
