import type { FileProof } from "../../../../schemas/interchange.ts";
import type { Stamped } from "../stamp-seen.ts";

/** What a line does not hold. `ordinal`: the entry where that begins, when it is another one than the line's own. */
export class Bad extends Error {
	readonly ordinal: number | null | undefined;

	constructor(message: string, ordinal?: number | null) {
		super(message);
		this.ordinal = ordinal;
	}
}

/** A sentence about what is wrong with a line that the proof alone lets through, else null. */
export type LineShape = (part: "header" | "entry", line: unknown) => string | null;

/** What is known of a file beforehand. */
export interface KnownProof {
	/** A head that was noted elsewhere, lower-case hex. */
	head?: string;
	/** Fingerprint of the key that must have signed. */
	key?: string;
	/** Fingerprints of the keys of this console. */
	ownKeys?: readonly string[];
	/** Authorities of time stamps that are trusted, PEM. */
	stampAuthorities?: string;
}

export interface Problem {
	message: string;
	ordinal: number | null;
}

/** Checks lines whose checksums hold, of one version. */
export interface LineChecker {
	/** `text` without its line feed; `checksum` is the one the line ends with. Errors: Bad. */
	line(said: unknown, text: string, checksum: Buffer): void;
	/** The entry that a line which does not hold is, as far as that can be told. */
	ordinalIn(line: Buffer): number | null;
	/** What is wrong once all lines are read, else null. */
	end(): Problem | null;
	/** The last time stamp of a seal that holds. */
	stamped?(): Omit<Stamped, "authorities"> | null;
	report(problem: (Problem & { line: number }) | null): FileProof;
}
