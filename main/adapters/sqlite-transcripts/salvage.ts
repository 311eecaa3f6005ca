import type { Database } from "better-sqlite3";
import type { SessionOrigin } from "../../core/ports.ts";
import type { FrameKindsTable } from "../../core/timeline/frame-kinds.ts";
import { foldCodeOf, MARK, marksOf } from "./codes.ts";
import { createActivityCounter } from "./count-activity.ts";
import { genesis } from "./hashing.ts";
import { isUnreadable } from "./recognise.ts";
import { readableRows } from "./salvage-rows.ts";
import { createSessionKinds } from "./session-kinds.ts";
import { createShapeWriter } from "./write-shapes.ts";

export interface Salvaged {
	sessions: number;
	entries: number;
	findings: number;
	/** Entries that their sessions count and that could not be read; null when not every session could be read either. */
	lostEntries: number | null;
	/** Sessions that are not whole, with what is there of them. */
	damaged: { session: string; entries: number; counted: number | null }[];
	/** Other tables with something that could not be read. */
	unreadable: string[];
}

/** Made anew from the entries, or new by itself. */
const NOT_COPIED = new Set(["entries", "findings", "sessions", "activity", "shapes", "store", "identity"]);
const ROWS_PER_COMMIT = 20_000;
const ROWS_PER_WORD = 1000;

interface Session {
	id: number;
	name: string;
	counted: number | null;
	head: Buffer | null;
	entries: number;
	last: { ordinal: number; hash: Buffer } | null;
}

interface Entry {
	ordinal: number;
	session: number;
	at_ms: number;
	dir: number;
	kind: number;
	opcode: number;
	type: string;
	delivery: number;
	marks: number;
	hash: Buffer;
	body: Buffer;
	[column: string]: unknown;
}

/** None where there is no such table. */
export const columnsOf = (db: Database, table: string): string[] =>
	db.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];

/**
 * Copies what can be read of a damaged database into a new, empty one of the current format. Positions are given anew, since lists are laid out by
 * them; hashes stay as they are, so that `verify` names the first place where something is missing.
 * `kinds`: what the protocols say of their frames. `saved` is told of progress and may throw; `ofEntries` is what the sessions count, as far as they can be read.
 * Errors: whatever SQLite throws about the new database.
 */
