import type { Database } from "better-sqlite3";
import type { TimelineFilter } from "../../../schemas/timeline.ts";
import { DIRECTION_CODES } from "../../core/timeline/chain.ts";
import type { FoldRules } from "../../core/timeline/folds.ts";
import { ALONE, MARK, TROUBLE } from "./codes.ts";
import { parseWords, wordCondition } from "./filter-words.ts";
import { createFoldList, type FoldList } from "./fold-list.ts";
import { foldedRows, plainRows, type RowsView } from "./folded-view.ts";
import { createShapeReader, type ShapeReader } from "./read-shapes.ts";
import type { SessionFolds } from "./session-folds.ts";
import type { SessionTail } from "./session-tail.ts";
import { countUpTo, type View, viewOf, viewWithout } from "./view.ts";
import { createYielder } from "./yielding.ts";

/** Views kept; the least recently used one goes. */
const KEPT_VIEWS = 8;
/** Positions looked at between two chances for other requests. */
const WINDOW = { index: 32_768, bodies: 2048 } as const;

export interface Views {
	/**
	 * The session's list under that filter, as of `tail`. Extended by what was stored since it was last asked for.
	 * `open`: positions of the first entries of open folds. `after`: entries up to that position are left out.
	 */
	of(tail: SessionTail, filter: TimelineFilter, open: readonly number[], after: number): Promise<RowsView>;
}

/** One list as far as it was laid out. All arrays are ascending positions. One that was handed out stays when it must be made anew. */
interface List {
	scanned: number;
	/** Pings, pongs and acks left out. */
	upkeep: number[];
	/** Empty when the list holds everything but its upkeep. */
	listed: number[];
	/** Entries that never fold; empty when the list does not fold. */
	alone: number[];
	folds: FoldList | null;
	view: View;
	shape: number;
}

interface KeptView {
	update(tail: SessionTail): Promise<List>;
}

export function createViews(db: Database, rulesOf: SessionFolds["rulesOf"]): Views {
	const kept = new Map<string, KeptView>();
	const readShapes = createShapeReader(db);

	return {
		async of(tail, filter, open, after) {
			const { directions, heartbeats, acks, text, onlyTrouble, fold } = filter;
			const key = JSON.stringify([tail.row, directions?.toSorted(), heartbeats, acks, text, onlyTrouble, fold, after]);
			const found = kept.get(key) ?? createView(db, readShapes, rulesOf(tail.row), tail.row, filter, after);
			kept.delete(key);
			kept.set(key, found);
			const oldest = kept.keys().next().value;
			if (kept.size > KEPT_VIEWS && oldest !== undefined) kept.delete(oldest);
			const { view, folds, shape } = await found.update(tail);
			return folds === null ? plainRows(view, shape) : foldedRows(view, folds, open, shape);
		},
	};
}

