import type { ConversationItem } from "../../../../schemas/conversation.ts";
import type { AnyItem, Item, Lane, Reading } from "./state.ts";
import { cloneText, createText, type TextBuffer } from "./text-buffer.ts";

type Details<K extends ConversationItem["kind"]> = Omit<
	Extract<ConversationItem, { kind: K }>,
	"key" | "lane" | "run" | "epoch" | "atMs" | "lastAtMs" | "frames"
>;

/** A new item at the end of the conversation, made from the frame being read. */
export function addItem<K extends ConversationItem["kind"]>(
	reading: Reading,
	lane: Lane,
	details: Details<K>,
	parts: Partial<Pick<AnyItem, "text" | "holder" | "document">> = {},
): Item<K> {
	const { talk, at } = reading;
	const shown = {
		key: `i${talk.items.length}`,
		lane: lane ?? null,
		run: talk.stream.run?.index ?? null,
		epoch: at.epoch ?? talk.epoch ?? 0,
		atMs: at.atMs,
		lastAtMs: at.atMs,
		frames: { first: at.ordinal, last: at.ordinal, count: 1 },
		...details,
	} as unknown as Extract<ConversationItem, { kind: K }>;
	const item: Item<K> = {
		shown,
		text: parts.text ?? null,
		holder: parts.holder ?? null,
		document: parts.document ?? null,
		touched: at.ordinal,
	};
	talk.items.push(item as unknown as AnyItem);
	return item;
}

/** Counts the frame being read among those an item was made from. */
export function touch(reading: Reading, item: { shown: ConversationItem; touched: number }): void {
	const { frames } = item.shown;
	const { ordinal, atMs } = reading.at;
	if (item.touched === ordinal) return;
	item.touched = ordinal;
	frames.count++;
	if (ordinal > frames.last) frames.last = ordinal;
	if (ordinal < frames.first) frames.first = ordinal;
	if (atMs > item.shown.lastAtMs) item.shown.lastAtMs = atMs;
}

/** The last item when it is of that kind and lane: rows of the same thing are one item. */
export function lastItem<K extends ConversationItem["kind"]>(reading: Reading, kind: K, lane: Lane): Item<K> | null {
	const last = reading.talk.items.at(-1);
	if (last?.shown.kind !== kind || last.shown.lane !== (lane ?? null)) return null;
	if (last.shown.run !== (reading.talk.stream.run?.index ?? null)) return null;
	return last as unknown as Item<K>;
}

/** The item's text, to add to what `holder` says. An item that shares another one's text gets its own first. */
export function textFor(item: { text: TextBuffer | null; holder: object | null }, holder: object | null): TextBuffer {
	if (item.text === null) item.text = createText();
	else if (item.holder !== null && item.holder !== holder) {
		item.text = cloneText(item.text);
		item.holder = null;
	}
	return item.text;
}
