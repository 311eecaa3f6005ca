import type { Ledger, SessionSummary } from "../../schemas/session.ts";
import { shareEqual } from "./share-equal.ts";

/** What a ledger counts with every frame. Parts that show these ask for them by name; nothing else is drawn when they change. */
type Count = "cursor" | "acked" | "gaps" | "duplicates" | "conflicts" | "received" | "stored" | "sent" | "findings" | "unread" | "entries";

/** A session without what changes with every frame: the same object until something else about it changed. */
export interface SteadySession extends Omit<SessionSummary, "ledger" | "lastHeardAtMs"> {
	ledger: Omit<Ledger, Count>;
}

/** What the composer needs: of the counts only those that its forms fill in and judge by. */
export interface ComposedSession extends SteadySession {
	ledger: SteadySession["ledger"] & Pick<Ledger, "cursor" | "acked">;
}

export function steadyOf(before: SteadySession | undefined, { lastHeardAtMs: _, ...summary }: SessionSummary): SteadySession {
	const { cursor, acked, gaps, duplicates, conflicts, received, stored, sent, findings, unread, entries, ...ledger } = summary.ledger;
	return shareEqual(before, { ...summary, ledger });
}
