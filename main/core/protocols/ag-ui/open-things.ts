import type { StreamEnd } from "../../../../schemas/conversation.ts";
import { inWords, report } from "./report.ts";
import type { OpenIds, Reading, Stream } from "./state.ts";

const OPEN_KINDS = [
	["step", "steps"],
	["text", "text messages"],
	["reasoning", "reasoning messages"],
	["span", "reasoning spans"],
	["toolCall", "tool calls"],
	["subagent", "sub-agents"],
] as const;

/** RUN_FINISHED with something open: one finding a kind. What nobody opened is not left open; that was said when it came. */
export function reportLeftOpen(reading: Reading): void {
	const { open, steps, subagents } = reading.talk.stream;
	const begun = (ids: OpenIds) => [...ids].filter(([, { implied }]) => !implied).map(([id]) => id);
	const left: Record<(typeof OPEN_KINDS)[number][0], string[]> = {
		step: [...steps.values()].flatMap((names) => [...names.keys()]),
		text: begun(open.text),
		reasoning: begun(open.reasoning),
		span: begun(open.span),
		toolCall: begun(open.toolCall),
		subagent: [...subagents.active.keys()],
	};
	for (const [kind, words] of OPEN_KINDS) {
		const ids = left[kind];
		if (ids.length === 0) continue;
		const shown = ids.slice(0, 5).map(inWords).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
		const message = `RUN_FINISHED came while ${words} were open: ${shown}. They are shown as never closed.`;
		report(reading, "agui.leftOpen", "error", "/type", message, kind);
	}
}

/** Shows what is open with that end, and goes on knowing it as open: text that follows is added to it. */
export function showOpenAs(stream: Stream, end: Extract<StreamEnd, "open" | "neverClosed" | "cut">): void {
	const { open, items } = stream;
	const mark = (item: { shown: { end: StreamEnd } } | undefined) => {
		if (item?.shown.end === "open" || item?.shown.end === "cut") item.shown.end = end;
	};
	for (const id of open.text.keys()) mark(items.text.get(id));
	for (const id of open.reasoning.keys()) mark(items.reasoning.get(id));
	for (const id of open.toolCall.keys()) mark(items.toolCall.get(id));
	for (const names of stream.steps.values()) for (const item of names.values()) mark(item);
}

/** Gives everything open its end. */
export function endOpen(stream: Stream, end: Extract<StreamEnd, "neverClosed" | "cut">): void {
	const { open } = stream;
	showOpenAs(stream, end);
	for (const ids of Object.values(open)) ids.clear();
	stream.steps.clear();
	for (const [id, item] of stream.subagents.active) {
		item.shown.outcome = { kind: "cut" };
		stream.subagents.closed.add(id);
	}
	stream.subagents.active.clear();
	stream.lanes.clear();
	for (const held of Object.values(stream.pending)) held.clear();
}

/** What belongs to one run only. Whatever was still open there is cut. */
export function resetRun(stream: Stream): void {
	endOpen(stream, "cut");
	for (const map of Object.values(stream.owners)) map.clear();
	stream.subagents.closed.clear();
	stream.called.clear();
	stream.answered.clear();
	stream.parsed.clear();
	stream.lastChunks.clear();
	stream.thinking = { span: null, message: null, title: null };
}
