import type { OperatorApi, RunSummary } from "../../../schemas/ipc.ts";
import type { LinkOutcome, SessionSummary } from "../../../schemas/session.ts";
import { EXIT, type ExitCode } from "./command.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { followSession, type LiveSession } from "./live-session.ts";
import { print, say } from "./output.ts";
import { findConnection, type NamedConnection } from "./run-connection.ts";
import { runScript } from "./run-script.ts";
import { NotConnected, type Opening, openSession } from "./run-target.ts";
import { saySchema } from "./say-schema.ts";
import type { ScriptLine } from "./script.ts";
import { openGaps } from "./session-line.ts";
import { readSessionStart } from "./session-start.ts";
import { untilSignal } from "./signals.ts";
import { isOver, isReached, type Until } from "./until.ts";
import { watchStore } from "./watch-store.ts";

/** What is on its way when the run is done gets this long to be acknowledged. */
const SETTLE_LIMIT_MS = 2000;
/** A dial that ended and of which nothing is stored for this long has failed. */
const UNTOLD_LIMIT_MS = 1000;

export interface Plan {
	script: ScriptLine[];
	/** Null: done when the script is. */
	until: Until | null;
	/** For the whole run, on the monotonic clock. */
	deadlineMs: number;
}

/** Runs one session and prints its counters as the last line. `opened` is called when the session is there and dials. */
export async function runSession(
	api: OperatorApi,
	wanted: Extract<Opening, { kind: "target" }> | ({ kind: "named" } & NamedConnection),
	plan: Plan,
	opened: () => void,
): Promise<ExitCode> {
	const opening: Opening = wanted.kind === "named" ? { kind: "connection", ...(await findConnection(api, wanted)) } : wanted;
	await saySchema(api);
	const store = await watchStore(api);
	const start = await readSessionStart(api, opening.kind === "target" ? opening.target.sessionId : opening.sessionId);
	let sessionId: string;
	try {
		sessionId = await openSession(api, opening);
	} catch (thrown) {
		store.dispose();
		if (!(thrown instanceof NotConnected)) throw thrown;
		say(hideSecrets(`Could not connect: ${thrown.message}`));
		return EXIT.NOT_CONNECTED;
	}
	opened();
	print({ event: "session", session: sessionId });
	let isInterrupted = false;
	const session = await followSession(api, sessionId, {
		start,
		deadlineMs: plan.deadlineMs,
		onStatus: ({ status }) => print({ event: "status", status }),
		isStoreFailing: store.isFailing,
	});
	const signal = untilSignal();
	void signal.promise.then(() => {
		isInterrupted = true;
	});
	try {
		const code = await follow(api, session, plan, {
			stoppedBy: () => (isInterrupted ? "interrupted" : store.isOver() ? "nothing more can be recorded" : null),
			isStoreFailing: store.isFailing,
		});
		const summary = await conclude(api, session, plan.until);
		print(summary);
		if (summary.received === summary.stored) return code;
		say(`${summary.received - summary.stored} received frames are not stored. ${store.trouble()}`);
		return code === EXIT.NOT_CONNECTED ? code : EXIT.FAILED;
	} finally {
		store.dispose();
		signal.dispose();
		session.dispose();
	}
}

/**
 * Whether a link was open in this run: from what lasts, never from a status that may have passed between two looks. While one was never open,
 * an outcome has no close code.
 */
function wasOpen({ story, start, now }: LiveSession): boolean {
	const { status, ledger } = now();
	if (story.firstDial() === "opened" || ledger.received > start.received) return true;
	if (status.kind === "closed" || status.kind === "waiting") return status.outcome.code !== null;
	return status.kind === "open" || status.kind === "closing";
}

/** The stored story decides; the status does where nothing gets stored. */
function hasFailed(session: LiveSession, isStoreFailing: () => boolean): boolean {
	if (wasOpen(session)) return false;
	if (session.story.firstDial() === "failed") return true;
	const { kind } = session.now().status;
	return (kind === "closed" || kind === "waiting") && (isStoreFailing() || session.quietMs() > UNTOLD_LIMIT_MS);
}

