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

/** Whether two claims texts differ in nothing but the number of entries. */
export function claimsSameFacts(one: string, other: string): boolean {
	const [a, b] = [one, other].map((text) => {
		const { entries, ...facts } = storedObject(text) ?? {};
		return JSON.stringify(facts);
	});
	return a === b;
}

export const CLAIMS_CHANGED =
	"The session's name, or the schema its observations were judged by, was changed in the database by another program.";
