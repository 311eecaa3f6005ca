import { createContext, useMemo } from "react";
import { type AskedBy, askedBy, requestKey } from "../state/requests.ts";
import type { SteadySession } from "../state/steady-session.ts";

export const AskingContext = createContext<AskedBy>(new Map());

/** The requests of a session by entry; a new map only when one came or its fate changed, so that rows are not drawn for every frame. */
export function useAsking({ interactions }: SteadySession): AskedBy {
	const key = interactions.map((each) => `${requestKey(each)} ${each.state} ${each.ordinals.asked.join()}`).join("\n");
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key names the requests and their fate; what else changes in them is not shown in a row
	return useMemo(() => askedBy(interactions), [key]);
}
