import type { SessionSummary } from "../../../schemas/session.ts";

/** Has a session sealed when it has no link any more and will make none by itself. Told of each session when something of it changed. */
export function createOverSealer(seal: (sessionId: string) => void): (session: SessionSummary) => void {
	const linked = new Set<string>();
	return ({ sessionId, status }) => {
		if (status.kind !== "idle" && status.kind !== "closed") linked.add(sessionId);
		else if (linked.delete(sessionId)) seal(sessionId);
	};
}
