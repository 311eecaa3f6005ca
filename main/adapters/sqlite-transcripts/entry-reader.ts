import { isUtf8 } from "node:buffer";
import type { Database } from "better-sqlite3";
import type { EntryDetail, Finding, Severity, TimelineRow } from "../../../schemas/timeline.ts";
import type { ProtocolDoor } from "../../core/protocols/door.ts";
import { doorOf } from "../../core/protocols/table.ts";
import { localFacts } from "../../core/timeline/local-facts.ts";
import { summarize } from "../../core/timeline/summary.ts";
import { deliveryOf, directionOf, kindOf, MARK, opcodeOf } from "./codes.ts";
import { genesis } from "./hashing.ts";
import { createSessionProtocols } from "./session-protocol.ts";
import type { SessionTail } from "./session-tail.ts";

/** A row's summary is made from at most this much of the body; a list of large bodies must not read them whole. */
const SUMMARY_BYTES = 16_384;
const SEVERITY_ORDER = { info: 0, warning: 1, error: 2 } as const satisfies Record<Severity, number>;

export interface StoredEntry {
	ordinal: number;
	position: number;
	at_ms: number;
	mono_ms: number;
	dir: number;
	kind: number;
	opcode: number;
	type: string;
	epoch: number | null;
	sequence: number | null;
	delivery: number;
	marks: number;
	byteLength: number;
	/** Whole, or its beginning. */
	body: Buffer;
}

export interface WholeEntry extends StoredEntry {
	sha256: Buffer;
	hash: Buffer;
}

const COLUMNS = "ordinal, position, at_ms, mono_ms, dir, kind, opcode, type, epoch, sequence, delivery, marks, length(body) AS byteLength";
export const WHOLE_COLUMNS = `${COLUMNS}, sha256, hash, body`;

export interface EntryReader {
	/** Null when there is no such position. */
	row(session: number, position: number): TimelineRow | null;
	/** The entry's text, or its beginning; null when it is none or there is no such position. */
	text(session: number, position: number): string | null;
	/** At most `mostBytes` of its bytes, from the beginning; null is all. */
	detail(sessionId: string, tail: SessionTail, ordinal: number, mostBytes: number | null): EntryDetail | null;
	findings(ordinal: number): Finding[];
	/** Position of the entry with that ordinal, 0 when the session has none. */
	positionOf(session: number, ordinal: number): number;
	/** Position of the session's last entry at or before that ordinal, 0 when there is none. */
	positionAtOrBefore(tail: SessionTail, ordinal: number): number;
	/** 0 when there is no such position. */
	ordinalAt(session: number, position: number): number;
}

