import type { CardReading } from "../../../schemas/ipc.ts";
import type { OwnFormat, ProtocolInfo, ProtocolName, ProtocolOffers } from "../../../schemas/protocols.ts";
import { unknownProtocol } from "../../../schemas/protocols.ts";
import { ConsoleError } from "../errors.ts";
import { parseJson } from "../json/parse.ts";
import { isObject } from "../schema/json-schema.ts";
import type { FrameKindsTable } from "../timeline/frame-kinds.ts";
import type { ProtocolDoor } from "./door.ts";
import { NO_SCHEMAS, type ObservationSchemas } from "./observation-schemas.ts";
import { ROOMS } from "./rooms.ts";
import { unknownDoor } from "./unknown-door.ts";

const byName = (): ReadonlyMap<ProtocolName, ProtocolDoor> => {
	doors ??= new Map(ROOMS.map((door) => [door.info.name, door]));
	return doors;
};
let doors: ReadonlyMap<ProtocolName, ProtocolDoor> | null = null;

/** The room of that name. A name that is not in the table gets a door that reads nothing and opens nothing, and says so. */
export const doorOf = (protocol: ProtocolName): ProtocolDoor => byName().get(protocol) ?? unknownDoor(protocol, protocolNames());

export const isProtocol = (name: string): name is ProtocolName => byName().has(name);
export const protocolNames = (): ProtocolName[] => [...byName().keys()];
export const protocols = (): ProtocolInfo[] => ROOMS.map(({ info }) => info);
export const infoOf = (protocol: ProtocolName): ProtocolInfo => byName().get(protocol)?.info ?? unknownProtocol(protocol);
export const offersOf = (protocol: ProtocolName): ProtocolOffers => infoOf(protocol).offers;

/** Of every room, for threads that load none. */
export const frameKinds = (): FrameKindsTable => Object.fromEntries(ROOMS.map(({ info, frames }) => [info.name, frames]));

/** The first room that offers it. Errors: TARGET_INVALID when this version has none. */
export function doorThatOffers(what: keyof ProtocolOffers): ProtocolDoor {
	const found = ROOMS.find(({ info }) => info.offers[what]);
	if (found === undefined) throw new ConsoleError("TARGET_INVALID", `No protocol of this version offers ${what}.`);
	return found;
}

/** An agent's card, as the protocol with cards reads it. Throws CARD_UNREADABLE. */
export function readCard(text: string): CardReading {
	const { readCard: read } = doorThatOffers("cards");
	if (read === undefined) throw new ConsoleError("CARD_UNREADABLE", "No protocol of this version reads agent cards.");
	return read(text);
}

/** The one protocol whose unpublished part may be read by a schema of the profile; a desk that never finds one where this version has none. */
export const schemasOf = (): ObservationSchemas =>
	ROOMS.find(({ observationSchemas }) => observationSchemas !== undefined)?.observationSchemas ?? NO_SCHEMAS;

/** Names of the protocols that offer it, for a sentence: `A or B`. */
export const offering = (what: keyof ProtocolOffers): string =>
	protocols()
		.filter(({ offers }) => offers[what])
		.map(({ label }) => label)
		.join(" or ");

/** Formats that only sessions of one protocol can be handed over in. */
export const ownFormats = (): { format: OwnFormat; of: ProtocolInfo }[] =>
	protocols().flatMap((of) => of.formats.map((format) => ({ format, of })));

/** What counts for one protocol or another, from the first messages of a recording that does not say; the table's first when nothing does. */
export function guessProtocol(texts: Iterable<string>): ProtocolName {
	for (const text of texts) {
		const parsed = parseJson(text);
		// A frame may be any JSON: Engine.IO's are plain numbers.
		const message = parsed.ok && isObject(parsed.value) ? parsed.value : {};
		const type = typeof message.type === "string" ? message.type : "";
		const found = ROOMS.find(({ imports }) => imports.recognises(type, message));
		if (found) return found.info.name;
	}
	return (ROOMS[0] as ProtocolDoor).info.name;
}
