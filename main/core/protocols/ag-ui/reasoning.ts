import { touch } from "./items.ts";
import { findCall, findMessage } from "./messages.ts";
import { checkOwner } from "./owners.ts";
import { inWords, memberOf, neededText, optionalText, report } from "./report.ts";
import type { Lane, Reading } from "./state.ts";

/** A span brackets reasoning; it has an id of its own and says nothing, so it is no item. Messages inside are read by `stream-messages.ts`. */
export function startSpan(reading: Reading, id: string, lane: Lane): void {
	const { stream } = reading.talk;
	if (stream.open.span.has(id)) {
		const message = `Reasoning span ${inWords(id)} is open already; REASONING_END was expected first.`;
		report(reading, "agui.alreadyOpen", "error", "/messageId", message, "span");
	}
	const owner = stream.owners.reasoning.get(id);
	if (owner) checkOwner(reading, lane, owner, "reasoning", id, "reasoning");
	else stream.owners.reasoning.set(id, { lane });
	stream.open.span.set(id, { implied: false });
}

export function endSpan(reading: Reading, id: string, lane: Lane): void {
	const { stream } = reading.talk;
	if (!stream.open.span.delete(id)) {
		report(reading, "agui.notOpen", "error", "/messageId", `Reasoning span ${inWords(id)} is not open. There is nothing to close.`, "span");
	}
	checkOwner(reading, lane, stream.owners.reasoning.get(id), "reasoning", id, "reasoning");
}

/** REASONING_ENCRYPTED_VALUE: an opaque value for a message or a tool call. The value itself is not shown, only that there is one. */
export function encryptedValue(reading: Reading): void {
	const id = neededText(reading, "entityId");
	const value = neededText(reading, "encryptedValue");
	const subtype = memberOf(reading.event, "subtype");
	if (id === undefined || value === undefined) return;
	if (subtype !== "message" && subtype !== "tool-call") {
		const message = `subtype must be “message” or “tool-call”, but is ${inWords(subtype)}; nobody can say what the value belongs to.`;
		report(reading, "agui.unreadable", "error", "/subtype", message);
		return;
	}
	const { stream } = reading.talk;
	const { owners, items, messages } = stream;
	const lane = optionalText(reading, "subagentRunId");
	if (subtype === "tool-call") {
		checkOwner(reading, lane, owners.toolCall.get(id), "tool call", id, "toolCall");
		const found = findCall(messages, id);
		if (found) found.call.encryptedValue = value;
		else unknownEntity(reading, "tool call", id);
		const item = items.toolCall.get(id);
		if (!item) return;
		item.shown.encrypted = true;
		touch(reading, item);
		return;
	}
	checkOwner(reading, lane, owners.message.get(id) ?? owners.reasoning.get(id), "message", id, "message");
	const message = findMessage(messages, id);
	if (message && message.role !== "activity") message.encryptedValue = value;
	else unknownEntity(reading, "message", id);
	const item = items.reasoning.get(id) ?? items.text.get(id);
	if (!item) return;
	if (item.shown.kind === "reasoning") item.shown.encrypted = true;
	touch(reading, item);
}

function unknownEntity(reading: Reading, what: string, id: string): void {
	const message = `The encrypted value is for ${what} ${inWords(id)}, which is not there. AG-UI clients pass over it.`;
	report(reading, "agui.unknownEntity", "warning", "/entityId", message);
}
