/**
 * What one session may take of this program's memory and of main's time, in one place. Whatever an agent sends beyond one of these is stored
 * whole all the same (up to the connection's limit, `schemas/message-size.ts`); a finding `budget.…` says what was left out of the views.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** A frame above this is read beside main, bytes. Below it the worst text takes main a few milliseconds. */
export const LARGE_FRAME_BYTES = 32 * KIB;
/** Reading from the network stops while more than this waits to be read beside main, bytes. */
export const WAITING_FRAME_BYTES = 1 * MIB;
/** A text whose value would take more memory than this is not made a value, bytes by `readingCost`. Every text of 8 MiB stays below it. */
export const READING_COST_BYTES = 640 * MIB;
/** What the conversation of one session may hold in the store's conversation thread, which keeps three sessions, bytes. */
export const CONVERSATION_BYTES = 96 * MIB;
/** What deltas may add to the state since its last snapshot, UTF-16 units. */
export const STATE_UNITS = 32 * MIB;
/** Longest time one frame may be read, ms. */
export const READING_LIMIT_MS = 60_000;
/** When the program ends, large frames that arrived are still read for this long; then they are stored as they are, ms. */
export const CLOSING_READ_MS = 2_000;
