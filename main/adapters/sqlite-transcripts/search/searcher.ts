import type { Database } from "better-sqlite3";
import { ConsoleError } from "../../../core/errors.ts";
import { isPrivate, withNumbersMasked } from "../../../core/nfc/private-parts.ts";
import type { FoundEntry, SearchFound, SearchPlan } from "../../../core/ports.ts";
import type { Answers } from "../answering.ts";
import { directionOf, kindOf } from "../codes.ts";
import { IS_IMPORTING } from "../stored-json.ts";
import { type BlockWalk, walkBlocks } from "./blocks.ts";
import { type Candidate, createCandidate, type EntryRow } from "./candidate.ts";
import { type CompiledPlan, compilePlan, type Marker } from "./compile-plan.ts";
import { firstOrdinalOf, lastOrdinalOf, nextBlockOf, ORDINALS_PER_BLOCK } from "./index-file.ts";
import { snippetOf } from "./snippet.ts";

export type Found = SearchFound;

export type SearchRequests = {
	run: { args: { searchId: number; plan: SearchPlan; limit: number }; result: Found };
	more: { args: { searchId: number; limit: number }; result: Found };
	cancel: { args: { searchId: number }; result: null };
};

/** An answer comes after this at the latest, with what was found so far. */
const SLICE_MS = 120;
/** Searches kept open; the oldest one goes. */
const KEPT = 8;

interface Search {
	compiled: CompiledPlan;
	walk: BlockWalk;
	rows: EntryRows;
	/** Row of the one session that is searched. */
	session: number | null;
	first: number;
	last: number;
	/** Rows of the block at hand that were not looked at yet, the newest last. */
	pending: EntryRow[];
	settledDownTo: number;
	isDone: boolean;
	notIndexed: number;
}

type EntryRows = (from: number, to: number) => EntryRow[];

export interface SearcherOptions {
	database: Database;
	/** Null while there is no index; asked with each search. */
	index(): Database | null;
	/** Types of frames whose numbers of cards are masked in a list of hits. */
	secretive: ReadonlySet<string>;
}

export function createSearcher({ database, index, secretive }: SearcherOptions): Answers<SearchRequests> {
	const searches = new Map<number, Search>();
	const visible = database.prepare<[], { row: number; id: string }>(
		`SELECT id AS row, session_id AS id FROM sessions LEFT JOIN notes ON notes.session = sessions.id
		 WHERE removed_at_ms IS NULL AND NOT ${IS_IMPORTING}`,
	);
	const sessionRow = database.prepare<[string], { id: number; last: number }>(
		"SELECT id, last_ordinal AS last FROM sessions WHERE session_id = ?",
	);
	const firstOf = database.prepare<[number], number>("SELECT ordinal FROM entries WHERE session = ? AND position = 1").pluck();
	const lastStored = database.prepare("SELECT coalesce(max(ordinal), 0) FROM entries").pluck();

	function begin(plan: SearchPlan): Search {
		const compiled = compilePlan(plan);
		const session = plan.sessionId === null ? null : (sessionRow.get(plan.sessionId) ?? { id: -1, last: 0 });
		const first = session === null ? 1 : (firstOf.get(session.id) ?? 1);
		const last = session === null ? (lastStored.get() as number) : session.last;
		const indexNow = index();
		const upTo = indexNow === null ? 0 : nextBlockOf(indexNow) * ORDINALS_PER_BLOCK;
		const inSession = session === null ? "" : ` AND session = ${session.id}`;
		const statement = database.prepare<unknown[], EntryRow>(
			`SELECT ordinal, position, session, at_ms, dir, kind, type, sequence, marks, body FROM entries
			 WHERE ordinal BETWEEN ? AND ?${inSession} AND (${compiled.sql}) ORDER BY ordinal`,
		);
		return {
			compiled,
			walk: walkBlocks(database, indexNow, compiled, first, last),
			rows: (from, to) => statement.all(from, to, ...compiled.parameters),
			session: session?.id ?? null,
			first,
			last,
			pending: [],
			settledDownTo: last + 1,
			isDone: last < first,
			notIndexed: Math.max(0, last - Math.max(upTo, first - 1)),
		};
	}

	function go(searchId: number, search: Search, limit: number): Found {
		const sessions = new Map(visible.all().map(({ row, id }) => [row, id]));
		const until = performance.now() + SLICE_MS;
		const hits: FoundEntry[] = [];
		while (!search.isDone && hits.length < limit && performance.now() < until) {
			const row = search.pending.pop();
			if (row === undefined) {
				nextBlock(search);
				continue;
			}
			search.settledDownTo = row.ordinal;
			const sessionId = sessions.get(row.session);
			if (sessionId === undefined) continue;
			const candidate = createCandidate(row);
			if (search.compiled.tests.every(({ holds }) => holds(candidate))) hits.push(hitOf(sessionId, candidate, search.compiled, secretive));
		}
		if (search.isDone) searches.delete(searchId);
		const total = search.last - search.first + 1;
		const settled = search.isDone ? total : search.last - search.settledDownTo + 1;
		return {
			searchId,
			hits,
			done: search.isDone,
			total: Math.max(0, total),
			settled: Math.max(0, settled),
			notIndexed: search.notIndexed,
			hint: null,
		};
	}

	function nextBlock(search: Search): void {
		const block = search.walk.next();
		if (block === null) {
			search.isDone = true;
			return;
		}
		search.settledDownTo = Math.min(search.settledDownTo, lastOrdinalOf(block) + 1);
		search.pending = search.rows(Math.max(search.first, firstOrdinalOf(block)), Math.min(search.last, lastOrdinalOf(block)));
	}

	return {
		run({ searchId, plan, limit }) {
			const search = begin(plan);
			searches.set(searchId, search);
			const oldest = searches.keys().next().value;
			if (searches.size > KEPT && oldest !== undefined) searches.delete(oldest);
			return go(searchId, search, limit);
		},
		more({ searchId, limit }) {
			const search = searches.get(searchId);
			if (search === undefined) throw new ConsoleError("SEARCH_OVER", "That search is over; run it again.");
			return go(searchId, search, limit);
		},
		cancel({ searchId }) {
			searches.delete(searchId);
			return null;
		},
	};
}

/** Numbers of cards are masked in a list of hits, but for whoever looked for that very number. */
function snippetIn(text: string, isMasked: boolean, markers: readonly Marker[]) {
	if (!isMasked) return snippetOf(text, markers);
	const masked = snippetOf(withNumbersMasked(text), markers);
	return masked.marks.length > 0 || markers.length === 0 ? masked : snippetOf(text, markers);
}

function hitOf(sessionId: string, candidate: Candidate, { tests }: CompiledPlan, secretive: ReadonlySet<string>): FoundEntry {
	const { ordinal, position, at_ms, dir, kind, type, sequence } = candidate.row;
	const markers = tests.map((test) => test.marker(candidate)).filter((marker): marker is Marker => marker !== null);
	const inText = snippetIn(candidate.text(), isPrivate(type) || secretive.has(type), markers);
	// Where the text is written with escapes, its meaning holds what was looked for.
	const plain = inText.marks.length === 0 && markers.length > 0 ? candidate.plain() : null;
	const shown = plain === null ? inText : snippetOf(plain, markers);
	return {
		sessionId,
		ordinal,
		position,
		atMs: at_ms,
		dir: directionOf(dir),
		kind: kindOf(kind),
		type,
		...(sequence !== null && { sequence }),
		...shown,
	};
}
