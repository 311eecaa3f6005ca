import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** By this the console knows which key is meant; nobody can tell the key from it. */
export const nameOfKey = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));

/** What only who has the key can answer. */
export const proofOf = (token: string, nonce: string): string => bytesToHex(hmac(sha256, utf8ToBytes(token), utf8ToBytes(nonce)));

/** New with every connection, so that no earlier answer serves again. */
export const newNonce = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
