import type { KioskAgentTrouble, KioskSettings, KioskTapProblem } from "../../../schemas/kiosk.ts";
import type { ReaderStateKind } from "../../../schemas/reader.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";
import type { Said } from "./said.ts";

/** A card that was read for a request and waits for a person's word. */
export interface KioskTap {
	tap: string;
	interactionId: string;
	by: "button" | "sameCard";
	/** Masked. */
	card: string;
	untilMs: number | null;
}

/** Why no session could even be begun. */
export interface OpenFailure {
	why: KioskAgentTrouble;
	code: string | null;
	sinceMs: number;
	retryAtMs: number;
}

/** Everything the prompt is made of. Times are ms since 1970. */
export interface KioskFacts {
	nowMs: number;
	afterVisit: KioskSettings["afterVisit"];
	/** Null until one was begun. */
	session: Pick<SessionSummary, "status" | "lastOutcome" | "interactions" | "openRun" | "createdAtMs"> | null;
	openFailure: OpenFailure | null;
	/** When a closed session is begun anew or dialled again; null while none is planned. */
	againAtMs: number | null;
	/** Since when there is no link; null while there is one. */
	linkDownSinceMs: number | null;
	said: Said;
	reader: { state: ReaderStateKind; sinceMs: number };
	tap: KioskTap | null;
	tapProblem: KioskTapProblem | null;
	/** A reading is on its way to the agent. */
	isTapOnItsWay: boolean;
	isStoreFailing: { sinceMs: number } | null;
}

/** Requests a kiosk can serve now: the one that expires first comes first, those without an end last. */
export function waitingRequests(interactions: readonly Interaction[]): Interaction[] {
	return interactions
		.filter((each) => each.state === "waiting" && (each.modality === "nfc" || each.modality === "photo"))
		.sort((a, b) => (a.expiresAtMs ?? Number.MAX_VALUE) - (b.expiresAtMs ?? Number.MAX_VALUE) || a.requestedAtMs - b.requestedAtMs);
}

/** The request this side answered last; null while it never did. */
export function lastAnswered(interactions: readonly Interaction[]): Interaction | null {
	return interactions
		.filter((each) => each.state === "answered" && each.answeredByTurn !== null)
		.reduce<Interaction | null>((last, each) => (last && last.changedAtMs > each.changedAtMs ? last : each), null);
}

export const lastAnswerAtMs = (interactions: readonly Interaction[]): number | null => lastAnswered(interactions)?.changedAtMs ?? null;
