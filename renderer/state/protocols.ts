import { type ProtocolInfo, type ProtocolName, type ProtocolOffers, unknownProtocol } from "../../schemas/protocols.ts";

let known: readonly ProtocolInfo[] = [];

/** What the console said it speaks; before that no name is known. It stays the same for as long as the window has its console. */
export function learnProtocols(said: readonly ProtocolInfo[]): void {
	known = said;
}

/** In the order of the console's table. */
export const protocols = (): readonly ProtocolInfo[] => known;
export const protocolOf = (name: ProtocolName): ProtocolInfo => known.find((each) => each.name === name) ?? unknownProtocol(name);
export const offersOf = (name: ProtocolName): ProtocolOffers => protocolOf(name).offers;
/** The first that offers it; the one of an empty form where none does. */
export const protocolThatOffers = (what: keyof ProtocolOffers): ProtocolName | undefined => known.find(({ offers }) => offers[what])?.name;
