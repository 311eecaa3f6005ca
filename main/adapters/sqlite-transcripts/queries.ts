import type { Database } from "better-sqlite3";
import type { SavedConnection } from "../../../schemas/connections.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { endStart, type TimelineFilter } from "../../../schemas/timeline.ts";
import type { StoredSession } from "../../core/ports.ts";
import { DELIVERY_CODES } from "../../core/timeline/chain.ts";
import type { Answers } from "./answering.ts";
import { MARK } from "./codes.ts";
import { canCompactInSteps } from "./compact.ts";
import { createStoredComparer } from "./compare-stored.ts";
import { createEntryReader } from "./entry-reader.ts";
import { createExporter } from "./export-session.ts";
import { createProofExporter } from "./file-proof/export-proof.ts";
import { mentions } from "./filter-words.ts";
import { sha256 } from "./hashing.ts";
import { createRowReader } from "./list-rows.ts";
import { createOverview } from "./overview.ts";
import type { ReaderRequests } from "./reader-requests.ts";
import { createSealRows } from "./seals/seal-rows.ts";
import { notIndexed } from "./search/index-file.ts";
import { createSessionDetails } from "./session-details.ts";
import { createSessionFolds } from "./session-folds.ts";
import { createTailFinder, type SessionTail } from "./session-tail.ts";
import { IS_IMPORTING, readSession, storedObject, storedStrings } from "./stored-json.ts";
import { createTroubleFinder } from "./trouble.ts";
import { createVerifier, type VerifiedSession } from "./verify-chain.ts";
import { createViews } from "./views.ts";

