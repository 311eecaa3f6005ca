/** The card reader: what state it is in, and what a tap brought. JSON-safe; byte strings are lower-case hex, payloads Base64. */

/** Both in one sentence, for people. */
export interface ReaderWords {
	/** What is so. */
	cause: string;
	/** What to do about it, or that nothing is needed. */
	wayOn: string;
}

/** `reader` is the system's name of the reader the state speaks of. */
export type ReaderState = ReaderWords &
	(
		| { kind: "starting" }
		/** PC/SC, or its library, is not installed. */
		| { kind: "serviceAbsent" }
		| { kind: "serviceStopped" }
		| { kind: "accessDenied" }
		| { kind: "noReader" }
		| { kind: "ready"; reader: string }
		/** Held by another program, or by a module of the kernel (then the reader has no name here). */
		| { kind: "busy"; by: "program" | "kernel"; reader: string | null }
		| { kind: "cardPresent"; reader: string }
		| { kind: "unsupportedCard"; reader: string; atr: string }
		| { kind: "fault"; reader: string | null }
	);

export type ReaderStateKind = ReaderState["kind"];

/** What talks to PC/SC, and why this one. */
export interface ReaderDriver {
	name: string;
	why: string;
}

export interface ReaderInfo {
	/** As PC/SC says it; may change with the port. */
	name: string;
	/** Without serial number and slot, for people. */
	model: string;
	/** Null when the reader tells none. */
	serial: string | null;
	/** What the operator calls it; stays with the serial number, else with the system's name. Null without one. */
	givenName?: string | null;
	/** Another reader here has the same model and neither tells a serial number: only the port parts them. */
	isTwin: boolean;
	state: ReaderState;
}

/** Everything the reader panel shows. */
export interface ReaderStatus {
	/** Of the reader that matters most now. */
	state: ReaderState;
	/** Slots for cards of the reader itself (SAM) are left out. */
	readers: ReaderInfo[];
	/** Null until one is in use. */
	driver: ReaderDriver | null;
	/** How often the reader process had to be started again. */
	restarts: number;
	/** Repeats that made no tap of their own. */
	suppressed: number;
	lastTap: Tap | null;
	/** Null once a good tap follows. */
	lastFailure: TapFailed | null;
}

/** Web NFC's words; advisory, the payload counts. */
export interface NdefDecoded {
	recordType?: string;
	mediaType?: string;
	encoding?: string;
	lang?: string;
	text?: string;
	url?: string;
}

/** One NDEF record, lossless: chunks are joined, nothing else is changed. */
export interface NdefRecord {
	/** 0 to 5. */
	tnf: number;
	type: string;
	id: string;
	/** Base64. */
	payload: string;
	decoded?: NdefDecoded;
	/** Base64, beside `type` or `id`, when their bytes are no UTF-8 and the text is only a likeness. */
	typeBytes?: string;
	idBytes?: string;
}

/** One card read whole. */
export interface Tap {
	reader: string;
	/** When the reading was complete, ms since 1970. */
	atMs: number;
	/** From the reader telling of the card to the reading being complete, ms. */
	readMs: number;
	uid: string;
	/** Four bytes, the first 08: made up anew for every tap, as phones do. Never an identity. */
	isRandomUid: boolean;
	atr: string;
	/** NFC Forum words, for example `NFC-A`, `ISO-DEP`. */
	technologies: string[];
	/** For display. */
	tagType: string;
	/** Absent when the tag holds no NDEF; an empty list is an empty tag. */
	ndef?: { records: NdefRecord[] };
	/** Why there is no NDEF. */
	ndefNote?: string;
	/** No device read it: made by hand, or on a reader without hardware. */
	simulated?: true;
}

/** What each reason means to the person at the reader. */
export const TAP_FAILURES = {
	lifted: "The card was taken away before it was read. Hold it still until the reader is done.",
	noAnswer: "The card stopped answering. Take it away and hold it to the reader again.",
	unresponsive: "The card does not answer at all. Turn it, or use another one.",
	uidRefused: "The card does not tell its number. Tap again, or use another card.",
	readFailed: "The card refused to be read. Tap again and hold it still.",
	readRefused: "The card's contents are locked against reading. Use another card.",
	partialRead: "The card gave fewer bytes than it was asked for. Tap again and hold it still.",
	pastEnd: "The card's contents claim to go on past its end. It was written wrongly; use another card.",
	wrongTlv: "The card's contents are not laid out as NDEF asks. It was written wrongly; use another card.",
	ndefInvalid: "The records on the card cannot be told apart. It was written wrongly; use another card.",
	tooLong: "The card holds more than an observation can carry. Use another card.",
	unsupportedCard: "This is no contactless card the console can read. Use another card.",
	busy: "Another program is using the reader. Close that program.",
	readerGone: "The reader was unplugged or its service stopped during the reading. Tap again when it is back.",
} as const;

export type TapFailure = keyof typeof TAP_FAILURES;

/** One tap that brought nothing: never half a UID, never half the records. */
export interface TapFailed {
	reader: string;
	atMs: number;
	reason: TapFailure;
	/** One sentence with what exactly was seen. */
	message: string;
	/** Empty when it is not known. */
	atr: string;
}

/** One command to a card and what came back; the log that explains a failed tap. */
export interface ApduExchange {
	reader: string;
	atMs: number;
	tookMs: number;
	command: string;
	/** Null when none came. */
	response: string | null;
	error?: string;
}

/** For lists: the last two bytes are enough to tell cards apart, and not enough to be one. */
export function maskUid(uid: string): string {
	return uid.length <= 4 ? "••" : `•• •• ${uid.slice(-4, -2)} ${uid.slice(-2)}`.toUpperCase();
}
