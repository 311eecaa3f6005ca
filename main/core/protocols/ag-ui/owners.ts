import { inWords, report } from "./report.ts";
import type { Lane, Owner, Reading } from "./state.ts";

/** Whose something is, in words. */
export const laneWords = (lane: Lane): string => (lane === undefined ? "the main agent" : `sub-agent ${inWords(lane)}`);

/**
 * An event that names a sub-agent must name the one its message, call, reasoning or activity belongs to. One that names none agrees with all.
 * True when they agree.
 */
export function checkOwner(reading: Reading, lane: Lane, owner: Owner | undefined, what: string, id: string, reason: string): boolean {
	if (lane === undefined || owner === undefined || owner.lane === lane) return true;
	const message = `It names ${laneWords(lane)}, but ${what} ${inWords(id)} belongs to ${laneWords(owner.lane)}. It is read as the owner's.`;
	report(reading, "agui.ownerMismatch", "error", "/subagentRunId", message, reason);
	return false;
}
