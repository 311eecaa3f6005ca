import type { MessageCheck } from "../../../schemas/ipc.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { Tap } from "../../../schemas/reader.ts";
import type { InteractionState, SessionSummary } from "../../../schemas/session.ts";
import type { PendingTap, TapChoice, TapPhase } from "../../../schemas/tap.ts";
import type { TapRule } from "../../../schemas/tap-rule.ts";
import type { Delivery, MessageFate } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../errors.ts";
import type { Clock } from "../ports.ts";
import { createThrottle } from "../throttle.ts";
import { meantChoice, sessionForOffer, waitingChoices } from "./tap-choices.ts";
import { createTapMessage, isSameCard, type TapMessage } from "./tap-message.ts";
import { DELIVERY_WORDS, PHASE_WORDS, phaseOfDelivery, REQUEST_OVER } from "./tap-words.ts";

/** How long the same card may take to be shown again. */
const SHOW_AGAIN_MS = 15_000;
/** A tap nobody asked for is offered this long: who tapped has gone by then. */
const OFFER_MS = 60_000;
/** What became of a tap is shown this long. */
const FINAL_MS = 10_000;
/** While a tap waits, it is looked at anew this often at most. */
const LOOK_AGAIN_MS = 50;

/** What the desk needs of the sessions. */
export interface TapSessions {
	/** Those with a link, or on their way to one. */
	live(): SessionSummary[];
	/** The session a person looks at. */
	focused(): string | null;
	check(sessionId: string, text: string): MessageCheck;
	send(sessionId: string, text: string): MessageFate;
	/** An entry of the session's timeline. */
	note(sessionId: string, event: LocalEvent): void;
}

export interface TapDesk {
	pending(): PendingTap | null;
	/** A card was read; repeats are left out already. */
	tapped(tap: Tap): void;
	/** Something about a session changed. */
	sessionChanged(): void;
	delivered(sessionId: string, ordinal: number, delivery: Delivery): void;
	confirm(tapId: string, text?: string): MessageFate;
	discard(tapId: string): void;
	useFor(tapId: string, sessionId: string, interactionId: string | null): PendingTap;
	dispose(): void;
}

type DropReason = Extract<LocalEvent, { event: "tap.dropped" }>["why"];

interface Waiting {
	pending: PendingTap;
	message: TapMessage;
}

const OPEN_PHASES: ReadonlySet<TapPhase> = new Set(["offered", "choose", "confirm", "showAgain"]);

/**
 * The one tap that waits for a decision, and the observation it becomes. Sends nothing but on confirmation, or by the rule of the session
 * that asked; what it sends goes the way of every message: checked, with the turn that is next, stored, then written.
 */
