/** Names that never leave this computer: RFC 6761 section 6.3 has `localhost` and everything below it. A closing dot is the same name. */
const LOCAL_NAME = /^(?:(?:[\p{L}\p{N}_-]+\.)+)?localhost\.?$/iu;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host, as it stands in an address, is this computer. The one rule for sockets, cards, proxies and the form. */
export const isThisComputer = (host: string): boolean => isLocalName(host) || LOOPBACK.test(host);

/** Such a name is answered here and never asked of a resolver, which may know another computer by it. */
export const isLocalName = (host: string): boolean => LOCAL_NAME.test(host);
