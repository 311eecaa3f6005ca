import { addItem, textFor, touch } from "./items.ts";
import { appendMessage, createMessage, findMessage, type MessageRecord, type Metadata, mergeMetadata } from "./messages.ts";
import { checkOwner } from "./owners.ts";
import { inWords, report } from "./report.ts";
import type { Item, Lane, Reading, TextFamily, TextItem } from "./state.ts";
import { appendText, createText, type TextBuffer } from "./text-buffer.ts";

/** Opening, growing and closing of text and reasoning messages. The two are alike except for their names and their set of open ids. */

const WHAT: Record<TextFamily, { message: string; opener: string; end: string }> = {
	text: { message: "text message", opener: "TEXT_MESSAGE_START", end: "TEXT_MESSAGE_END" },
	reasoning: { message: "reasoning message", opener: "REASONING_MESSAGE_START", end: "REASONING_MESSAGE_END" },
};

const ownersOf = (reading: Reading, family: TextFamily) =>
	family === "text" ? reading.talk.stream.owners.message : reading.talk.stream.owners.reasoning;

export function startMessage(
	reading: Reading,
	family: TextFamily,
	id: string,
	said: { role: string; name?: string },
	lane: Lane,
	metadata: Metadata | null,
): void {
	const { stream } = reading.talk;
	const open = stream.open[family];
	if (open.get(id)?.implied === false) {
		const message = `${WHAT[family].message} ${inWords(id)} is open already; ${WHAT[family].end} was expected first. What follows is added to it.`;
		report(reading, "agui.alreadyOpen", "error", "/messageId", message, family);
	}
	const owners = ownersOf(reading, family);
	const owner = owners.get(id);
	if (owner) checkOwner(reading, lane, owner, WHAT[family].message, id, family);
	else owners.set(id, { lane });
	open.set(id, { implied: false });
	let message = findMessage(stream.messages, id);
	if (message && !isOfFamily(message, family)) sharedIdFinding(reading, family, message);
	else if (message && family === "text" && message.role !== said.role) otherRoleFinding(reading, message, said.role);
	if (message?.role === "activity") message = null;
	else if (!message) message = newMessage(reading, family, id, said, lane);
	if (message) mergeMetadata(message, metadata);
	openItem(reading, family, id, said, owner ? owner.lane : lane, message);
}

/** A role that only says who speaks; text of an assistant message made by a tool call is its text. */
const isOfFamily = (message: MessageRecord, family: TextFamily): boolean =>
	message.role !== "activity" && message.role !== "tool" && (message.role === "reasoning") === (family === "reasoning");

function sharedIdFinding(reading: Reading, family: TextFamily, holder: MessageRecord): void {
	const fate = holder.role === "activity" ? "leave this text out" : "put both texts into one";
	const message = `The id ${inWords(holder.id)} belongs to ${inWords(holder.role)} already. AG-UI clients ${fate}; here they are shown apart.`;
	report(reading, "agui.idShared", "warning", "/messageId", message, family);
}

/** The reference client changes the text and keeps the role, so one person's words stand under another's name. */
function otherRoleFinding(reading: Reading, { id, role }: MessageRecord, said: string): void {
	const message = `The id ${inWords(id)} belongs to a message of ${inWords(role)}. AG-UI clients show this text of ${inWords(said)} as that one's.`;
	report(reading, "agui.otherRole", "warning", "/messageId", message, "text");
}

function newMessage(reading: Reading, family: TextFamily, id: string, said: { role: string; name?: string }, lane: Lane): MessageRecord {
	const message = createMessage(id, family === "text" ? said.role : "reasoning");
	message.text = createText();
	if (said.name !== undefined) message.rest.name = said.name;
	if (lane !== undefined) message.rest.subagentRunId = lane;
	appendMessage(reading.talk.stream.messages, message);
	return message;
}