async function follow(
	api: OperatorApi,
	session: LiveSession,
	{ script, until, deadlineMs }: Plan,
	{ stoppedBy, isStoreFailing }: { stoppedBy(): string | null; isStoreFailing(): boolean },
): Promise<ExitCode> {
	const isInterrupted = () => stoppedBy() !== null;
	const giveUp = () => hasFailed(session, isStoreFailing) || isInterrupted();
	if (!(await session.until(() => wasOpen(session), giveUp))) {
		const { status, lastOutcome } = await session.refresh();
		// A next try may be under way by now: what stopped the first is the reason all the same.
		const isKnown = session.story.firstDial() === "failed" || status.kind === "closed" || status.kind === "waiting";
		const why = isKnown ? (lastOutcome?.meaning ?? "") : "";
		say(hideSecrets(`Could not connect: ${why || `${stoppedBy() ?? "the time was up"}.`}`));
		return EXIT.NOT_CONNECTED;
	}
	const problem = await runScript(api, session, script, isInterrupted);
	if (problem !== null) {
		say(hideSecrets(problem));
		return EXIT.FAILED;
	}
	if (until === null) return EXIT.FINE;
	const isReachedNow = () => isReached(until, session.now(), { quietMs: session.quietMs(), firstLoss: session.story.firstLoss() });
	if (await session.until(isReachedNow, () => isInterrupted() || isOver(session.now()))) return EXIT.FINE;
	// What arrived before the end still counts.
	if (isOver(session.now())) await session.settled();
	if (isReachedNow()) return EXIT.FINE;
	const why = stoppedBy() ?? (performance.now() >= deadlineMs ? "the time was up" : "the link is closed for good");
	say(until.kind === "over" ? `The run ended before the session did: ${why}.` : `The run ended before its --until was reached: ${why}.`);
	return EXIT.FAILED;
}

/** Lets what arrived be stored and acknowledged, drops the link, and counts. */
async function conclude(api: OperatorApi, session: LiveSession, until: Until | null): Promise<RunSummary> {
	const { sessionId } = session;
	const isSettled = ({ ledger }: SessionSummary) => ledger.received === ledger.stored && (!ledger.acks || ledger.acked === ledger.cursor);
	const untilFresh = async (holds: (summary: SessionSummary) => boolean) => {
		const endMs = performance.now() + SETTLE_LIMIT_MS;
		while (!holds(await session.refresh()) && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10));
	};
	if ((await session.refresh()).status.kind === "open") await untilFresh(isSettled);
	const ended = lastEnd(session, until);
	if (!isOver(session.now())) {
		await api.request("session.disconnect", { sessionId });
		await untilFresh(({ status }) => status.kind === "closed" || status.kind === "idle");
	}
	await session.settled();
	// The counters say how much was found, so everything is read first.
	const reading = await api.request("session.read", { sessionId });
	if (!reading.ok || reading.value.unread > 0) say("Not every entry could be read for findings; there may be more than are counted.");
	const { ledger, lastOutcome } = await session.refresh();
	if (ledger.queued > 0) say(`${ledger.queued} own messages are queued here; no socket took them.`);
	const outcome = ended ?? lastOutcome;
	return {
		session: sessionId,
		received: ledger.received,
		stored: ledger.stored,
		acked: ledger.acked,
		cursor: ledger.cursor,
		gaps: openGaps(ledger),
		duplicates: ledger.duplicates,
		conflicts: ledger.conflicts,
		findings: ledger.findings,
		sent: ledger.sent,
		unknown: ledger.unknown,
		closed: { code: outcome?.code ?? null, reason: outcome?.reason ?? "", by: outcome?.by ?? "network" },
	};
}

/**
 * How the link ended, where it did so before the run does: dropping the wait for the next one, or its dial, does not change that. Null while
 * a link is open: this run is about to end it.
 */
function lastEnd(session: LiveSession, until: Until | null): LinkOutcome | null {
	const { status, lastOutcome } = session.now();
	if (until?.kind === "closed" && !isOver(session.now())) {
		const loss = session.story.firstLoss();
		if (loss !== null) return loss;
	}
	return status.kind === "waiting" || (status.kind === "dialling" && wasOpen(session)) ? lastOutcome : null;
}
