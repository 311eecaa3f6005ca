import type { Metadata } from "./messages.ts";
import { laneWords } from "./owners.ts";
import { inWords, memberOf, metadataIn, optionalText, report } from "./report.ts";
import type { Lane, PendingChunks, Reading } from "./state.ts";
import { endMessage, growMessage, startMessage } from "./stream-messages.ts";
import { endToolCall, growToolCall, startToolCall } from "./tool-calls.ts";

type ChunkKind = PendingChunks["kind"];

const MEMBERS: Record<ChunkKind, { id: string; said: readonly string[]; words: string }> = {
	text: { id: "messageId", said: ["role", "name"], words: "text message" },
	toolCall: { id: "toolCallId", said: ["toolCallName", "parentMessageId"], words: "tool call" },
	reasoning: { id: "messageId", said: [], words: "reasoning message" },
};

/**
 * Chunks are the short form of START, CONTENT and END: the first one of a lane names what it opens, later ones may leave names out, and any
 * other event of the lane closes it. A chunk is read as the events it stands for.
 */
export function readChunk(reading: Reading, kind: ChunkKind): void {
	const { stream } = reading.talk;
	const members = MEMBERS[kind];
	const id = optionalText(reading, members.id);
	const tag = optionalText(reading, "subagentRunId");
	const lane = laneOf(reading, kind, id, tag);
	const metadata = metadataIn(reading);
	let pending = stream.lanes.get(lane);
	let opened = false;
	if (pending?.kind === kind && (id === undefined || id === pending.id)) checkSaid(reading, pending);
	else {
		closeLane(reading, lane);
		pending = openChunks(reading, kind, id, lane, tag, metadata);
		opened = true;
	}
	const delta = optionalText(reading, "delta");
	const hasRaw = (memberOf(reading.event, "rawEvent") ?? null) !== null;
	// A chunk with metadata alone still says something about what it continues.
	if (delta === undefined && !hasRaw && (opened || metadata === null)) return;
	grow(reading, pending, delta ?? "", tag ?? pending.lane, metadata);
}

function laneOf(reading: Reading, kind: ChunkKind, id: string | undefined, tag: Lane): Lane {
	const { lanes, pending } = reading.talk.stream;
	const { words } = MEMBERS[kind];
	if (id !== undefined) {
		const holder = pending[kind].get(id);
		if (!holder) return tag;
		if (tag !== undefined && tag !== holder.lane) {
			const message = `It names ${laneWords(tag)}, but ${words} ${inWords(id)} belongs to ${laneWords(holder.lane)}. It is read as the owner's.`;
			report(reading, "agui.ownerMismatch", "error", "/subagentRunId", message, "chunk");
		}
		return holder.lane;
	}
	if (tag !== undefined || lanes.get(undefined)?.kind === kind) return tag;
	const open = [...pending[kind].values()];
	if (open.length > 1) {
		const message = `The chunk names neither id nor sub-agent, and ${open.length} lanes have an open ${words}. It is read as the latest one's.`;
		report(reading, "agui.chunkAmbiguous", "error", "", message, kind);
	}
	return open.at(-1)?.lane;
}

function checkSaid(reading: Reading, pending: PendingChunks): void {
	for (const member of MEMBERS[pending.kind].said) {
		const said = optionalText(reading, member);
		if (said === undefined || said === pending.said[member]) continue;
		const message = `The chunk says ${member} ${inWords(said)}, the first one said ${inWords(pending.said[member] ?? "nothing")}. The first one counts.`;
		report(reading, "agui.chunkMismatch", "error", `/${member}`, message, member);
	}
}

function openChunks(
	reading: Reading,
	kind: ChunkKind,
	id: string | undefined,
	lane: Lane,
	tag: Lane,
	metadata: Metadata | null,
): PendingChunks {
	const { stream } = reading.talk;
	const members = MEMBERS[kind];
	const earlier = id === undefined ? stream.lastChunks.get(lane)?.get(kind) : undefined;
	const pending: PendingChunks = earlier ?? { kind, id: id ?? `unnamed-${reading.at.ordinal}`, lane: tag, said: {} };
	if (!earlier) {
		for (const member of members.said) pending.said[member] = optionalText(reading, member);
		if (kind === "text") pending.said.role ??= "assistant";
	}
	if (id === undefined) {
		const then = earlier ? `It is read as more of ${inWords(earlier.id)}.` : "It is shown without one.";
		const message = `The first chunk of a ${members.words} must have a ${members.id}; the one before was closed or never came. ${then}`;
		report(reading, "agui.chunkWithoutId", "error", `/${members.id}`, message, kind);
	} else if (kind === "toolCall" && pending.said.toolCallName === undefined) {
		report(reading, "agui.chunkWithoutName", "error", "/toolCallName", "The first chunk of a tool call must have a toolCallName.", kind);
	}
	stream.lanes.set(lane, pending);
	stream.pending[kind].set(pending.id, pending);
	let last = stream.lastChunks.get(lane);
	if (!last) {
		last = new Map();
		stream.lastChunks.set(lane, last);
	}
	last.set(kind, pending);
	const { said } = pending;
	if (kind === "toolCall") {
		startToolCall(reading, pending.id, { name: said.toolCallName ?? "", parentMessageId: said.parentMessageId }, tag, metadata);
	} else startMessage(reading, kind, pending.id, { role: said.role ?? "assistant", name: said.name }, tag, metadata);
	return pending;
}

function grow(reading: Reading, pending: PendingChunks, delta: string, lane: Lane, metadata: Metadata | null): void {
	if (pending.kind === "toolCall") growToolCall(reading, pending.id, delta, lane, metadata);
	else growMessage(reading, pending.kind, pending.id, delta, lane, metadata);
}

/** Closes what a lane is putting together. */
export function closeLane(reading: Reading, lane: Lane): void {
	const { lanes, pending } = reading.talk.stream;
	const open = lanes.get(lane);
	if (!open) return;
	lanes.delete(lane);
	pending[open.kind].delete(open.id);
	if (open.kind === "toolCall") endToolCall(reading, open.id, open.lane, null);
	else endMessage(reading, open.kind, open.id, open.lane, null);
}

/** For events that speak of the run as a whole. */
export function closeAllLanes(reading: Reading): void {
	for (const lane of [...reading.talk.stream.lanes.keys()]) closeLane(reading, lane);
}
