import { statSync } from "node:fs";
import type { ImportDone, ImportedSession, ImportProgress } from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { SessionOrigin, SessionWriter } from "../../core/ports.ts";
import { doorOf } from "../../core/protocols/table.ts";
import { createImportedFacts } from "../../core/timeline/imported-facts.ts";
import type { SqliteTranscripts } from "../sqlite-transcripts/open.ts";
import { CHANGED_WORDS, naming, openImport, refuse, type SourceSession } from "./import-source.ts";

/** Bytes on their way to the disk before the file is read on. */
const PENDING_LIMIT_BYTES = 8 << 20;
const PROGRESS_INTERVAL_MS = 100;

export interface ImportOrder {
	path: string;
	/** Shown in lists: the file as its owner calls it. */
	name: string;
	protocol?: ProtocolName;
	now(): number;
	uuid(): string;
	onProgress(progress: Omit<ImportProgress, "uploadId">): void;
	isCancelled(): boolean;
}

/**
 * Imports a file: all of it or nothing. It is read twice: first every line is looked at, then entries are written to sessions that are not listed
 * until their last word is on disk, all in one transaction.
 * Errors: IMPORT_FAILED with the line, IMPORT_CANCELLED, STORE_FAILED.
 */
export async function importFile(transcripts: SqliteTranscripts, order: ImportOrder): Promise<ImportDone> {
	const { path, name, protocol, now, uuid, isCancelled } = order;
	const before = statSync(path, { throwIfNoEntry: false });
	const totalBytes = before?.size ?? 0;
	const seen = { entries: 0, toldAtMs: Number.NEGATIVE_INFINITY };
	const stopWhenCancelled = (): void => {
		if (isCancelled()) throw new ConsoleError("IMPORT_CANCELLED", `The import of ${name} was stopped; nothing of it was stored.`);
	};
	const told = (phase: ImportProgress["phase"]) => (bytes: number) => {
		stopWhenCancelled();
		if (now() - seen.toldAtMs < PROGRESS_INTERVAL_MS) return;
		seen.toldAtMs = now();
		order.onProgress({ phase, bytes: Math.min(bytes, totalBytes), totalBytes, entries: seen.entries });
	};
	const source = await naming(name, openImport(path, { onBytes: told("checking"), ...(protocol && { protocol }) }));
	const targets: Target[] = [];
	const watch = watchStore(transcripts);
	try {
		for (const [index, session] of source.sessions.entries()) {
			stopWhenCancelled();
			const listed = source.sessions.length > 1 ? `${name}, ${session.name ?? index + 1}` : name;
			targets.push(await openTarget(transcripts, session, { id: uuid(), file: name, listed, atMs: now() }));
		}
		for (const target of targets) watch.follow(target);
		for await (const { session, draft } of source.drafts(told("storing"))) {
			const target = targets[session] as Target;
			target.last = target.writer.append(draft);
			target.counts.take(draft);
			target.entries++;
			seen.entries++;
			if (target.writer.pendingBytes() > PENDING_LIMIT_BYTES) await watch.committed(target);
		}
		for (const target of targets) await watch.committed(target);
		stopWhenCancelled();
		const after = statSync(path, { throwIfNoEntry: false });
		if (after?.size !== before?.size || after?.mtimeMs !== before?.mtimeMs) await naming(name, refuseChanged());
		for (const target of targets) await readTarget(transcripts, target, stopWhenCancelled);
		// Only now they are sessions: said in one go, so written in one transaction.
		for (const target of targets) target.writer.setFacts(factsOf(target));
		await transcripts.sessions();
		for (const { id } of targets) transcripts.sealLater(id, "imported");
		return { format: source.format, sessions: targets.map(asImported) };
	} catch (thrown) {
		for (const { id, entries } of targets) await transcripts.dropImport(id, entries);
		throw thrown;
	} finally {
		watch.dispose();
	}
}

/** What was stored may be a bit of one file and a bit of another. */
const refuseChanged = async (): Promise<never> => refuse(null, CHANGED_WORDS);

interface Target {
	id: string;
	session: SourceSession;
	writer: SessionWriter;
	counts: ReturnType<typeof createImportedFacts>;
	entries: number;
	/** Ordinals: of the last entry, and up to which everything is on disk. */
	last: number;
	committed: number;
	/** What reading it in order found beyond what its frames and the file said, and how many entries were read. */
	found: number;
	read: number;
}

/** Entries read between two looks at whether the import was stopped. */
const READ_STEP = 4000;

/**
 * It is read to its end before it counts as a session, so that its findings are part of it. Of a file that was masked those it came
 * with stand: what it lacks would be taken for what the agent did wrong.
 */
async function readTarget(transcripts: SqliteTranscripts, target: Target, stopWhenCancelled: () => void): Promise<void> {
	const { id, session, writer } = target;
	if (session.isRedacted) return;
	for (let behind = 1; behind > 0; ) {
		stopWhenCancelled();
		// Nothing follows the last line of a file.
		const step = await transcripts.readFindings(id, READ_STEP, true);
		for (const { ordinal, findings } of step.found) {
			writer.addFindings(ordinal, findings);
			target.found += findings.length;
		}
		target.read = step.read;
		behind = step.behind;
	}
	transcripts.endReading(id);
}

function factsOf({ counts, found, read }: Target) {
	const facts = counts.facts();
	return { ...facts, findings: facts.findings + found, ...(read > 0 && { readEntries: read, readEndAt: read }) };
}

async function openTarget(
	transcripts: SqliteTranscripts,
	session: SourceSession,
	{ id, file, listed, atMs }: { id: string; file: string; listed: string; atMs: number },
): Promise<Target> {
	const { protocol, profile, from, createdAtMs, endpoint, isRedacted } = session;
	const origin: SessionOrigin = {
		sessionId: id,
		protocol,
		profile,
		createdAtMs,
		endpoint: endpoint ?? `file ${file}`,
		target: { protocol, by: { kind: "url", url: endpoint ?? `file:${file}` } },
		card: null,
		imported: { file, atMs, session: from, ...(isRedacted && { redacted: true }) },
	};
	const counts = createImportedFacts(id, listed.slice(0, 128), doorOf(protocol).imports.counts);
	const { writer } = await transcripts.open(origin, { ...counts.facts(), importing: true });
	return { id, session, writer, counts, entries: 0, last: 0, committed: 0, found: 0, read: 0 };
}

const asImported = (target: Target): ImportedSession => ({
	sessionId: target.id,
	protocol: target.session.protocol,
	entries: target.entries,
	findings: factsOf(target).findings,
	from: target.session.from,
});

/** Waits for the disk. A live session waits as long as it takes; an import can be begun again. */
function watchStore(store: SqliteTranscripts) {
	let wake = () => {};
	let problem: string | null = null;
	const stop = store.onHealth(({ state, message }) => {
		problem = state === "failing" ? message : null;
		wake();
	});
	return {
		follow(target: Target): void {
			target.writer.onCommitted(({ upToOrdinal }) => {
				target.committed = upToOrdinal;
				wake();
			});
		},
		async committed(target: Target): Promise<void> {
			while (target.committed < target.last) {
				if (problem !== null) throw new ConsoleError("STORE_FAILED", `${problem} Nothing was imported.`);
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
		dispose: stop,
	};
}
