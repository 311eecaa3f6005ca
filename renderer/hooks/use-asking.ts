import { createContext, useContext, useMemo } from "react";
import type { Interaction, SessionSummary } from "../../schemas/session.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import { askOf, requestKey, waitingRequests } from "../state/requests.ts";

export const AskingContext = createContext<readonly Interaction[]>([]);

/** The waiting requests of a session; a new list only when one came or went, so that rows are not drawn for every frame. */
export function useAsking(session: SessionSummary): readonly Interaction[] {
	const waiting = waitingRequests(session);
	const key = waiting.map(requestKey).join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key names the requests; what else changes in them is not shown in a row
	return useMemo(() => waiting, [key]);
}

/** The request that waits because of this row. */
export function useAskOf(row: TimelineRow): Interaction | null {
	return askOf(row, useContext(AskingContext));
}
