import type { ConversationItem, ConversationRun, RunOutcome, StreamEnd } from "../../schemas/conversation.ts";
import type { ConversationRow, OpenQuestion } from "../../schemas/conversation-page.ts";
import type { Interaction } from "../../schemas/session.ts";
import type { Delivery } from "../../schemas/timeline.ts";
import type { IconName } from "../components/elements/icon-shapes.tsx";
import { assertNever } from "./assert-never.ts";
import { plural } from "./format.ts";

/** One sentence about a point in the conversation, and how it is meant. */
export interface MarkWords {
	text: string;
	meaning: "plain" | "gap" | "alarm" | "finding";
}

/** Names of runs and of what answers them are words of the other side: they are drawn safely. */
const runName = (run: ConversationRun): string => (run.runId === null ? "A run without a name" : `Run ${run.runId}`);

export function runStartWords(run: ConversationRun): MarkWords {
	const { rule, turn } = run.answers;
	const of = run.parentRunId === undefined ? "" : `, part of run ${run.parentRunId}`;
	const answers =
		turn !== null
			? `, answers turn ${turn}${rule === "oldest" ? " (the oldest sent one)" : ""}`
			: rule === "unsolicited"
				? ", unasked"
				: ", answers a message without a number";
	return { text: `${runName(run)} started${of}${answers}`, meaning: "plain" };
}

const WHY_CUT: Record<Extract<RunOutcome, { kind: "truncated" }>["why"], string> = {
	linkLost: "the link was lost",
	epoch: "the agent began a new numbering",
	newRun: "another run began",
	sessionEnded: "the session ended",
	recordEnds: "the recording ends here, so nobody knows whether it went on",
};

export function runEndWords({ run, outcome, wentOn }: Extract<ConversationRow, { kind: "runEnd" }>): MarkWords {
	const name = runName(run);
	switch (outcome.kind) {
		case "open":
			return { text: `${name} is open`, meaning: "plain" };
		case "success":
			return run.cancel === null
				? { text: `${name} finished`, meaning: "plain" }
				: { text: `${name} finished, cancel not confirmed: nobody knows whether it did anything`, meaning: "finding" };
		case "interrupt":
			return { text: `${name} stopped to ask${run.cancel === null ? "" : ", cancel not confirmed"}`, meaning: "plain" };
		case "cancelled":
			return { text: `${name} was cancelled${run.cancel === null ? " by the agent" : ""}`, meaning: "plain" };
		case "error": {
			const code = outcome.code === undefined ? "" : ` (${outcome.code})`;
			return {
				text: `${name} failed${outcome.late ? " after it had finished" : ""}${code}: ${outcome.message || "no reason given"}`,
				meaning: "alarm",
			};
		}
		case "truncated":
			return wentOn
				? { text: `${name} broke off: ${WHY_CUT[outcome.why]}. It went on later`, meaning: "gap" }
				: { text: `${name} has no outcome: ${WHY_CUT[outcome.why]}`, meaning: "gap" };
		default:
			return assertNever(outcome);
	}
}

/** What an interrupted answer says at its end. */
export const endWords = (end: StreamEnd): string | null =>
	end === "cut" ? "broken off here" : end === "neverClosed" ? "never closed by the agent" : null;

export interface DeliveryMark {
	icon: IconName | null;
	word: string;
	meaning: "plain" | "unknown" | "alarm";
}

const DELIVERIES: Record<Delivery, DeliveryMark> = {
	queued: { icon: "waiting", word: "queued, waits for a link", meaning: "plain" },
	sending: { icon: "waiting", word: "sending", meaning: "plain" },
	sent: { icon: null, word: "sent", meaning: "plain" },
	acknowledged: { icon: "check", word: "acknowledged", meaning: "plain" },
	answered: { icon: "checks", word: "answered", meaning: "plain" },
	stale: { icon: "clock", word: "stale", meaning: "plain" },
	refused: { icon: "alarm", word: "refused", meaning: "alarm" },
	unknown: { icon: "unknown", word: "unknown, may have arrived", meaning: "unknown" },
	discarded: { icon: "x", word: "discarded", meaning: "plain" },
	dropped: { icon: "dup", word: "sent again", meaning: "plain" },
	held: { icon: "gap", word: "held", meaning: "plain" },
	applied: { icon: null, word: "applied", meaning: "plain" },
};

export const deliveryMark = (delivery: Delivery | null): DeliveryMark | null => (delivery === null ? null : DELIVERIES[delivery]);

/** Items that are one line between the turns. */
export type MarkItem = Extract<
	ConversationItem,
	{ kind: "step" | "state" | "history" | "custom" | "epoch" | "error" | "cancel" | "subagent" | "audio" }
>;

