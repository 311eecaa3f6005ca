/** What main and its two workers say to each other. */

import type { SavedConnection } from "../../../schemas/connections.ts";
import type { ErrorCode } from "../../../schemas/errors.ts";
import type { RecentTarget } from "../../../schemas/ipc.ts";
import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import type { Comparison, OutboxEntry, SessionFacts, SessionOrigin, StoredSession } from "../../core/ports.ts";
import type { FrameKindsTable } from "../../core/timeline/frame-kinds.ts";
import type { Chunk } from "./batch.ts";
import type { OutsideNews } from "./outside-writes.ts";

/** A change to what is stored, or to the small tables. */
export type Change =
	| { kind: "delivery"; sessionRow: number; ordinal: number; delivery: Delivery }
	| { kind: "findings"; sessionRow: number; ordinal: number; findings: readonly Finding[] }
	| { kind: "draft"; sessionId: string; key: string; text: string }
	| { kind: "setting"; key: string; value: string }
	| { kind: "recent"; target: RecentTarget }
	| { kind: "notes"; sessionId: string; tags: readonly string[]; note: string }
	| { kind: "removed"; sessionIds: readonly string[]; removedAtMs: number | null }
	| { kind: "forgetRecent"; id: string }
	/** The next seal covers what is stored now; `secret` is for a session that has none yet. */
	| { kind: "beginSeal"; sessionId: string; secret: Uint8Array }
	| { kind: "seal"; seal: StoredSeal }
	| { kind: "timeStamp"; sessionId: string; number: number; stamp: Uint8Array }
	/** A piece of an import that was given up. */
	| { kind: "dropImport"; sessionRow: number }
	| { kind: "connection"; connection: SavedConnection }
	| { kind: "removeConnection"; connectionId: string };

/** Written in one transaction. Numbers of batches go up by one and are remembered by the database. */
export interface PostedBatch {
	id: number;
	firstOrdinal: number;
	chunks: Chunk[];
	/** Types by index. */
	types: string[];
	findings: { ordinal: number; findings: readonly Finding[] }[];
	changes: Change[];
	/** JSON by session row; with `claims` where what the session claims beside its entries may be another than before. */
	facts: { sessionRow: number; json: string; claims?: string }[];
}

/** A row of `seals`. */
export interface StoredSeal {
	sessionId: string;
	number: number;
	/** Entries it covers. */
	position: number;
	/** Of these entries the last one, 0 when there is none. */
	lastOrdinal: number;
	/** The last of `amendments` that it covers, 0 when there is none. */
	amendedUpTo: number;
	/** JCS texts. */
	claims: string;
	statement: string;
	/** 32 bytes. */
	head: Uint8Array;
	/** Null together: nobody signed. `key` is SPKI, DER. */
	signature: Uint8Array | null;
	key: Uint8Array | null;
	atMs: number;
}

export interface WriterData {
	profileDir: string;
	databasePath: string;
	/** What the protocols of this version say of their frames: the writer loads none. */
	kinds: FrameKindsTable;
}

export type ToWriter =
	| { kind: "batch"; batch: PostedBatch }
	| { kind: "open"; id: number; origin: SessionOrigin; facts: SessionFacts }
	/** Tests only: lets the database grow no further than this, as a full disk would. */
	| { kind: "limitPages"; pages: number }
	/** Takes removed sessions out and gives room back, in steps between batches. `mayStop`: a database of an older version is rewritten at once. */
	| { kind: "compact"; mayStop: boolean }
	| { kind: "stopCompact" }
	| { kind: "close" };

export interface OpenedSession {
	row: number;
	session: StoredSession;
	lastOrdinal: number;
	outbox: OutboxEntry[];
	created: boolean;
}

export interface BatchComparison {
	sessionRow: number;
	ordinal: number;
	comparison: Comparison;
}

export interface Refusal {
	code: ErrorCode;
	message: string;
	detail?: unknown;
}

export type FromWriter =
	/** `note`: a sentence about what was done to come to this database; else empty. */
	| { kind: "ready"; lastOrdinal: number; lastBatch: number; databasePath: string; note: string }
	/** The files are not as this writer opened them: nothing more is committed there. */
	| { kind: "unsafe"; message: string }
	/** What was stored is in another database now, or at least what comes is; the worker ends, and the next one goes on there. */
	| { kind: "rescued"; databasePath: string; isWhole: boolean; message: string }
	/** Another program did something to the database. */
	| { kind: "outside"; news: OutsideNews }
	/** The database cannot be opened for writing; the worker ends. `lasts`: opening it again is no use. */
	| ({ kind: "refused"; lasts: boolean } & Refusal)
	| { kind: "committed"; id: number; comparisons: BatchComparison[] }
	/** Rolled back; nothing of the batch was written. `lasts`: the same batch again would fail again. */
	| { kind: "failed"; id: number; message: string; lasts: boolean }
	/** A step was made; `gone`: sessions that are no more. */
	| { kind: "compacting"; done: number; total: number; gone: string[] }
	| { kind: "compacted"; outcome: "done" | "stopped" | "failed"; message: string }
	| { kind: "opened"; id: number; opened: OpenedSession }
	| ({ kind: "openFailed"; id: number } & Refusal);
