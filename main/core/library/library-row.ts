import type { LibrarySession } from "../../../schemas/library.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import type { SessionDetails } from "../ports.ts";
import { outcomeOf } from "./outcome.ts";

const NOTHING: SessionDetails = { firstAtMs: null, lastAtMs: null, bytes: 0, taps: 0, photos: 0, tags: [], note: "", removedAtMs: null };

/** A session as the library lists it. */
export function libraryRow(summary: SessionSummary, details: SessionDetails = NOTHING): LibrarySession {
	const {
		sessionId,
		name,
		protocol,
		profile,
		endpoint,
		by,
		scenario,
		importedFrom,
		importedRedacted,
		notVerified,
		createdAtMs,
		lastOutcome,
		ledger,
	} = summary;
	const healedGaps = ledger.gaps.filter(({ state }) => state === "healed").length;
	return {
		sessionId,
		name,
		protocol,
		profile,
		endpoint,
		by,
		...(scenario !== undefined && { scenario }),
		...(importedFrom !== undefined && { importedFrom }),
		...(importedRedacted && { importedRedacted }),
		...(notVerified && { notVerified }),
		createdAtMs,
		outcome: outcomeOf(summary),
		lastOutcome,
		entries: ledger.entries,
		findings: ledger.findings,
		unread: ledger.unread,
		gaps: ledger.gaps.length - healedGaps,
		healedGaps,
		unknown: ledger.unknown,
		...details,
	};
}