export function createEntryReader(db: Database): EntryReader {
	const byPosition = db.prepare<[number, number], StoredEntry>(
		`SELECT ${COLUMNS}, CASE WHEN length(body) <= ${SUMMARY_BYTES} THEN body ELSE substr(body, 1, ${SUMMARY_BYTES}) END AS body
		 FROM entries WHERE session = ? AND position = ?`,
	);
	const byOrdinal = db.prepare<[number, number], WholeEntry>(`SELECT ${WHOLE_COLUMNS} FROM entries WHERE ordinal = ? AND session = ?`);
	const hashAt = db.prepare<[number, number], Buffer>("SELECT hash FROM entries WHERE session = ? AND position = ?").pluck();
	const ordinalOf = db.prepare<[number, number], number>("SELECT ordinal FROM entries WHERE session = ? AND position = ?").pluck();
	const positionByOrdinal = db.prepare<[number, number], number>("SELECT position FROM entries WHERE ordinal = ? AND session = ?").pluck();
	const findingsOf = db.prepare<[number], Finding & { reason: string | null }>(
		"SELECT code, severity, path, message, reason FROM findings WHERE ordinal = ? ORDER BY number",
	);

	const protocolOf = createSessionProtocols(db);

	function findings(ordinal: number): Finding[] {
		return findingsOf.all(ordinal).map(({ reason, ...finding }) => (reason === null ? finding : { ...finding, reason }));
	}

	function row(session: number, position: number): TimelineRow | null {
		const entry = byPosition.get(session, position);
		if (entry === undefined) return null;
		const found = entry.marks & MARK.finding ? findings(entry.ordinal) : [];
		return { ...headOf(entry, doorOf(protocolOf(session))), findings: found.length, worst: worstOf(found) };
	}

	function text(session: number, position: number): string | null {
		const entry = byPosition.get(session, position);
		return entry === undefined ? null : beginningOf(entry.body, entry.body.length < entry.byteLength);
	}

	const positionOf = (session: number, ordinal: number): number => positionByOrdinal.get(ordinal, session) ?? 0;

	function detail(sessionId: string, tail: SessionTail, ordinal: number, mostBytes: number | null): EntryDetail | null {
		const entry = byOrdinal.get(ordinal, tail.row);
		if (entry === undefined) return null;
		const found = findings(ordinal);
		const previous = entry.position === 1 ? genesis(sessionId) : hashAt.get(tail.row, entry.position - 1);
		return {
			...headOf(entry, doorOf(protocolOf(tail.row))),
			sessionId,
			...(mostBytes === null || entry.body.length <= mostBytes ? contentOf(entry.body) : startOf(entry.body, mostBytes)),
			worst: worstOf(found),
			findings: found,
			sha256: entry.sha256.toString("hex"),
			hash: entry.hash.toString("hex"),
			previousHash: previous?.toString("hex") ?? "",
		};
	}

	const ordinalAt = (session: number, position: number): number => ordinalOf.get(session, position) ?? 0;

	function positionAtOrBefore(tail: SessionTail, ordinal: number): number {
		// Ordinals rise with positions, so halving finds it in about twenty look-ups of the index.
		let low = 0;
		let high = tail.entries;
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			if (ordinalAt(tail.row, middle) <= ordinal) low = middle;
			else high = middle - 1;
		}
		return low;
	}

	return { row, text, detail, findings, positionOf, positionAtOrBefore, ordinalAt };
}

type RowHead = Omit<TimelineRow, "findings" | "worst">;

function headOf(entry: StoredEntry, { words, frames }: Pick<ProtocolDoor, "words" | "frames">): RowHead {
	const { ordinal, position, type, byteLength } = entry;
	const dir = directionOf(entry.dir);
	const kind = kindOf(entry.kind);
	const opcode = opcodeOf(entry.opcode);
	const text = beginningOf(entry.body, entry.body.length < byteLength);
	const facts = dir === "local" ? localFacts(text) : undefined;
	return {
		ordinal,
		position,
		atMs: entry.at_ms,
		monoMs: entry.mono_ms,
		dir,
		kind,
		opcode,
		type,
		summary: summarize({ dir, kind, opcode, type, text, byteLength }, words, frames.secretive),
		byteLength,
		epoch: entry.epoch ?? undefined,
		sequence: entry.sequence ?? undefined,
		delivery: deliveryOf(entry.delivery),
		...(facts !== undefined && { facts }),
	};
}

/** Exact content: text when the bytes are valid UTF-8, else base64. */
export function contentOf(body: Buffer): { text: string } | { base64: string } {
	return isUtf8(body) ? { text: body.toString() } : { base64: body.toString("base64") };
}

/** The beginning of what `contentOf` gives, never through a character. */
function startOf(body: Buffer, mostBytes: number): { text: string; cutBytes: number } | { base64: string; cutBytes: number } {
	let end = mostBytes;
	if (!isUtf8(body)) return { base64: body.toString("base64", 0, end), cutBytes: end };
	while (end > 0 && ((body[end] ?? 0) & 0xc0) === 0x80) end--;
	return { text: body.toString("utf8", 0, end), cutBytes: end };
}

/** Text for a summary, null when it is none. A cut may go through a character: its first bytes are left out. */
function beginningOf(body: Buffer, isCut: boolean): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body, { stream: isCut });
	} catch {
		return null;
	}
}

function worstOf(findings: readonly Finding[]): Severity | undefined {
	let worst: Severity | undefined;
	for (const { severity } of findings) {
		if (worst === undefined || SEVERITY_ORDER[severity] > SEVERITY_ORDER[worst]) worst = severity;
	}
	return worst;
}
