import type { Ledger, SessionSummary } from "../../../schemas/session.ts";

/** Holes that are not healed, as pairs. */
export const openGaps = (ledger: Ledger): [number, number][] =>
	ledger.gaps.filter(({ state }) => state !== "healed").map(({ from, to }) => [from, to]);

/** What `session list` and `session show` print of a session. */
export function sessionLine({ sessionId, ledger, status, ...rest }: SessionSummary): object {
	const { gaps: _gaps, ...counters } = ledger;
	return {
		session: sessionId,
		name: rest.name,
		protocol: rest.protocol,
		profile: rest.profile,
		endpoint: rest.endpoint,
		createdAtMs: rest.createdAtMs,
		lastHeardAtMs: rest.lastHeardAtMs,
		status: status.kind,
		lastOutcome: rest.lastOutcome,
		...counters,
		gaps: openGaps(ledger),
	};
}
