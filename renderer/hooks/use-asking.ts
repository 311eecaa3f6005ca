import { createContext, useContext, useMemo } from "react";
import type { Interaction, SessionSummary } from "../../schemas/session.ts";
import type { TimelineRow } from "../../schemas/timeline.ts";
import { type AskedBy, askedBy, askOf, requestKey } from "../state/requests.ts";

export const AskingContext = createContext<AskedBy>(new Map());

/** The requests of a session by entry; a new map only when one came or its fate changed, so that rows are not drawn for every frame. */
export function useAsking({ interactions }: SessionSummary): AskedBy {
	const key = interactions.map((each) => `${requestKey(each)} ${each.state} ${each.ordinals.asked.join()}`).join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key names the requests and their fate; what else changes in them is not shown in a row
	return useMemo(() => askedBy(interactions), [key]);
}

/** What this row asked of a person, if it did. */
export function useAskOf(row: TimelineRow): Interaction | null {
	return askOf(row, useContext(AskingContext));
}