export function markWords(item: MarkItem, run: ConversationRun | null): MarkWords & { icon: IconName } {
	switch (item.kind) {
		case "step": {
			const end = item.end === "open" ? "under way" : item.end === "closed" ? "done" : (endWords(item.end) ?? "");
			return { icon: "play", text: `Step ${item.name}, ${end}`, meaning: "plain" };
		}
		case "state": {
			const parts = [
				item.snapshots > 0 && plural(item.snapshots, "snapshot"),
				item.deltas > 0 && plural(item.deltas, "delta"),
				item.failed > 0 && `${item.failed} not applied`,
			].filter(Boolean);
			return { icon: "state", text: `State: ${parts.join(", ")}`, meaning: item.failed > 0 ? "finding" : "plain" };
		}
		case "history":
			return {
				icon: "archive",
				text: `The agent sent its history: ${item.added} added, ${item.replaced} replaced, ${item.removed} removed`,
				meaning: "plain",
			};
		case "custom":
			return { icon: "more", text: `Custom event ${item.name}${item.frames.count > 1 ? ` ×${item.frames.count}` : ""}`, meaning: "plain" };
		case "epoch":
			return {
				icon: "gap",
				text: `A new numbering begins${item.why === "" ? "" : `: ${item.why}`}. Messages and state begin anew`,
				meaning: "gap",
			};
		case "error":
			return {
				icon: "alarm",
				text: `The agent reports an error${item.fatal ? " and gives up" : ""}${item.code === "" ? "" : ` (${item.code})`}: ${item.message}`,
				meaning: "alarm",
			};
		case "cancel":
			return { icon: "stop", text: cancelWords(item.run === null ? null : run), meaning: "plain" };
		case "subagent":
			return subagentWords(item);
		case "audio": {
			const phase = { start: "started", commit: "committed", cancel: "cancelled" }[item.phase];
			return {
				icon: "pulse",
				text: `You ${phase} an audio turn${item.turn === null ? "" : ` (turn ${item.turn})`}. Signals only, no audio`,
				meaning: "plain",
			};
		}
		default:
			return assertNever(item);
	}
}

function cancelWords(run: ConversationRun | null): string {
	if (run === null) return "You asked to cancel; no run was open";
	const settled = {
		pending: "waits for the agent",
		confirmed: "confirmed",
		notConfirmed: "the run finished all the same, not confirmed",
		failed: "the run failed",
		unknown: "nobody knows, the run has no outcome",
	};
	return `You asked to cancel ${run.runId === null ? "the run" : `run ${run.runId}`}: ${settled[run.cancel?.settled ?? "pending"]}`;
}

function subagentWords({ name, subagentRunId, outcome }: Extract<ConversationItem, { kind: "subagent" }>): MarkWords & { icon: IconName } {
	const who = `Sub-agent ${name || subagentRunId}`;
	switch (outcome.kind) {
		case "open":
			return { icon: "agent", text: `${who}, at work`, meaning: "plain" };
		case "success":
			return { icon: "agent", text: `${who}, finished`, meaning: "plain" };
		case "suspended":
			return { icon: "agent", text: `${who}, waits for an answer`, meaning: "plain" };
		case "error":
			return { icon: "alarm", text: `${who} failed: ${outcome.message}`, meaning: "alarm" };
		case "cut":
			return { icon: "agent", text: `${who} was cut off with its run`, meaning: "gap" };
		default:
			return assertNever(outcome);
	}
}

/** Fate of a request to a person; null while it waits, or when nothing is known of it. */
export function askFate(asked: Interaction | undefined): string | null {
	if (!asked) return null;
	switch (asked.state) {
		case "waiting":
			return null;
		case "answered":
			return asked.answeredByTurn === null ? "answered, says the agent" : `answered with turn ${asked.answeredByTurn}`;
		case "expired":
			return "expired without an answer";
		case "withdrawn":
			return "withdrawn by the agent";
		case "notNegotiated":
			return "not offered in this session";
		case "unanswerable":
			return "cannot be answered: its id is empty or too long";
		case "ended":
			return "over with its session";
		default:
			return assertNever(asked.state);
	}
}

export const askTitle = (modality: string): string =>
	modality === "nfc" ? "Asks for an NFC card." : modality === "photo" ? "Asks for a photo." : `Asks for “${modality}”.`;

/** What a turn about an open question begins with. */
export function turnAbout(question: OpenQuestion): string {
	if (question.kind === "interrupt") return `About “${question.message || question.name || question.id}”: `;
	return `About the call ${question.name || question.id}: `;
}

/** Two rows of one speaker in one run: the second says no name. */
export function isSameSpeaker(before: ConversationRow | undefined, row: ConversationRow): boolean {
	if (before?.kind !== "item" || row.kind !== "item") return false;
	return isAgentItem(before.item) && isAgentItem(row.item) && before.item.run === row.item.run && before.item.lane === row.item.lane;
}

const isAgentItem = ({ kind }: ConversationItem): boolean =>
	kind === "text" || kind === "reasoning" || kind === "toolCall" || kind === "activity" || kind === "state" || kind === "step";
