import type { MessageCheck } from "../../../schemas/ipc.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { Tap } from "../../../schemas/reader.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import type { PendingTap } from "../../../schemas/tap.ts";
import type { TapRule } from "../../../schemas/tap-rule.ts";
import type { Delivery, MessageFate } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../errors.ts";
import type { Clock } from "../ports.ts";
import { ROOMS } from "../protocols/rooms.ts";
import { doorOf } from "../protocols/table.ts";
import { createThrottle } from "../throttle.ts";
import { meantChoice, sessionForOffer, waitingChoices } from "./tap-choices.ts";
import { isSameCard, type TapMessage } from "./tap-message.ts";
import {
	afterDelivery,
	bound,
	endOf,
	failed,
	isOpen,
	lookedAt,
	newTap,
	notShownAgain,
	offered,
	ruleFor,
	sending,
	type TapNews,
	type Written,
} from "./tap-rules.ts";
import { REQUEST_OVER } from "./tap-words.ts";

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
	/** As each protocol says it that a session spoke which it could go to. */
	said: Map<ProtocolName, TapMessage>;
	/** What no message can carry. */
	message: TapMessage;
}

/** Where no protocol takes taps. */
const NO_MESSAGE: TapMessage = { findings: [], text: () => null };

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
	function become(news: TapNews): void {
		cancelTimer();
		cancelTimer = () => {};
		if (!waiting) return;
		waiting.pending = { ...waiting.pending, ...news };
		const end = endOf(waiting.pending, clock.nowMs());
		if (end) cancelTimer = clock.after(end.inMs, end.as === "forgotten" ? forget : timeIsOver);
		changed(waiting.pending);
	}

	function forget(): void {
		cancelTimer();
		cancelTimer = () => {};
		if (!waiting) return;
		waiting = null;
		changed(null);
	}

	const find = (sessionId: string | null) => sessions.live().find((each) => each.sessionId === sessionId);
	const choices = () => waitingChoices(sessions.live());

	/** Text and verdict as they are now. */
	function messageIn({ pending: { tap, tapId }, said, message }: Waiting, protocol: ProtocolName): TapMessage {
		const made = said.get(protocol) ?? doorOf(protocol).observations?.ofTap(tap, tapId) ?? message;
		said.set(protocol, made);
		return made;
	}

	function written(at: Waiting, sessionId: string | null, interactionId: string | null): Written {
		const session = find(sessionId);
		const message = session ? messageIn(at, session.protocol) : at.message;
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
		const message = ROOMS.find(({ info }) => info.offers.taps)?.observations?.ofTap(tap, tapId) ?? NO_MESSAGE;
		const now = choices();
		waiting = { pending: newTap(tapId, tap, message.findings, now), message, said: new Map() };
		const meant = meantChoice(now, sessions.focused());
		if (meant) bind(waiting, meant.sessionId, meant.interactionId, find(meant.sessionId)?.tapRule ?? "confirm");
		else if (now.length === 0) offer(waiting);
		else become({});
	}

	function offer(at: Waiting): void {
		const sessionId = sessionForOffer(sessions.live(), sessions.focused());
		if (sessionId !== null) sessions.note(sessionId, readEvent(at, null, "confirm"));
		become(offered(sessionId, written(at, sessionId, null), clock.nowMs()));
	}

	/** Ties the tap to a request (or to none), and does what the rule asks for then. */
	function bind(at: Waiting, sessionId: string, interactionId: string | null, asked: TapRule): void {
		const { tap } = at.pending;
		const rule = ruleFor(tap, interactionId, asked);
		sessions.note(sessionId, readEvent(at, interactionId, rule));
		const expiresAtMs = requestOf(sessionId, interactionId)?.expiresAtMs ?? null;
		const news = bound(tap, { sessionId, interactionId, rule, expiresAtMs }, written(at, sessionId, interactionId), clock.nowMs());
		become({ ...news, choices: choices() });
		if (rule === "atOnce" && news.phase === "confirm") trySend(at, "rule");
	}

	const requestOf = (sessionId: string | null, interactionId: string | null) =>
		interactionId === null ? undefined : find(sessionId)?.interactions.findLast((each) => each.interactionId === interactionId);

	/** For sends that nobody can answer an error to. */
	function trySend(at: Waiting, by: "sameCard" | "rule"): void {
		try {
			send(at, by);
		} catch (thrown) {
			if (!(thrown instanceof ConsoleError)) throw thrown;
			become(failed(thrown.message));
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
		become(sending(text, sent.ordinal, sent.delivery));
		return sent;
	}

	/** The tap that waits makes room. */
	function putAway(why: DropReason): void {
		if (!waiting || !isOpen(waiting.pending)) return;
		const { sessionId, tapId, interactionId } = waiting.pending;
		if (sessionId !== null) sessions.note(sessionId, { event: "tap.dropped", tapId, interactionId, why });
	}

	function timeIsOver(): void {
		putAway("notShownAgain");
		become(notShownAgain());
	}

	/** What the sessions say now about the tap that waits. */
	function lookAgain(): void {
		if (!waiting || !isOpen(waiting.pending)) return;
		const { sessionId, interactionId } = waiting.pending;
		const request = requestOf(sessionId, interactionId) ?? null;
		const looked = lookedAt(waiting.pending, { request, choices: choices(), written: written(waiting, sessionId, interactionId) });
		if (looked?.kind === "offer") offer(waiting);
		if (looked?.kind === "over") putAway("requestOver");
		if (looked?.kind === "over" || looked?.kind === "news") become(looked.news);
	}

	/** The tap of that id, a decision about it still possible. */
	function undecided(tapId: string): Waiting {
		const at = guarded(tapId);
		if (!isOpen(at.pending)) throw new ConsoleError("TAP_GONE", at.pending.why);
		return at;
	}

	function guarded(tapId: string): Waiting {
		if (waiting?.pending.tapId !== tapId) throw new ConsoleError("TAP_GONE");
		return waiting;
	}

	return {
		pending: () => waiting?.pending ?? null,
		tapped,
		sessionChanged() {
			if (waiting && isOpen(waiting.pending)) looks.ask("look");
		},
		delivered(sessionId, ordinal, delivery) {
			if (!waiting || waiting.pending.ordinal !== ordinal || waiting.pending.sessionId !== sessionId) return;
			const news = afterDelivery(waiting.pending, delivery);
			if (news) become(news);
		},
		confirm(tapId, text) {
			lookAgain();
			const at = undecided(tapId);
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
			forget();
		},
		useFor(tapId, sessionId, interactionId) {
			const at = undecided(tapId);
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
