import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { RedactionRule } from "../../../schemas/interchange.ts";
import type { StoreHealth, VerifyReport } from "../../../schemas/ipc.ts";
import { ConsoleError } from "../../core/errors.ts";
import type { Library, Search, SessionWriter, SigningKey, Transcripts } from "../../core/ports.ts";
import { endSigned } from "../../core/proof/statements.ts";
import { systemWords } from "../files/system-words.ts";
import type { ComparedPage } from "./compare-stored.ts";
import { exportName } from "./export-name.ts";
import { fingerprintOf } from "./file-proof/signatures.ts";
import type { IntakeSession } from "./intake.ts";
import { createLibrary } from "./library.ts";
import { makeFolder } from "./make-folder.ts";
import { openReadOnly } from "./open-read-only.ts";
import { createPlainReads } from "./plain-reads.ts";
import { type DatabasePlace, databaseIn, holdProfile } from "./profile-files.ts";
import type { ExportExtent } from "./reader-requests.ts";
import { type Reading, startReading } from "./reading.ts";
import { type ReadingAlong, startReadingAlong } from "./reading-along.ts";
import { type CompactingNews, type Recording, sizeOnDisk, startRecording } from "./recording.ts";
import type { Redaction, Survey } from "./redacting.ts";
import { rescuedIn } from "./rescue.ts";
import { headsLogOf } from "./seals/heads-log.ts";
import { type Sealing, type Signing, startSealing } from "./seals/sealing.ts";
import { type Indexing, startIndexing } from "./search/indexing.ts";
import { type Searching, startSearching } from "./search/searching.ts";
import { createStoredTimes } from "./stored-times.ts";
import { dropSteps } from "./unfinished-imports.ts";

export interface TranscriptsOptions {
	/** Folder of the profile; created when absent. The database is `transcripts.sqlite` in it. */
	profileDir: string;
	/** ms since 1970. */
	now: () => number;
	/** Reads beside a program that records; takes no lock. `open` and everything that saves is refused. */
	readOnly?: boolean;
	/** Where exports go when no path is said. Default: `exports` in the profile. */
	exportsDir?: string;
	/** Each thread as it starts; for tests that stop one, or fill the writer's disk. */
	onWorker?: (what: WorkerName, worker: Worker) => void;
	/** How long an answer with a regular expression in it may take, ms; default: what a person waits. */
	expressionPatienceMs?: number;
}

/** Entries that are verified before a session goes on: a few tens of milliseconds. */
const VERIFIED_BEFORE = 2000;

export type WorkerName = "writer" | "reader" | "conversation" | "index" | "search" | "seals";

export interface SqliteTranscripts extends Transcripts {
	library: Library;
	search: Search;
	/** What these rules would mask, and what is needed to do it. */
	survey(sessionId: string, rules: RedactionRule[], secrets?: string[], extent?: ExportExtent): Promise<Survey>;
	/** Where an export made now ends; where this program records, what is stored now is sealed for it. */
	exportExtent(sessionId: string): Promise<ExportExtent>;
	/** Fingerprints of the keys whose signatures are the profile's own. */
	ownKeys(): string[];
	/** Streams the export to a file that appears only when whole. `path` null: a name of its own in the exports folder. */
	exportJsonl(
		sessionId: string,
		path: string | null,
		redaction: Redaction | null,
	): Promise<{ path: string; bytes: number; entries: number; head: string; signedBy: string | null }>;
	/** Header and entries as lines of version 1, each with its line feed, for other formats to be made of. */
	exportLines(sessionId: string, redaction: Redaction | null): AsyncIterable<string>;
	/** Rows of two sessions side by side, read and aligned away from main. */
	compareSessions(left: string, right: string, page: { from: number; count: number; onlyDifferences: boolean }): Promise<ComparedPage>;
	/** Takes an import of that many entries away again, in steps between which live sessions are written. Not for a finished one. */
	dropImport(sessionId: string, entries: number): Promise<void>;
	/** From now on sessions are sealed, and signed where the key can; without this call none is. When reading only it just tells whose signatures are the profile's own. */
	beginSealing(signing: Signing): void;
	/** Sessions that another program records now; none when this one holds the profile. */
	recordedElsewhere(): Promise<string[]>;
}

/**
 * Opens the transcript database of a profile.
 * Errors: STORE_LOCKED names profile and holder; STORE_NEWER, the file untouched; STORE_FAILED, when reading only also for a profile on
 * which nothing was recorded yet.
 */
