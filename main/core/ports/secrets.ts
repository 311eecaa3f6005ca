/** Secrets, keys and proofs of time. */
import type { SigningStatus } from "../../../schemas/proof.ts";
import type { SecretKeeping } from "../../../schemas/secrets.ts";
import type { AuthorityAnswer } from "../../../schemas/time-stamps.ts";

/** Values a person typed that may stand nowhere else. A name says whose: `connection:ID:header:NAME`; names are no secrets. */
export interface Secrets {
	keeping(): SecretKeeping;
	/** Null when there is none, or when the key store cannot read what it wrote earlier. */
	get(name: string): Promise<string | null>;
	/** Rejects with SECRET_NOT_KEPT. */
	set(name: string, value: string): Promise<void>;
	/** Does nothing when there is none. Rejects with SECRET_NOT_KEPT. */
	delete(name: string): Promise<void>;
	/** Names that begin so, sorted. Rejects with SECRET_NOT_KEPT. */
	names(prefix: string): Promise<string[]>;
}

/** The key that signs this profile's heads (Ed25519). */
export interface SigningKey {
	status(): SigningStatus;
	/** Over the UTF-8 bytes. `publicKey` is SPKI, DER. Null when this program signs nothing. */
	sign(text: string): { signature: Uint8Array; publicKey: Uint8Array } | null;
}

/** Time stamps by an authority (RFC 3161), where one is set. */
export interface TimeStamps {
	/**
	 * The answer of the authority (DER) about the SHA-256 of a text, once it was checked. Null when none is set, or none came; why is in the log and
	 * in `last`. Never rejects; waits for a bounded time.
	 */
	stamp(text: string): Promise<Uint8Array | null>;
	/** Asks that one whether it answers. Never rejects. */
	try(address: string): Promise<AuthorityAnswer>;
	/** What the last stamp of this run came to; null before the first. */
	last(): AuthorityAnswer | null;
	/** Questions under way end. */
	close(): void;
}

/** One-way hashes of a PIN; the comparison takes the same time for every PIN. */
export interface PinHash {
	make(pin: string): Promise<string>;
	matches(pin: string, hash: string): Promise<boolean>;
}
