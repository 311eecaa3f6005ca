import { addItem, textFor, touch } from "./items.ts";
import {
	addCall,
	appendMessage,
	createMessage,
	findCall,
	findMessage,
	findNode,
	insertResult,
	type MessageNode,
	type Metadata,
	mergeMetadata,
	type ToolCallRecord,
} from "./messages.ts";
import { checkOwner, laneWords } from "./owners.ts";
import { inWords, report } from "./report.ts";
import type { Item, Lane, Reading } from "./state.ts";
import { appendText, createText, textOf } from "./text-buffer.ts";

export function startToolCall(
	reading: Reading,
	id: string,
	said: { name: string; parentMessageId?: string },
	lane: Lane,
	metadata: Metadata | null,
): void {
	const { stream } = reading.talk;
	if (stream.open.toolCall.get(id)?.implied === false) {
		const message = `Tool call ${inWords(id)} is open already; TOOL_CALL_END was expected first. What follows is added to it.`;
		report(reading, "agui.alreadyOpen", "error", "/toolCallId", message, "toolCall");
	}
	const owner = claimCall(reading, id, said.parentMessageId, lane);
	stream.open.toolCall.set(id, { implied: false });
	stream.called.add(id);
	const known = findCall(stream.messages, id);
	let call: ToolCallRecord;
	if (known) {
		call = known.call;
		if (call.name !== said.name) {
			const message = `Tool call ${inWords(id)} was named ${inWords(call.name)} and is now named ${inWords(said.name)}.`;
			report(reading, "agui.toolRenamed", "warning", "/toolCallName", message);
			call.name = said.name;
		}
	} else {
		call = { id, name: said.name, args: createText(), metadata: null };
		addCall(stream.messages, carrier(reading, id, said.parentMessageId, lane), call);
	}
	mergeMetadata(call, metadata);
	openItem(reading, id, said.name, said.parentMessageId ?? null, owner, call);
}

/** A call belongs to the sub-agent of the message that carries it. Answers its owner. */
function claimCall(reading: Reading, id: string, parentId: string | undefined, lane: Lane): Lane {
	const { owners } = reading.talk.stream;
	const parent = parentId === undefined ? undefined : owners.message.get(parentId);
	const known = owners.toolCall.get(id);
	if (parent && lane !== undefined && lane !== parent.lane) {
		const message = `It names ${laneWords(lane)}, but its parent message ${inWords(parentId)} belongs to ${laneWords(parent.lane)}.`;
		report(reading, "agui.ownerMismatch", "error", "/subagentRunId", message, "parentMessage");
	} else if (known && checkOwner(reading, lane, known, "tool call", id, "toolCall") && lane === undefined && parent) {
		if (parent.lane !== known.lane) {
			const message = `Tool call ${inWords(id)} belongs to ${laneWords(known.lane)}, its parent message to ${laneWords(parent.lane)}.`;
			report(reading, "agui.ownerMismatch", "error", "/parentMessageId", message, "parentMessage");
		}
	}
	if (known) return known.lane;
	const owner = lane === undefined && parent ? parent : { lane };
	owners.toolCall.set(id, owner);
	return owner.lane;
}

/** The assistant message a new call goes to. */
function carrier(reading: Reading, id: string, parentId: string | undefined, lane: Lane): MessageNode {
	const list = reading.talk.stream.messages;
	// An empty parent id names nothing, as in the reference client.
	const parent = parentId ? findNode(list, parentId) : null;
	if (parent?.message.role === "assistant") return parent;
	if (parent) {
		const message = `The parent message ${inWords(parentId)} is ${inWords(parent.message.role)}, not an assistant's; the call gets a message of its own.`;
		report(reading, "agui.parentRole", "warning", "/parentMessageId", message);
	}
	const newId = parent || !parentId ? id : parentId;
	const isNew = findMessage(list, newId) === null;
	const message = createMessage(newId, "assistant", isNew && lane !== undefined ? { subagentRunId: lane } : {});
	message.calls = [];
	return appendMessage(list, message);
}

function openItem(
	reading: Reading,
	id: string,
	name: string,
	parentMessageId: string | null,
	lane: Lane,
	call: ToolCallRecord | null,
): Item<"toolCall"> {
	const { stream } = reading.talk;
	const known = stream.items.toolCall.get(id);
	if (known && known.shown.run === (stream.run?.index ?? null)) {
		known.shown.end = "open";
		known.shown.name = name;
		touch(reading, known);
		return known;
	}
	if (known) textFor(known, null);
	const item = addItem<"toolCall">(reading, lane, {
		kind: "toolCall",
		toolCallId: id,
		name,
		parentMessageId,
		arguments: "",
		encrypted: false,
		end: "open",
		results: [],
		source: "stream",
		removed: false,
		sharedId: known !== undefined,
	});
	const isFresh = call?.args.length === 0;
	item.text = isFresh ? call.args : createText();
	item.holder = isFresh ? call : null;
	stream.items.toolCall.set(id, item);
	return item;
}

