import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import type { Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";
import { isPrivate } from "../nfc/private-parts.ts";
import { isObject } from "../schema/json-schema.ts";
import { localWords } from "./local-words.ts";
import { visibleStart } from "./visible-text.ts";
import { type Body, briefly, joined, quoted, shortBytes } from "./words.ts";

export interface SummaryInput {
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	/** Frame type, or the local event's name. */
	type: string;
	/** Exact text of the entry; null when its bytes are not text. */
	text: string | null;
	byteLength: number;
}

/** What the session's protocol says of a message; undefined or empty when it has no words for it. */
export type MessageWords = (type: string, body: Body) => string | undefined;
/** For entries that are no messages. */
export const NO_WORDS: MessageWords = () => undefined;

const MAX_UNITS = 240;
/** A row is drawn often; a longer text is looked at only from its beginning. */
const MAX_PARSED = 64 * 1024;

/**
 * What the entry says, on one line of at most 240 UTF-16 units, with control and bidirectional characters made visible.
 * `words` and `secretive` (frames whose contents lists mask) are those of the session's protocol. Never throws; words of the wire keep their spelling. Runs for every row that is drawn.
 */
export function summarize(entry: SummaryInput, words: MessageWords, secretive: readonly string[] = []): string {
	return visibleStart(say(entry, words, secretive), MAX_UNITS);
}

function say(entry: SummaryInput, words: MessageWords, secretive: readonly string[]): string {
	const { dir, kind, opcode, type, text, byteLength } = entry;
	const hidesContents = isPrivate(type) || secretive.includes(type);
	if (opcode === "ping" || opcode === "pong") return heartbeat(text, byteLength);
	if (text === null) return `${opcode === "text" ? "Not valid UTF-8" : "Binary"}, ${shortBytes(byteLength)}`;
	if (text === "") return dir === "local" ? localWords(type, {}) : "Empty";
	if (text.length > MAX_PARSED) return hidesContents ? withoutContents(text) : fromBeginning(text);
	const body = bodyIn(text);
	if (dir === "local" && kind !== "frame" && body === null && hidesContents) return withoutContents(text);
	if (dir === "local" && kind !== "frame") return localWords(type, body ?? {}) || (body === null ? text : briefly(body));
	// A body that was handed over without its end is no broken message.
	if (body === null) return hidesContents ? withoutContents(text) : utf8Length(text) < byteLength ? fromBeginning(text) : text;
	// Words that come to nothing are none: a row always says what its message holds.
	return words(type, body) || members(body);
}

function bodyIn(text: string): Body | null {
	const value = parsed(text);
	return isObject(value) ? value : null;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function heartbeat(text: string | null, byteLength: number): string {
	if (byteLength === 0) return "No payload";
	return text === null ? `Payload of ${shortBytes(byteLength)}` : quoted(text);
}

/** A message nobody has words for: its members, without those that have columns of their own. */
function members(body: Body): string {
	const said: string[] = [];
	for (const name in body) {
		if (name === "type" || name === "sequence") continue;
		said.push(`${visibleStart(name, 40)} ${briefly(body[name], 1)}`);
		if (said.length === 6) break;
	}
	return joined(said);
}

const SPEAKING_MEMBER = /"(?:delta|text|message|content)"\s*:\s*("(?:[^"\\]|\\.){1,400})/s;

/** A long text: the words in it when they stand near its beginning, else how it begins. */
function fromBeginning(text: string): string {
	const start = text.slice(0, 4096);
	const words = SPEAKING_MEMBER.exec(start)?.[1];
	if (words === undefined) return start;
	const whole = parsed(`${words}"`);
	return typeof whole === "string" ? `“${whole}…` : start;
}

/** Of an entry that holds numbers or contents of cards, or a photo, and is too long to be read here: nothing that a list must mask. */
function withoutContents(text: string): string {
	const modality = /"modality":"(nfc|photo)"/.exec(text.slice(0, 4096))?.[1];
	return joined([modality ?? "", "long, open it to read it"]);
}
