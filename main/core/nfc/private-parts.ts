/**
 * Where numbers and contents of cards, and photos, stand in what the console stores: for masking and redaction.
 * `path` is a JSON Pointer into the entry's decoded body; `*` stands for every index of a list.
 */
export interface PrivatePart {
	path: string;
	/** `uid`: the card's number. `contents`: what is written on it, raw or decoded. `photo`: the picture. `apdu`: commands and responses, which hold both. */
	what: "uid" | "contents" | "photo" | "apdu";
}

const RECORD = ["payload", "id", "idBytes", "decoded/text", "decoded/url"];

/** Where what a card is and holds stands in a tap, or in what carries one, that stands at `at`. */
export const cardParts = (at: string): PrivatePart[] => [
	{ path: `${at}/uid`, what: "uid" },
	...RECORD.map((member): PrivatePart => ({ path: `${at}/ndef/records/*/${member}`, what: "contents" })),
];

/** Of the console's own entries about taps, by type. Those of messages are their protocol's to say (`observations.privateParts`). */
export const PRIVATE_PARTS: Readonly<Record<string, readonly PrivatePart[]>> = {
	"tap.read": cardParts("/tap"),
	"reader.apdus": [
		{ path: "/exchanges/*/command", what: "apdu" },
		{ path: "/exchanges/*/response", what: "apdu" },
	],
};

/** Whether an entry of the console's own holds some. */
export const isPrivate = (type: string): boolean => Object.hasOwn(PRIVATE_PARTS, type);

const NUMBER = /("(?:uid|command|response)"\s*:\s*")([0-9a-f]{6}[0-9a-f]*)(")/g;

/**
 * The exact text of such an entry with the numbers of cards masked, for lists: every other character stays where it is. Of a number the last
 * two bytes stay, of commands and responses nothing.
 */
export const withNumbersMasked = (text: string): string =>
	text.replace(NUMBER, (_, before: string, hex: string, after: string) => {
		const kept = before.startsWith('"uid"') ? 4 : 0;
		return before + "•".repeat(hex.length - kept) + hex.slice(hex.length - kept) + after;
	});
