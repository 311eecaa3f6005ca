/** How long the other side may take to answer a close frame and to end the connection, ms. */
export const CLOSE_LIMIT_MS = 2000;

/** Pongs waiting to be written before the console gives up on an agent that pings and does not read; at most 9 MB. */
export const MAX_PENDING_PONGS = 65_536;

/** Frames of one link that are passed on in one turn of the loop. */
export const TURN_FRAMES = 1024;

/** Time after which a link's frames wait for the next turn of the loop, ms. */
export const TURN_MS = 8;
