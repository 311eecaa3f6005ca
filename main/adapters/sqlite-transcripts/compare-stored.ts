import type { Database } from "better-sqlite3";
import type { CompareRow } from "../../../schemas/interchange.ts";
import {
	type ComparableEntry,
	type ComparedSide,
	type Comparison,
	compareRow,
	compareSides,
	createComparedSide,
} from "../../core/interchange/compare-sessions.ts";
import { doorOf } from "../../core/protocols/table.ts";
import { directionOf, kindOf, opcodeOf } from "./codes.ts";
import { contentOf, WHOLE_COLUMNS, type WholeEntry } from "./entry-reader.ts";
import { createSessionProtocols } from "./session-protocol.ts";
import type { SessionTail } from "./session-tail.ts";
import { someRows } from "./some-rows.ts";
import { createYielder } from "./yielding.ts";

export interface ComparedPage {
	counts: Comparison["counts"];
	left: { frames: number; lengthMs: number };
	right: { frames: number; lengthMs: number };
	total: number;
	rows: CompareRow[];
}

const ENTRIES_PER_SLICE = 256;

interface Made {
	left: ComparedSide;
	right: ComparedSide;
	comparison: Comparison;
}

/** Compares stored sessions; the last comparison is kept while both stay as they are, so that a window pages through it. */
export function createStoredComparer(db: Database) {
	const slice = db.prepare<[number, number, number], WholeEntry>(
		`SELECT ${WHOLE_COLUMNS} FROM entries WHERE session = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ENTRIES_PER_SLICE}`,
	);
	const one = db.prepare<[number, number], WholeEntry>(`SELECT ${WHOLE_COLUMNS} FROM entries WHERE ordinal = ? AND session = ?`);
	const protocolOf = createSessionProtocols(db);
	let last: Promise<Made> | null = null;
	let lastPair = "";
	let lastLengths = "";

	async function sideOf(tail: SessionTail): Promise<ComparedSide> {
		const pause = createYielder();
		const side = createComparedSide(doorOf(protocolOf(tail.row)));
		for (let position = 0; position < tail.entries; ) {
			const found = someRows(slice.iterate(tail.row, position, tail.entries));
			for (const entry of found) side.take(comparable(entry));
			const end = found.at(-1);
			if (end === undefined) break;
			position = end.position;
			await pause();
		}
		return side.side();
	}

	async function make(leftTail: SessionTail, rightTail: SessionTail): Promise<Made> {
		const left = await sideOf(leftTail);
		const right = await sideOf(rightTail);
		const steps = compareSides(left, right);
		for (let step = steps.next(); ; step = steps.next()) {
			if (step.done) return { left, right, comparison: step.value };
			await new Promise<void>((resolve) => setImmediate(resolve));
		}
	}

	return async (
		leftTail: SessionTail,
		rightTail: SessionTail,
		{ from, count, onlyDifferences }: { from: number; count: number; onlyDifferences: boolean },
	): Promise<ComparedPage> => {
		const pair = `${leftTail.row} ${rightTail.row}`;
		const lengths = `${leftTail.entries} ${rightTail.entries}`;
		// A live session grows between two pages: they go on with what the first page saw.
		if (last === null || lastPair !== pair || (from === 0 && lastLengths !== lengths)) {
			lastPair = pair;
			lastLengths = lengths;
			last = make({ ...leftTail }, { ...rightTail });
			last.catch(() => {
				last = null;
			});
		}
		const { left, right, comparison } = await last;
		const places = onlyDifferences
			? comparison.different.slice(from, from + count)
			: range(from, Math.min(comparison.rows.length, from + count));
		const entryAt = (side: ComparedSide, row: number, at: number | null): ComparableEntry | null => {
			const entry = at === null ? undefined : one.get(side.frames[at]?.ordinal ?? 0, row);
			return entry === undefined ? null : comparable(entry);
		};
		const rows = places.map((index) => {
			const { left: a, right: b } = comparison.rows[index] as Comparison["rows"][number];
			return compareRow(
				comparison,
				index,
				{ left, right },
				{ left: entryAt(left, leftTail.row, a), right: entryAt(right, rightTail.row, b) },
			);
		});
		return {
			counts: comparison.counts,
			left: { frames: left.frames.length, lengthMs: left.lengthMs },
			right: { frames: right.frames.length, lengthMs: right.lengthMs },
			total: onlyDifferences ? comparison.different.length : comparison.rows.length,
			rows,
		};
	};
}

const range = (from: number, end: number): number[] => Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);

function comparable(entry: WholeEntry): ComparableEntry {
	const content = contentOf(entry.body);
	return {
		ordinal: entry.ordinal,
		atMs: entry.at_ms,
		dir: directionOf(entry.dir),
		kind: kindOf(entry.kind),
		opcode: opcodeOf(entry.opcode),
		type: entry.type,
		text: "text" in content ? content.text : null,
		byteLength: entry.byteLength,
		sha256: entry.sha256.toString("hex"),
	};
}
