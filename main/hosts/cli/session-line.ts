import type { Ledger, SessionSummary } from "../../../schemas/session.ts";

/** Holes that are not healed, as pairs. */
export const openGaps = (ledger: Ledger): [number, number][] =>
	ledger.gaps.filter(({ state }) => state !== "healed").map(({ from, to }) => [from, to]);

/**
 * What `session list` and `session show` print of a session. One that another program records has an end in what is stored only because this
 * program cannot know better; it is not printed.
 */
export function sessionLine({ sessionId, ledger, status, ...rest }: SessionSummary, isRecordedElsewhere: boolean): object {
	const { gaps: _gaps, ...counters } = ledger;
	return {
		session: sessionId,
		name: rest.name,
		protocol: rest.protocol,
		profile: rest.profile,
		endpoint: rest.endpoint,
		...(rest.importedFrom !== undefined && { importedFrom: rest.importedFrom }),
		...(rest.importedRedacted && { importedRedacted: true }),
		createdAtMs: rest.createdAtMs,
		lastHeardAtMs: rest.lastHeardAtMs,
		status: isRecordedElsewhere ? "recording elsewhere" : status.kind,
		lastOutcome: isRecordedElsewhere ? null : rest.lastOutcome,
		...counters,
		gaps: openGaps(ledger),
	};
}
