/** One word of a search: must occur, or must not. */
export interface SearchWord {
	word: string;
	wanted: boolean;
}

export function parseWords(text: string): SearchWord[] {
	const parts = text.split(/\s+/).filter((part) => part !== "");
	return parts.map((part) =>
		part.length > 1 && part.startsWith("-") ? { word: part.slice(1), wanted: false } : { word: part, wanted: true },
	);
}

const isAscii = (word: string): boolean => [...word].every((character) => character > "\0" && character < "\x80");

/** LIKE ends at a NUL byte, and so does `format`; comparing lengths finds such bodies in half the time of looking for the byte. */
const HAS_NUL = "octet_length(format('%s', CAST(body AS TEXT))) < octet_length(body)";

/**
 * SQL condition on an entry's `type` and `body` with its parameters. ASCII words run inside SQLite, whose LIKE folds ASCII case; other
 * words, and bodies with NUL bytes, where LIKE would stop, go through the function `mentions`.
 */
export function wordCondition({ word, wanted }: SearchWord): { sql: string; parameters: string[] } {
	const not = wanted ? "" : "NOT ";
	if (!isAscii(word)) return { sql: `${not}mentions(?, type, body)`, parameters: [word.toLowerCase()] };
	const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
	const sql = `${not}(type LIKE ? ESCAPE '\\' OR CAST(body AS TEXT) LIKE ? ESCAPE '\\' OR (${HAS_NUL} AND mentions(?, type, body)))`;
	return { sql, parameters: [pattern, pattern, word.toLowerCase()] };
}

/** `word` is in lower case. */
export function mentions(word: string, type: string, body: Uint8Array): 0 | 1 {
	if (type.toLowerCase().includes(word)) return 1;
	return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString().toLowerCase().includes(word) ? 1 : 0;
}