export function createTapDesk(
	sessions: TapSessions,
	ports: { clock: Clock; uuid(): string },
	changed: (pending: PendingTap | null) => void,
): TapDesk {
	const { clock } = ports;
	let waiting: Waiting | null = null;
	let cancelTimer = () => {};
	const looks = createThrottle<"look">(clock, LOOK_AGAIN_MS, lookAgain);

	/** Takes over what is new, sets the clock for the end of the phase, tells. */
	function become(news: Partial<PendingTap> | null): void {
		cancelTimer();
		cancelTimer = () => {};
		if (!waiting) return;
		if (news === null) {
			waiting = null;
			changed(null);
			return;
		}
		const { pending } = waiting;
		waiting.pending = { ...pending, ...news };
		const { phase, untilMs } = waiting.pending;
		if (phase === "showAgain" && untilMs !== null) cancelTimer = clock.after(Math.max(0, untilMs - clock.nowMs()), timeIsOver);
		if (phase === "offered") cancelTimer = clock.after(Math.max(0, (untilMs ?? 0) - clock.nowMs()), () => become(null));
		if (phase === "sent" || phase === "failed" || phase === "expired") cancelTimer = clock.after(FINAL_MS, () => become(null));
		changed(waiting.pending);
	}

	const find = (sessionId: string | null) => sessions.live().find((each) => each.sessionId === sessionId);
	const choices = () => waitingChoices(sessions.live());

	/** Text and verdict as they are now. */
	function written({ message }: Waiting, sessionId: string | null, interactionId: string | null) {
		const session = find(sessionId);
		const text = session ? message.text(session.ledger.nextTurn, interactionId) : null;
		if (!session || text === null) return { text, findings: message.findings, sendable: false };
		const { findings, sendable } = sessions.check(session.sessionId, text);
		return { text, findings, sendable };
	}

	function tapped(tap: Tap): void {
		if (waiting?.pending.phase === "showAgain" && isSameCard(waiting.pending.tap, tap)) {
			trySend(waiting, "sameCard");
			return;
		}
		putAway("replaced");
		const tapId = ports.uuid();
		const message = createTapMessage(tap, tapId);
		const now = choices();
		const pending: PendingTap = {
			tapId,
			tap,
			phase: "choose",
			sessionId: null,
			interactionId: null,
			rule: "confirm",
			text: null,
			findings: message.findings,
			sendable: false,
			choices: now,
			untilMs: null,
			why: PHASE_WORDS.choose,
			ordinal: null,
		};
		waiting = { pending, message };
		const meant = meantChoice(now, sessions.focused());
		if (meant) bind(waiting, meant.sessionId, meant.interactionId, find(meant.sessionId)?.tapRule ?? "confirm");
		else if (now.length === 0) offer(waiting);
		else become({});
	}

	function offer(at: Waiting): void {
		const sessionId = sessionForOffer(sessions.live(), sessions.focused());
		if (sessionId !== null) sessions.note(sessionId, readEvent(at, null, "confirm"));
		become({
			phase: "offered",
			sessionId,
			interactionId: null,
			rule: "confirm",
			untilMs: clock.nowMs() + OFFER_MS,
			why: PHASE_WORDS.offered,
			...written(at, sessionId, null),
		});
	}

	/** Ties the tap to a request (or to none), and does what the rule asks for then. */
	function bind(at: Waiting, sessionId: string, interactionId: string | null, asked: TapRule): void {
		const { tap } = at.pending;
		const isUnsure = tap.isRandomUid && asked !== "confirm";
		const rule = isUnsure || interactionId === null ? "confirm" : asked;
		sessions.note(sessionId, readEvent(at, interactionId, rule));
		const expiresAtMs = requestOf(sessionId, interactionId)?.expiresAtMs ?? null;
		const verdict = written(at, sessionId, interactionId);
		const bound = { sessionId, interactionId, rule, choices: choices(), untilMs: expiresAtMs, ...verdict };
		if (verdict.text === null) {
			become({ ...bound, phase: "failed", why: verdict.findings[0]?.message ?? PHASE_WORDS.failed });
		} else if (rule === "confirmByTap") {
			const limitMs = clock.nowMs() + SHOW_AGAIN_MS;
			become({ ...bound, phase: "showAgain", untilMs: Math.min(limitMs, expiresAtMs ?? limitMs), why: PHASE_WORDS.showAgain });
		} else {
			become({ ...bound, phase: "confirm", why: tap.isRandomUid ? PHASE_WORDS.random : PHASE_WORDS.confirm });
			if (rule === "atOnce") trySend(at, "rule");
		}
	}

	const requestOf = (sessionId: string | null, interactionId: string | null) =>
		interactionId === null ? undefined : find(sessionId)?.interactions.findLast((each) => each.interactionId === interactionId);

	/** For sends that nobody can answer an error to. */
	function trySend(at: Waiting, by: "sameCard" | "rule"): void {
		try {
			send(at, by);
		} catch (thrown) {
			if (!(thrown instanceof ConsoleError)) throw thrown;
			become({ phase: "failed", why: thrown.message });
		}
	}

	function send(at: Waiting, by: "person" | "sameCard" | "rule"): MessageFate {
		const { sessionId, interactionId, tapId, phase } = at.pending;
		const { text } = written(at, sessionId, interactionId);
		if (sessionId === null || phase === "choose") throw new ConsoleError("INVALID_ARGS", "Say first which request this tap is for.");
		if (text === null)
			throw new ConsoleError("MESSAGE_INVALID", at.message.findings[0]?.message, { detail: { findings: at.message.findings } });
		const sent = sessions.send(sessionId, text);
		sessions.note(sessionId, { event: "tap.confirmed", tapId, interactionId, by });
		become({
			phase: "sending",
			text,
			ordinal: sent.ordinal,
			untilMs: null,
			why: sent.delivery === "queued" ? DELIVERY_WORDS.queued : PHASE_WORDS.sending,
		});
		return sent;
	}

	/** The tap that waits makes room. */
	function putAway(why: DropReason): void {
		if (!waiting) return;
		const { phase, sessionId, tapId, interactionId } = waiting.pending;
		if (OPEN_PHASES.has(phase) && sessionId !== null) sessions.note(sessionId, { event: "tap.dropped", tapId, interactionId, why });
	}

	function timeIsOver(): void {
		putAway("notShownAgain");
		become({ phase: "expired", untilMs: null, sendable: false, why: PHASE_WORDS.notShownAgain });
	}

	/** What the sessions say now about the tap that waits. */
	function lookAgain(): void {
		if (!waiting || !OPEN_PHASES.has(waiting.pending.phase)) return;
		const { pending } = waiting;
		const { sessionId, interactionId } = pending;
		if (interactionId !== null) {
			const state: InteractionState = requestOf(sessionId, interactionId)?.state ?? "ended";
			if (state !== "waiting" && state !== "notNegotiated") {
				putAway("requestOver");
				become({ phase: "expired", untilMs: null, sendable: false, choices: choices(), why: REQUEST_OVER[state] });
				return;
			}
		}
		const now = { choices: choices(), ...written(waiting, sessionId, interactionId) };
		const phase = pending.phase === "choose" && now.choices.length === 0 ? "offered" : pending.phase;
		if (phase !== pending.phase) offer(waiting);
		else if (isNews(pending, now)) become(now);
	}

	function guarded(tapId: string): Waiting {
		if (waiting?.pending.tapId !== tapId) throw new ConsoleError("TAP_GONE");
		return waiting;
	}

	return {
		pending: () => waiting?.pending ?? null,
		tapped,
		sessionChanged() {
			if (waiting && OPEN_PHASES.has(waiting.pending.phase)) looks.ask("look");
		},
		delivered(sessionId, ordinal, delivery) {
			if (!waiting || waiting.pending.ordinal !== ordinal || waiting.pending.sessionId !== sessionId) return;
			const phase = phaseOfDelivery(delivery);
			if (phase === null) return;
			const why = DELIVERY_WORDS[delivery] ?? PHASE_WORDS[phase];
			if (phase !== waiting.pending.phase || why !== waiting.pending.why) become({ phase, why });
		},
		confirm(tapId, text) {
			lookAgain();
			const at = guarded(tapId);
			if (!OPEN_PHASES.has(at.pending.phase)) throw new ConsoleError("TAP_GONE", at.pending.why);
			if (text !== undefined && text !== at.pending.text)
				throw new ConsoleError(
					"MESSAGE_INVALID",
					"The session went on meanwhile and the message reads differently now. Look at it and confirm again.",
				);
			return send(at, "person");
		},
		discard(tapId) {
			guarded(tapId);
			putAway("discarded");
			become(null);
		},
		useFor(tapId, sessionId, interactionId) {
			const at = guarded(tapId);
			if (!OPEN_PHASES.has(at.pending.phase)) throw new ConsoleError("TAP_GONE", at.pending.why);
			if (!find(sessionId)) throw new ConsoleError("SESSION_NOT_OPEN", "This session is not connected. Connect it first.");
			const request = requestOf(sessionId, interactionId);
			if (interactionId !== null && request?.state !== "waiting")
				throw new ConsoleError("INVALID_ARGS", request ? REQUEST_OVER[request.state] : "The agent has made no request of that id.");
			if (at.pending.sessionId !== sessionId) putAway("moved");
			bind(at, sessionId, interactionId, "confirm");
			return at.pending;
		},
		dispose() {
			cancelTimer();
			looks.dispose();
			waiting = null;
		},
	};
}

const readEvent = ({ pending: { tapId, tap } }: Waiting, interactionId: string | null, rule: TapRule): LocalEvent => ({
	event: "tap.read",
	tapId,
	interactionId,
	rule,
	tap,
});

type Look = Pick<PendingTap, "text" | "sendable" | "findings"> & { choices: TapChoice[] };

function isNews(before: Look, { text, sendable, findings, choices }: Look): boolean {
	return text !== before.text || sendable !== before.sendable || !isSame(findings, before.findings) || !isSame(choices, before.choices);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
