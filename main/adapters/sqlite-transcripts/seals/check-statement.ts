import { createHash, createPublicKey, verify } from "node:crypto";
import { SEAL_REASONS, type SealReason, sealSigned, sealText } from "../../../core/proof/statements.ts";
import { isLeft } from "../file-proof/statements.ts";
import { sha256 } from "../hashing.ts";
import { storedObject } from "../stored-json.ts";
import type { SealRow } from "./seal-rows.ts";

export const fingerprintOf = (publicKey: Uint8Array): string => createHash("sha256").update(publicKey).digest("hex");

/** Whether an Ed25519 signature holds. False for a key that is none. */
function signatureHolds(text: string, signature: Uint8Array, publicKey: Uint8Array): boolean {
	try {
		const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
		return key.asymmetricKeyType === "ed25519" && verify(null, Buffer.from(text), key, signature);
	} catch {
		return false;
	}
}

/** A sentence about what does not hold of a seal's statement and signature, else null. */
export function statementProblem(sessionId: string, seal: SealRow, before: SealRow | null): string | null {
	const { number, position: entries, lastOrdinal, atMs, statement, signature, key } = seal;
	const { why, left, outside } = storedObject(statement) ?? {};
	const isReason = (SEAL_REASONS as readonly unknown[]).includes(why) && isLeft(left) && (outside === undefined || outside === true);
	if (!isReason || (left?.entries ?? 0) > entries - (before?.position ?? 0))
		return `Seal ${number} was changed: its statement is not what it seals.`;
	const expected = sealText({
		session: sessionId,
		number,
		entries,
		lastOrdinal,
		head: seal.head.toString("hex"),
		previous: before === null ? null : sha256(Buffer.from(before.statement)).toString("hex"),
		atMs,
		why: why as SealReason,
		key: key === null ? null : fingerprintOf(key),
		...(left && { left }),
		...(outside && { outside }),
	});
	if (statement !== expected) return `Seal ${number} was changed: its statement is not what it seals.`;
	if (key === null && signature === null) return null;
	return key !== null && signature !== null && signatureHolds(sealSigned(statement), signature, key)
		? null
		: `The signature of seal ${number} does not hold.`;
}
