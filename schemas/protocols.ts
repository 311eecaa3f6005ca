/**
 * What a protocol is to everybody outside its room, as plain data: `main/core/protocols/` fills it in, window and command line ask what is offered.
 * Nobody outside compares a protocol's name with a word of his own.
 */
import { shortText } from "./rules/visible-text.ts";
import { string } from "./shapes.ts";

/** A name of the table in `main/core/protocols/`; of a stored session also one that another version wrote and this one does not know. */
export type ProtocolName = string;

/** What a name looks like. Whether this version knows it is for who opens or imports to say. */
export const protocolName = string<ProtocolName>({ pattern: "^[a-z][a-z0-9-]{0,31}$" });

export interface ProtocolOffers {
	/** It is read as people read it: messages, runs and a state (`conversation.*`, `state.*`). */
	conversation: boolean;
	/** It is read as a table with matches (`table.*`). */
	table: boolean;
	/** It asks a person for cards and photos: taps go into its sessions, modalities are offered, a tap rule holds. */
	taps: boolean;
	/** A kiosk may speak it. */
	kiosk: boolean;
	/** Agents describe themselves by a card that is read before dialling. */
	cards: boolean;
	/** Frames carry numbers: they are acknowledged, and a new link may go on after the last. */
	resume: boolean;
	/** A person may speak: explicit audio turns. */
	audio: boolean;
	/** The agent's answer can be stopped while it speaks. */
	cancel: boolean;
	/** A schema of its unpublished part may be dropped into the profile. */
	observationSchema: boolean;
	/** What was sent is offered again in the composer. */
	templates: boolean;
	/** One seat that two clients cannot share: who holds it can be asked (`seat.*`), and it is answered without asking by `readiness` and `autoConfirm`. */
	seat: boolean;
	/** Name of the header of the handshake that holds the agent's key; null: none of its own. */
	keyHeader: string | null;
}

/** A format of its own that a session of the protocol can be handed over in. */
export interface OwnFormat {
	/** As `--format` and `transcript.export` name it. */
	id: string;
	label: string;
	/** One sentence for people who choose. */
	about: string;
	/** What a file of it is, said after an import: `Alpha's lines`. */
	file: string;
	/** Of a file's name, without the first dot. */
	ending: string;
}

export interface ProtocolInfo {
	name: ProtocolName;
	/** For people. */
	label: string;
	/** False for a name that only stands in what is stored. */
	isKnown: boolean;
	/** Name of the profile that reads the server side. */
	profile: string;
	/** That profile is a stand-in of our own: the sentence that says so. */
	standIn: string | null;
	offers: ProtocolOffers;
	/** Its own, beside those of every session. */
	formats: readonly OwnFormat[];
	/** Of a socket's address, shown in an empty field. */
	addressExample: string;
}

export const OFFERS_NOTHING: ProtocolOffers = {
	conversation: false,
	table: false,
	taps: false,
	kiosk: false,
	cards: false,
	resume: false,
	audio: false,
	cancel: false,
	observationSchema: false,
	templates: false,
	seat: false,
	keyHeader: null,
};

/** A name that this version's table does not have. The words are the same wherever such a session is shown. */
export const unknownProtocol = (name: ProtocolName): ProtocolInfo => ({
	name,
	label: `Protocol “${shortText(name, 40)}”, not known to this version`,
	isKnown: false,
	profile: "",
	standIn: null,
	offers: OFFERS_NOTHING,
	formats: [],
	addressExample: "",
});
