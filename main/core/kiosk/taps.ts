import type { KioskTapProblem } from "../../../schemas/kiosk.ts";
import { maskUid, type TapFailed } from "../../../schemas/reader.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { PendingTap } from "../../../schemas/tap.ts";
import type { TapDesk } from "../nfc/tap-desk.ts";
import type { KioskTap } from "./facts.ts";

/** The kiosk's view of taps: which card waits for a word, and what became of the last try. */
export interface KioskTaps {
	/** `tap.changed`: binds a tap that could be for several requests to the kiosk's, and lets a random number go. */
	changed(pending: PendingTap | null, sessionId: string | null, request: Interaction | null): void;
	failed(failure: TapFailed): void;
	notSent(): void;
	/** A card that was laid down before it was asked for, and still lies there, is meant for this request: nothing happens otherwise. */
	laidBefore(sessionId: string, request: Interaction): void;
	/** The card that was read for this request and waits for a word. */
	waiting(sessionId: string, request: Interaction): KioskTap | null;
	isOnItsWay(sessionId: string, request: Interaction): boolean;
	/** Of the last try since the request came; null when it was a good one. */
	problem(request: Interaction): KioskTapProblem | null;
}

type Taps = Pick<TapDesk, "pending" | "discard"> & { bind: TapDesk["useFor"] };

export function createKioskTaps(taps: Taps, nowMs: () => number): KioskTaps {
	let problem: { what: KioskTapProblem; atMs: number } | null = null;
	let before: PendingTap | null = null;
	const say = (what: KioskTapProblem) => {
		problem = { what, atMs: nowMs() };
	};
	const isFor = (pending: PendingTap | null, sessionId: string, request: Interaction): pending is PendingTap =>
		pending !== null && pending.sessionId === sessionId && pending.interactionId === request.interactionId;

	return {
		changed(pending, sessionId, request) {
			const previous = before;
			before = pending;
			if (!pending || sessionId === null || !request) return;
			const isNew = previous?.tapId !== pending.tapId;
			if (isNew && pending.tap.isRandomUid && pending.phase !== "offered") {
				say("randomId");
				taps.discard(pending.tapId);
				return;
			}
			// Whoever stands here means what this screen asks for.
			if (isNew && pending.phase === "choose") taps.bind(pending.tapId, sessionId, request.interactionId);
			if (pending.phase === "failed") say("notSent");
			else if (isNew && previous?.phase === "showAgain" && pending.phase === "showAgain") say("otherCard");
			else if (isNew) problem = null;
		},
		laidBefore(sessionId, request) {
			const pending = taps.pending();
			if (pending?.phase !== "offered") return;
			if (pending.tap.isRandomUid) say("randomId");
			else taps.bind(pending.tapId, sessionId, request.interactionId);
		},
		notSent: () => say("notSent"),
		failed: ({ reason }) => say(reason),
		waiting(sessionId, request) {
			const pending = taps.pending();
			if (!isFor(pending, sessionId, request)) return null;
			const { tapId, phase, tap, untilMs } = pending;
			if (phase !== "confirm" && phase !== "showAgain") return null;
			const by = phase === "showAgain" ? "sameCard" : "button";
			return { tap: tapId, interactionId: request.interactionId, by, card: maskUid(tap.uid), untilMs };
		},
		isOnItsWay(sessionId, request) {
			const pending = taps.pending();
			return isFor(pending, sessionId, request) && (pending.phase === "sending" || pending.phase === "sent");
		},
		problem: ({ requestedAtMs }) => (problem !== null && problem.atMs >= requestedAtMs ? problem.what : null),
	};
}
