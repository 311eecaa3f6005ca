import type { SessionSummary } from "../../../schemas/session.ts";
import type { Ports } from "../ports.ts";

/** Has a session sealed when it has no link any more and will make none by itself. Told of each session when something of it changed. */
export function createOverSealer({ sealLater }: Pick<Ports["transcripts"], "sealLater">): (session: SessionSummary) => void {
	const linked = new Set<string>();
	return ({ sessionId, status }) => {
		if (status.kind !== "idle" && status.kind !== "closed") linked.add(sessionId);
		else if (linked.delete(sessionId)) sealLater(sessionId, "over");
	};
}
