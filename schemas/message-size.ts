/** How large a message from the other side may be; more ends the link with 1009. */

const MIB = 1024 * 1024;

/** Largest message taken when a connection says nothing, bytes. */
export const INBOUND_BYTES = 8 * MIB;
/** What a connection may say instead, bytes. */
export const LEAST_INBOUND_BYTES = 64 * 1024;
export const MOST_INBOUND_BYTES = 256 * MIB;
