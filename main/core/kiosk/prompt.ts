import type { KioskPrompt, KioskText, KioskTrouble } from "../../../schemas/kiosk.ts";
import type { ReaderStateKind } from "../../../schemas/reader.ts";
import type { Interaction, LinkOutcome } from "../../../schemas/session.ts";
import { assertNever } from "../errors.ts";
import { type KioskFacts, lastAnswerAtMs, lastAnswered, waitingRequests } from "./facts.ts";

/** A break that heals this fast changes nothing on the screen … */
const SHORT_BREAK_MS = 1500;
/** … one of this length is told to staff. */
const LONG_BREAK_MS = 10_000;
/** A service or a reader that has just come up has this long to settle. */
const READER_PATIENCE_MS = 6000;
/** An agent that was answered has this long to begin with its own answer. */
const REPLY_PATIENCE_MS = 20_000;

export interface PromptNow {
	prompt: KioskPrompt;
	/** The same facts make another prompt from then on, by time alone; null: not by time. */
	untilMs: number | null;
}

const now = (prompt: KioskPrompt, untilMs: number | null = null): PromptNow => ({ prompt, untilMs });

/** What the kiosk shows. Pure: the same facts make the same prompt, so a page that was reloaded shows what it showed before. */
export function kioskPrompt(facts: KioskFacts): PromptNow {
	const { isStoreFailing, openFailure, session, nowMs } = facts;
	if (isStoreFailing) return outOfOrder({ kind: "store" }, isStoreFailing.sinceMs);
	if (openFailure) {
		const { why, code, retryAtMs, sinceMs } = openFailure;
		return outOfOrder({ kind: "agent", why, code, retryAtMs }, sinceMs);
	}
	if (!session) return now({ kind: "connecting" });
	const { status } = session;
	switch (status.kind) {
		case "open":
			return open(facts, session);
		case "closing":
			return now({ kind: "wait", text: null });
		case "closed":
			return status.outcome.next === "ended" ? over(facts, session) : outOfOrder(linkTrouble(facts, status.outcome), downSince(facts));
		case "idle":
		case "dialling":
		case "waiting": {
			const since = downSince(facts);
			const isFirst = session.lastOutcome === null || status.kind === "idle";
			if (nowMs < since + SHORT_BREAK_MS && !isFirst) return now(open(facts, session).prompt, since + SHORT_BREAK_MS);
			if (nowMs < since + LONG_BREAK_MS) return now({ kind: "connecting" }, since + LONG_BREAK_MS);
			const outcome = status.kind === "waiting" ? status.outcome : session.lastOutcome;
			const retryAtMs = status.kind === "waiting" ? status.retryAtMs : null;
			return outOfOrder({ ...linkTrouble(facts, outcome), retryAtMs }, since);
		}
		default:
			return assertNever(status);
	}
}

const downSince = ({ linkDownSinceMs, nowMs }: KioskFacts): number => linkDownSinceMs ?? nowMs;
const outOfOrder = (trouble: KioskTrouble, sinceMs: number): PromptNow => now({ kind: "outOfOrder", trouble, sinceMs });

type Session = NonNullable<KioskFacts["session"]>;

function open(facts: KioskFacts, session: Session): PromptNow {
	const [request] = waitingRequests(session.interactions);
	if (request) return asked(facts, request);
	const answeredAtMs = lastAnswerAtMs(session.interactions);
	if (answeredAtMs !== null) return answered(facts, session, answeredAtMs);
	if (session.openRun) return now({ kind: "wait", text: wordsOfOpenRun(facts) });
	const wasAsked = session.interactions.length > 0;
	if (wasAsked) return now({ kind: "idle", canBegin: facts.afterVisit === "newSession" });
	if (facts.said.words) return now({ kind: "says", text: plain(facts.said.words) });
	return now({ kind: "idle", canBegin: false });
}

function asked(facts: KioskFacts, request: Interaction): PromptNow {
	const { interactionId, prompt, requestedAtMs, expiresAtMs, modality } = request;
	const common = { request: interactionId, prompt, requestedAtMs, expiresAtMs };
	if (modality === "photo") {
		const isRefused = facts.said.ended?.outcome === "error" && lastAnswered(facts.session?.interactions ?? [])?.modality === "photo";
		return now({ kind: "photo", ...common, isRefused });
	}
	const { tap, tapProblem: problem, reader, nowMs } = facts;
	if (facts.isTapOnItsWay) return now({ kind: "wait", text: null });
	if (tap && tap.interactionId === interactionId) {
		const { card, by, untilMs } = tap;
		return now({ kind: "confirmTap", ...common, expiresAtMs: untilMs ?? expiresAtMs, tap: tap.tap, by, card, problem });
	}
	const settledAtMs = reader.sinceMs + READER_PATIENCE_MS;
	if (!canRead(reader.state) && (!isSettling(reader.state) || nowMs >= settledAtMs))
		return outOfOrder({ kind: "reader", state: reader.state }, reader.sinceMs);
	return now({ kind: "tap", ...common, problem }, canRead(reader.state) ? null : settledAtMs);
}

