/** What the proof needs of cryptography. The core has none of its own; `main/adapters/sqlite-transcripts/hashing.ts` gives it. */
export interface ProofHasher {
	/** Writes the 32 bytes of SHA-256 into `target` at `at`. `target` may hold `bytes`. */
	sha256(bytes: Uint8Array, target: Uint8Array, at: number): void;
	/** 32 bytes. */
	hmacSha256(key: Uint8Array, bytes: Uint8Array): Uint8Array;
	utf8(text: string): Uint8Array;
}

export const HASH_LENGTH = 32;
export const SALT_LENGTH = 16;

/** First byte of everything that is hashed, by what it is: no bytes of one kind can be taken for those of another. Never renumber. */
export const DOMAIN = {
	leaf: 0x00,
	entryLink: 0x01,
	amendmentLink: 0x02,
	claimsLink: 0x03,
	body: 0x10,
	finding: 0x20,
	findingWords: 0x21,
	state: 0x30,
	leafSalts: 0x40,
	findingSalts: 0x41,
} as const;