export function growToolCall(reading: Reading, id: string, delta: string, lane: Lane, metadata: Metadata | null): void {
	const { stream } = reading.talk;
	const isOpen = stream.open.toolCall.has(id);
	if (!isOpen) {
		notOpenFinding(reading, id, "They are read as if it were.");
		stream.open.toolCall.set(id, { implied: true });
	}
	const { toolCall: owners } = stream.owners;
	checkOwner(reading, lane, owners.get(id), "tool call", id, "toolCall");
	if (!owners.has(id)) owners.set(id, { lane });
	let call = findCall(stream.messages, id)?.call ?? null;
	const known = stream.items.toolCall.get(id);
	if (!call && !isOpen && !known) {
		call = { id, name: "", args: createText(), metadata: null };
		addCall(stream.messages, carrier(reading, id, undefined, lane), call);
	} else if (!call) {
		const words = `A messages snapshot has taken tool call ${inWords(id)} away. AG-UI clients lose these arguments; here they are kept.`;
		report(reading, "agui.messageGone", "warning", "/toolCallId", words, "toolCall");
	}
	const item = known && isOpen ? known : openItem(reading, id, call?.name ?? "", null, owners.get(id)?.lane, call);
	const own = textFor(item, call);
	if (call) {
		appendText(call.args, delta);
		mergeMetadata(call, metadata);
	}
	if (call?.args !== own) appendText(own, delta);
	touch(reading, item);
}

export function endToolCall(reading: Reading, id: string, lane: Lane, metadata: Metadata | null): void {
	const { stream } = reading.talk;
	if (!stream.open.toolCall.delete(id)) notOpenFinding(reading, id, "There is nothing to close.");
	checkOwner(reading, lane, stream.owners.toolCall.get(id), "tool call", id, "toolCall");
	const call = findCall(stream.messages, id)?.call;
	if (call) mergeMetadata(call, metadata);
	const item = stream.items.toolCall.get(id);
	if (!item) return;
	// Looked at once: a call that is opened again and again must not be parsed each time.
	if (!stream.parsed.has(id)) checkArguments(reading, id, item);
	stream.parsed.add(id);
	item.shown.end = "closed";
	touch(reading, item);
}

function checkArguments(reading: Reading, id: string, item: Item<"toolCall">): void {
	const text = item.text ? textOf(item.text) : "";
	if (text.trim() === "") return;
	try {
		JSON.parse(text);
	} catch {
		const message = `The arguments of tool call ${inWords(id)} are no valid JSON. They are shown as they came.`;
		report(reading, "agui.argumentsInvalid", "warning", "", message);
	}
}

export function toolResult(
	reading: Reading,
	said: { messageId: string; toolCallId: string; content: unknown },
	lane: Lane,
	metadata: Metadata | null,
): void {
	const { stream } = reading.talk;
	const { messageId, toolCallId, content } = said;
	const name = `tool call ${inWords(toolCallId)}`;
	const known = stream.items.toolCall.get(toolCallId);
	const warn = (code: string, words: string) => report(reading, code, "warning", "/toolCallId", words);
	if (!known && !findCall(stream.messages, toolCallId)) warn("agui.unknownToolCall", `A result for ${name}, which was never made.`);
	else if (stream.answered.has(toolCallId)) warn("agui.resultTwice", `A second result for ${name}. AG-UI clients hold both.`);
	else if (stream.open.toolCall.has(toolCallId)) warn("agui.resultBeforeEnd", `A result for ${name} before its arguments were complete.`);
	stream.answered.add(toolCallId);
	stream.owners.message.set(messageId, { lane });
	const message = createMessage(messageId, "tool", { toolCallId });
	if (lane !== undefined) message.rest.subagentRunId = lane;
	if (typeof content === "string") message.text = createText(content);
	else message.content = content;
	mergeMetadata(message, metadata);
	insertResult(stream.messages, toolCallId, message);
	let item = known;
	if (!item) {
		item = openItem(reading, toolCallId, "", null, lane, null);
		item.shown.end = "closed";
	}
	item.shown.results.push({ messageId, content, lane: lane ?? null, ordinal: reading.at.ordinal });
	touch(reading, item);
}

function notOpenFinding(reading: Reading, id: string, then: string): void {
	const why = reading.talk.stream.items.toolCall.has(id) ? "its END came before" : "no TOOL_CALL_START came";
	report(reading, "agui.notOpen", "error", "/toolCallId", `Tool call ${inWords(id)} is not open: ${why}. ${then}`, "toolCall");
}
