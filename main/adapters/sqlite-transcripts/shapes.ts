/**
 * A shape is what a folded list must know of every entry: its fold code and its length in one 32-bit number. They lie in blobs of 1024, in
 * order of position, four bytes each with the lowest first, so a list of a million entries is laid out from a thousand rows instead of a
 * million.
 */

export const SHAPES_PER_BLOB = 1024;

const LENGTH_BITS = 26;
/** 64 MiB; a longer entry counts as this long. */
const LONGEST = 2 ** LENGTH_BITS - 1;

export const shapeOf = (code: number, byteLength: number): number => code * 2 ** LENGTH_BITS + Math.min(byteLength, LONGEST);
export const codeIn = (shape: number): number => shape >>> LENGTH_BITS;
export const lengthIn = (shape: number): number => shape & LONGEST;

/** Number of the blob that holds a position, from 0. Positions count from 1. */
export const blobOf = (position: number): number => Math.floor((position - 1) / SHAPES_PER_BLOB);
export const placeOf = (position: number): number => (position - 1) % SHAPES_PER_BLOB;
