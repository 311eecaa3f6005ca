import { addItem, touch } from "./items.ts";
import { applyPatch, createDocument, handOut } from "./json-patch.ts";
import { appendMessage, createMessage, findMessage, type MessageRecord, mergeMetadata, replaceMessage, singleMessage } from "./messages.ts";
import { checkOwner } from "./owners.ts";
import { ODD_INDEX_WORDS, PATCH_WORDS } from "./patch-words.ts";
import { inWords, memberOf, metadataIn, neededText, optionalText, report } from "./report.ts";
import type { Item, Lane, Reading } from "./state.ts";
import { isRecord } from "./values.ts";

export function activitySnapshot(reading: Reading): void {
	const id = neededText(reading, "messageId");
	const activityType = neededText(reading, "activityType");
	const content = memberOf(reading.event, "content");
	if (id === undefined || activityType === undefined) return;
	if (!isRecord(content)) {
		report(reading, "agui.unreadable", "error", "/content", `content must be an object, but is ${inWords(content)}.`);
		return;
	}
	const { stream } = reading.talk;
	const lane = optionalText(reading, "subagentRunId");
	const replace = memberOf(reading.event, "replace") !== false;
	if (replace || !stream.owners.activity.has(id)) stream.owners.activity.set(id, { lane });
	const metadata = metadataIn(reading);
	const found = findMessage(stream.messages, id);
	const message = found?.role === "activity" && replace ? singleMessage(stream.messages, found) : found;
	if (message && message.role !== "activity") {
		const fate = replace ? "replace that message by this activity" : "pass over this activity";
		const words = `The id ${inWords(id)} belongs to ${inWords(message.role)} already. AG-UI clients ${fate}; here both are shown.`;
		report(reading, "agui.idShared", "warning", "/messageId", words, "activity");
	}
	if (!message || (message.role !== "activity" && replace)) {
		const created = createMessage(id, "activity");
		setContent(created, activityType, content, lane);
		if (message) replaceMessage(stream.messages, id, created);
		else appendMessage(stream.messages, created);
		mergeMetadata(created, metadata);
		showActivity(reading, id, activityType, content, lane, created);
		return;
	}
	if (message.role === "activity") {
		if (replace) setContent(message, activityType, content, lane);
		mergeMetadata(message, metadata);
	}
	if (replace || !stream.items.activity.has(id)) showActivity(reading, id, activityType, content, lane, message);
	else touchActivity(reading, id);
}

function setContent(message: MessageRecord, activityType: string, content: unknown, lane: Lane): void {
	message.document = createDocument(content);
	message.rest = { activityType, ...(lane === undefined ? {} : { subagentRunId: lane }) };
}

function showActivity(reading: Reading, id: string, activityType: string, content: unknown, lane: Lane, message: MessageRecord): void {
	const { items } = reading.talk.stream;
	const document = message.document ?? createDocument(content);
	const known = items.activity.get(id);
	if (known) {
		known.document = document;
		known.shown.activityType = activityType;
		known.shown.lane = lane ?? null;
		known.shown.removed = false;
		touch(reading, known);
		return;
	}
	const shown = { kind: "activity", messageId: id, activityType, content: null, source: "stream", removed: false } as const;
	items.activity.set(id, addItem<"activity">(reading, lane, shown, { document }));
}

function touchActivity(reading: Reading, id: string): Item<"activity"> | undefined {
	const item = reading.talk.stream.items.activity.get(id);
	if (item) touch(reading, item);
	return item;
}

export function activityDelta(reading: Reading): void {
	const id = neededText(reading, "messageId");
	const activityType = neededText(reading, "activityType");
	const patch = memberOf(reading.event, "patch");
	if (id === undefined || activityType === undefined) return;
	if (!Array.isArray(patch)) {
		report(reading, "agui.unreadable", "error", "/patch", `patch must be a list of operations, but is ${inWords(patch)}.`);
		return;
	}
	const { stream } = reading.talk;
	checkOwner(reading, optionalText(reading, "subagentRunId"), stream.owners.activity.get(id), "activity", id, "activity");
	const known = findMessage(stream.messages, id);
	if (known?.role !== "activity" || known.document === null) {
		const holder = known ? `belongs to ${inWords(known.role)}` : "is not known";
		const words = `The activity ${inWords(id)} ${holder}; the change has nothing to change. AG-UI clients pass over it.`;
		report(reading, "agui.unknownActivity", "warning", "/messageId", words);
		return;
	}
	mergeMetadata(known, metadataIn(reading));
	const item = touchActivity(reading, id);
	const isDoubled = stream.messages.doubled.has(id);
	const document = isDoubled ? createDocument(handOut(known.document)) : known.document;
	const result = applyPatch(document, patch);
	for (const at of result.unknownOps) unknownOp(reading, "/patch", at, "agui.unknownOp");
	if (!result.ok) {
		const at = `/patch/${result.index}${result.member === "" ? "" : `/${result.member}`}`;
		report(reading, "agui.activityPatch", "error", at, `${PATCH_WORDS[result.fault]} The activity stays as it was.`, result.fault);
		return;
	}
	for (const at of result.oddIndexes) report(reading, "agui.oddIndex", "warning", `/patch/${at}/path`, ODD_INDEX_WORDS, String(at));
	const message = singleMessage(stream.messages, known);
	message.document = document;
	message.rest.activityType = activityType;
	if (!item) return;
	item.document = document;
	item.shown.activityType = activityType;
}

export function unknownOp(reading: Reading, member: string, at: number, code: string): void {
	const message = "This is no operation of RFC 6902. AG-UI clients leave it out and apply the others, and so it is read here.";
	report(reading, code, "warning", `${member}/${at}/op`, message);
}