export async function openTranscripts({
	profileDir,
	now,
	readOnly = false,
	exportsDir = join(profileDir, "exports"),
	onWorker,
	expressionPatienceMs,
}: TranscriptsOptions): Promise<SqliteTranscripts> {
	if (!readOnly) makeProfile(profileDir);
	const place: DatabasePlace = { path: databaseIn(profileDir) };
	// While another program goes on in a rescued database, that is the one to read.
	if (readOnly) place.path = rescuedIn(profileDir).at(-1) ?? place.path;
	const storedTimes = createStoredTimes();
	const onReader = (worker: Worker): void => onWorker?.("reader", worker);
	const readingAlong = startReadingAlong(place, (worker) => onWorker?.("conversation", worker));
	const searching = startSearching(place, (worker) => onWorker?.("search", worker), expressionPatienceMs);
	const parts = { profileDir, place, exportsDir, now, readingAlong, searching };
	if (readOnly) {
		const { reading, dispose } = await openReadOnly(place, onReader);
		return assemble({ ...parts, reading, recording: null, indexing: null, sealing: null, storedAtMs: storedTimes.of, dispose }).transcripts;
	}
	const releases = [holdProfile(place.path)];
	const dispose = (): void => {
		for (const release of releases.splice(0)) release();
	};
	// Both threads start side by side; the reader opens the database with its first question, after the writer has made or upgraded it.
	const reading = startReading(place, onReader);
	let indexing: Indexing | null = null;
	let sealing: Sealing | null = null;
	let hear: (news: CompactingNews) => void = () => {};
	try {
		const recording = await startRecording({
			profileDir,
			place,
			now,
			onCommit(firstOrdinal, entries) {
				storedTimes.add(firstOrdinal, entries, now());
				indexing?.committed(entries);
				sealing?.committed(entries);
			},
			onCompacting: (news) => hear(news),
			onMoved() {
				releases.push(holdProfile(place.path));
				for (const thread of [reading, readingAlong, searching, indexing, sealing]) thread?.renew();
			},
			onWriter: (worker) => onWorker?.("writer", worker),
		});
		indexing = startIndexing(place, (worker) => onWorker?.("index", worker), recording.checked);
		sealing = startSealing({
			place,
			now,
			flushed: recording.flushed,
			change: recording.intake.change,
			lastOrdinalBefore: recording.lastOrdinalBefore,
			isTouchedOutside: recording.isTouchedOutside,
			onWorker: (worker) => onWorker?.("seals", worker),
		});
		const { transcripts, compacting } = assemble({ ...parts, reading, recording, indexing, sealing, storedAtMs: storedTimes.of, dispose });
		hear = compacting;
		return transcripts;
	} catch (error) {
		await reading.close();
		dispose();
		throw error;
	}
}

interface Parts {
	profileDir: string;
	place: DatabasePlace;
	exportsDir: string;
	now: () => number;
	reading: Reading;
	readingAlong: ReadingAlong;
	searching: Searching;
	/** Null when the profile is open for reading only. */
	indexing: Indexing | null;
	sealing: Sealing | null;
	recording: Recording | null;
	storedAtMs(ordinal: number): number | undefined;
	/** After the last thread has ended, the files are nobody's here. */
	dispose(): void | Promise<void>;
}

