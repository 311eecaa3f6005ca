import { closeSync, readSync } from "node:fs";
import type { ImportFormat } from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { EntryDraft } from "../../core/ports.ts";
import { ROOMS } from "../../core/protocols/rooms.ts";
import { EXPORT_FORMAT } from "../../core/timeline/export-lines.ts";
import { openSync } from "../files/open-files.ts";
import { systemWords } from "../files/system-words.ts";
import { openHar } from "./import-har.ts";
import { openExport } from "./import-jsonl.ts";
import { type LineDoor, openLines } from "./import-lines.ts";
import type { OnBytes } from "./read-file.ts";

/** A session that a file holds. */
export interface SourceSession {
	protocol: ProtocolName;
	profile: string;
	/** Session the file names. */
	from: string | null;
	createdAtMs: number;
	/** Address the file names, without secrets. */
	endpoint: string | null;
	/** For lists, when the file has more than one session. */
	name: string | null;
	/** Parts of the content were masked before the file was handed over. */
	isRedacted?: boolean;
}

/** A file that was looked through from beginning to end and can be imported whole. */
export interface ImportSource {
	format: ImportFormat;
	/** At least one. */
	sessions: SourceSession[];
	/** Read from the file, one at a time; `session` is a place in `sessions`. */
	drafts(onBytes: OnBytes): AsyncGenerator<{ session: number; draft: EntryDraft }>;
}

export interface OpenOptions {
	/** What a HAR does not say. Default: guessed from its messages. */
	protocol?: ProtocolName;
	onBytes: OnBytes;
}

export const CHANGED_WORDS = "The file was changed while it was read.";

/** `place`: a line or an entry, as people name it. */
export const refuse = (place: string | null, message: string): never => {
	throw new ConsoleError("IMPORT_FAILED", `${place === null ? "" : `${place}: `}${message} Nothing was imported.`);
};

/** Puts the file's name before what is wrong with it. */
export async function naming<T>(name: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError) || thrown.code !== "IMPORT_FAILED") throw thrown;
		const joint = /^line \d/.test(thrown.message) ? ", " : ": ";
		throw new ConsoleError("IMPORT_FAILED", `${name}${joint}${thrown.message}`, { cause: thrown });
	}
}

const LOOKED_AT_BYTES = 1 << 16;
const PACKED: readonly [number[], string][] = [
	[[0x1f, 0x8b], "gzip"],
	[[0x50, 0x4b, 0x03, 0x04], "zip"],
	[[0x28, 0xb5, 0x2f, 0xfd], "zstd"],
	[[0x42, 0x5a, 0x68], "bzip2"],
];

/** Errors: IMPORT_FAILED with the line that is wrong. */
export async function openImport(path: string, options: OpenOptions): Promise<ImportSource> {
	const beginning = beginningOf(path);
	if (beginning.length === 0) return refuse(null, "The file is empty.");
	const packed = PACKED.find(([magic]) => magic.every((byte, at) => beginning[at] === byte));
	if (packed) return refuse(null, `The file is packed (${packed[1]}). Unpack it first.`);
	const text = beginning
		.toString("utf8")
		.replace(/^\ufeff/, "")
		.trimStart();
	if (text === "" && beginning.length < LOOKED_AT_BYTES) return refuse(null, "The file is empty.");
	if (!text.startsWith("{"))
		return refuse(
			"line 1",
			`The file is no transcript: ${["an export of this program", "a HAR", ...withLines().map(({ lines }) => lines.file)].join(", ")} begin with “{”.`,
		);
	if (text.startsWith(`{"format":"${EXPORT_FORMAT}"`)) return openExport(path, options);
	if (isHar(text)) return openHar(path, options);
	const [first = ""] = text.split("\n");
	const ways = withLines();
	const way = ways.find(({ lines }) => lines.read(first).ok) ?? ways[0];
	return way ? openLines(path, way, options) : refuse("line 1", "The line is none of a transcript this version knows.");
}

/** The rooms that have a format of their own. */
const withLines = (): LineDoor[] => ROOMS.flatMap((door) => (door.lines ? [{ ...door, lines: door.lines }] : []));

/** A HAR is one object with `log`, on as many lines as its writer likes; in lines of a transcript each line is an object of its own. */
function isHar(text: string): boolean {
	if (/^\{\s*"log"\s*:/.test(text)) return true;
	const [first = "", ...rest] = text.split("\n");
	if (rest.length === 0) return false;
	try {
		JSON.parse(first);
		return false;
	} catch {
		return /^\{\s*$/.test(first) || /^\s*"log"\s*:/m.test(text);
	}
}

function beginningOf(path: string): Buffer {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch (thrown) {
		throw new ConsoleError("IMPORT_FAILED", `The file cannot be read: ${systemWords(thrown)}.`, {
			cause: thrown,
		});
	}
	try {
		const buffer = Buffer.alloc(LOOKED_AT_BYTES);
		return buffer.subarray(0, readSync(file, buffer));
	} catch (thrown) {
		throw new ConsoleError("IMPORT_FAILED", `The file cannot be read: ${systemWords(thrown)}.`, {
			cause: thrown,
		});
	} finally {
		closeSync(file);
	}
}
