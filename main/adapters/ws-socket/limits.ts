/** How long the other side may take to answer a close frame and to end the connection, ms. */
export const CLOSE_LIMIT_MS = 2000;

/** Pongs waiting to be written before the console gives up on an agent that pings and does not read; at most 9 MB. */
export const MAX_PENDING_PONGS = 65_536;