function assemble(parts: Parts): { transcripts: SqliteTranscripts; compacting(news: CompactingNews): void } {
	const { profileDir, place, exportsDir, now, reading, readingAlong, searching, indexing, sealing, recording, storedAtMs } = parts;
	const writers = new Map<string, { session: IntakeSession; writer: SessionWriter }>();
	let closed = false;
	let signingKey: SigningKey | null = null;

	/** Answers that must hold what was just saved wait for its commit, unless writes fail. */
	const flushed = async (): Promise<void> => recording?.flushed();

	function recorder(): Recording {
		if (recording !== null) return recording;
		throw new ConsoleError("STORE_FAILED", `The profile ${profileDir} is open for reading only; nothing can be recorded or saved.`);
	}

	function readOnlyHealth(): StoreHealth {
		const where = place.copyOf === undefined ? "" : ` Its folder cannot be written; what is shown is a copy of how it was at the start.`;
		const message = closed ? "The transcript store is closed." : `Open for reading only.${where}`;
		const state = closed ? "closed" : "readOnly";
		return {
			state,
			message,
			databasePath: place.copyOf ?? place.path,
			databaseBytes: sizeOnDisk(place.path),
			pendingEntries: 0,
			pendingBytes: 0,
		};
	}

	/** A session that does not verify is not recorded into silently: a short one is refused, a long one is looked at meanwhile and told. */
	async function refuseMalformed(sessionId: string, entries: number): Promise<void> {
		const verified = reading.ask("verify", { sessionId });
		if (entries > VERIFIED_BEFORE) {
			verified.then(
				({ holds, problem }) => !holds && recorder().warn(`Session ${sessionId} is recorded into, but does not verify: ${problem}`),
				// A reader that stopped says so to whoever asks next.
				() => {},
			);
			return;
		}
		const { holds, problem } = await verified;
		if (!holds)
			throw new ConsoleError(
				"STORE_DAMAGED",
				`Session ${sessionId} does not verify, so nothing more is recorded into it: ${problem} It can be read and exported; begin another session.`,
			);
	}

	function writerOf(sessionId: string, row: number, lastOrdinal: number): SessionWriter {
		const known = writers.get(sessionId);
		if (known !== undefined) return known.writer;
		const { intake } = recorder();
		const session: IntakeSession = { row, lastOrdinal, deliveries: 0, pendingBytes: 0, listener: null, share: null, claims: null };
		const writer: SessionWriter = {
			append: (draft) => intake.append(session, draft),
			setFacts: (facts) => intake.setFacts(session, facts),
			setDelivery: (ordinal, delivery) => intake.setDelivery(session, ordinal, delivery),
			addFindings: (ordinal, findings) => intake.addFindings(session, ordinal, findings),
			pendingBytes: () => session.pendingBytes,
			compare: (epoch, sequence, body) =>
				reading.ask("compare", { sessionId, epoch, sequence, body: typeof body === "string" ? Buffer.from(body) : body }),
			onCommitted(listener) {
				session.listener = listener;
			},
		};
		writers.set(sessionId, { session, writer });
		return writer;
	}

	const library = createLibrary({
		profileDir,
		place,
		now,
		reading,
		flushed,
		recorder,
		onPurged(sessionIds) {
			for (const sessionId of sessionIds) writers.delete(sessionId);
			indexing?.purged();
		},
	});

	/** Where an export made now ends. */
	async function exportExtent(sessionId: string): Promise<ExportExtent> {
		await flushed();
		const sealedSinceMs = sealing === null ? null : now();
		await sealing?.seal(sessionId, "asked");
		return reading.ask("exportExtent", { sessionId, sealedSinceMs });
	}

	async function* exportLines(sessionId: string, redaction: Redaction | null): AsyncIterable<string> {
		await flushed();
		let part = await reading.ask("exportStart", { sessionId, redaction, exportedAtMs: now() });
		for (;;) {
			yield* part.lines;
			if (part.next === null) return;
			part = await reading.ask("exportSlice", { sessionId, redaction, after: part.next });
		}
	}

	const transcripts: SqliteTranscripts = {
		...createPlainReads(reading, flushed),
		health: () => recording?.health() ?? readOnlyHealth(),
		onHealth: (listener) => recording?.onHealth(listener) ?? (() => {}),
		async open(origin, facts) {
			await flushed();
			const { row, session, lastOrdinal, outbox, created } = await recorder().open(origin, facts);
			// Once a run: what reading finds is stored piece by piece, and each piece opens the session.
			if (!created && !writers.has(origin.sessionId)) await refuseMalformed(origin.sessionId, session.entries);
			return { session, outbox, created, writer: writerOf(origin.sessionId, row, lastOrdinal) };
		},
		async entry(sessionId, ordinal, mostBytes) {
			const entry = await reading.ask("entry", { sessionId, ordinal, mostBytes: mostBytes ?? null });
			const stored = storedAtMs(ordinal);
			return entry === null || stored === undefined ? entry : { ...entry, storedAtMs: stored };
		},
		conversationPage: (sessionId, request, isEnded) => readingAlong.ask("page", { sessionId, request, isEnded }),
		conversationText: (sessionId, index, from, count) => readingAlong.ask("text", { sessionId, index, from, count }),
		conversationLocate: (sessionId, ordinal) => readingAlong.ask("locate", { sessionId, ordinal }),
		stateAt: (sessionId, ordinal) => readingAlong.ask("stateAt", { sessionId, ordinal }),
		stateTrail: (sessionId) => readingAlong.ask("stateTrail", { sessionId }),
		tableView: (sessionId, match, ordinal, isEnded) => readingAlong.ask("table", { sessionId, match, ordinal, isEnded }),
		whole: (sessionId, ordinal, isEnded) => readingAlong.ask("whole", { sessionId, ordinal, isEnded }),
		requests: (sessionId, isEnded) => readingAlong.ask("requests", { sessionId, isEnded }),
		readFindings: (sessionId, maxEntries, isEnded) => readingAlong.ask("findings", { sessionId, maxEntries, isEnded }),
		endReading: (sessionId) => void readingAlong.ask("endReading", { sessionId }).catch(() => {}),
		headsFile: () => (existsSync(headsLogOf(place.path)) ? headsLogOf(place.path) : null),
		seal: async (sessionId) => sealing?.seal(sessionId, "asked"),
		sealLater: (sessionId, why) => sealing?.sealLater(sessionId, why),
		beginSealing(signing) {
			signingKey = signing.key;
			sealing?.begin(signing);
		},
		async verify(sessionId, head) {
			await flushed();
			await sealing?.seal(sessionId, "asked");
			const report = await reading.ask("verify", { sessionId, ...(head !== undefined && { head }) });
			const isOwn = report.signed !== null && report.signed.fingerprint === signingKey?.status().fingerprint;
			const said: VerifyReport = isOwn && report.signed !== null ? { ...report, signed: { ...report.signed, key: "own" } } : report;
			const foreign = recording?.foreignIn(sessionId) ?? null;
			return foreign === null || !report.holds ? said : { ...said, ok: false, holds: false, problem: foreign };
		},
		exportExtent,
		async survey(sessionId, rules, secrets = [], extent) {
			await flushed();
			return reading.ask("survey", { sessionId, rules, secrets, extent: extent ?? (await exportExtent(sessionId)) });
		},
		ownKeys() {
			const fingerprint = signingKey?.status().fingerprint ?? null;
			return fingerprint === null ? [] : [fingerprint];
		},
		async exportJsonl(sessionId, path, redaction) {
			await flushed();
			const extent = redaction?.extent ?? (await exportExtent(sessionId));
			const exportedAtMs = now();
			const name = exportName(sessionId, exportedAtMs, redaction !== null, "jsonl");
			const { keptIn = "nowhere", publicKey: said = null } = signingKey?.status() ?? {};
			const publicKey = keptIn === "nowhere" || said === null ? null : Buffer.from(said, "base64");
			const order = { sessionId, path: path ?? join(exportsDir, name), redaction, extent, exportedAtMs, publicKey };
			const unfinished = await reading.ask("exportFile", order);
			const signature = publicKey === null ? null : (signingKey?.sign(endSigned(unfinished.statement))?.signature ?? null);
			const { bytes } = await reading.ask("exportEnd", { unfinished, signature });
			const { entries, head } = unfinished;
			return { path: unfinished.path, bytes, entries, head, signedBy: publicKey === null ? null : fingerprintOf(publicKey) };
		},
		library,
		search: searching,
		exportLines,
		async compareSessions(left, right, page) {
			await flushed();
			return reading.ask("compareSessions", { left, right, page });
		},
		async dropImport(sessionId, entries) {
			const known = writers.get(sessionId);
			if (known === undefined) return;
			writers.delete(sessionId);
			await flushed();
			for (let step = dropSteps(entries); step > 0; step--) {
				recorder().intake.change({ kind: "dropImport", sessionRow: known.session.row });
				await flushed();
			}
		},
		recordedElsewhere: async () => (recording === null ? reading.ask("recordedElsewhere", {}) : []),
		saveDraft: (sessionId, key, text) => recorder().intake.change({ kind: "draft", sessionId, key, text }),
		saveSetting: (key, value) => recorder().intake.change({ kind: "setting", key, value }),
		saveRecent: (target) => recorder().intake.change({ kind: "recent", target }),
		forgetRecent: (id) => recorder().intake.change({ kind: "forgetRecent", id }),
		saveConnection: (connection) => recorder().intake.change({ kind: "connection", connection }),
		removeConnection: (connectionId) => recorder().intake.change({ kind: "removeConnection", connectionId }),
		async close() {
			if (closed) return;
			closed = true;
			await sealing?.close();
			// First the readers: the last connection to close brings the log back into the database file.
			await library.close();
			await Promise.all([reading.close(), readingAlong.close(), searching.close(), indexing?.close()]);
			try {
				await recording?.close();
			} finally {
				await parts.dispose();
			}
		},
	};
	return { transcripts, compacting: library.compacting };
}

function makeProfile(profileDir: string): void {
	try {
		makeFolder(profileDir);
	} catch (error) {
		const words = systemWords(error);
		throw new ConsoleError("STORE_FAILED", `The profile folder ${profileDir} cannot be made: ${words}.`, { cause: error });
	}
}
