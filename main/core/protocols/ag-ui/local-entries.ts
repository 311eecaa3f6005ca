import type { RunOutcome } from "../../../../schemas/conversation.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { addItem } from "./items.ts";
import { inWords } from "./report.ts";
import { endRun } from "./runs.ts";
import { type Conversation, createStream, type FramePlace } from "./state.ts";
import { isRecord } from "./values.ts";

/**
 * What the console itself saw, as far as it changes how the conversation is read. Names and bodies: schemas/local-events.ts. Answers what this
 * entry cut off.
 */
export function foldLocal(talk: Conversation, event: string, body: Record<string, unknown>, at: FramePlace): Finding[] {
	talk.upToOrdinal = Math.max(talk.upToOrdinal, at.ordinal);
	switch (event) {
		case "link.closed":
		case "link.failed":
			return linkClosed(talk, isRecord(body.outcome) ? body.outcome.next : undefined, at);
		case "link.open":
			talk.hasLink = true;
			// Who closed with 1000 may be dialled again by hand.
			talk.isOver = false;
			if (talk.stream.run?.outcome.kind === "open") talk.stream.run.linkLostAt = null;
			return [];
		case "operator.disconnect":
			// With a link its close says how it ended; without one nothing more is dialled.
			return talk.hasLink ? [] : linkClosed(talk, "stop", at);
		case "operator.end":
			talk.isOver = true;
			return talk.hasLink ? [] : linkClosed(talk, "ended", at);
		case "epoch.started":
			return startEpoch(talk, typeof body.why === "string" ? body.why : "", at);
		default:
			return [];
	}
}

/**
 * With resume the run may go on when the link is back, so it stays open while the console dials by itself. Without, and when nothing more
 * happens by itself, it is cut off, with what is open in it. Should the link come back after all, it goes on where it was.
 */
function linkClosed(talk: Conversation, next: unknown, at: FramePlace): Finding[] {
	const { stream, resume } = talk;
	talk.hasLink = false;
	if (next === "ended") talk.isOver = true;
	if (stream.phase !== "running" || !stream.run) return [];
	stream.run.linkLostAt ??= at.ordinal;
	if (talk.isOver) return cutOff(talk, at, "sessionEnded");
	return !resume || next === "stop" || next === "ask" ? cutOff(talk, at, "linkLost") : [];
}

/** The agent says the session is over: nothing more comes. */
export function sessionEnded(talk: Conversation, at: FramePlace): Finding[] {
	talk.isOver = true;
	return talk.stream.phase === "running" ? cutOff(talk, at, "sessionEnded") : [];
}

/** Nothing is recorded behind `last`: what is open there is cut off. Should more come after all, it goes on where it was. */
export function recordEnds(talk: Conversation, last: FramePlace): Finding[] {
	talk.hasLink = false;
	if (talk.stream.phase !== "running") return [];
	return cutOff(talk, last, talk.isOver ? "sessionEnded" : "recordEnds");
}

/** A new numbering is a new stream: what was open is cut, messages and state begin anew, what people read stays. */
export function startEpoch(talk: Conversation, why: string, at: FramePlace): Finding[] {
	const epoch = at.epoch ?? (talk.epoch ?? 0) + 1;
	if (talk.epoch === epoch && talk.stream.phase === "before") return [];
	const { run, phase } = talk.stream;
	const findings = phase === "running" ? cutOff(talk, at, "epoch") : [];
	// It was cut off already, and said so.
	if (phase === "truncated" && run) endRun(talk, { ...at, atMs: run.endedAtMs ?? at.atMs }, { kind: "truncated", why: "epoch" });
	talk.stream = createStream();
	talk.epoch = epoch;
	talk.waiting = talk.waiting.filter(({ shown }) => shown.delivery !== null && MAY_STILL_BE_ANSWERED.has(shown.delivery));
	talk.byTurn = new Map(talk.waiting.flatMap((item) => (item.shown.turn === null ? [] : [[item.shown.turn, item]])));
	const place = { ...at, epoch };
	addItem<"epoch">({ talk, at: place, base: "", event: {}, findings: [] }, undefined, { kind: "epoch", why });
	return findings;
}

/** Own messages that are known to have reached the new stream, or will. The others went to the old one. */
const MAY_STILL_BE_ANSWERED: ReadonlySet<string> = new Set(["queued", "answered"]);

type CutBy = Exclude<Extract<RunOutcome, { kind: "truncated" }>["why"], "newRun">;

const CUT_WORDS: Readonly<Record<CutBy, string>> = {
	linkLost: "the link was lost",
	epoch: "a new numbering began",
	sessionEnded: "the session ended",
	recordEnds: "the recording ends here, so nobody knows whether it went on",
};

/** The run that is open ends without an outcome, and that is worth knowing. */
function cutOff(talk: Conversation, at: FramePlace, why: CutBy): Finding[] {
	const { run } = talk.stream;
	if (!run) return [];
	endRun(talk, at, { kind: "truncated", why });
	const name = run.runId === null ? "that nobody named" : inWords(run.runId);
	const message = `The run ${name} is cut off: ${CUT_WORDS[why]}. Neither RUN_FINISHED nor RUN_ERROR came.`;
	return [{ code: "agui.runCutOff", severity: "warning", path: "", message }];
}