function openItem(
	reading: Reading,
	family: TextFamily,
	id: string,
	said: { role: string; name?: string },
	lane: Lane,
	message: MessageRecord | null,
): TextItem {
	const { stream } = reading.talk;
	const known = stream.items[family].get(id);
	// What another one says is an item of its own, whatever id it comes under.
	const isSameSpeaker = known?.shown.kind !== "text" || known.shown.role === said.role;
	if (known && isSameSpeaker && known.shown.run === (stream.run?.index ?? null)) {
		known.shown.end = "open";
		touch(reading, known);
		return known;
	}
	let text: TextBuffer | null = null;
	if (known) {
		// AG-UI clients go on in the old message; people read what was said now.
		if (known.shown.source === "stream") {
			const words = `The id ${inWords(id)} was used in an earlier run. AG-UI clients add this text to that message.`;
			report(reading, "agui.idReused", "warning", "/messageId", words, family);
		}
		textFor(known, null);
	} else if (message?.text?.length === 0) text = message.text;
	const shared = { messageId: id, text: "", end: "open", source: "stream", removed: false, sharedId: known !== undefined } as const;
	const item =
		family === "text"
			? addItem<"text">(reading, lane, { kind: "text", role: said.role, ...named(said.name), ...shared })
			: addItem<"reasoning">(reading, lane, { kind: "reasoning", encrypted: false, ...titled(reading), ...shared });
	item.text = text ?? createText();
	item.holder = text === null ? null : message;
	if (item.shown.kind === "text") stream.items.text.set(id, item as Item<"text">);
	else stream.items.reasoning.set(id, item as Item<"reasoning">);
	return item;
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

function titled(reading: Reading): { title?: string } {
	const { thinking } = reading.talk.stream;
	return thinking.title === null ? {} : { title: thinking.title };
}

export function growMessage(reading: Reading, family: TextFamily, id: string, delta: string, lane: Lane, metadata: Metadata | null): void {
	const { stream } = reading.talk;
	const open = stream.open[family];
	const isOpen = open.has(id);
	if (!isOpen) {
		notOpenFinding(reading, family, id, "It is read as if it were.");
		open.set(id, { implied: true });
	}
	const owners = ownersOf(reading, family);
	checkOwner(reading, lane, owners.get(id), WHAT[family].message, id, family);
	if (!owners.has(id)) owners.set(id, { lane });
	let message = findMessage(stream.messages, id);
	const known = stream.items[family].get(id);
	if (!message && !isOpen && !known) message = newMessage(reading, family, id, { role: "assistant" }, lane);
	else if (!message) {
		const words = `A messages snapshot has taken ${WHAT[family].message} ${inWords(id)} away. AG-UI clients lose this text; here it is kept.`;
		report(reading, "agui.messageGone", "warning", "/messageId", words, family);
	}
	const item =
		known && isOpen ? known : openItem(reading, family, id, { role: message?.role ?? "assistant" }, owners.get(id)?.lane, message);
	const own = textFor(item, message);
	if (message && message.role !== "activity") {
		if (message.text === null) {
			message.content = undefined;
			message.text = own.length === 0 ? own : createText();
			if (message.text === own) item.holder = message;
		}
		if (message.text !== own) keepApart(reading, family === "text" ? "reasoning" : "text", id);
		appendText(message.text, delta);
		mergeMetadata(message, metadata);
	}
	if (message?.text !== own) appendText(own, delta);
	touch(reading, item);
}

/** The message grows by what the other family says under its id; the item that shared its text must not. */
function keepApart(reading: Reading, other: TextFamily, id: string): void {
	const item = reading.talk.stream.items[other].get(id);
	if (item) textFor(item, null);
}

export function endMessage(reading: Reading, family: TextFamily, id: string, lane: Lane, metadata: Metadata | null): void {
	const { stream } = reading.talk;
	if (!stream.open[family].delete(id)) notOpenFinding(reading, family, id, "There is nothing to close.");
	checkOwner(reading, lane, ownersOf(reading, family).get(id), WHAT[family].message, id, family);
	const message = findMessage(stream.messages, id);
	if (message && message.role !== "activity") mergeMetadata(message, metadata);
	const item = stream.items[family].get(id);
	if (!item) return;
	item.shown.end = "closed";
	touch(reading, item);
}

function notOpenFinding(reading: Reading, family: TextFamily, id: string, then: string): void {
	const { message, opener } = WHAT[family];
	const known = reading.talk.stream.items[family].has(id);
	const why = known ? "its END came before" : `no ${opener} came`;
	report(reading, "agui.notOpen", "error", "/messageId", `${message} ${inWords(id)} is not open: ${why}. ${then}`, family);
}