/** A card that cannot be read is the visitor's matter, not the reader's. */
const canRead = (state: ReaderStateKind): boolean => state === "ready" || state === "cardPresent" || state === "unsupportedCard";
const isSettling = (state: ReaderStateKind): boolean => state === "starting";

/** A visit: this side has answered, and the agent replies, or does not. */
function answered(facts: KioskFacts, session: Session, answeredAtMs: number): PromptNow {
	const { said, nowMs } = facts;
	if (session.openRun) return now({ kind: "wait", text: wordsOfOpenRun(facts) });
	const ended = said.ended && said.ended.atMs >= answeredAtMs ? said.ended : null;
	// In a session that goes on, a run that answers nobody speaks to the next person.
	if (ended?.isUnsolicited && facts.afterVisit === "sameSession" && said.words) return now({ kind: "says", text: plain(said.words) });
	const words = said.words && said.words.atMs >= answeredAtMs ? plain(said.words) : null;
	const patientUntilMs = answeredAtMs + REPLY_PATIENCE_MS;
	if (!ended && nowMs < patientUntilMs) return now({ kind: "wait", text: words }, patientUntilMs);
	const how = !ended ? "noReply" : ended.outcome === "success" || ended.outcome === "interrupt" ? "done" : "failed";
	const sinceMs = ended ? ended.atMs : patientUntilMs;
	const untilMs = sinceMs + readingTimeMs(words);
	// With a session for each visitor the next one is begun at that time; until it is, this one has nothing else to show.
	if (nowMs >= untilMs && facts.afterVisit === "sameSession") return now({ kind: "idle", canBegin: false });
	return now({ kind: "done", how, text: words, sinceMs, untilMs }, untilMs);
}

/** The session has ended: what was said last stays until the next one begins. */
function over(facts: KioskFacts, session: Session): PromptNow {
	const answeredAtMs = lastAnswerAtMs(session.interactions);
	if (answeredAtMs !== null) {
		// No further frame comes: patience is over.
		const last = answered(
			{ ...facts, nowMs: Math.max(facts.nowMs, answeredAtMs + REPLY_PATIENCE_MS) },
			{ ...session, openRun: null },
			answeredAtMs,
		);
		if (last.prompt.kind === "done" && facts.nowMs < last.prompt.untilMs) return last;
	}
	return now({ kind: "connecting" });
}

/** Long enough to read it twice. */
function readingTimeMs(words: KioskText | null): number {
	return Math.min(40_000, 8000 + 60 * (words?.text.length ?? 0));
}

const plain = ({ text, isCut }: KioskText): KioskText => ({ text, isCut });

/** Words of an earlier run would read as an answer to what is going on now. */
function wordsOfOpenRun({ said }: KioskFacts): KioskText | null {
	const { words, ended } = said;
	if (!words || words.run === null || words.run !== said.newestRun || ended?.run === words.run) return null;
	return plain(words);
}

/** Codes only: what an address or the other side says is not for this screen. */
function linkTrouble({ againAtMs }: KioskFacts, outcome: LinkOutcome | null): KioskTrouble & { kind: "agent" } {
	const trouble = (why: (KioskTrouble & { kind: "agent" })["why"], code: string | null) => ({
		kind: "agent" as const,
		why,
		code,
		retryAtMs: againAtMs,
	});
	if (!outcome) return trouble("unreachable", null);
	const { code, httpStatus, errorCode, next } = outcome;
	// What a server retries for is its own state, not this kiosk's: 503, 429 and their like.
	if (httpStatus !== undefined) return trouble(next === "retry" ? "unreachable" : "refused", `HTTP ${httpStatus}`);
	if (code === 4409) return trouble("taken", "4409");
	if (code !== null && code >= 4000) return trouble("refused", String(code));
	const system = errorCode !== undefined && /^[A-Z0-9_]{1,40}$/.test(errorCode) ? errorCode : null;
	if (next === "stop" || next === "ask") return trouble("broken", system ?? (code === null ? null : String(code)));
	return trouble("unreachable", system ?? (code === null ? null : String(code)));
}
