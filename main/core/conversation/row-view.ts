import type { ConversationItem, ConversationRun, RunOutcome } from "../../../schemas/conversation.ts";
import { type ConversationRow, type OpenQuestion, SHOWN_UNITS, type ShownValue } from "../../../schemas/conversation-page.ts";
import { handOut } from "../protocols/ag-ui/json-patch.ts";
import { memberOf } from "../protocols/ag-ui/report.ts";
import type { AnyItem, Conversation } from "../protocols/ag-ui/state.ts";
import { textOf } from "../protocols/ag-ui/text-buffer.ts";
import { isRecord } from "../protocols/ag-ui/values.ts";
import type { ExactJson } from "./exact-json.ts";
import type { Row } from "./rows.ts";
import { pieceFor } from "./text-slice.ts";

/** Results drawn of one tool call. */
const RESULTS = 20;
const QUESTION_UNITS = 2_000;

export interface RowViewer {
	/** `have`: how far the window has this row's text. */
	view(row: Row, index: number, have: number | undefined): ConversationRow;
}

export function createRowViewer(
	talk: Conversation,
	json: ExactJson,
	laneNames: ReadonlyMap<string, string>,
	interruptReason: string,
): RowViewer {
	const shownValue = (value: unknown): ShownValue => {
		const isJson = typeof value !== "string";
		const text = isJson ? json.write(value, 8 * SHOWN_UNITS) : value;
		return { text: text.slice(0, SHOWN_UNITS), isJson, length: text.length };
	};

	const laneOf = (lane: string | null): { lane?: string } => (lane === null ? {} : { lane: laneNames.get(lane) ?? lane });

	function questionsOf(outcome: RunOutcome): OpenQuestion[] {
		if (outcome.kind === "interrupt") {
			return outcome.interrupts.slice(0, RESULTS).map((interrupt) => {
				const name = textIn(interrupt, "reason");
				const vendor = memberOf(recordIn(interrupt, "metadata"), talk.vendorKey);
				const physical = name.startsWith(interruptReason) || textIn(isRecord(vendor) ? vendor : {}, "modality") !== "";
				return { kind: "interrupt", id: textIn(interrupt, "id"), name, message: textIn(interrupt, "message"), physical };
			});
		}
		if (outcome.kind !== "success") return [];
		return outcome.pendingToolCallIds.slice(0, RESULTS).map((id) => {
			const call = talk.stream.items.toolCall.get(id);
			const message = call?.text ? textOf(call.text).slice(0, QUESTION_UNITS) : "";
			return { kind: "toolCall", id, name: call?.shown.name ?? "", message, physical: false };
		});
	}

	function itemView(item: AnyItem, index: number, have: number | undefined): ConversationRow {
		const shown = lightItem(item);
		const { frames, atMs } = item.shown;
		const end = "end" in item.shown ? item.shown.end : "closed";
		const run = item.shown.run === null ? null : (talk.runs[item.shown.run] ?? null);
		const results =
			item.shown.kind === "toolCall"
				? item.shown.results.slice(-RESULTS).map(({ content, ordinal, lane }) => ({ ...shownValue(content), ordinal, ...laneOf(lane) }))
				: [];
		return {
			kind: "item",
			index,
			...frames,
			atMs,
			...laneOf(item.shown.lane),
			item: shown,
			text: item.text ? pieceFor(item.text, have, end === "open") : null,
			textLength: item.text?.length ?? 0,
			results,
			content: contentOf(item),
			run: run && lightRun(run),
			isLive: end === "open" && run?.outcome.kind === "open",
		};
	}

	function contentOf(item: AnyItem): ShownValue | null {
		if (item.shown.kind === "activity") return shownValue(item.document ? handOut(item.document) : null);
		if (item.shown.kind === "text" && item.shown.parts !== undefined) return shownValue(item.shown.parts);
		if (item.shown.kind === "subagent" && "result" in item.shown.outcome) return shownValue(item.shown.outcome.result);
		return null;
	}

	return {
		view(row, index, have) {
			const base = { index, first: row.ordinal, last: row.ordinal, count: 1, atMs: row.atMs };
			switch (row.kind) {
				case "item":
					return itemView(row.item, index, have);
				case "runEnd": {
					const { run, outcome } = row;
					const result = outcome.kind === "success" && outcome.result !== undefined ? shownValue(outcome.result) : null;
					const wentOn = outcome.kind === "truncated" && run.outcome !== outcome;
					return {
						...base,
						kind: "runEnd",
						run: lightRun(run),
						outcome: lightOutcome(outcome),
						wentOn,
						questions: questionsOf(outcome),
						result,
					};
				}
				case "ask":
					return { ...base, kind: "ask", interactionId: row.interactionId, modality: row.modality, prompt: row.prompt };
				case "local":
					return { ...base, kind: "local", type: row.type, words: row.words };
			}
		},
	};
}

const textIn = (record: Record<string, unknown>, name: string): string => {
	const value = memberOf(record, name);
	return typeof value === "string" ? value.slice(0, QUESTION_UNITS) : "";
};

const recordIn = (record: Record<string, unknown>, name: string): Record<string, unknown> => {
	const value = memberOf(record, name);
	return isRecord(value) ? value : {};
};

/** Values of any size and shape are shown on their own; a run carries none. */
function lightRun(run: ConversationRun): ConversationRun {
	const { usage: _, ...rest } = run;
	return {
		...rest,
		frames: { ...run.frames },
		answers: { ...run.answers },
		outcome: lightOutcome(run.outcome),
		cancel: run.cancel && { ...run.cancel },
	};
}

function lightOutcome(outcome: RunOutcome): RunOutcome {
	if (outcome.kind === "success") return { kind: "success", pendingToolCallIds: outcome.pendingToolCallIds.slice(0, RESULTS) };
	if (outcome.kind === "interrupt") return { kind: "interrupt", interrupts: [] };
	return outcome.kind === "error" ? { ...outcome, message: outcome.message.slice(0, SHOWN_UNITS) } : outcome;
}

function lightItem(item: AnyItem): ConversationItem {
	const { shown } = item;
	const frames = { ...shown.frames };
	switch (shown.kind) {
		case "text": {
			const { parts: _, ...rest } = shown;
			return { ...rest, frames, text: "" };
		}
		case "reasoning":
			return { ...shown, frames, text: "" };
		case "toolCall":
			return { ...shown, frames, arguments: "", results: [] };
		case "activity":
			return { ...shown, frames, content: null };
		case "subagent": {
			const { outcome } = shown;
			return { ...shown, frames, outcome: "result" in outcome ? { ...outcome, result: undefined } : outcome };
		}
		default:
			return { ...shown, frames };
	}
}
