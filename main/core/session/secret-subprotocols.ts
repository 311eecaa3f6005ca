import { keyPieces } from "../interchange/kinds.ts";

/** Stands where a word was taken out. */
const TAKEN_OUT = "…";
/** Words that announce a key as the next one, and are none themselves. */
const ANNOUNCES = /^(?:bearer|basic|token|access[_-]?token|id[_-]?token|auth|authorization|jwt|x?-?api[_-]?key|ticket)$/i;
const NAMES_SECRET = /(?:pass|pwd|secret|token|key|auth|bearer|jwt|credential|ticket).*[._=:~-].{4}/i;

/**
 * Some servers take a key as one of the offered subprotocols, because a page cannot set headers. A word is taken for one when it looks like a key,
 * when it follows a word that announces it, or when it says so itself (`token.…`).
 */
export const secretSubprotocols = (words: readonly string[]): string[] =>
	words.filter(
		(word, index) =>
			!ANNOUNCES.test(word) && (ANNOUNCES.test(words[index - 1] ?? "") || NAMES_SECRET.test(word) || keyPieces(word) !== null),
	);

/** The words without those that may be keys; how many there were stays visible. */
export function maskSubprotocols(words: readonly string[]): string[] {
	const secret = new Set(secretSubprotocols(words));
	return words.map((word) => (secret.has(word) ? TAKEN_OUT : word));
}

export const lacksSubprotocol = (words: readonly string[]): boolean => words.includes(TAKEN_OUT);
