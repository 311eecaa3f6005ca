import type { Delivery, Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";
import { parseJson } from "../json/parse.ts";
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
	/** Something the console itself noted: `type` and its facts as text. */
	| { kind: "local"; type: string; entryKind: EntryKind; text: string | null; atMs: number }
	/** A ping, a pong, a close; a seal or the end of an export. */
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

function readEntryLine(said: Record<string, unknown>, bad: Bad): TranscriptLine {
	const entry = said as {
		dir?: Direction;
		kind?: EntryKind;
		opcode?: Opcode;
		type?: string;
		text?: string;
		atMs?: number;
		delivery?: Delivery;
	};
	if (entry.dir !== "in" && entry.dir !== "out" && entry.dir !== "local") {
		return bad("line.direction", "/dir", "“dir” must be in, out or local.");
	}
	const text = typeof entry.text === "string" ? entry.text : null;
	const atMs = typeof entry.atMs === "number" ? entry.atMs : 0;
	if (entry.dir === "local" || entry.kind !== "frame") {
		return { kind: "local", type: String(entry.type ?? ""), entryKind: entry.kind ?? "session", text, atMs };
	}
	if (entry.opcode !== "text" && entry.opcode !== "binary") return { kind: "upkeep" };
	return { kind: "frame", dir: entry.dir, opcode: entry.opcode, text, atMs, delivery: entry.delivery };
}
