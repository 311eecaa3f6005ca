import { addItem } from "./items.ts";
import { endRun } from "./runs.ts";
import { type Conversation, createStream, type FramePlace } from "./state.ts";
import { isRecord } from "./values.ts";

/** What the console itself saw, as far as it changes how the conversation is read. Names and bodies: schemas/local-events.ts. */
export function foldLocal(talk: Conversation, event: string, body: Record<string, unknown>, at: FramePlace): void {
	talk.upToOrdinal = Math.max(talk.upToOrdinal, at.ordinal);
	switch (event) {
		case "link.closed":
			linkClosed(talk, isRecord(body.outcome) ? body.outcome.next : undefined, at);
			return;
		case "link.open":
			if (talk.stream.run?.outcome.kind === "open") talk.stream.run.linkLostAt = null;
			return;
		case "epoch.started":
			startEpoch(talk, typeof body.why === "string" ? body.why : "", at);
			return;
	}
}

/**
 * With resume the run may go on when the link is back, so it stays open while the console dials by itself. Without, and when nothing more
 * happens by itself, it is cut off, with what is open in it. Should the link come back after all, it goes on where it was.
 */
function linkClosed(talk: Conversation, next: unknown, at: FramePlace): void {
	const { stream, resume } = talk;
	if (stream.phase !== "running" || !stream.run) return;
	stream.run.linkLostAt = at.ordinal;
	if (next === "ended") endRun(talk, at, { kind: "truncated", why: "sessionEnded" });
	else if (!resume || next === "stop" || next === "ask") endRun(talk, at, { kind: "truncated", why: "linkLost" });
}

/** The agent says the session is over: nothing more comes. */
export function sessionEnded(talk: Conversation, at: FramePlace): void {
	if (talk.stream.phase === "running") endRun(talk, at, { kind: "truncated", why: "sessionEnded" });
}

/** A new numbering is a new stream: what was open is cut, messages and state begin anew, what people read stays. */
export function startEpoch(talk: Conversation, why: string, at: FramePlace): void {
	const epoch = at.epoch ?? (talk.epoch ?? 0) + 1;
	if (talk.epoch === epoch && talk.stream.phase === "before") return;
	const { run } = talk.stream;
	if (talk.stream.phase === "running" || talk.stream.phase === "truncated") {
		if (run) endRun(talk, { ...at, atMs: run.endedAtMs ?? at.atMs }, { kind: "truncated", why: "epoch" });
	}
	talk.stream = createStream();
	talk.epoch = epoch;
	talk.waiting = talk.waiting.filter(({ shown }) => shown.delivery !== null && MAY_STILL_BE_ANSWERED.has(shown.delivery));
	talk.byTurn = new Map(talk.waiting.flatMap((item) => (item.shown.turn === null ? [] : [[item.shown.turn, item]])));
	const place = { ...at, epoch };
	addItem<"epoch">({ talk, at: place, base: "", event: {}, findings: [] }, undefined, { kind: "epoch", why });
}

/** Own messages that are known to have reached the new stream, or will. The others went to the old one. */
const MAY_STILL_BE_ANSWERED: ReadonlySet<string> = new Set(["queued", "answered"]);
