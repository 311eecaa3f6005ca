/** What verifying says of a stored session and of a file alike, and the key that signs. */

/** Who signed a head, and what of it that covers. */
export interface SignedHead {
	/** SHA-256 of the public key (SPKI, DER), lower-case hex. */
	fingerprint: string;
	/** When, by the clock of the computer that signed; ms since 1970. */
	atMs: number;
	/** `own`: this profile's key. `given`: the one that was asked for. `unknown`: whose it is, this console cannot know. */
	key: "own" | "given" | "unknown";
	/** Entries the signed head covers, from the first one. */
	entries: number;
	/** An authority's word on when a signed head was there at the latest; absent when none was asked. */
	timeStamp?: StampSeen;
}

/** The last time stamp there is, of the seal that carries it. */
export interface StampSeen {
	/** Entries that seal covers, from the first one. */
	entries: number;
	/** Null when it cannot be read. */
	atMs: number | null;
	/** The name in the authority's certificate; null when it carries none. */
	authority: string | null;
	/** It leads to an authority that was given; absent when none was given. */
	trusted?: true;
	/** Why it says nothing, in one sentence; absent when it holds. The rest of the proof stands without it. */
	problem?: string;
}

export interface ProofReport {
	/** Nothing is wrong, nothing that is shown or claimed is unproven, and what was asked about (a head, a key) is there. */
	ok: boolean;
	/** Nothing contradicts itself. When this is true and `ok` is not, nothing is known to be wrong, and not all is proven. */
	holds: boolean;
	/** Entries looked at, up to the first that does not hold. */
	entries: number;
	/** Entries of which all that is shown is bound by the head. */
	proven: number;
	/** Entries of which something is masked: the rest is proven, what is masked is committed. */
	masked: number;
	/** Entries that show something nobody can prove. */
	unproven: number;
	/** The last head that was signed, and holds; null when none is. */
	signed: SignedHead | null;
	/** Ordinal of the first entry from which on the proof does not hold; null when all do, or when what is wrong is no entry's. */
	firstBad: number | null;
	/** Of the entries, how many an earlier run of the program left unsealed, and the time of the last of them (ms since 1970); null when there are none. */
	sealedLater: { entries: number; untilMs: number } | null;
	/** Entries sealed in a run of the program in which another one wrote into the database. */
	outside: number;
	/** What is wrong, in one sentence. */
	problem: string | null;
	/** Lower-case hex. */
	head: string;
	/** 2: of the seals, which cover header, content, delivery and findings. 1: of the chain of entries, which covers their bytes and headers only. */
	headVersion: 1 | 2;
	/** Entry at which the head that was asked about stood, null when none has it; absent when none was asked about. */
	headAt?: number | null;
	/** Of which chain the head that was found is, see `headVersion`; absent when none was found. */
	headAtVersion?: 1 | 2;
}

/** The key that signs this profile's heads. */
export interface SigningStatus {
	/** Null when there is none. */
	fingerprint: string | null;
	/** SPKI, DER, Base64; null when there is none. */
	publicKey: string | null;
	/** `nowhere`: this program signs nothing, `why` says the reason. */
	keptIn: "keyStore" | "file" | "nowhere";
	/** One sentence. */
	why: string;
}
