import { addItem, touch } from "./items.ts";
import { createDocument } from "./json-patch.ts";
import type { MessageRecord, ToolCallRecord } from "./messages.ts";
import type { Lane, Reading, TextFamily, TextItem } from "./state.ts";
import { createText, type TextBuffer, textOf } from "./text-buffer.ts";

interface Before {
	byId: ReadonlyMap<string, MessageRecord>;
	calls: ReadonlyMap<string, ToolCallRecord>;
}

/** Draws a message of the history: brings what is drawn already up to it, or adds what is new. Own turns are recognised by their text. */
export function showHistory(reading: Reading, message: MessageRecord, before: Before): void {
	const lane: Lane = typeof message.rest.subagentRunId === "string" ? message.rest.subagentRunId : undefined;
	switch (message.role) {
		case "tool":
			showResult(reading, message, lane);
			return;
		case "activity":
			showActivity(reading, message, lane);
			return;
		case "reasoning":
			showText(reading, "reasoning", message, lane, before);
			return;
		case "user":
			if (!isOwnTurn(reading, message)) showText(reading, "text", message, lane, before);
			return;
		default:
			showText(reading, "text", message, lane, before);
			for (const call of message.calls ?? []) showCall(reading, message, call, lane, before);
	}
}

function isOwnTurn(reading: Reading, message: MessageRecord): boolean {
	const { unechoed, echoes, stream } = reading.talk;
	if (stream.items.text.has(message.id) || message.text === null) return false;
	const text = textOf(message.text);
	if (echoes.get(message.id) === text) return true;
	const waiting = unechoed.get(text);
	const item = waiting?.shift();
	if (!item) return false;
	if (waiting?.length === 0) unechoed.delete(text);
	item.shown.messageId = message.id;
	echoes.set(message.id, text);
	return true;
}

function showText(reading: Reading, family: TextFamily, message: MessageRecord, lane: Lane, before: Before): void {
	const { stream } = reading.talk;
	const known: TextItem | undefined = stream.items[family].get(message.id);
	if (known) {
		follow(known, before.byId.get(message.id) ?? null, message, message.text);
		if (known.shown.kind === "text" && message.content !== undefined) known.shown.parts = message.content;
		known.shown.removed = false;
		touch(reading, known);
		return;
	}
	if (message.text === null && message.content === undefined) return;
	const end = stream.open[family].has(message.id) ? "open" : "closed";
	const shared = { messageId: message.id, text: "", end, source: "history", removed: false, sharedId: false } as const;
	const text = message.text ?? createText();
	if (family === "reasoning") {
		const encrypted = message.encryptedValue !== undefined;
		stream.items.reasoning.set(
			message.id,
			addItem<"reasoning">(reading, lane, { kind: "reasoning", encrypted, ...shared }, { text, holder: message }),
		);
		return;
	}
	const name = typeof message.rest.name === "string" ? { name: message.rest.name } : {};
	const parts = message.content === undefined ? {} : { parts: message.content };
	const shown = { kind: "text", role: message.role, ...name, ...parts, ...shared } as const;
	stream.items.text.set(message.id, addItem<"text">(reading, lane, shown, { text, holder: message }));
}

/** An item that showed the message's text shows the new one; an item with a text of its own keeps it. */
function follow(item: { text: TextBuffer | null; holder: object | null }, old: object | null, now: object, text: TextBuffer | null): void {
	if (text === null || (item.holder !== old && item.text?.length !== 0)) return;
	item.text = text;
	item.holder = now;
}

function showCall(reading: Reading, message: MessageRecord, call: ToolCallRecord, lane: Lane, before: Before): void {
	const { stream } = reading.talk;
	const known = stream.items.toolCall.get(call.id);
	if (known) {
		follow(known, before.calls.get(call.id) ?? null, call, call.args);
		known.shown.name = call.name;
		known.shown.removed = false;
		touch(reading, known);
		return;
	}
	const item = addItem<"toolCall">(
		reading,
		lane,
		{
			kind: "toolCall",
			toolCallId: call.id,
			name: call.name,
			parentMessageId: message.id,
			arguments: "",
			encrypted: call.encryptedValue !== undefined,
			end: stream.open.toolCall.has(call.id) ? "open" : "closed",
			results: [],
			source: "history",
			removed: false,
			sharedId: false,
		},
		{ text: call.args, holder: call },
	);
	stream.items.toolCall.set(call.id, item);
}

function showResult(reading: Reading, message: MessageRecord, lane: Lane): void {
	const content = message.text === null ? message.content : textOf(message.text);
	const item = reading.talk.stream.items.toolCall.get(String(message.rest.toolCallId));
	const known = item?.shown.results.find((result) => result.messageId === message.id);
	if (known) known.content = content;
	else item?.shown.results.push({ messageId: message.id, content, lane: lane ?? null, ordinal: reading.at.ordinal });
	if (item) touch(reading, item);
}

function showActivity(reading: Reading, message: MessageRecord, lane: Lane): void {
	const { items } = reading.talk.stream;
	const activityType = String(message.rest.activityType);
	const document = message.document ?? createDocument({});
	const known = items.activity.get(message.id);
	if (known) {
		known.document = document;
		known.shown.activityType = activityType;
		known.shown.removed = false;
		touch(reading, known);
		return;
	}
	const shown = { kind: "activity", messageId: message.id, activityType, content: null, source: "history", removed: false } as const;
	items.activity.set(message.id, addItem<"activity">(reading, lane, shown, { document }));
}
