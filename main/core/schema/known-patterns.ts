/**
 * Patterns of our schemas that repeat a group: V8 keeps a way back for every repetition and gives up ("Maximum call stack size exceeded") on
 * texts of a few megabytes, a photo in Base64 for one. Each has a test here that accepts exactly the same texts in one pass, and words.
 */
interface KnownPattern {
	/** Completes “… must be”. */
	words: string;
	test(text: string): boolean;
}

const KNOWN: ReadonlyMap<string, KnownPattern> = new Map([
	[
		"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
		{
			words: "Base64 with its padding",
			test: (text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.endsWith("==") ? text.slice(0, -2) : text.replace(/=$/, "")),
		},
	],
	[
		"^(?:[0-9a-f]{2})+$",
		{ words: "whole bytes as lower-case hex", test: (text) => text !== "" && text.length % 2 === 0 && !/[^0-9a-f]/.test(text) },
	],
	[
		"^(/([^/~]|~[01])*)*$",
		{
			words: "a JSON Pointer, empty or beginning with a slash",
			test: (text) => text === "" || (text.startsWith("/") && !/~(?![01])/.test(text)),
		},
	],
	["^[0-9a-f]{64}$", { words: "64 lower-case hex digits", test: (text) => /^[0-9a-f]{64}$/.test(text) }],
	["^https://", { words: "an address that begins with https://", test: (text) => text.startsWith("https://") }],
	["^wss?://", { words: "an address that begins with ws:// or wss://", test: (text) => /^wss?:\/\//.test(text) }],
]);

export function patternWords(pattern: string): string | undefined {
	return KNOWN.get(pattern)?.words;
}

/** Ajv's maker of regular expressions, with ours where we have one. Ajv shares what has the same `toString()`. */
export const regExpEngine = Object.assign(
	(pattern: string, flags: string): { test(text: string): boolean; toString(): string } => {
		const known = KNOWN.get(pattern);
		return known === undefined ? new RegExp(pattern, flags) : { test: known.test, toString: () => `/${pattern}/${flags}` };
	},
	// Its name in the checks that the build writes out.
	{ code: "regExpEngine" },
);
