import type { Finding } from "../../../../schemas/timeline.ts";
import type { Decoded } from "./decoded.ts";
import { addItem } from "./items.ts";
import { sessionEnded, startEpoch } from "./local-entries.ts";
import { readEvent } from "./read-event.ts";
import { type Conversation, type ConversationOptions, createConversation, type FramePlace, type Reading } from "./state.ts";

export { foldLocal, recordEnds } from "./local-entries.ts";
export { foldDelivery, foldOwnMessage } from "./own-messages.ts";
export { type Conversation, type ConversationOptions, createConversation, type FramePlace };

const MAX_FINDINGS = 1_000;

/**
 * Reads one server frame into the conversation, which is changed in place. Cost: the frame, whatever was read before.
 * Answers what this frame breaks (`agui.…`, `state.…`); `path` points into the frame as it arrived. What the schema says of the frame is the
 * decoder's business. Reading always goes on: nothing valid before or after is lost. Never throws.
 */
export function fold(talk: Conversation, decoded: Decoded, at: FramePlace): Finding[] {
	const findings: Finding[] = [];
	if (at.epoch !== undefined) {
		if (talk.epoch === null) talk.epoch = at.epoch;
		else if (at.epoch !== talk.epoch) findings.push(...startEpoch(talk, "the frames have a new epoch", at));
	}
	talk.upToOrdinal = Math.max(talk.upToOrdinal, at.ordinal);
	if (decoded.kind === "control") findings.push(...foldControl(talk, decoded.type, decoded.body, at));
	if (decoded.kind !== "event") return keep(talk, at, findings);
	const base = decoded.framing === "enveloped" ? "/event" : "";
	const reading: Reading = { talk, at, base, event: decoded.event, findings };
	const wasRunning = talk.stream.phase === "running";
	readEvent(reading, decoded.type);
	const { run, phase } = talk.stream;
	if (run && (wasRunning || phase === "running" || phase === "failed")) countFrame(run.frames, at.ordinal);
	return keep(talk, at, findings);
}

function keep(talk: Conversation, { ordinal }: FramePlace, findings: Finding[]): Finding[] {
	for (const finding of findings) {
		talk.findingCount++;
		if (talk.findings.length < MAX_FINDINGS) talk.findings.push({ ...finding, ordinal });
	}
	return findings;
}

function countFrame(frames: { first: number; last: number; count: number }, ordinal: number): void {
	frames.count++;
	if (ordinal > frames.last) frames.last = ordinal;
	if (ordinal < frames.first) frames.first = ordinal;
}

/** Of the frames outside AG-UI, an `error` is part of what people read, and `session.ended` ends a run. */
function foldControl(talk: Conversation, type: string, body: Record<string, unknown>, at: FramePlace): Finding[] {
	if (type === "session.ended") return sessionEnded(talk, at);
	if (type !== "error") return [];
	const code = typeof body.code === "string" ? body.code : "";
	const message = typeof body.message === "string" ? body.message : "";
	const reading: Reading = { talk, at, base: "", event: body, findings: [] };
	addItem<"error">(reading, undefined, { kind: "error", code, message, fatal: body.fatal === true });
	return [];
}
