/** The log beside the database (WAL) is kept below this; only something that reads for long can make it grow beyond, until that ends. */
export const LOG_CAP_BYTES = 64 * 1024 * 1024;
/** A log that is this large has missed its checkpoint: time to say so. */
export const LOG_WARN_BYTES = 56 * 1024 * 1024;
