import type { ProtocolName, ProtocolOffers } from "../../../schemas/protocols.ts";
import { doorThatOffers, offersOf, protocols } from "../../core/protocols/table.ts";
import { UsageError } from "./command.ts";
import { keyFrom } from "./from-environment.ts";

/** Options of a session that only some protocols have, and what a protocol must offer for each. */
const NEEDS = {
	"key-env": "keyHeader",
	"auto-confirm": "seat",
	readiness: "seat",
	modalities: "taps",
	"audio-turns": "audio",
} as const satisfies Record<string, keyof ProtocolOffers>;

const namesThatOffer = (what: keyof ProtocolOffers): string =>
	protocols()
		.filter(({ offers }) => offers[what])
		.map(({ name }) => name)
		.join(" or ");

/** Errors: UsageError for an option that does not go with the protocol. */
export function checkProtocolOptions(protocol: ProtocolName, given: Partial<Record<keyof typeof NEEDS, unknown>>): void {
	const offers = offersOf(protocol);
	for (const [option, needs] of Object.entries(NEEDS) as [keyof typeof NEEDS, keyof ProtocolOffers][])
		if (given[option] !== undefined && !offers[needs])
			throw new UsageError(`--${option} goes with --protocol ${namesThatOffer(needs)} only.`);
}

/** The header with the agent's key, read from that environment variable; empty where none is named. `protocol`: default the one that has such a header. */
export function keyHeaders(variable: string | undefined, protocol?: ProtocolName): Record<string, string> {
	if (variable === undefined) return {};
	const { keyHeader } = protocol === undefined ? doorThatOffers("keyHeader").info.offers : offersOf(protocol);
	return keyHeader === null ? {} : { [keyHeader]: keyFrom(variable) };
}

const labelsThatOffer = (what: keyof ProtocolOffers): string =>
	protocols()
		.filter(({ offers }) => offers[what])
		.map(({ label }) => label)
		.join(", ");

/** For the help of a command: which options go with whom. */
export const PROTOCOL_OPTIONS_ABOUT = `${labelsThatOffer("taps")}: --modalities is what a session offers of taps and photos (default both). ${labelsThatOffer("audio")}: --audio-turns offers explicit audio turns, where the card declares them. ${labelsThatOffer("seat")}: the agent's key is read from the environment variable NAME; --auto-confirm confirms a match that was found, --readiness is what is answered to the question whether the agent could play (default ready).`;
