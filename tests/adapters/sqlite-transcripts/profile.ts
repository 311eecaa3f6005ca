import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { afterEach } from "vitest";
import {
	openTranscripts,
	type SqliteTranscripts,
	type TranscriptsOptions,
	type WorkerName,
} from "../../../main/adapters/sqlite-transcripts/open.ts";
import type { Committed, EntryDraft, SessionFacts, SessionOrigin, SessionWriter } from "../../../main/core/ports.ts";
import { newFacts as factsOf } from "../../../main/core/session/new-facts.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { TimelineRow } from "../../../schemas/timeline.ts";

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A profile folder that is gone after the test. */
export function newProfile(): string {
	const folder = mkdtempSync(join(tmpdir(), "switchboard-transcripts-"));
	cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export interface OpenStore extends SqliteTranscripts {
	/** Every thread so far, newest last. */
	writers: Worker[];
	readers: Worker[];
	searchers: Worker[];
}

export async function openStore(
	profileDir: string,
	options: Partial<Pick<TranscriptsOptions, "readOnly" | "now" | "expressionPatienceMs">> = {},
): Promise<OpenStore> {
	const writers: Worker[] = [];
	const readers: Worker[] = [];
	const searchers: Worker[] = [];
	const others: Worker[] = [];
	const onWorker = (what: WorkerName, worker: Worker) =>
		({ writer: writers, reader: readers, conversation: others, index: others, search: searchers, seals: others })[what].push(worker);
	const store = await openTranscripts({ profileDir, now: () => 1_790_000_000_000, ...options, onWorker });
	// A test that means to close with entries unwritten has seen the error itself.
	cleanUps.push(() => store.close().catch(() => {}));
	return { ...store, writers, readers, searchers };
}

export const originOf = (sessionId: string, protocol: ProtocolName = "agentcall"): SessionOrigin => ({
	sessionId,
	protocol,
	profile: "standin-0.1",
	createdAtMs: 1_790_000_000_000,
	endpoint: "ws://127.0.0.1:1/",
	target: { protocol, by: { kind: "url", url: "ws://127.0.0.1:1/" } },
	card: null,
});

/** Of a session that has not begun to count epochs. */
export const newFacts = (): SessionFacts => ({ ...factsOf("w1", "Test"), epoch: 0 });

export const frame = (body: Uint8Array | string, more: Partial<EntryDraft> = {}): EntryDraft => ({
	atMs: 1_790_000_000_000,
	monoMs: 12.25,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "CUSTOM",
	body,
	...more,
});

/** Collects what a writer is told and waits for it. */
function watchCommits(writer: SessionWriter) {
	const seen: Committed[] = [];
	let wake = (): void => {};
	writer.onCommitted((committed) => {
		seen.push(committed);
		wake();
	});
	return {
		seen,
		async upTo(ordinal: number): Promise<void> {
			while ((seen.at(-1)?.upToOrdinal ?? 0) < ordinal) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
		comparisons: () => seen.flatMap(({ comparisons }) => comparisons),
	};
}

export async function openSession(store: SqliteTranscripts, sessionId = "s1", facts = newFacts(), protocol?: ProtocolName) {
	const opened = await store.open(originOf(sessionId, protocol), facts);
	return { ...opened, commits: watchCommits(opened.writer) };
}

export async function allRows(store: SqliteTranscripts, sessionId = "s1"): Promise<TimelineRow[]> {
	return (await store.rows(sessionId, { heartbeats: true }, 0, 500)).rows;
}

/** The database by itself, for looking at or damaging what is stored. */
export function rawDatabase<T>(profileDir: string, use: (db: Database.Database) => T): T {
	const db = new Database(join(profileDir, "transcripts.sqlite"));
	try {
		return use(db);
	} finally {
		db.close();
	}
}

/** Takes a database back to before seals; what a test means by an older one it sets itself. */
export function dropSeals(db: Database.Database): void {
	db.exec("DROP TABLE seals; DROP TABLE amendments; ALTER TABLE sessions DROP COLUMN seal_upto");
	db.exec("ALTER TABLE sessions DROP COLUMN seal_amended; ALTER TABLE sessions DROP COLUMN salt_secret");
	db.pragma("user_version = 95");
}
