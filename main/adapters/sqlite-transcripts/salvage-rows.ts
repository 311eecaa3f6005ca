import type { Database } from "better-sqlite3";
import { isUnreadable } from "./recognise.ts";

type Row = Record<string, unknown>;

const MOST_ROWS = 256;
/** Beyond any number of a row that this program has given. */
const FARTHEST = 2 ** 40;

export interface SavedRows {
	/** Those that cannot be read are passed over. */
	rows: Generator<Row>;
	/** Places where something could not be read; grows while rows are taken. */
	holes(): number;
}

/** Every row of a damaged table that can still be read. */
export const readableRows = (db: Database, table: string, columns: readonly string[]): SavedRows =>
	db.prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?").pluck().get(table) === 1
		? readableFromEnds(db, table, columns)
		: readableByNumber(db, table, columns);

/** Of a table without numbered rows, which are small here: up to what cannot be read, from both ends; a row may come twice. */
function readableFromEnds(db: Database, table: string, columns: readonly string[]): SavedRows {
	let holes = 0;
	const named = columns.map((column) => `"${column}"`).join(", ");
	const keys = db.prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").pluck().all(table) as string[];

	function until(order: "ASC" | "DESC"): Row[] {
		const found: Row[] = [];
		try {
			const by = keys.map((key) => `"${key}" ${order}`).join(", ");
			for (const row of db.prepare<[], Row>(`SELECT ${named} FROM "${table}" ORDER BY ${by}`).iterate()) found.push(row);
		} catch (error) {
			if (!isUnreadable(error)) throw error;
			holes++;
		}
		return found;
	}

	function* walk(): Generator<Row> {
		yield* until("ASC");
		if (holes > 0) yield* until("DESC");
	}
	return { rows: walk(), holes: () => holes };
}

/** Of a table whose rows have numbers: found from both sides of what cannot be read. */
function readableByNumber(db: Database, table: string, columns: readonly string[]): SavedRows {
	let holes = 0;
	const named = columns.map((column) => `"${column}"`).join(", ");
	const select = db.prepare<[number, number], Row & { rowNumber: number }>(
		`SELECT rowid AS rowNumber, ${named} FROM "${table}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT ?`,
	);

	function read(from: number, most: number): (Row & { rowNumber: number })[] | null {
		try {
			const found = select.all(from, most);
			// A page that is not where it belongs gives rows out of their order, and could give them for ever.
			return found.every(({ rowNumber }, index) => rowNumber >= (found[index - 1]?.rowNumber ?? from - 1) + 1) ? found : null;
		} catch (error) {
			if (!isUnreadable(error)) throw error;
			return null;
		}
	}

	/** The lowest number after `hole` from which on rows can be read again; null when there is none. */
	function readableAfter(hole: number): number | null {
		let reach = 1;
		while (read(hole + reach, 1) === null) {
			reach *= 2;
			if (reach > FARTHEST) return null;
		}
		let [bad, good] = [hole + Math.floor(reach / 2), hole + reach];
		while (good - bad > 1) {
			const middle = Math.floor((bad + good) / 2);
			if (read(middle, 1) === null) bad = middle;
			else good = middle;
		}
		return good;
	}

	function* walk(): Generator<Row> {
		let from = 0;
		let most = MOST_ROWS;
		for (;;) {
			const found = read(from, most);
			if (found !== null) {
				yield* found;
				const last = found.at(-1);
				if (last === undefined || found.length < most) return;
				from = last.rowNumber + 1;
				most = Math.min(most * 2, MOST_ROWS);
			} else if (most > 1) {
				most = 1;
			} else {
				holes++;
				const next = readableAfter(from);
				if (next === null) return;
				from = next;
			}
		}
	}

	return { rows: walk(), holes: () => holes };
}
