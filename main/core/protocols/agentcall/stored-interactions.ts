import type { Interaction } from "../../../../schemas/session.ts";
import type { SessionFacts, SessionOrigin } from "../../ports.ts";
import { createInteractions, endAll, expireOne, readStored } from "./interactions.ts";

/**
 * What was asked of a person in a session that has no link now, from its durable facts: no frame is read for it. A request waits on only where
 * its agent can still be reached under the same numbering; with a practice agent of an earlier start, or without resume, its numbering is over.
 * Sessions from files have no facts of this kind: nobody asks there any more, and the conversation shows what was asked.
 */
export function storedInteractions(origin: SessionOrigin, facts: SessionFacts, nowMs: number): Interaction[] {
	const interactions = createInteractions(undefined);
	interactions.list = readStored((facts.protocolFacts as { interactions?: unknown } | undefined)?.interactions);
	while (expireOne(interactions, nowMs));
	const { target, card } = origin;
	const resumes = target.resume === "always" || (target.resume !== "never" && (card?.resume ?? false));
	if (facts.ended || !resumes || target.by.kind === "practice") endAll(interactions, nowMs);
	return interactions.list;
}
