import type { Database } from "better-sqlite3";
import type { StoreCheck } from "../../../schemas/ipc.ts";
import { isUnreadable } from "./recognise.ts";

/** A check of that much takes some tenths of a second, in a thread that nobody waits for. */
const CHECKED_WHOLE_BYTES = 64 * 1024 * 1024;
/** Of a larger database the entries are not checked, but for the newest ones, which are read. */
const NEWEST_ENTRIES = 2000;
const LARGE_TABLES = new Set(["entries", "findings"]);

/** Whether the database holds together, as far as that can be said in a moment. */
export function checkDatabase(db: Database): StoreCheck {
	const pageBytes = db.pragma("page_size", { simple: true }) as number;
	const ofBytes = pageBytes * (db.pragma("page_count", { simple: true }) as number);
	if (ofBytes <= CHECKED_WHOLE_BYTES) return { problem: problemOf(db, "quick_check"), isWhole: true, ofBytes };
	const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
	const small = tables.filter((table) => !LARGE_TABLES.has(table));
	for (const table of small) {
		const problem = problemOf(db, "quick_check", `'${table}'`);
		if (problem !== null) return { problem, isWhole: false, ofBytes };
	}
	return { problem: newestProblem(db), isWhole: false, ofBytes };
}

const MOST_PROBLEMS = 20;

/** Null when everything holds together. `what`: a table, else the whole database. */
export function problemOf(db: Database, check: "integrity_check" | "quick_check", what: string | number = MOST_PROBLEMS): string | null {
	try {
		const lines = db.pragma(`${check}(${what})`) as Record<string, string>[];
		const said = lines.map((line) => line[check] ?? "").join("; ");
		return said === "ok" ? null : said;
	} catch (error) {
		return unreadable(error);
	}
}

function newestProblem(db: Database): string | null {
	try {
		for (const _ of db.prepare(`SELECT * FROM entries ORDER BY ordinal DESC LIMIT ${NEWEST_ENTRIES}`).iterate());
		return null;
	} catch (error) {
		return unreadable(error);
	}
}

function unreadable(error: unknown): string {
	if (!isUnreadable(error)) throw error;
	return error instanceof Error ? error.message : String(error);
}
