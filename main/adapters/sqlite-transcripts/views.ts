import type { Database } from "better-sqlite3";
import type { TimelineFilter } from "../../../schemas/timeline.ts";
import { DIRECTION_CODES } from "../../core/timeline/chain.ts";
import { MARK, TROUBLE } from "./codes.ts";
import { parseWords, wordCondition } from "./filter-words.ts";
import type { SessionTail } from "./session-tail.ts";
import { type View, viewOf, viewWithout } from "./view.ts";
import { createYielder } from "./yielding.ts";

/** Views kept; the least recently used one goes. */
const KEPT_VIEWS = 8;
/** Positions looked at between two chances for other requests. */
const WINDOW = { index: 32_768, bodies: 2048 } as const;

export interface Views {
	/** The session's list under that filter, as of `tail`. Extended by what was stored since it was last asked for. */
	of(tail: SessionTail, filter: TimelineFilter): Promise<View>;
}

interface KeptView {
	/** The view as of `tail`. One that was handed out stays as it is when the list must be made anew. */
	update(tail: SessionTail): Promise<View>;
}

export function createViews(db: Database): Views {
	const kept = new Map<string, KeptView>();

	return {
		async of(tail, filter) {
			const key = JSON.stringify([tail.row, filter.directions?.toSorted(), filter.heartbeats, filter.text, filter.onlyTrouble]);
			const found = kept.get(key) ?? createView(db, tail.row, filter);
			kept.delete(key);
			kept.set(key, found);
			const oldest = kept.keys().next().value;
			if (kept.size > KEPT_VIEWS && oldest !== undefined) kept.delete(oldest);
			return found.update(tail);
		},
	};
}

function createView(db: Database, row: number, filter: TimelineFilter): KeptView {
	const words = parseWords(filter.text ?? "").map(wordCondition);
	const { directions } = filter;
	const isEveryDirection = directions === undefined || new Set(directions).size === Object.keys(DIRECTION_CODES).length;
	const onlyTrouble = filter.onlyTrouble === true;
	const listsAll = words.length === 0 && isEveryDirection && !onlyTrouble;
	const window = words.length > 0 && !onlyTrouble ? WINDOW.bodies : WINDOW.index;
	const hidesHeartbeats = filter.heartbeats !== true;

	const heartbeats = statement(db, "entries_marked", `marks > 0 AND marks & ${MARK.heartbeat}`);
	const conditions = words.map(({ sql }) => sql);
	if (!isEveryDirection) conditions.push(`dir IN (${directions.map((direction) => DIRECTION_CODES[direction]).join(", ")})`);
	if (onlyTrouble) conditions.push(`marks > 0 AND marks & ${TROUBLE}`);
	const matches = statement(db, onlyTrouble ? "entries_marked" : "entries_by_position", conditions.join(" AND ") || "1");
	const parameters = words.flatMap((word) => word.parameters);

	let scanned = 0;
	let troubleChanges = -1;
	let running: Promise<unknown> = Promise.resolve();
	let listed: number[] = [];
	const hidden: number[] = [];
	let view = listsAll ? viewWithout(hidden, () => scanned) : viewOf(listed);

	function scan(after: number, upTo: number): void {
		const pings = hidesHeartbeats ? (heartbeats.all(row, after, upTo) as number[]) : [];
		if (listsAll) {
			for (const position of pings) hidden.push(position);
			return;
		}
		const skipped = new Set(pings);
		for (const position of matches.all(row, after, upTo, ...parameters) as number[]) {
			if (!skipped.has(position)) listed.push(position);
		}
	}

	async function update(tail: SessionTail): Promise<View> {
		if (onlyTrouble && tail.troubleChanges !== troubleChanges) {
			// An entry that was listed or not may have changed sides.
			listed = [];
			view = viewOf(listed);
			scanned = 0;
			troubleChanges = tail.troubleChanges;
		}
		const pause = createYielder();
		while (scanned < tail.entries) {
			const upTo = Math.min(scanned + window, tail.entries);
			scan(scanned, upTo);
			scanned = upTo;
			await pause();
		}
		return view;
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

function statement(db: Database, index: string, condition: string) {
	const sql = `SELECT position FROM entries INDEXED BY ${index} WHERE session = ? AND position > ? AND position <= ? AND (${condition}) ORDER BY position`;
	return db.prepare(sql).pluck();
}