/** Everything the reader can answer, over one connection that cannot write. */
export function createQueries(db: Database, headsLog: string | null = null): Answers<ReaderRequests> {
	db.function("mentions", { deterministic: true }, mentions);
	const findTail = createTailFinder(db);
	const folds = createSessionFolds(db);
	const views = createViews(db, folds.rulesOf);
	const entries = createEntryReader(db);
	const readRows = createRowReader(entries, folds);
	const findTrouble = createTroubleFinder(db, entries);
	const overview = createOverview(db);
	const verify = createVerifier(db, headsLog);
	const sealRows = createSealRows(db);
	const compareStored = createStoredComparer(db);
	const exporter = createExporter(db, findTail, entries);
	const proofExporter = createProofExporter(db, findTail);
	const sessions = db.prepare<[], { sessionId: string; origin: string; facts: string; entries: number }>(
		`SELECT session_id AS sessionId, origin, facts, entries FROM sessions LEFT JOIN notes ON notes.session = sessions.id
		 WHERE NOT ${IS_IMPORTING} AND removed_at_ms IS NULL ORDER BY id`,
	);
	const entryCount = db.prepare("SELECT coalesce(sum(entries), 0) FROM sessions").pluck();
	const findingCount = db.prepare("SELECT count(*) FROM findings").pluck();
	const said = db.prepare<[number], { origin: string; facts: string }>("SELECT origin, facts FROM sessions WHERE id = ?");
	/** All as of one moment: a session that is being recorded goes on between two reads. */
	const claimsOf = db.transaction((sessionId: string): VerifiedSession => {
		const tail = findTail(sessionId);
		const { origin, facts } = said.get(tail.row) ?? { origin: "", facts: "" };
		const seals = sealRows.all(tail.row);
		return { tail, ...readSession(sessionId, origin, facts), seals, secret: sealRows.secret(tail.row) };
	});
	const openMessages = db.prepare<[string], { delivery: number; count: number }>(
		`SELECT delivery, COUNT(*) AS count FROM entries
		WHERE session = (SELECT id FROM sessions WHERE session_id = ?) AND marks > 0 AND marks & ${MARK.open} GROUP BY delivery`,
	);
	function openCounts(sessionId: string): NonNullable<StoredSession["open"]> {
		const counts = { queued: 0, doubtful: 0, unknown: 0 };
		for (const { delivery, count } of openMessages.all(sessionId)) {
			counts[delivery === DELIVERY_CODES.queued ? "queued" : "doubtful"] += count;
			if (delivery === DELIVERY_CODES.unknown) counts.unknown += count;
		}
		return counts;
	}
	const firstOfSequence = db
		.prepare<[number, number, number], Buffer>(
			"SELECT sha256 FROM entries WHERE session = ? AND epoch = ? AND sequence = ? AND dir = 0 ORDER BY ordinal LIMIT 1",
		)
		.pluck();
	const drafts = db.prepare<[string], [string, string]>("SELECT key, text FROM drafts WHERE session_id = ?").raw();
	const settings = db.prepare<[], [string, string]>("SELECT key, value FROM settings").raw();
	const recent = db.prepare<[], { id: string; target: string; label: string; usedAtMs: number }>(
		"SELECT id, target, label, used_at_ms AS usedAtMs FROM recent ORDER BY used_at_ms DESC",
	);

	const connections = db.prepare<[], Omit<SavedConnection, "target" | "secretHeaders"> & { target: string; secretHeaders: string }>(
		`SELECT connection_id AS connectionId, name, target, secret_headers AS secretHeaders, created_at_ms AS createdAtMs,
			changed_at_ms AS changedAtMs, used_at_ms AS usedAtMs FROM connections`,
	);

	const listOf = (tail: SessionTail, filter: TimelineFilter) =>
		views.of(
			tail,
			filter,
			(filter.unfolded ?? []).map((ordinal) => entries.positionOf(tail.row, ordinal)),
			filter.afterOrdinal === undefined ? 0 : entries.positionAtOrBefore(tail, filter.afterOrdinal),
		);

	return {
		sessions: () =>
			sessions.all().map(({ sessionId, origin, facts: said, entries: count }) => ({
				...readSession(sessionId, origin, said),
				entries: count,
				open: openCounts(sessionId),
			})),
		async rows([sessionId, filter, from, count]) {
			const tail = findTail(sessionId);
			const list = await listOf(tail, filter);
			const total = list.length();
			const start = from ?? endStart(total, count);
			const rows = readRows(tail.row, list, start, from === null ? total - start : count);
			const { entries: all, lastOrdinal: upToOrdinal } = tail;
			return { total, listed: list.listed(), entries: all, upToOrdinal, shape: list.shape, from: start, rows };
		},
		entry: ({ sessionId, ordinal, mostBytes }) => entries.detail(sessionId, findTail(sessionId), ordinal, mostBytes),
		async locate([sessionId, filter, ordinal]) {
			const tail = findTail(sessionId);
			const list = await listOf(tail, filter);
			return Math.max(0, list.indexAtOrBefore(entries.positionAtOrBefore(tail, ordinal)));
		},
		async trouble([sessionId, filter, fromOrdinal, direction]) {
			const tail = findTail(sessionId);
			return findTrouble(tail, await listOf(tail, filter), fromOrdinal, direction);
		},
		overview: ([sessionId, columns]) => overview(findTail(sessionId), columns),
		compare({ sessionId, epoch, sequence, body }) {
			const first = firstOfSequence.get(findTail(sessionId).row, epoch, sequence);
			return first === undefined ? "absent" : sha256(body).equals(first) ? "same" : "different";
		},
		verify: ({ sessionId, head }) => verify(sessionId, claimsOf(sessionId), head),
		exportExtent: ({ sessionId, sealedSinceMs }) => proofExporter.extent(sessionId, sealedSinceMs),
		exportFile: (order) => proofExporter.begin(order),
		exportEnd: ({ unfinished, signature }) => proofExporter.end(unfinished, signature),
		exportStart: ({ sessionId, redaction, exportedAtMs }) => exporter.start(sessionId, redaction, exportedAtMs),
		exportSlice: ({ sessionId, redaction, after }) => exporter.slice(sessionId, redaction, after),
		compareSessions: ({ left, right, page }) => compareStored(findTail(left), findTail(right), page),
		survey: ({ sessionId, rules, secrets, extent }) => exporter.survey(sessionId, rules, secrets, extent),
		details: createSessionDetails(db),
		pages: () => ({
			entries: entryCount.get() as number,
			findings: findingCount.get() as number,
			freeBytes: (db.pragma("freelist_count", { simple: true }) as number) * (db.pragma("page_size", { simple: true }) as number),
			notIndexed: notIndexed(db),
			inSteps: canCompactInSteps(db),
		}),
		drafts: ([sessionId]) => Object.fromEntries(drafts.all(sessionId)),
		settings: () => Object.fromEntries(settings.all()),
		recent: () =>
			recent.all().flatMap((each) => {
				const target = storedObject(each.target);
				return target === null ? [] : [{ ...each, target: target as unknown as ConnectTarget }];
			}),
		connections: () =>
			connections.all().flatMap((each) => {
				const target = storedObject(each.target);
				const secretHeaders = storedStrings(each.secretHeaders);
				return target === null ? [] : [{ ...each, target: target as unknown as ConnectTarget, secretHeaders }];
			}),
	};
}
