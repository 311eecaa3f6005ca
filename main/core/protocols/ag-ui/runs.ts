import type { ConversationRun, RunOutcome } from "../../../../schemas/conversation.ts";
import { addItem } from "./items.ts";
import { endOpen, reportLeftOpen, resetRun, showOpenAs } from "./open-things.ts";
import { inWords, memberOf, neededText, optionalText, report } from "./report.ts";
import type { Conversation, FramePlace, Reading, Stream } from "./state.ts";
import { isRecord } from "./values.ts";

/**
 * Call before every event but RUN_STARTED, RUN_FINISHED and RUN_ERROR: says when it stands outside a run. It is read all the same, as part of
 * the run before it or, at the very start, of a run that nobody announced.
 */
export function enterRun(reading: Reading, type: string): void {
	const { stream } = reading.talk;
	switch (stream.phase) {
		case "running":
			return;
		case "before":
			report(
				reading,
				"agui.firstEvent",
				"error",
				"/type",
				`The first event must be RUN_STARTED, but is ${type}. It is read as part of a run.`,
			);
			beginRun(reading, null);
			return;
		case "truncated":
			revive(stream);
			return;
		case "finished":
			report(reading, "agui.afterFinished", "error", "/type", `${type} came after RUN_FINISHED; only RUN_STARTED or RUN_ERROR may.`);
			return;
		case "failed":
			report(reading, "agui.afterError", "error", "/type", `${type} came after RUN_ERROR; only RUN_STARTED may.`);
			return;
	}
}

/** The link came back and the run goes on: nothing was lost. */
function revive(stream: Stream): void {
	stream.phase = "running";
	showOpenAs(stream, "open");
	if (!stream.run) return;
	stream.run.outcome = { kind: "open" };
	stream.run.endedAtMs = null;
	stream.run.linkLostAt = null;
	if (stream.run.cancel?.settled === "unknown") stream.run.cancel.settled = "pending";
}

export function runStarted(reading: Reading): void {
	const { stream } = reading.talk;
	if (stream.phase === "running") {
		const name = stream.run?.runId ?? null;
		const message = `A run began while ${name === null ? "one" : `run ${inWords(name)}`} was still active. That one has no outcome.`;
		report(reading, "agui.runActive", "error", "/type", message);
		endRun(reading.talk, reading.at, { kind: "truncated", why: "newRun" });
	}
	resetRun(stream);
	const runId = neededText(reading, "runId") ?? null;
	if (runId !== null) {
		if (stream.runIds.has(runId)) {
			report(reading, "agui.runIdReused", "warning", "/runId", `The run id ${inWords(runId)} was used before on this thread.`);
		}
		stream.runIds.add(runId);
	}
	beginRun(reading, runId);
	checkVersion(reading);
}

/** The version this reader knows, as AG-UI writes it: digits, a dot, digits. */
const KNOWN_VERSION = [1, 0] as const;

/** What a newer version adds is passed over, here as in AG-UI clients; it is worth knowing, and no fault. */
function checkVersion(reading: Reading): void {
	const { stream } = reading.talk;
	const version = optionalText(reading, "protocolVersion");
	if (version === undefined || version === stream.version) return;
	// Said once, not with every run.
	stream.version = version;
	const [, major = "", minor = ""] = /^(\d+)\.(\d+)$/.exec(version) ?? [];
	if (major === "") {
		const message = `The protocol version ${inWords(version)} is not of the form 1.0; nothing follows from it.`;
		report(reading, "agui.oddVersion", "info", "/protocolVersion", message);
		return;
	}
	const isNewer = Number(major) > KNOWN_VERSION[0] || (Number(major) === KNOWN_VERSION[0] && Number(minor) > KNOWN_VERSION[1]);
	if (!isNewer) return;
	const message = `The agent speaks AG-UI ${version}, this console reads 1.0. What is new in it is kept and shown as it came.`;
	report(reading, "agui.newerProtocol", "info", "/protocolVersion", message);
}

function beginRun(reading: Reading, runId: string | null): void {
	const { talk, at } = reading;
	const parentRunId = optionalText(reading, "parentRunId");
	const run: ConversationRun = {
		index: talk.runs.length,
		runId,
		threadId: optionalText(reading, "threadId") ?? null,
		...(parentRunId === undefined ? {} : { parentRunId }),
		epoch: at.epoch ?? talk.epoch ?? 0,
		startedAtMs: at.atMs,
		endedAtMs: null,
		frames: { first: at.ordinal, last: at.ordinal, count: 0 },
		outcome: { kind: "open" },
		answers: answeredTurn(reading),
		cancel: null,
		linkLostAt: null,
	};
	talk.runs.push(run);
	talk.stream.run = run;
	talk.stream.phase = "running";
	addItem<"run">(reading, undefined, { kind: "run" });
}

