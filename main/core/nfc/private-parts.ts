/**
 * Where numbers and contents of cards, and photos, stand in what is stored: the one list for masking and redaction.
 * `path` is a JSON Pointer into the entry's decoded body; `*` stands for every index of a list.
 */
export interface PrivatePart {
	path: string;
	/** `uid`: the card's number. `contents`: what is written on it, raw or decoded. `photo`: the picture. `apdu`: commands and responses, which hold both. */
	what: "uid" | "contents" | "photo" | "apdu";
}

const RECORD = ["payload", "id", "idBytes", "decoded/text", "decoded/url"];

const cardParts = (at: string): PrivatePart[] => [
	{ path: `${at}/uid`, what: "uid" },
	...RECORD.map((member): PrivatePart => ({ path: `${at}/ndef/records/*/${member}`, what: "contents" })),
];

/** By entry type: the frame `user.observation`, and the console's own entries about taps. Other types hold none. */
export const PRIVATE_PARTS: Readonly<Record<string, readonly PrivatePart[]>> = {
	"user.observation": [...cardParts("/observation"), { path: "/observation/source/value", what: "photo" }],
	"tap.read": cardParts("/tap"),
	"reader.apdus": [
		{ path: "/exchanges/*/command", what: "apdu" },
		{ path: "/exchanges/*/response", what: "apdu" },
	],
};

export const isPrivate = (type: string): boolean => Object.hasOwn(PRIVATE_PARTS, type);
