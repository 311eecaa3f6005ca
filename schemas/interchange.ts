/** Transcripts handed over: exports, imports, proofs, redaction, comparison and replay, as the window and the command line ask for them. */
import { secretValues } from "./connections.ts";
import { connectionId, ordinal, rowCount, sessionId, sha256 } from "./ids.ts";
import type { ProofReport, SignedHead } from "./proof.ts";
import { type OwnFormat, type ProtocolName, protocolName } from "./protocols.ts";
import { connectTarget } from "./session.ts";
import { boolean, constant, gives, list, number, type Of, object, optional, request, string, variants, word } from "./shapes.ts";
import type { Direction } from "./timeline.ts";

// ---------------------------------------------------------------- export

/**
 * `jsonl`: everything, with the proof. `har`: the links and their messages as Chrome writes them. `markdown`: a report for a ticket.
 * A protocol may have formats of its own beside these (`ProtocolInfo.formats`), frames only.
 */
export const EXPORT_FORMATS = ["jsonl", "har", "markdown"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | OwnFormat["id"];

/** First and last ordinal, both included. */
const ordinalRange = object({ from: ordinal, to: ordinal });
export interface OrdinalRange extends Of<typeof ordinalRange> {}

export interface ExportMade {
	/** Where it lies, for people. */
	path: string;
	bytes: number;
	/** Entries in the file: all of them, or for `har` and formats of the protocol's own the frames. */
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

const ruleText = (maxLength: number) => string({ minLength: 1, maxLength });

const redactionMatch = variants(
	object({ kind: constant("kind"), of: word(...REDACTION_KINDS) }),
	object({
		kind: constant("path"),
		/** A JSON Pointer into the body where `*` stands for one name or index and `**` for any number of them, for example `/observation/uid`. */
		path: ruleText(512),
	}),
	object({
		kind: constant("header"),
		/** Of the handshake, wherever it is a member of an object; case does not matter. */
		name: ruleText(128),
	}),
	object({
		kind: constant("pattern"),
		/** A regular expression; what it matches inside a string is masked. */
		pattern: ruleText(512),
	}),
);
export type RedactionMatch = Of<typeof redactionMatch>;

const redactionRule = object({
	/** Unique; the built-in ones are named like their kind. */
	id: ruleText(64),
	/** For people. */
	label: ruleText(128),
	match: redactionMatch,
	on: boolean,
});
export interface RedactionRule extends Of<typeof redactionRule> {}

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
const redactionRules = list(redactionRule, { maxItems: MAX_REDACTION_RULES });

const exportRequest = {
	sessionId,
	format: string<ExportFormat>({ minLength: 1, maxLength: 32 }),
	/** Masks by `rules`, or without them by the strict set: the saved rules and the words people and agents said. */
	redact: boolean,
	rules: optional(redactionRules),
	/** Entries a `markdown` report quotes; without it the report quotes none. */
	excerpt: optional(ordinalRange),
};

// ---------------------------------------------------------------- import, files

/** A file on its way from the window: it is written to the profile in pieces, then imported or verified. */
export interface UploadBegun {
	uploadId: string;
}

/** Largest piece of an upload, bytes before base64. */
export const UPLOAD_PIECE_BYTES = 1 << 20;

export type ImportFormat = "jsonl" | "har" | OwnFormat["id"];

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
	/**
	 * Entries among `unproven` that have masks and would be `masked` if somebody had signed what masks say of themselves, which rule and how long;
	 * where a head was given, somebody whose key is known.
	 */
	unsignedMasks: number;
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
	/** Its connection was set to believe whoever answers: who the agent was, nobody checked. */
	notVerified: boolean;
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
const replayPace = variants(object({ kind: word("kept", "fast") }), object({ kind: constant("scaled"), by: number(0.01, 1000) }));
export type ReplayPace = Of<typeof replayPace>;

/** Where it is said again. `values` are secrets typed for the saved connection; they are kept as with `connection.open`. */
const replayTo = variants(
	object({ kind: constant("target"), target: connectTarget }),
	object({ kind: constant("connection"), connectionId, values: optional(secretValues) }),
);
export type ReplayTo = Of<typeof replayTo>;

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

// ---------------------------------------------------------------- requests

const uploadId = string({ minLength: 1, maxLength: 64 });

export const INTERCHANGE_REQUESTS = {
	/** Writes DIR/exports/NAME; `file.handOver` gives it to the person. */
	"transcript.export": request(exportRequest, gives<ExportDone>()),
	/** Built-in and own rules, as saved. */
	"redaction.rules": request({}, gives<{ rules: RedactionRule[] }>()),
	/** Saves own rules and which ones are on; a pattern that cannot be used is refused with INVALID_ARGS. */
	"redaction.save": request({ rules: redactionRules }, gives<{ rules: RedactionRule[] }>()),
	/** What an export with these rules would mask. */
	"redaction.preview": request({ sessionId, rules: redactionRules }, gives<RedactionPreview>()),

	/** A file of the window's machine is handed over in pieces; it lies in the profile until it is imported, verified or let go. */
	"upload.begin": request({ name: string({ minLength: 1, maxLength: 255 }), bytes: ordinal }, gives<UploadBegun>()),
	/** In order; `base64` holds at most UPLOAD_PIECE_BYTES. */
	"upload.piece": request({ uploadId, base64: string({ maxLength: Math.ceil(UPLOAD_PIECE_BYTES / 3) * 4 }) }, gives<null>()),
	/** Lets an upload go, or stops its import: nothing is left of it. */
	"upload.cancel": request({ uploadId }, gives<null>()),
	/** Answers when the whole file is stored; `import.progress` tells how far it is. Errors: IMPORT_FAILED with line or byte, IMPORT_CANCELLED. */
	"transcript.import": request({ uploadId, protocol: optional(protocolName) }, gives<ImportDone>()),
	/** `head`, and `key` as a fingerprint: noted elsewhere; then only what they bind counts as proven. */
	"transcript.verifyFile": request({ uploadId, head: optional(sha256), key: optional(sha256) }, gives<FileProof>()),

	/** Rows `from` to `from + count - 1` of the comparison, or of its differences only. */
	"compare.run": request(
		{ left: sessionId, right: sessionId, from: ordinal, count: rowCount, onlyDifferences: boolean },
		gives<ComparePage>(),
	),

	/** Opens a new session there and says in it what the stored one said. Errors: those of `session.open` and `connection.open`. */
	"replay.start": request({ sessionId, to: replayTo, pace: replayPace }, gives<ReplayStatus>()),
	/** Of the new session; says nothing more, the link stays. */
	"replay.stop": request({ sessionId }, gives<ReplayStatus>()),
	/** Null for a session that is no replay of this run of the program. */
	"replay.status": request({ sessionId }, gives<ReplayStatus | null>()),
};
