import type { SessionOutcome } from "../../../schemas/library.ts";
import type { SessionSummary } from "../../../schemas/session.ts";

/** Close codes by which the other side says that it will not have this client (RFC 6455 policy and protocol errors, and its own range). */
const EVICTED = 4409;
const AGREED = new Set([1000, 1001]);

/** How a session stands, in one word of the library. */
export function outcomeOf({ status, importedFrom, lastOutcome }: SessionSummary): SessionOutcome {
	if (importedFrom !== undefined) return "imported";
	if (status.kind !== "idle" && status.kind !== "closed") return "live";
	if (lastOutcome === null) return "idle";
	const { code, by, clean, next, httpStatus } = lastOutcome;
	if (code === EVICTED) return "evicted";
	if (next === "ended" || (clean && code !== null && AGREED.has(code))) return "ended";
	if (by === "console") return "ended";
	if (httpStatus !== undefined || (by === "agent" && clean)) return "refused";
	return "lost";
}
