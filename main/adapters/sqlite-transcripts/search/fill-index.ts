import type { Database } from "better-sqlite3";
import { createGramSet, withoutEscapes } from "./grams.ts";
import { firstOrdinalOf, isMadeFrom, lastOrdinalOf, ORDINALS_PER_BLOCK } from "./index-file.ts";

/** Blocks written in one transaction. */
const BLOCKS_PER_COMMIT = 32;

interface Progress {
	next_block: number;
	purged: number;
}

interface Entry {
	ordinal: number;
	at_ms: number;
	dir: number;
	kind: number;
	type: string;
	sequence: number | null;
	body: Buffer;
}

export interface IndexState {
	/** Entries up to here are in the index. */
	upToOrdinal: number;
	/** Entries after that which form whole blocks: what a step can do. */
	waiting: number;
}

export interface IndexFiller {
	/** Goes on for about `budgetMs`. */
	step(budgetMs: number): IndexState;
}

/** Errors: whatever SQLite throws; the index is then as it was after the last commit. */
export function createIndexFiller(database: Database, index: Database): IndexFiller {
	const lastStored = database.prepare("SELECT coalesce(max(ordinal), 0) FROM entries").pluck();
	const purgedAfter = database.prepare<[number], { id: number; first: number; last: number }>(
		"SELECT id, first_ordinal AS first, last_ordinal AS last FROM purged WHERE id > ? ORDER BY id",
	);
	const entries = database.prepare<[number, number], Entry>(
		"SELECT ordinal, at_ms, dir, kind, type, sequence, body FROM entries WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal",
	);
	const lastHash = database.prepare<[number], { ordinal: number; hash: Buffer }>(
		"SELECT ordinal, hash FROM entries WHERE ordinal <= ? ORDER BY ordinal DESC LIMIT 1",
	);
	const readProgress = index.prepare<[], Progress>("SELECT next_block, purged FROM progress");
	const saveProgress = index.prepare("UPDATE progress SET next_block = ?, last_hash = ?, last_ordinal = ?");
	const savePurged = index.prepare("UPDATE progress SET purged = ?");
	const dropGrams = index.prepare("DELETE FROM grams WHERE rowid = ?");
	const addGrams = index.prepare("INSERT INTO grams (rowid, words) VALUES (?, ?)");
	const saveBlock = index.prepare("INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?)");
	const set = createGramSet();

	if (!isMadeFrom(database, index)) {
		index.transaction(() => {
			index.exec("INSERT INTO grams (grams) VALUES ('delete-all')");
			index.exec("DELETE FROM blocks");
			saveProgress.run(0, null, 0);
		})();
	}

	function fill(block: number): void {
		let fromMs: number | null = null;
		let toMs: number | null = null;
		let fromSequence: number | null = null;
		let toSequence: number | null = null;
		let dirs = 0;
		let kinds = 0;
		for (const { at_ms, dir, kind, type, sequence, body } of entries.iterate(firstOrdinalOf(block), lastOrdinalOf(block))) {
			fromMs = Math.min(fromMs ?? at_ms, at_ms);
			toMs = Math.max(toMs ?? at_ms, at_ms);
			if (sequence !== null) {
				fromSequence = Math.min(fromSequence ?? sequence, sequence);
				toSequence = Math.max(toSequence ?? sequence, sequence);
			}
			dirs |= 1 << dir;
			kinds |= 1 << kind;
			const text = body.toString();
			set.add(type.toLowerCase());
			set.add(text.toLowerCase());
			const plain = withoutEscapes(text);
			if (plain !== null) set.add(plain.toLowerCase());
		}
		const grams = set.take();
		if (grams !== "") addGrams.run(block, grams);
		if (fromMs !== null) saveBlock.run(block, fromMs, toMs, dirs, kinds, fromSequence, toSequence);
	}

	/** What stood where sessions were taken out must not be found, nor kept. */
	function refill(progress: Progress): void {
		const ranges = purgedAfter.all(progress.purged);
		for (const { id, first, last } of ranges) {
			index.transaction(() => {
				const end = Math.min(progress.next_block, Math.ceil(last / ORDINALS_PER_BLOCK));
				for (let block = Math.max(0, Math.floor((first - 1) / ORDINALS_PER_BLOCK)); block < end; block++) {
					dropGrams.run(block);
					index.prepare("DELETE FROM blocks WHERE block = ?").run(block);
					fill(block);
				}
				savePurged.run(id);
			})();
		}
		// What was dropped stays in the file as such until its parts are merged.
		if (ranges.length > 0) index.exec("INSERT INTO grams (grams) VALUES ('optimize')");
	}

	function step(budgetMs: number): IndexState {
		const until = performance.now() + budgetMs;
		refill(readProgress.get() as Progress);
		let { next_block: next } = readProgress.get() as Progress;
		const whole = Math.floor((lastStored.get() as number) / ORDINALS_PER_BLOCK);
		while (next < whole && performance.now() < until) {
			index.transaction(() => {
				for (let done = 0; done < BLOCKS_PER_COMMIT && next < whole; done++) {
					fill(next++);
					if (performance.now() >= until) break;
				}
				const last = lastHash.get(lastOrdinalOf(next - 1));
				saveProgress.run(next, last?.hash ?? null, last?.ordinal ?? 0);
			})();
		}
		return { upToOrdinal: next * ORDINALS_PER_BLOCK, waiting: Math.max(0, whole - next) * ORDINALS_PER_BLOCK };
	}

	return { step };
}
