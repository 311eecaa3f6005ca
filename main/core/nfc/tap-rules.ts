/** What becomes of the tap that waits for a decision: each step from what is true now, as what is new about it. Pure; the desk carries it out. */
import type { Tap } from "../../../schemas/reader.ts";
import type { InteractionState } from "../../../schemas/session.ts";
import type { PendingTap, TapChoice } from "../../../schemas/tap.ts";
import type { TapRule } from "../../../schemas/tap-rule.ts";
import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import { DELIVERY_WORDS, PHASE_WORDS, phaseOfDelivery, REQUEST_OVER } from "./tap-words.ts";

/** How long the same card may take to be shown again. */
const SHOW_AGAIN_MS = 15_000;
/** A tap nobody asked for is offered this long: who tapped has gone by then. */
const OFFER_MS = 60_000;
/** What became of a tap is shown this long. */
const FINAL_MS = 10_000;

export type TapNews = Partial<PendingTap>;

/** The message as it would go out now, and what speaks against it. */
export interface Written {
	text: string | null;
	findings: Finding[];
	sendable: boolean;
}

/** A person, or the rule, can still decide about it. */
export const isOpen = ({ phase }: Pick<PendingTap, "phase">): boolean =>
	phase === "offered" || phase === "choose" || phase === "confirm" || phase === "showAgain";

/** A card that was read just now, before it is tied to anything. */
export const newTap = (tapId: string, tap: Tap, findings: Finding[], choices: TapChoice[]): PendingTap => ({
	tapId,
	tap,
	phase: "choose",
	sessionId: null,
	interactionId: null,
	rule: "confirm",
	text: null,
	findings,
	sendable: false,
	choices,
	untilMs: null,
	why: PHASE_WORDS.choose,
	ordinal: null,
});

/** Nobody waits for it: it can go to that session, or to none. */
export const offered = (sessionId: string | null, written: Written, nowMs: number): TapNews => ({
	phase: "offered",
	sessionId,
	interactionId: null,
	rule: "confirm",
	untilMs: nowMs + OFFER_MS,
	why: PHASE_WORDS.offered,
	...written,
});

/** A person confirms what cannot be told again, and what nobody asked for, whatever the session's rule says. */
export const ruleFor = ({ isRandomUid }: Pick<Tap, "isRandomUid">, interactionId: string | null, asked: TapRule): TapRule =>
	isRandomUid || interactionId === null ? "confirm" : asked;

export interface Binding {
	sessionId: string;
	/** Null: an observation nobody asked for. */
	interactionId: string | null;
	rule: TapRule;
	expiresAtMs: number | null;
}

/** Tied to a request, or to none. With rule `atOnce` it is sent next, unless it failed. */
export function bound(tap: Pick<Tap, "isRandomUid">, to: Binding, written: Written, nowMs: number): TapNews {
	const { expiresAtMs, ...place } = to;
	const news = { ...place, untilMs: expiresAtMs, ...written };
	if (written.text === null) return { ...news, phase: "failed", why: written.findings[0]?.message ?? PHASE_WORDS.failed };
	if (to.rule !== "confirmByTap") return { ...news, phase: "confirm", why: tap.isRandomUid ? PHASE_WORDS.random : PHASE_WORDS.confirm };
	const limitMs = nowMs + SHOW_AGAIN_MS;
	return { ...news, phase: "showAgain", untilMs: Math.min(limitMs, expiresAtMs ?? limitMs), why: PHASE_WORDS.showAgain };
}

/** Handed to the store. */
export const sending = (text: string, ordinal: number, delivery: Delivery): TapNews => ({
	phase: "sending",
	text,
	ordinal,
	untilMs: null,
	why: (delivery === "queued" ? DELIVERY_WORDS.queued : undefined) ?? PHASE_WORDS.sending,
});

export const failed = (why: string): TapNews => ({ phase: "failed", why });

const over = (why: string): TapNews => ({ phase: "expired", untilMs: null, sendable: false, why });
export const notShownAgain = (): TapNews => over(PHASE_WORDS.notShownAgain);

/** What a delivery says about it; null when that is no news. */
export function afterDelivery(before: Pick<PendingTap, "phase" | "why">, delivery: Delivery): TapNews | null {
	const phase = phaseOfDelivery(delivery);
	if (phase === null) return null;
	const why = DELIVERY_WORDS[delivery] ?? PHASE_WORDS[phase];
	return phase === before.phase && why === before.why ? null : { phase, why };
}

/** What the sessions say now. `request`: the one it is tied to; null when there is none any more. */
export interface Seen {
	request: { state: InteractionState } | null;
	choices: TapChoice[];
	written: Written;
}

/** Looked at anew: `offer` and `over` are ends of the way it was on, `news` what reads differently; null when nothing does. */
export type Looked = { kind: "offer" } | { kind: "over"; news: TapNews } | { kind: "news"; news: TapNews } | null;

export function lookedAt(pending: PendingTap, { request, choices, written }: Seen): Looked {
	if (!isOpen(pending)) return null;
	if (pending.interactionId !== null) {
		const state = request?.state ?? "ended";
		if (state !== "waiting" && state !== "notNegotiated") return { kind: "over", news: { ...over(REQUEST_OVER[state]), choices } };
	}
	if (pending.phase === "choose" && choices.length === 0) return { kind: "offer" };
	const isNews =
		written.text !== pending.text ||
		written.sendable !== pending.sendable ||
		!isSame(written.findings, pending.findings) ||
		!isSame(choices, pending.choices);
	return isNews ? { kind: "news", news: { choices, ...written } } : null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** When its phase ends by itself and how: the same card was not shown again, or it is forgotten. */
export function endOf(
	{ phase, untilMs }: Pick<PendingTap, "phase" | "untilMs">,
	nowMs: number,
): { inMs: number; as: "notShownAgain" | "forgotten" } | null {
	switch (phase) {
		case "showAgain":
			return untilMs === null ? null : { inMs: Math.max(0, untilMs - nowMs), as: "notShownAgain" };
		case "offered":
			return { inMs: Math.max(0, (untilMs ?? nowMs) - nowMs), as: "forgotten" };
		case "sent":
		case "failed":
		case "expired":
			return { inMs: FINAL_MS, as: "forgotten" };
		default:
			return null;
	}
}
