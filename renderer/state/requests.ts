import { visibleText } from "../../schemas/rules/visible-text.ts";
import type { Interaction } from "../../schemas/session.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import { assertNever } from "./assert-never.ts";
import { duration } from "./format.ts";
import type { SteadySession } from "./steady-session.ts";

const MODALITY: Readonly<Record<string, { a: string; name: string }>> = {
	nfc: { a: "an NFC card", name: "NFC card" },
	photo: { a: "a photo", name: "photo" },
};

/** `an NFC card`; a word this console does not know is shown as it is. */
export const modalityWithArticle = (modality: string): string =>
	Object.hasOwn(MODALITY, modality) ? (MODALITY[modality]?.a ?? "") : `“${visibleText(modality)}”`;

/** `NFC card`. */
export const modalityName = (modality: string): string =>
	Object.hasOwn(MODALITY, modality) ? (MODALITY[modality]?.name ?? "") : `“${visibleText(modality)}”`;

/** Only these have a form and a place in `user.observation`. */
export const isKnownModality = (modality: string): modality is "nfc" | "photo" => modality === "nfc" || modality === "photo";

/** Requests a person can answer now: the one that expires first comes first, those without an end last. */
export function waitingRequests(session: Pick<SteadySession, "interactions">): Interaction[] {
	return session.interactions.filter((each) => each.state === "waiting").sort(byDeadline);
}

const byDeadline = (a: Interaction, b: Interaction): number =>
	(a.expiresAtMs ?? Number.MAX_VALUE) - (b.expiresAtMs ?? Number.MAX_VALUE) || a.requestedAtMs - b.requestedAtMs;

/** Tells requests apart even when an agent uses an id again in a later epoch. */
export const requestKey = ({ interactionId, requestedAtMs }: Interaction): string => `${requestedAtMs} ${interactionId}`;

/** 100 hours. */
const LONG_S = 360_000;

/** Time that is left, as `00:41` or `1:02:05`, in words from 100 hours on; null when the agent set no end. */
export function clockLeft({ expiresAtMs }: Pick<Interaction, "expiresAtMs">, nowMs: number): string | null {
	if (expiresAtMs === null) return null;
	const seconds = Math.max(0, Math.ceil((expiresAtMs - nowMs) / 1000));
	const two = (value: number) => String(value).padStart(2, "0");
	const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
	if (seconds >= LONG_S) return duration(seconds * 1000);
	return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`;
}

export interface TimeLeft {
	/** 1 at the beginning, 0 at the end. */
	share: number;
	/** `41 of 60 seconds left`. */
	words: string;
	/** So little that the ring turns red. */
	isShort: boolean;
}

const SHORT_MS = 10_000;

export function timeLeft({ requestedAtMs, expiresAtMs }: Interaction, nowMs: number): TimeLeft | null {
	if (expiresAtMs === null) return null;
	const whole = Math.max(1, expiresAtMs - requestedAtMs);
	const left = Math.min(whole, Math.max(0, expiresAtMs - nowMs));
	if (whole >= LONG_S * 1000) return { share: left / whole, words: `${duration(left)} left`, isShort: left <= SHORT_MS };
	const seconds = (ms: number) => Math.ceil(ms / 1000);
	return { share: left / whole, words: `${seconds(left)} of ${seconds(whole)} seconds left`, isShort: left <= SHORT_MS };
}

/** What became of a request, in words for the place where it waited. */
export interface Outcome {
	meaning: "done" | "waiting" | "plain";
	title: string;
	text: string;
	/** Answering it all the same needs an override, and this is the button's word; null when there is no way. */
	anyway: string | null;
}

export function outcomeOf(request: Interaction): Outcome {
	const what = modalityName(request.modality);
	const anyway = (word: string) => (isKnownModality(request.modality) ? word : null);
	switch (request.state) {
		case "waiting":
			return { meaning: "waiting", title: `Agent asks for ${modalityWithArticle(request.modality)}`, text: "", anyway: null };
		case "answered": {
			const by =
				request.answeredByTurn === null ? "The agent says so; no turn of this console did it." : "One answer is all an agent takes.";
			const title = request.answeredByTurn === null ? "Answered" : `Answered with turn ${request.answeredByTurn}`;
			return { meaning: "done", title, text: by, anyway: anyway("Answer again…") };
		}
		case "expired":
			return {
				meaning: "plain",
				title: "Expired",
				text: `Nobody answered the request for the ${what} in time. A late answer may be refused.`,
				anyway: anyway("Answer late…"),
			};
		case "withdrawn":
			return {
				meaning: "plain",
				title: "Withdrawn",
				text: `The agent does not want the ${what} any more.`,
				anyway: anyway("Answer all the same…"),
			};
		case "notNegotiated":
			return {
				meaning: "waiting",
				title: `Agent asks for ${modalityWithArticle(request.modality)}, which was not offered`,
				text: isKnownModality(request.modality)
					? "session.start left it out, so an answer needs an override and may be refused."
					: "No message of this protocol can carry it. Say so in a turn.",
				anyway: anyway("Answer all the same…"),
			};
		case "unanswerable":
			return {
				meaning: "plain",
				title: `Agent asks for ${modalityWithArticle(request.modality)} in a way nobody can answer`,
				text: "Its interactionId is empty or longer than 128 characters. Say so in a turn.",
				anyway: null,
			};
		case "ended":
			return {
				meaning: "plain",
				title: "Ended unanswered",
				text: `The session, or its numbering, that asked for the ${what} is over.`,
				anyway: null,
			};
		default:
			return assertNever(request.state);
	}
}

/** What an operator could say instead of answering: the only decline the protocol knows. */
export function declineWords(request: Interaction): string {
	return `About your request${request.interactionId === "" ? "" : ` ${request.interactionId}`} for ${modalityWithArticle(request.modality)}: `;
}

/** Requests by the entries that carried them. */
export type AskedBy = ReadonlyMap<number, Interaction>;

export function askedBy(interactions: readonly Interaction[]): AskedBy {
	return new Map(interactions.flatMap((each) => each.ordinals.asked.map((ordinal) => [ordinal, each] as const)));
}

/** The request this row made, or the first one a fold holds; nothing is guessed from types and times. */
export function askOf({ ordinal, fold }: Pick<TimelineRow, "ordinal" | "fold">, asked: AskedBy): Interaction | null {
	if (!fold || asked.size === 0) return asked.get(ordinal) ?? null;
	for (const [each, request] of asked) if (each >= ordinal && each <= fold.lastOrdinal) return request;
	return null;
}

/** One word for a row: what became of what it asked. */
export function fateWord({ state }: Interaction): string {
	switch (state) {
		case "waiting":
			return "open";
		case "answered":
			return "answered";
		case "expired":
			return "expired";
		case "withdrawn":
			return "withdrawn";
		case "notNegotiated":
			return "not offered";
		case "unanswerable":
			return "unanswerable";
		case "ended":
			return "ended";
		default:
			return assertNever(state);
	}
}

/** What the list of sessions says in place of the link's state while somebody is asked; nothing while nobody is. */
export function askWords(session: SteadySession, nowMs: number) {
	const waiting = waitingRequests(session);
	const [first] = waiting;
	if (!first) return { clock: false, more: "" };
	const clock = clockLeft(first, nowMs);
	return {
		icon: "waiting" as const,
		meaning: "waiting" as const,
		state: `Waiting: ${modalityName(first.modality)}`,
		detail: clock ?? "",
		clock: clock !== null,
		more: session.status.kind === "open" ? (waiting.length > 1 ? `1 of ${waiting.length}` : "") : "link down",
		ended: false,
	};
}
