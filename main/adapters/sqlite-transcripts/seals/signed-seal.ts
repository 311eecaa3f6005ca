import type { SigningKey } from "../../../core/ports.ts";
import { type SealReason, sealSigned, sealText } from "../../../core/proof/statements.ts";
import type { StoredSeal } from "../messages.ts";
import type { SealDraft } from "./seal-session.ts";

/** The row of a seal, with its statement; signed when the key can. */
export function signedSeal(
	sessionId: string,
	draft: SealDraft,
	{ why, atMs, isTouchedOutside }: { why: SealReason; atMs: number; isTouchedOutside: boolean },
	key: SigningKey,
): StoredSeal {
	const { keptIn, fingerprint } = key.status();
	const { number, position: entries, lastOrdinal, amendedUpTo, claims, head, previous, left } = draft;
	const statement = sealText({
		session: sessionId,
		number,
		entries,
		lastOrdinal,
		head: Buffer.from(head).toString("hex"),
		previous,
		atMs,
		why,
		key: keptIn === "nowhere" ? null : fingerprint,
		...(left !== null && { left }),
		...(isTouchedOutside && { outside: true as const }),
	});
	const signed = keptIn === "nowhere" ? null : key.sign(sealSigned(statement));
	const { signature = null, publicKey = null } = signed ?? {};
	return { sessionId, number, position: entries, lastOrdinal, amendedUpTo, claims, statement, head, signature, key: publicKey, atMs };
}
