import { addItem, touch } from "./items.ts";
import {
	appendMessage,
	asAgUi,
	findMessage,
	type MessageList,
	type MessageRecord,
	messagesOf,
	setMessages,
	type ToolCallRecord,
} from "./messages.ts";
import { readMessage } from "./read-messages.ts";
import { inWords, memberOf, report } from "./report.ts";
import { showHistory } from "./show-history.ts";
import type { Reading } from "./state.ts";
import { equalJson, isRecord } from "./values.ts";

/** MESSAGES_SNAPSHOT: known messages are replaced where they stand, new ones follow, absent ones go, save those the agent may not know of. */
export function messagesSnapshot(reading: Reading): void {
	const raw = memberOf(reading.event, "messages");
	if (!Array.isArray(raw)) {
		report(reading, "agui.unreadable", "error", "/messages", `messages must be a list, but is ${inWords(raw)}.`);
		return;
	}
	const incoming = readAll(reading, raw, "/messages");
	seedOwners(reading, incoming, true);
	const { messages } = reading.talk.stream;
	const before = messagesOf(messages);
	const byId = new Map(incoming.map((message) => [message.id, message]));
	if (byId.size < incoming.length) {
		report(reading, "agui.duplicateIds", "warning", "/messages", "Messages of the snapshot share ids. AG-UI clients keep them all.");
	}
	const stays = preserved(reading, incoming);
	const after: MessageRecord[] = [];
	const kept = new Set<string>();
	const gone: MessageRecord[] = [];
	let replaced = 0;
	for (const message of before) {
		const other = byId.get(message.id);
		if (other) {
			if (!equalJson(asAgUi(other), asAgUi(message))) replaced++;
			after.push(other);
		} else if (stays(message)) after.push(message);
		else {
			gone.push(message);
			continue;
		}
		kept.add(message.id);
	}
	const added = incoming.filter((message) => !kept.has(message.id));
	// One by one: more than some hundred thousand arguments in one call overflow the stack.
	for (const message of added) after.push(message);
	const old = { byId: firstById(before), calls: callsOf(messages) };
	setMessages(messages, after);
	addItem<"history">(reading, undefined, { kind: "history", added: added.length, replaced, removed: gone.length });
	for (const message of incoming) showHistory(reading, message, old);
	for (const message of gone) hide(reading, message);
}

/** Which absent messages stay: the agent need not know of activities and reasoning, unless it shows that it does. */
function preserved(reading: Reading, incoming: readonly MessageRecord[]): (message: MessageRecord) => boolean {
	const owned = ownedActivities(reading);
	const hasActivity = incoming.some((message) => message.role === "activity");
	const hasReasoning = incoming.some((message) => message.role === "reasoning");
	return (message) => {
		if (message.role === "reasoning") return !hasReasoning;
		if (message.role !== "activity" || owned === "all") return false;
		return owned === "unsaid" ? !hasActivity : !owned.has(String(message.rest.activityType));
	};
}

/** The reference client's own convention: which activity types a snapshot speaks for. */
function ownedActivities(reading: Reading): "all" | "unsaid" | Set<string> {
	const metadata = memberOf(reading.event, "metadata");
	if (!isRecord(metadata) || !Object.hasOwn(metadata, "@ag-ui/client")) return "unsaid";
	const own = metadata["@ag-ui/client"];
	if (!isRecord(own)) return new Set();
	if (!Object.hasOwn(own, "authoritativeActivityTypes")) return "unsaid";
	const types = own.authoritativeActivityTypes;
	if (types === null) return "all";
	return Array.isArray(types) && types.every((type) => typeof type === "string") ? new Set(types) : new Set();
}

/** RUN_STARTED.input.messages: those not held yet are added. */
export function inputMessages(reading: Reading): void {
	const input = memberOf(reading.event, "input");
	const raw = isRecord(input) ? input.messages : undefined;
	if (!Array.isArray(raw)) return;
	const incoming = readAll(reading, raw, "/input/messages");
	seedOwners(reading, incoming, false);
	const { messages } = reading.talk.stream;
	const none = { byId: new Map(), calls: new Map() };
	for (const message of incoming) {
		if (findMessage(messages, message.id)) continue;
		appendMessage(messages, message);
		showHistory(reading, message, none);
	}
}

function readAll(reading: Reading, raw: readonly unknown[], member: string): MessageRecord[] {
	const messages: MessageRecord[] = [];
	for (const [at, each] of raw.entries()) {
		const read = readMessage(each);
		if (read.kind === "message") messages.push(read.message);
		else if (read.kind === "unknownRole") {
			const message = "AG-UI clients leave out a message of a role they do not know, and so it is read here.";
			report(reading, "agui.unknownRole", "warning", `${member}/${at}/role`, message);
		} else {
			const message = "This message cannot be read and is left out. AG-UI clients give up here.";
			report(reading, "agui.unreadable", "error", `${member}/${at}${read.path}`, message);
		}
	}
	return messages;
}

/** Messages of the history have owners like streamed ones. A snapshot restates them; an input only fills in what nobody claimed. */
function seedOwners(reading: Reading, messages: readonly MessageRecord[], restates: boolean): void {
	const { owners } = reading.talk.stream;
	for (const { id, role, rest, calls } of messages) {
		const lane = typeof rest.subagentRunId === "string" ? rest.subagentRunId : undefined;
		const bucket = role === "reasoning" ? owners.reasoning : role === "activity" ? owners.activity : owners.message;
		if (restates || !bucket.has(id)) bucket.set(id, { lane });
		for (const call of calls ?? []) if (restates || !owners.toolCall.has(call.id)) owners.toolCall.set(call.id, { lane });
	}
}

function firstById(messages: readonly MessageRecord[]): Map<string, MessageRecord> {
	const byId = new Map<string, MessageRecord>();
	for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
	return byId;
}

function callsOf(list: MessageList): Map<string, ToolCallRecord> {
	return new Map([...list.byCall].map(([id, { call }]) => [id, call]));
}

function hide(reading: Reading, message: MessageRecord): void {
	const { items } = reading.talk.stream;
	const shown =
		message.role === "activity"
			? items.activity.get(message.id)
			: message.role === "reasoning"
				? items.reasoning.get(message.id)
				: items.text.get(message.id);
	const hidden = [shown, ...(message.calls ?? []).map((call) => items.toolCall.get(call.id))];
	for (const item of hidden) {
		if (!item) continue;
		item.shown.removed = true;
		touch(reading, item);
	}
}