/** The turn its metadata names, else the oldest sent one without a run, else none. */
function answeredTurn(reading: Reading): ConversationRun["answers"] {
	const { talk, event } = reading;
	const metadata = memberOf(event, "metadata");
	const own = isRecord(metadata) && Object.hasOwn(metadata, talk.vendorKey) ? metadata[talk.vendorKey] : undefined;
	const turn = isRecord(own) ? memberOf(own, "turn") : undefined;
	if (typeof turn === "number") {
		const item = talk.byTurn.get(turn);
		if (!item) return { rule: "metadata", turn, ordinal: null };
		talk.waiting = talk.waiting.filter((each) => each !== item);
		item.shown.answeredBy = talk.runs.length;
		return { rule: "metadata", turn, ordinal: item.shown.frames.first };
	}
	const at = talk.waiting.findIndex((item) => COUNTS_AS_SENT.has(item.shown.delivery ?? "sent"));
	const oldest = talk.waiting[at];
	if (!oldest) return { rule: "unsolicited", turn: null, ordinal: null };
	talk.waiting.splice(at, 1);
	oldest.shown.answeredBy = talk.runs.length;
	return { rule: "oldest", turn: oldest.shown.turn, ordinal: oldest.shown.frames.first };
}

const COUNTS_AS_SENT: ReadonlySet<string> = new Set(["sending", "sent", "acknowledged", "answered", "stale"]);

export function runFinished(reading: Reading): void {
	const { stream } = reading.talk;
	if (stream.phase !== "running") enterRun(reading, "RUN_FINISHED");
	const { run } = stream;
	if (!run || stream.phase !== "running") return;
	const runId = neededText(reading, "runId");
	if (runId !== undefined && run.runId !== null && runId !== run.runId) {
		const message = `RUN_FINISHED names run ${inWords(runId)}, but run ${inWords(run.runId)} is active. It is read as the end of that one.`;
		report(reading, "agui.runIdMismatch", "warning", "/runId", message);
	}
	reportLeftOpen(reading);
	endOpen(stream, "neverClosed");
	const outcome = statedOutcome(reading);
	stream.pendingInterrupts = outcome.kind === "interrupt" ? outcome.interrupts : [];
	run.usage = usageIn(reading);
	endRun(reading.talk, reading.at, outcome);
}

export function runFailed(reading: Reading): void {
	const { stream } = reading.talk;
	const message = neededText(reading, "message") ?? "";
	const code = optionalText(reading, "code");
	if (stream.phase === "failed") {
		enterRun(reading, "RUN_ERROR");
		return;
	}
	const late = stream.phase === "finished";
	if (stream.phase === "before") beginRun(reading, null);
	if (stream.phase === "truncated") revive(stream);
	const { run } = stream;
	if (!run) return;
	const usage = usageIn(reading);
	if (usage !== undefined) run.usage = usage;
	endRun(reading.talk, reading.at, { kind: "error", message, ...(code === undefined ? {} : { code }), late });
}

const usageIn = (reading: Reading): unknown => {
	const usage = memberOf(reading.event, "usage");
	return Array.isArray(usage) ? usage : undefined;
};

/** Absent is success. One nobody knows is read as success too, as AG-UI clients do, but not in silence. */
function statedOutcome(reading: Reading): RunOutcome {
	const { stream } = reading.talk;
	const outcome = memberOf(reading.event, "outcome");
	const stated = isRecord(outcome) ? outcome : {};
	if (stated.type === "cancelled") return { kind: "cancelled" };
	if (stated.type === "interrupt" && Array.isArray(stated.interrupts) && stated.interrupts.length > 0) {
		return { kind: "interrupt", interrupts: stated.interrupts.filter(isRecord) };
	}
	if (outcome !== undefined && outcome !== null && stated.type !== "success") {
		const type = isRecord(outcome) ? outcome.type : outcome;
		const message = `The outcome ${inWords(type)} cannot be read. AG-UI clients take it for success or give up; it is shown as success here.`;
		report(reading, "agui.unknownOutcome", "warning", "/outcome", message);
	}
	const named = Array.isArray(stated.pendingToolCallIds)
		? stated.pendingToolCallIds.filter((id): id is string => typeof id === "string")
		: [];
	const pendingToolCallIds = named.length > 0 ? named : [...stream.called].filter((id) => !stream.answered.has(id));
	const result = memberOf(reading.event, "result");
	return { kind: "success", ...(result === undefined || result === null ? {} : { result }), pendingToolCallIds };
}

/** A lost link may come back, and a session whose recording ends may be taken up again. */
const MAY_GO_ON: ReadonlySet<string> = new Set(["linkLost", "recordEnds"]);

/** Ends the run, whatever is open in it, and a cancel that waits for it. */
export function endRun(talk: Conversation, at: FramePlace, outcome: RunOutcome): void {
	const { stream } = talk;
	const { run } = stream;
	if (!run) return;
	run.outcome = outcome;
	run.endedAtMs = at.atMs;
	stream.phase = outcome.kind === "error" ? "failed" : outcome.kind === "truncated" ? "truncated" : "finished";
	// What may go on is shown as cut, and known as open until it is certain that nothing follows.
	if (outcome.kind === "truncated" && MAY_GO_ON.has(outcome.why)) showOpenAs(stream, "cut");
	else endOpen(stream, "cut");
	if (run.cancel) run.cancel.settled = settledBy(outcome);
}

function settledBy(outcome: RunOutcome): "pending" | "confirmed" | "notConfirmed" | "failed" | "unknown" {
	switch (outcome.kind) {
		case "open":
			return "pending";
		case "cancelled":
			return "confirmed";
		case "success":
		case "interrupt":
			return "notConfirmed";
		case "error":
			return "failed";
		case "truncated":
			return "unknown";
	}
}
