import { closeLane } from "./chunks.ts";
import { endSpan, startSpan } from "./reasoning.ts";
import { memberOf, metadataIn, optionalText, report } from "./report.ts";
import type { Reading } from "./state.ts";
import { endMessage, growMessage, startMessage } from "./stream-messages.ts";

/** The five retired THINKING events are the reasoning events of before 1.0. They have no ids, so they get some: counted in the session, so that every reading of it gives the same. */
export function readThinking(reading: Reading, type: string): void {
	const { thinking } = reading.talk.stream;
	const lane = optionalText(reading, "subagentRunId");
	const metadata = metadataIn(reading);
	const number = ++reading.talk.retired;
	report(reading, "agui.retired", "info", "/type", `${type} was retired with AG-UI 1.0. It is read as its REASONING event.`);
	closeLane(reading, lane);
	switch (type) {
		case "THINKING_START":
			thinking.span = `thinking-span-${number}`;
			thinking.title = optionalText(reading, "title") ?? null;
			startSpan(reading, thinking.span, lane);
			return;
		case "THINKING_END":
			endSpan(reading, thinking.span ?? `thinking-span-${number}`, lane);
			thinking.span = null;
			thinking.title = null;
			return;
		case "THINKING_TEXT_MESSAGE_START":
			thinking.message = `thinking-${number}`;
			startMessage(reading, "reasoning", thinking.message, { role: "reasoning" }, lane, metadata);
			return;
		case "THINKING_TEXT_MESSAGE_CONTENT": {
			thinking.message ??= `thinking-${number}`;
			const delta = memberOf(reading.event, "delta");
			if (typeof delta === "string") growMessage(reading, "reasoning", thinking.message, delta, lane, metadata);
			else report(reading, "agui.unreadable", "error", "/delta", "delta must be text; the event cannot be read. Its bytes are kept.");
			return;
		}
		default:
			endMessage(reading, "reasoning", thinking.message ?? `thinking-${number}`, lane, metadata);
			thinking.message = null;
	}
}
