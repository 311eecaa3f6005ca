/**
 * Lines of a `jsonl` export: a header, then one line per entry, each ended by a line feed.
 *
 * Every line ends with the member `line`: SHA-256, lower-case hex, of the previous line's checksum (32 bytes; zeros before the header)
 * followed by this line's own bytes without that member. The bytes count, not the parsed value, so any changed byte is found, and any
 * line that was taken out, put in or moved. The header says how many entries follow and where the chain ends, so a cut end is found too.
 */
import type { MaskedCount } from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { type EntryMembers, entryLineText } from "./entry-line.ts";
import { oneLine } from "./one-line.ts";

export const EXPORT_FORMAT = "switchboard-transcript";
export const EXPORT_VERSION = 1;

export interface ExportHeader {
	protocol: ProtocolName;
	/** Profile that reads the server side. */
	profile: string;
	/** What judged observations when the session was last connected; the stand-in, or a file of the profile. Absent for imports. */
	observationSchema?: "stand-in" | { file: string; id: string; sha256: string };
	/** It came from a file that named that session; `redacted`: parts of its content were masked before, so its frames are not all as they were said. */
	imported?: { session: string | null; redacted: boolean };
	/** Its connection was set to believe whoever answers. */
	notVerified?: true;
	/** Session id; the chain starts from it. */
	session: string;
	/** Hash of the last entry, lower-case hex; of no entry when there are none. */
	head: string;
	/** Number of entry lines. */
	entries: number;
	/** Something may have been masked; the words of findings were left out. */
	redacted: boolean;
	/** What was masked, by rule; only in a redacted export. Files of earlier versions leave all bodies out and say no rules. */
	masked?: readonly MaskedCount[];
	createdAtMs: number;
	exportedAtMs: number;
}

/** `text` or `base64` hold the exact content; with `masked`, `text` is what was left of it, and neither is there when nothing was. */
export interface ExportEntry extends EntryMembers {
	/** Of the bytes as they were, also of masked ones. */
	sha256: string;
	findings: readonly Finding[];
	/** Of the chain, after this entry. */
	hash: string;
}

/** The header line without its checksum. */
export function exportHeaderText(header: ExportHeader): string {
	return oneLine(JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, ...header }));
}

/** An entry line without its checksum. In a redacted export findings keep code, severity and reason, for their words may quote the body. */
export function exportEntryText(entry: ExportEntry, redacted: boolean): string {
	return entryLineText(entry, { findings: redacted ? entry.findings.map(withoutWords) : entry.findings });
}

function withoutWords({ code, severity, reason }: Finding): Finding {
	return { code, severity, path: "", message: "Removed from this export.", reason };
}

const LINE_MEMBER = ',"line":"';
const CHECKSUM_CHARACTERS = 64;

/** Length of the member `line` with the closing brace; all of it is ASCII, so bytes and characters agree. */
export const LINE_TAIL_LENGTH = LINE_MEMBER.length + CHECKSUM_CHARACTERS + 2;

/** What the checksum covers: the object's text without its closing brace. */
export function checkedPart(objectText: string): string {
	return objectText.slice(0, -1);
}

export function sealLine(checked: string, checksum: string): string {
	return `${checked}${lineTail(checksum)}\n`;
}

/** The exact end of a line with that checksum, without the line feed. */
export function lineTail(checksum: string): string {
	return `${LINE_MEMBER}${checksum}"}`;
}