function createView(db: Database, readShapes: ShapeReader, rules: FoldRules, row: number, filter: TimelineFilter, start: number): KeptView {
	const searched = parseWords(filter.text ?? "");
	const words = searched.map(wordCondition);
	const { directions } = filter;
	const isEveryDirection = directions === undefined || new Set(directions).size === Object.keys(DIRECTION_CODES).length;
	const onlyTrouble = filter.onlyTrouble === true;
	const listsAll = words.length === 0 && isEveryDirection && !onlyTrouble && start === 0;
	const isFolding = filter.fold === true && !onlyTrouble && !searched.some(({ wanted }) => wanted);
	const window = words.length > 0 && !onlyTrouble ? WINDOW.bodies : WINDOW.index;
	const hiddenMarks = (filter.heartbeats === true ? 0 : MARK.heartbeat) | (filter.acks === false ? MARK.ack : 0);

	const marked = (marks: number) => statement(db, "entries_marked", `marks > 0 AND marks & ${marks}`);
	const upkeepIn = marked(hiddenMarks);
	const aloneIn = marked(ALONE);
	const conditions = words.map(({ sql }) => sql);
	if (!isEveryDirection) conditions.push(`dir IN (${directions.map((direction) => DIRECTION_CODES[direction]).join(", ")})`);
	if (onlyTrouble) conditions.push(`marks > 0 AND marks & ${TROUBLE}`);
	const matches = statement(db, onlyTrouble ? "entries_marked" : "entries_by_position", conditions.join(" AND ") || "1");
	const parameters = words.flatMap((word) => word.parameters);

	const findUpkeep = (after: number, upTo: number) => (hiddenMarks === 0 ? [] : (upkeepIn.all(row, after, upTo) as number[]));
	const findAlone = (after: number, upTo: number) => (isFolding ? (aloneIn.all(row, after, upTo) as number[]) : []);

	let troubleChanges = -1;
	let list = newList(0);
	let running: Promise<unknown> = Promise.resolve();

	function newList(shape: number): List {
		const upkeep: number[] = [];
		const listed: number[] = [];
		const view = listsAll ? viewWithout(upkeep, () => made.scanned) : viewOf(listed);
		const made: List = { scanned: start, upkeep, listed, alone: [], folds: isFolding ? createFoldList(rules) : null, view, shape };
		return made;
	}

	/** Lays out the next window. `known`: positions that fit the filter were found before. */
	function scan(into: List, upTo: number, known: readonly number[] | null): void {
		const after = into.scanned;
		const upkeep = findUpkeep(after, upTo);
		const alone = findAlone(after, upTo);
		for (const position of upkeep) into.upkeep.push(position);
		for (const position of alone) into.alone.push(position);
		const firstNew = into.listed.length;
		if (!listsAll) {
			const skipped = new Set(upkeep);
			const fitting = known?.slice(countUpTo(known, after), countUpTo(known, upTo)) ?? matches.all(row, after, upTo, ...parameters);
			for (const position of fitting as number[]) if (!skipped.has(position)) into.listed.push(position);
		}
		if (into.folds !== null) fold(into, into.folds, upTo, upkeep, alone, firstNew);
		into.scanned = upTo;
	}

	function fold(into: List, folds: FoldList, upTo: number, upkeep: readonly number[], alone: readonly number[], firstNew: number): void {
		const { listed } = into;
		let nextHidden = 0;
		let nextAlone = 0;
		let nextListed = firstNew;
		readShapes(row, into.scanned, upTo, (position, shape) => {
			const isHidden = upkeep[nextHidden] === position;
			if (isHidden) nextHidden++;
			const standsAlone = alone[nextAlone] === position;
			if (standsAlone) nextAlone++;
			const isListed = listsAll ? !isHidden : listed[nextListed] === position;
			if (isListed) {
				nextListed++;
				folds.listed(shape, standsAlone);
			} else folds.hidden(shape, standsAlone);
		});
		folds.settle();
	}

	async function layOut(into: List, upTo: number, known: readonly number[] | null = null): Promise<void> {
		const pause = createYielder();
		while (into.scanned < upTo) {
			scan(into, Math.min(into.scanned + window, upTo), known);
			await pause();
		}
	}

	/** Older entries may have changed sides. Where that shows, the list is made anew; what was handed out stays as it is. */
	async function remake(tail: SessionTail): Promise<void> {
		const { scanned } = list;
		const isUpkeepSame = isEqual(findUpkeep(start, scanned), list.upkeep);
		if (!onlyTrouble && isUpkeepSame && isEqual(findAlone(start, scanned), list.alone)) return;
		const fresh = newList(tail.troubleChanges);
		// Searching bodies again would be dear; whatever stands alone now changes nothing in what fits.
		await layOut(fresh, scanned, isUpkeepSame && !onlyTrouble && !listsAll ? list.listed : null);
		list = fresh;
	}

	async function update(tail: SessionTail): Promise<List> {
		if (list.scanned === start) list.shape = tail.troubleChanges;
		else if (tail.troubleChanges !== troubleChanges) await remake(tail);
		troubleChanges = tail.troubleChanges;
		await layOut(list, tail.entries);
		return list;
	}

	return {
		update(tail) {
			const updated = running.then(() => update(tail));
			// One that failed must not fail the ones after it.
			running = updated.catch(() => {});
			return updated;
		},
	};
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
	return some.length === others.length && some.every((value, place) => value === others[place]);
}

function statement(db: Database, index: string, condition: string) {
	const sql = `SELECT position FROM entries INDEXED BY ${index} WHERE session = ? AND position > ? AND position <= ? AND (${condition}) ORDER BY position`;
	return db.prepare(sql).pluck();
}
