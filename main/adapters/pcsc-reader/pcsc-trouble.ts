import { isPcscError, PcscError, type PcscTrouble } from "./driver.ts";

/** PC/SC return codes that mean something to the reader. Source: pcsclite.h, winscard.h. */
const BY_CODE: Record<string, PcscTrouble> = {
	"80100007": "noService", // wait timed out: the service went away meanwhile
	"8010001d": "noService",
	"8010001e": "noService",
	"80100013": "noService", // RPC transport error: the service died
	"8010001f": "noService",
	"80100027": "denied",
	"8010006a": "denied",
	"8010000b": "sharing",
	"8010000c": "removed",
	"80100069": "removed",
	"80100010": "mute",
	"80100066": "mute",
	"80100067": "mute",
	"80100065": "mute",
	"80100009": "readerGone",
	"80100017": "readerGone",
};

/** The words `smartcard` has instead of a code. */
const BY_WORDS: [RegExp, PcscTrouble][] = [
	[/service not running|service stopped|communication error|internal error/i, "noService"],
	[/sharing violation/i, "sharing"],
	[/no smart card|card was removed/i, "removed"],
	[/unresponsive|unpowered|not supported|not ready/i, "mute"],
	[/unknown reader|reader unavailable|no readers/i, "readerGone"],
];

/** A driver's own error in the reader's terms; its words are kept. */
export function troubleOf(thrown: unknown): PcscError {
	if (isPcscError(thrown)) return thrown;
	const message = wordsOf(thrown);
	const code = /0x([0-9a-f]{8})/i.exec(message)?.[1]?.toLowerCase();
	const trouble = (code && BY_CODE[code]) ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? "other";
	return new PcscError(trouble || "other", message);
}

/** An error's message with those it wraps, in one line. */
export function wordsOf(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const inner = (thrown as Error & { previous?: unknown }).previous ?? thrown.cause;
	const own = thrown.message.replace(/\s+/g, " ").trim();
	return inner === undefined ? own : `${own} ${wordsOf(inner)}`;
}
