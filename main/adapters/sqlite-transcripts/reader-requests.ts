import type { RedactionRule } from "../../../schemas/interchange.ts";
import type { VerifyReport } from "../../../schemas/ipc.ts";
import type { EntryDetail } from "../../../schemas/timeline.ts";
import type { Comparison, SessionDetails, StoreReads } from "../../core/ports.ts";
import type { EndLine } from "../../core/proof/file-lines.ts";
import type { ComparedPage } from "./compare-stored.ts";
import type { Redaction, Survey } from "./redacting.ts";

/** What the core asks as it is: arguments in their order. */
type PlainRequests = { [N in keyof StoreReads]: { args: Parameters<StoreReads[N]>; result: ReturnType<StoreReads[N]> } };

/** What the reader worker answers; arguments and results travel by structured clone. */
export type ReaderRequests = PlainRequests & {
	entry: { args: { sessionId: string; ordinal: number; mostBytes: number | null }; result: EntryDetail | null };
	compare: { args: { sessionId: string; epoch: number; sequence: number; body: Uint8Array }; result: Comparison };
	verify: { args: { sessionId: string; head?: string }; result: VerifyReport };
	exportFile: {
		args: ExportOrder;
		result: UnfinishedExport;
	};
	exportEnd: { args: { unfinished: UnfinishedExport; signature: Uint8Array | null }; result: { bytes: number } };
	exportExtent: { args: { sessionId: string; sealedSinceMs: number | null }; result: ExportExtent };
	exportStart: { args: { sessionId: string; redaction: Redaction | null; exportedAtMs: number }; result: ExportSlice };
	exportSlice: { args: { sessionId: string; redaction: Redaction | null; after: ExportMark }; result: ExportSlice };
	compareSessions: {
		args: { left: string; right: string; page: { from: number; count: number; onlyDifferences: boolean } };
		result: ComparedPage;
	};
	survey: { args: { sessionId: string; rules: RedactionRule[]; secrets: string[]; extent: ExportExtent }; result: Survey };
	details: { args: Record<string, never>; result: Map<string, SessionDetails> };
	pages: { args: Record<string, never>; result: PageCounts };
};

/** What the database file holds. */
export interface PageCounts {
	entries: number;
	findings: number;
	freeBytes: number;
	/** Entries the search index does not hold yet. */
	notIndexed: number;
	/** Room is given back in steps. */
	inSteps: boolean;
}

/** Where an export ends. */
export interface ExportExtent {
	/** Position of its last entry. */
	entries: number;
	/** That is where the last seal ends, and what changed since is left for the next one; else the file goes on beyond the last seal. */
	isSealed: boolean;
}

export interface ExportOrder {
	sessionId: string;
	path: string;
	redaction: Redaction | null;
	extent: ExportExtent;
	exportedAtMs: number;
	/** Of the key that will sign the end, SPKI in DER; null when nothing does. */
	publicKey: Uint8Array | null;
}

/** An export that lies beside its place, all but its last line. */
export interface UnfinishedExport {
	path: string;
	unfinishedPath: string;
	bytes: number;
	entries: number;
	head: string;
	/** The text of the end, to be signed. */
	statement: string;
	publicKey: Uint8Array | null;
	tail: EndLine["tail"] | null;
	/** Checksum of the last line written. */
	checksum: Uint8Array;
}

/** How far an export has come. */
export interface ExportMark {
	/** Position of the last entry written. */
	position: number;
	/** Position of the last entry to write. */
	lastPosition: number;
	/** Checksum of the last line written. */
	checksum: Uint8Array;
}

export interface ExportSlice {
	/** Whole lines with their line feeds. */
	lines: string[];
	/** Null after the last line. */
	next: ExportMark | null;
}
