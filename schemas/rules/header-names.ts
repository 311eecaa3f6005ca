/** Headers of a handshake by name. Case never matters. */

/** A name as HTTP allows it: a token (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Hold a secret whatever the operator says. */
const ALWAYS_SECRET = /^(?:authorization|proxy-authorization|cookie|x-api-key)$/i;
/** Say nothing a server would not know of everybody. */
const PUBLIC =
	/^(?:accept|accept-.*|user-agent|origin|host|cache-control|pragma|content-type|connection|upgrade|x-aifight-(?:protocol-version|capabilities|bridge-capabilities|instance))$/i;

/** The key of an agent with a seat goes out in this one. */
export const KEY_HEADER = "X-API-Key";

/** Subprotocols are tokens, too. */
export const isToken = (text: string): boolean => TOKEN.test(text);
export const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
export const isKeyHeader = (name: string): boolean => isSameHeader(name, KEY_HEADER);
export const isPublicHeader = (name: string): boolean => PUBLIC.test(name);
export const isAlwaysSecret = (name: string): boolean => ALWAYS_SECRET.test(name);
/** `marked`: names the operator said hold secrets. */
export const isSecretHeader = (name: string, marked: readonly string[]): boolean =>
	isAlwaysSecret(name) || marked.some((each) => isSameHeader(each, name));
