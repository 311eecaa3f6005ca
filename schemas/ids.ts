/** Shapes that many requests share: ids, places in a list, text to be sent. */
import { integer, string } from "./shapes.ts";

export const sessionId = string({ minLength: 1, maxLength: 128 });
export const connectionId = string({ minLength: 1, maxLength: 64 });
/** Ordinals, indexes, counts and times. */
export const ordinal = integer(0, Number.MAX_SAFE_INTEGER);
/** Rows asked for at once. */
export const rowCount = integer(1, 500);
/** Exact text of a message. */
export const messageText = string({ maxLength: 8 * 1024 * 1024 });
/** SHA-256, lower-case hex. */
export const sha256 = string({ pattern: "^[0-9a-f]{64}$" });
export const scenarioName = string({ minLength: 1, maxLength: 64 });
