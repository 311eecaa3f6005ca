import type { SessionFacts, SessionOrigin } from "../../../core/ports.ts";
import { claimsOf, claimsText } from "../../../core/proof/statements.ts";
import { proofHasher } from "../hashing.ts";
import { storedObject } from "../stored-json.ts";

/** What a seal claims of a session beside its entries, as its text. The name is said by a hash that only who has the session's secret can guess. */
export function sealClaims(origin: SessionOrigin, facts: SessionFacts, entries: number, secret: Uint8Array): string {
	const name = proofHasher.hmacSha256(secret, proofHasher.utf8(`name\n${facts.name}`));
	return claimsText(claimsOf(origin, facts, entries, Buffer.from(name).toString("hex")));
}

/** Facts that claim the same have the same text. Not what is sealed: it only tells whether that is another one now. */
export const claimedText = ({ name, observationSchema }: Pick<SessionFacts, "name" | "observationSchema">): string =>
	JSON.stringify([name, observationSchema?.file, observationSchema?.id, observationSchema?.sha256]);

/** Whether a later claims text differs from one before in nothing but the number of entries. */
export function claimsSameFacts(before: string, later: string): boolean {
	const [a, b] = [before, later].map((text) => {
		const { entries, ...facts } = storedObject(text) ?? {};
		return facts;
	});
	// Seals of earlier versions did not say it; what one does say, the ones after it say too.
	if (a !== undefined && b !== undefined && a.notVerified === undefined) delete b.notVerified;
	return JSON.stringify(a) === JSON.stringify(b);
}

export const CLAIMS_CHANGED =
	"The session's name, or the schema its observations were judged by, was changed in the database by another program.";
