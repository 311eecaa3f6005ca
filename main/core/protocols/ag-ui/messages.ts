import type { AgUiMessage } from "../../../../schemas/conversation.ts";
import { handOut, type JsonDocument } from "./json-patch.ts";
import { type TextBuffer, textOf } from "./text-buffer.ts";
import { setMember } from "./values.ts";

export type Metadata = Record<string, unknown>;

export interface ToolCallRecord {
	id: string;
	name: string;
	args: TextBuffer;
	encryptedValue?: string;
	metadata: Metadata | null;
}

/** One AG-UI message while it grows. `content` holds content parts. */
export interface MessageRecord {
	id: string;
	role: string;
	text: TextBuffer | null;
	content?: unknown;
	calls: ToolCallRecord[] | null;
	metadata: Metadata | null;
	/** An activity's content. */
	document: JsonDocument | null;
	/** Members that never change: name, subagentRunId, toolCallId, error, activityType. */
	rest: Record<string, unknown>;
	encryptedValue?: string;
}

/** Place of a message in the list. */
export interface MessageNode {
	message: MessageRecord;
	next: MessageNode | null;
	/** Last of the tool results known to follow this message, true while `version` is the list's. */
	results: MessageNode | null;
	version: number;
}

/**
 * The messages in order, as the reference client would hold them, found by id without looking through them.
 * Ids may repeat; then the first in order is meant, as in the client.
 */
export interface MessageList {
	first: MessageNode | null;
	last: MessageNode | null;
	byId: Map<string, { node: MessageNode; ambiguousSince: number | null }>;
	byCall: Map<string, { node: MessageNode; call: ToolCallRecord }>;
	/** Counts changes other than appending. */
	version: number;
	/** Ids whose message stands in two places at once: a snapshot replaced two of one id by the same. */
	doubled: Set<string>;
}

export function createMessageList(): MessageList {
	return { first: null, last: null, byId: new Map(), byCall: new Map(), version: 0, doubled: new Set() };
}

export function createMessage(id: string, role: string, rest: Record<string, unknown> = {}): MessageRecord {
	return { id, role, text: null, calls: null, metadata: null, document: null, rest };
}

export function findMessage(list: MessageList, id: string): MessageRecord | null {
	return findNode(list, id)?.message ?? null;
}

export function findNode(list: MessageList, id: string): MessageNode | null {
	const entry = list.byId.get(id);
	if (!entry) return null;
	if (entry.ambiguousSince !== null && entry.ambiguousSince !== list.version) {
		entry.ambiguousSince = list.version;
		for (let node = list.first; node !== null; node = node.next) {
			if (node.message.id === id) {
				entry.node = node;
				break;
			}
		}
	}
	return entry.node;
}

export function findCall(list: MessageList, toolCallId: string): { message: MessageRecord; call: ToolCallRecord } | null {
	const found = list.byCall.get(toolCallId);
	return found ? { message: found.node.message, call: found.call } : null;
}

export function appendMessage(list: MessageList, message: MessageRecord): MessageNode {
	const node: MessageNode = { message, next: null, results: null, version: -1 };
	if (list.last === null) list.first = node;
	else list.last.next = node;
	list.last = node;
	indexNode(list, node);
	return node;
}

/** Later nodes never displace earlier ones of the same id or call; use only for a node behind all indexed ones of its id. */
function indexNode(list: MessageList, node: MessageNode): void {
	const { message } = node;
	if (!list.byId.has(message.id)) list.byId.set(message.id, { node, ambiguousSince: null });
	for (const call of message.calls ?? []) if (!list.byCall.has(call.id)) list.byCall.set(call.id, { node, call });
}

export function addCall(list: MessageList, node: MessageNode, call: ToolCallRecord): void {
	node.message.calls ??= [];
	node.message.calls.push(call);
	if (!list.byCall.has(call.id)) list.byCall.set(call.id, { node, call });
}

/** Behind the message that made the call and the results that stand there already; at the end when nobody made it. */
export function insertResult(list: MessageList, toolCallId: string, message: MessageRecord): void {
	const owner = list.byCall.get(toolCallId)?.node;
	if (!owner) {
		appendMessage(list, message);
		return;
	}
	let before = owner.results !== null && owner.version === list.version ? owner.results : owner;
	while (before.next !== null && before.next.message.role === "tool") before = before.next;
	if (before.next === null) appendMessage(list, message);
	else {
		const node: MessageNode = { message, next: before.next, results: null, version: -1 };
		before.next = node;
		const known = list.byId.get(message.id);
		// Which of two equal ids comes first is looked up when somebody asks.
		if (known) known.ambiguousSince = -1;
		else list.byId.set(message.id, { node, ambiguousSince: null });
	}
	owner.results = before.next;
	owner.version = list.version;
}

/** Puts other messages in the place of all; order and indexes are made anew. */
export function setMessages(list: MessageList, messages: readonly MessageRecord[]): void {
	list.first = null;
	list.last = null;
	list.byId.clear();
	list.byCall.clear();
	list.version++;
	list.doubled.clear();
	const seen = new Set<MessageRecord>();
	for (const message of messages) {
		if (seen.has(message)) list.doubled.add(message.id);
		seen.add(message);
		appendMessage(list, message);
	}
}

/** The message to change when the client would put a changed copy in the first place and leave a second place alone. */
export function singleMessage(list: MessageList, message: MessageRecord): MessageRecord {
	if (!list.doubled.delete(message.id)) return message;
	const single: MessageRecord = { ...message, rest: { ...message.rest }, metadata: message.metadata && { ...message.metadata } };
	replaceMessage(list, message.id, single);
	return single;
}

/** Another message under the same id and place. */
export function replaceMessage(list: MessageList, id: string, message: MessageRecord): void {
	const node = findNode(list, id);
	if (!node) return;
	const old = node.message;
	node.message = message;
	list.version++;
	if (old.calls !== null || message.calls !== null) setMessages(list, messagesOf(list));
}

export function messagesOf(list: MessageList): MessageRecord[] {
	const messages: MessageRecord[] = [];
	for (let node = list.first; node !== null; node = node.next) messages.push(node.message);
	return messages;
}

export function mergeMetadata(target: { metadata: Metadata | null }, metadata: Metadata | null): void {
	if (metadata === null) return;
	target.metadata ??= {};
	for (const name of Object.keys(metadata)) setMember(target.metadata, name, metadata[name]);
}

/** The message as AG-UI writes it. */
export function asAgUi(message: MessageRecord): AgUiMessage {
	const out: AgUiMessage = { id: message.id, role: message.role, ...message.rest };
	if (message.text !== null) out.content = textOf(message.text);
	else if (message.document !== null) out.content = handOut(message.document);
	else if (message.content !== undefined) out.content = message.content;
	if (message.calls !== null) out.toolCalls = message.calls.map(callAsAgUi);
	if (message.encryptedValue !== undefined) out.encryptedValue = message.encryptedValue;
	if (message.metadata !== null) out.metadata = { ...message.metadata };
	return out;
}

function callAsAgUi(call: ToolCallRecord): Record<string, unknown> {
	const out: Record<string, unknown> = { id: call.id, type: "function", function: { name: call.name, arguments: textOf(call.args) } };
	if (call.encryptedValue !== undefined) out.encryptedValue = call.encryptedValue;
	if (call.metadata !== null) out.metadata = { ...call.metadata };
	return out;
}
