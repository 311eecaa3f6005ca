/** Transcripts handed over: exports, imports, proofs, redaction, comparison and replay, as the window and the command line ask for them. */
import type { SecretPart } from "./connections.ts";
import type { ProofReport, SignedHead } from "./proof.ts";
import type { ConnectTarget, ProtocolName } from "./session.ts";
import type { Direction } from "./timeline.ts";

// ---------------------------------------------------------------- export

/**
 * `jsonl`: everything, with the proof. `har`: the links and their messages as Chrome writes them. `aifight`: AIFight's own lines, frames only.
 * `markdown`: a report for a ticket.
 */
export const EXPORT_FORMATS = ["jsonl", "har", "aifight", "markdown"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** First and last ordinal, both included. */
export interface OrdinalRange {
	from: number;
	to: number;
}

export interface ExportRequest {
	sessionId: string;
	format: ExportFormat;
	/** Masks by `rules`, or without them by the strict set: the saved rules and the words people and agents said. */
	redact: boolean;
	rules?: RedactionRule[];
	/** Entries a `markdown` report quotes; without it the report quotes none. */
	excerpt?: OrdinalRange;
}

export interface ExportMade {
	/** Where it lies, for people. */
	path: string;
	bytes: number;
	/** Entries in the file: all of them, or for `har` and `aifight` the frames. */
	entries: number;
	/** Head of what was exported, lower-case hex: a `jsonl` file's, else that of the session's chain. */
	head: string;
	/** Fingerprint of the key that signed the file; null when nobody did, and in formats without a proof. */
	signedBy: string | null;
	/** Entries the format cannot hold. */
	skipped: number;
	/** What was masked, by rule; empty when nothing was asked for. */
	masked: MaskedCount[];
	/** Secrets of its handshake that are not known in this run of the program, by name: where the agent repeated one, only a rule finds it. */
	unknownSecrets?: string[];
}

export interface ExportDone extends ExportMade {
	/** For `file.handOver` and `file.show`. */
	fileId: string;
}

// ---------------------------------------------------------------- redaction

/**
 * `uid`: ids of cards. `ndef`: what a card says. `photo`: pictures. `keys`: values that look like or are named like keys, passwords or tokens.
 * `words`: everything people, agents and tools said; names, numbers and ids that hold a transcript together stay.
 */
export const REDACTION_KINDS = ["uid", "ndef", "photo", "keys", "words"] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

export type RedactionMatch =
	| { kind: "kind"; of: RedactionKind }
	/** A JSON Pointer into the body where `*` stands for one name or index and `**` for any number of them, for example `/observation/uid`. */
	| { kind: "path"; path: string }
	/** A header of the handshake, wherever its name is a member of an object; case does not matter. */
	| { kind: "header"; name: string }
	/** A regular expression; what it matches inside a string is masked. */
	| { kind: "pattern"; pattern: string };

export interface RedactionRule {
	/** Unique; the built-in ones are named like their kind. */
	id: string;
	/** For people. */
	label: string;
	match: RedactionMatch;
	on: boolean;
}

export interface MaskedCount {
	rule: string;
	label: string;
	/** Entries it masked something in, and how many values. */
	entries: number;
	values: number;
}

export interface RedactionPreview {
	/** Entries looked at. */
	entries: number;
	/** Every rule that is on, also those that found nothing. */
	rules: (MaskedCount & { examples: MaskExample[] })[];
	/** See ExportDone. */
	unknownSecrets?: string[];
}

export interface MaskExample {
	ordinal: number;
	type: string;
	/** JSON Pointer of the value, or of the member whose name it is; empty for text that is no JSON. */
	path: string;
	/** Beginning of what stands there, for the operator's own eyes. */
	before: string;
	after: string;
}

/** The built-in rules, in the order in which they are tried. */
export const BUILT_IN_RULES: readonly RedactionRule[] = [
	{ id: "uid", label: "Ids of cards", match: { kind: "kind", of: "uid" }, on: true },
	{ id: "ndef", label: "What cards say", match: { kind: "kind", of: "ndef" }, on: true },
	{ id: "photo", label: "Photos", match: { kind: "kind", of: "photo" }, on: true },
	{ id: "keys", label: "Keys, passwords and tokens", match: { kind: "kind", of: "keys" }, on: true },
	{ id: "words", label: "Words of turns and answers", match: { kind: "kind", of: "words" }, on: false },
];

export const MAX_REDACTION_RULES = 64;

// ---------------------------------------------------------------- import, files

/** A file on its way from the window: it is written to the profile in pieces, then imported or verified. */
export interface UploadBegun {
	uploadId: string;
}

/** Largest piece of an upload, bytes before base64. */
export const UPLOAD_PIECE_BYTES = 1 << 20;

export type ImportFormat = "jsonl" | "har" | "aifight";

export interface ImportedSession {
	sessionId: string;
	protocol: ProtocolName;
	entries: number;
	findings: number;
	/** Session the file names, if it does. */
	from: string | null;
}

export interface ImportDone {
	format: ImportFormat;
	/** One, or one for each WebSocket of a HAR. */
	sessions: ImportedSession[];
}

export interface ImportProgress {
	uploadId: string;
	/** `checking`: the file is read once from end to end. `storing`: its entries are written; they become a session with the last one. */
	phase: "checking" | "storing";
	/** Bytes of the file read in this phase. */
	bytes: number;
	totalBytes: number;
	entries: number;
}

/** What an exported file proves. */
export interface FileProof extends Omit<ProofReport, "signed"> {
	/** Of the format. 1 binds bytes and headers of entries only, and is never signed. */
	version: 1 | 2;
	/** Nothing in the file contradicts itself; `ok` asks for more when a head or a key was given, or when something shown is bound by nothing. */
	holds: boolean;
	/**
	 * `isFile`: the signature covers every byte of the file, what masks say of themselves and the time of the export included; else only what the
	 * last signed seal covers. `changedSince`: entries under that seal which show a delivery or findings of later.
	 */
	signed: (SignedHead & { isFile: boolean; changedSince: number }) | null;
	/** Line of the problem, from 1, else null. */
	problemLine: number | null;
	/** Session the header names. */
	session: string | null;
	redacted: boolean;
	/** The session itself came from a file: what is proven is what was taken in. */
	imported: boolean;
	/** When the last seal in it was made, ms since 1970; null without one. */
	sealedAtMs: number | null;
}

// ---------------------------------------------------------------- compare

/** One side of a row. */
export interface ComparedEntry {
	ordinal: number;
	dir: Direction;
	type: string;
	turn: number | null;
	/** ms since the session's first frame. */
	sinceStartMs: number;
	byteLength: number;
	/** Beginning of its text. */
	summary: string;
}

/** Where two payloads differ: a JSON Pointer and both values as JSON text, cut. */
export interface PayloadDifference {
	op: "add" | "remove" | "replace";
	path: string;
	left?: string;
	right?: string;
}

/**
 * `same`: equal bytes, or equal but for what every run has anew (ids, times, sequence numbers). `different`: aligned, and the payload differs.
 * `left`, `right`: only there.
 */
export type ComparedAs = "same" | "different" | "left" | "right";

export interface CompareRow {
	/** Place in the whole comparison. */
	index: number;
	as: ComparedAs;
	left: ComparedEntry | null;
	right: ComparedEntry | null;
	/** At most 20; how many there are is in `differenceCount`. */
	differences: PayloadDifference[];
	differenceCount: number;
	/** Right minus left of the time since the frame before on the same side, ms; null unless both are there. */
	slowerMs: number | null;
}

export interface CompareSide {
	sessionId: string;
	name: string;
	protocol: ProtocolName;
	frames: number;
	/** From the first frame to the last, ms. */
	lengthMs: number;
}

export interface CompareSummary {
	left: CompareSide;
	right: CompareSide;
	same: number;
	different: number;
	onlyLeft: number;
	onlyRight: number;
	/** Index of the first row that is not `same`, null when there is none. */
	firstDifference: number | null;
	/** The sessions were too unlike to align every frame within the bound; parts are listed side by side as they came. */
	coarse: boolean;
}

export interface ComparePage {
	summary: CompareSummary;
	/** Rows of the list asked for. */
	total: number;
	rows: CompareRow[];
}

// ---------------------------------------------------------------- replay

/** `kept`: as it was. `fast`: the next message as soon as the one before was answered. `scaled`: the waits divided by `by`. */
export type ReplayPace = { kind: "kept" } | { kind: "fast" } | { kind: "scaled"; by: number };

/** Where it is said again. `values` are secrets typed for the saved connection; they are kept as with `connection.open`. */
export type ReplayTo =
	| { kind: "target"; target: ConnectTarget }
	| { kind: "connection"; connectionId: string; values?: Partial<Record<SecretPart, string>> };

export interface ReplayStatus {
	/** The new session. */
	sessionId: string;
	/** The stored session that is played. */
	of: string;
	/** `over`: every message was said, or given up with a reason in `problem`. */
	state: "connecting" | "playing" | "over" | "stopped" | "failed";
	sent: number;
	total: number;
	/** Messages that could not be said again, with the reason. */
	skipped: { ordinal: number; type: string; why: string }[];
	problem: string | null;
}
