/** An answer with a chain of certificates has a few thousand bytes. */
export const MOST_ANSWER_BYTES = 65_536;
