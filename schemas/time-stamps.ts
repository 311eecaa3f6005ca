/** Time stamps of an authority (RFC 3161): optional, and asked for by address. */

/** Name of the setting that holds the address; none is asked without it. */
export const AUTHORITY_SETTING = "proof.timeAuthority";

/** What asking an authority came to. */
export type AuthorityAnswer =
	/** `atMs`: the time it gave. `authority`: the name in its certificate. */
	| { kind: "stamped"; atMs: number; authority: string }
	/** One sentence. */
	| { kind: "failed"; problem: string };

export const MAX_AUTHORITY_CHARACTERS = 2048;

const ADDRESS = /^https?:\/\/[^\s@/?#]+(?:[/?]\S*)?$/i;

/** A sentence about what keeps that text from being the address of an authority, else null. */
export function authorityProblem(text: string): string | null {
	if (text.length > MAX_AUTHORITY_CHARACTERS) return `An address has at most ${MAX_AUTHORITY_CHARACTERS} characters.`;
	return ADDRESS.test(text)
		? null
		: "An address begins with https:// or http://, and has neither blanks nor a name and password: it is kept in the clear.";
}
