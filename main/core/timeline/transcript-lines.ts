import { DELIVERIES, type Delivery, type Finding } from "../../../schemas/timeline.ts";
import { parseJson } from "../json/parse.ts";
import type { StoredEntry } from "../reading/reading.ts";
import { EXPORT_FORMAT } from "./export-lines.ts";

/** A frame as a line of a transcript tells it. */
export interface TranscriptFrame {
	kind: "frame";
	dir: "in" | "out";
	opcode: "text" | "binary";
	/** Exact text; null for bytes that are no text. */
	text: string | null;
	/** ms since 1970; 0 when the line does not say. */
	atMs: number;
	delivery?: Delivery;
}

export type TranscriptLine =
	| TranscriptFrame
	/** First line of an export. */
	| { kind: "header"; protocol: string; isRedacted: boolean }
	/** An entry as this console stored it, with what was found about it then. */
	| { kind: "entry"; entry: Omit<StoredEntry, "ordinal"> & { findings: Finding[] } }
	/** A seal or the end of an export. */
	| { kind: "upkeep" }
	| { kind: "bad"; code: string; path: string; message: string };

const WAYS: Readonly<Record<string, "in" | "out">> = { in: "in", out: "out", s2c: "in", c2s: "out" };

/**
 * Reads one line of an own export, or of `{"dir":"in"|"out"|"s2c"|"c2s","msg":…}` lines, where `msg` is the message, or its exact text.
 * Never throws. Blank lines are the caller's to skip.
 */
export function readTranscriptLine(line: string): TranscriptLine {
	const bad = (code: string, path: string, message: string): TranscriptLine => ({ kind: "bad", code, path, message });
	const parsed = parseJson(line);
	if (!parsed.ok) return bad("line.json", "", `Not valid JSON: it breaks at column ${parsed.column}.`);
	const { value } = parsed;
	if (typeof value !== "object" || value === null || Array.isArray(value)) return bad("line.shape", "", "A line must be a JSON object.");
	const said = value as Record<string, unknown>;
	if (said.format === EXPORT_FORMAT) return { kind: "header", protocol: String(said.protocol), isRedacted: said.redacted === true };
	if ("msg" in said) return readMessageLine(said, bad);
	if ("ordinal" in said) return readEntryLine(said, bad);
	// What proves an export is none of what was said.
	if ("seal" in said || "end" in said) return { kind: "upkeep" };
	return bad("line.shape", "", "The line is neither an entry of an export nor {“dir”, “msg”}.");
}

type Bad = (code: string, path: string, message: string) => TranscriptLine;

function readMessageLine({ dir, msg, atMs }: Record<string, unknown>, bad: Bad): TranscriptLine {
	const way = typeof dir === "string" ? WAYS[dir] : undefined;
	if (!way) return bad("line.direction", "/dir", "“dir” must be in, out, s2c or c2s.");
	let text: string;
	try {
		text = typeof msg === "string" ? msg : JSON.stringify(msg);
	} catch {
		return bad("line.depth", "/msg", "The message is nested too deeply to be written as text; give its exact text as “msg”.");
	}
	return { kind: "frame", dir: way, opcode: "text", text, atMs: typeof atMs === "number" ? atMs : 0 };
}

/** What is no entry of ours must not be taken for one: the file may be anybody's. */
function readEntryLine(said: Record<string, unknown>, bad: Bad): TranscriptLine {
	const { dir, kind, opcode, type, text, byteLength, atMs, epoch, sequence, delivery, findings } = said as Partial<StoredEntry> & {
		findings?: unknown;
	};
	if (dir !== "in" && dir !== "out" && dir !== "local") return bad("line.direction", "/dir", "“dir” must be in, out or local.");
	const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);
	const entry: Omit<StoredEntry, "ordinal"> = {
		atMs: typeof atMs === "number" ? atMs : 0,
		dir,
		kind: dir === "local" ? (typeof kind === "string" ? kind : "session") : "frame",
		type: typeof type === "string" ? type : "",
		text: typeof text === "string" ? text : null,
		epoch: whole(epoch),
		sequence: whole(sequence),
	};
	if (dir !== "local") entry.opcode = OPCODES.find((each) => each === opcode) ?? "text";
	if (whole(byteLength) !== undefined) entry.byteLength = whole(byteLength);
	const known = DELIVERIES.find((each) => each === delivery);
	if (known !== undefined) entry.delivery = known;
	return { kind: "entry", entry: { ...entry, findings: Array.isArray(findings) ? findings.filter(isFinding) : [] } };
}

const OPCODES = ["text", "binary", "ping", "pong", "close"] as const;

function isFinding(value: unknown): value is Finding {
	if (typeof value !== "object" || value === null) return false;
	const { code, severity, path, message } = value as Partial<Finding>;
	return [code, severity, path, message].every((member) => typeof member === "string");
}