export function salvage(
	from: Database,
	into: Database,
	kinds: FrameKindsTable,
	saved: (entries: number, ofEntries: number) => void = () => {},
): Salvaged {
	const sessions = new Map<number, Session>();
	const kindsOf = createSessionKinds(into, kinds);
	const unreadable: string[] = [];
	let entries = 0;
	let findings = 0;

	const shared = (table: string): string[] => {
		const there = columnsOf(from, table);
		return columnsOf(into, table).filter((column) => there.includes(column));
	};
	const inserter = (table: string, columns: readonly string[]) =>
		into.prepare(
			`INSERT OR IGNORE INTO "${table}" (${columns.map((c) => `"${c}"`).join(", ")}) VALUES (${columns.map((c) => `@${c}`).join(", ")})`,
		);

	/** False for what no table of ours would take. */
	function insert(statement: ReturnType<typeof inserter>, row: Record<string, unknown>): boolean {
		try {
			return statement.run(row).changes > 0;
		} catch (error) {
			if (/^SQLITE_(CONSTRAINT|MISMATCH)/.test(String((error as { code?: string }).code)) || error instanceof TypeError) return false;
			throw error;
		}
	}

	function copyTable(table: string): void {
		try {
			const columns = shared(table);
			const statement = inserter(table, columns);
			const { rows, holes } = readableRows(from, table, columns);
			let refused = 0;
			for (const row of rows) if (!insert(statement, row) && holes() === 0) refused++;
			if (holes() + refused > 0) unreadable.push(table);
		} catch (error) {
			if (!isUnreadable(error)) throw error;
			unreadable.push(table);
		}
	}

	function copySessions(): void {
		const columns = shared("sessions");
		const statement = inserter("sessions", columns);
		const { rows, holes } = readableRows(from, "sessions", columns);
		for (const row of rows) {
			if (!insert(statement, row)) continue;
			const { id, session_id: name, entries: counted, head } = row as { id: number; session_id: string; entries: number; head: Buffer };
			sessions.set(id, { id, name, counted, head, entries: 0, last: null });
		}
		if (holes() > 0) unreadable.push("sessions");
	}

	/** Entries without a session that says whose they are. */
	function nameless(id: number): Session | null {
		const name = `recovered-${id}`;
		const origin: Partial<SessionOrigin> = { sessionId: name };
		const row = {
			id,
			session_id: name,
			origin: JSON.stringify(origin),
			facts: "{}",
			entries: 0,
			last_ordinal: 0,
			head: genesis(name),
			trouble_changes: 0,
		};
		if (!insert(inserter("sessions", Object.keys(row)), row)) return null;
		const made: Session = { id, name, counted: null, head: null, entries: 0, last: null };
		sessions.set(id, made);
		return made;
	}

	function copyEntries(): void {
		const columns = shared("entries");
		const statement = inserter("entries", columns);
		const shapes = createShapeWriter(into);
		const activity = createActivityCounter(into);
		const findingsOf = from.prepare<[number], Record<string, unknown>>("SELECT * FROM findings WHERE ordinal = ?");
		const insertFinding = inserter("findings", shared("findings"));
		const { rows, holes } = readableRows(from, "entries", columns);
		const counted = [...sessions.values()].reduce((sum, session) => sum + (session.counted ?? 0), 0);
		saved(0, counted);
		let waiting = 0;
		into.exec("BEGIN");
		for (const row of rows as Generator<Entry>) {
			const session = sessions.get(row.session) ?? nameless(row.session);
			if (session === null || !copyEntry(row, session)) continue;
			if (entries % ROWS_PER_WORD === 0) saved(entries, counted);
			if (++waiting < ROWS_PER_COMMIT) continue;
			waiting = 0;
			activity.flush();
			shapes.flush();
			into.exec("COMMIT; BEGIN");
		}
		activity.flush();
		shapes.flush();
		into.exec("COMMIT");
		if (holes() > 0) unreadable.push("entries");

		function copyEntry(row: Entry, session: Session): boolean {
			const { ordinal, dir, kind, opcode, type, delivery, body } = row;
			const marks =
				marksOf(dir, kind, opcode, type, delivery, (row.marks & MARK.finding) !== 0, kindsOf(session.id)) | (row.marks & MARK.odd);
			if (!insert(statement, { ...row, position: session.entries + 1, marks })) return false;
			session.entries++;
			session.last = { ordinal, hash: row.hash };
			entries++;
			activity.count(session.id, row.at_ms, dir);
			shapes.add(session.id, session.entries, foldCodeOf(dir, kind, opcode, type, kindsOf(session.id)), body.length);
			if ((row.marks & MARK.finding) !== 0) findings += copyFindings(ordinal);
			return true;
		}

		function copyFindings(ordinal: number): number {
			try {
				return findingsOf.all(ordinal).filter((finding) => insert(insertFinding, finding)).length;
			} catch (error) {
				if (!isUnreadable(error)) throw error;
				if (!unreadable.includes("findings")) unreadable.push("findings");
				return 0;
			}
		}
	}

	function closeSessions(): void {
		const save = into.prepare("UPDATE sessions SET entries = ?, last_ordinal = ?, head = ? WHERE id = ?");
		for (const { id, name, entries: saved, counted, head, last } of sessions.values())
			save.run(saved, last?.ordinal ?? 0, saved === counted && head !== null ? head : (last?.hash ?? genesis(name)), id);
	}

	copySessions();
	copyEntries();
	closeSessions();
	const tables = into.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
	for (const table of tables) if (!NOT_COPIED.has(table) && columnsOf(from, table).length > 0) copyTable(table);
	const all = [...sessions.values()];
	const isComplete = !unreadable.includes("sessions") && all.every(({ counted }) => counted !== null);
	return {
		sessions: all.length,
		entries,
		findings,
		lostEntries: isComplete ? all.reduce((sum, { counted, entries: saved }) => sum + Math.max(0, (counted ?? 0) - saved), 0) : null,
		damaged: all
			.filter(({ counted, entries: saved }) => counted !== saved)
			.map(({ name, entries: saved, counted }) => ({ session: name, entries: saved, counted })),
		unreadable,
	};
}
