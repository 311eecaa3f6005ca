/** What the kiosk takes note of while it looks: since when something is so, and how often in a row. Pure. */
import type { ReaderStateKind } from "../../../schemas/reader.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import { lastAnswerAtMs } from "./facts.ts";

export interface Noted {
	linkDownSinceMs: number | null;
	/** When the session's link closed for good. */
	closedAtMs: number | null;
	/** Closes in a row that nothing good came between. */
	stops: number;
	/** Sessions in a row that ended without an answer from this side. */
	fruitless: number;
	reader: { state: ReaderStateKind; sinceMs: number };
	storeFailingSinceMs: number | null;
}

type Session = Pick<SessionSummary, "status" | "interactions">;

export const nothingNoted = (reader: ReaderStateKind, nowMs: number): Noted => ({
	linkDownSinceMs: null,
	closedAtMs: null,
	stops: 0,
	fruitless: 0,
	reader: { state: reader, sinceMs: nowMs },
	storeFailingSinceMs: null,
});

export interface SeenNow {
	nowMs: number;
	session: Session | null;
	reader: ReaderStateKind;
	isStoreOk: boolean;
}

export function noted(before: Noted, { nowMs, session, reader, isStoreOk }: SeenNow): Noted {
	const kind = session?.status.kind;
	const isUp = kind === "open" || kind === "closing";
	// A session in which somebody was asked for something works.
	const isOfUse = isUp && (session?.interactions.length ?? 0) > 0;
	return {
		...before,
		linkDownSinceMs: isUp ? null : (before.linkDownSinceMs ?? nowMs),
		closedAtMs: kind === "closed" ? (before.closedAtMs ?? nowMs) : null,
		stops: isOfUse ? 0 : before.stops,
		reader: reader === before.reader.state ? before.reader : { state: reader, sinceMs: nowMs },
		storeFailingSinceMs: isStoreOk ? null : (before.storeFailingSinceMs ?? nowMs),
	};
}

/** A session takes the place of this one, or it is dialled again. */
export function goneOn(before: Noted, session: Session | null): Noted {
	const now = { ...before, closedAtMs: null };
	if (session?.status.kind !== "closed") return now;
	if (session.status.outcome.next !== "ended") return { ...now, stops: before.stops + 1 };
	return { ...now, fruitless: lastAnswerAtMs(session.interactions) === null ? before.fruitless + 1 : 0 };
}

/** What was counted belongs to the time before. */
export const forgotten = (before: Noted): Noted => ({ ...before, linkDownSinceMs: null, stops: 0, fruitless: 0 });
