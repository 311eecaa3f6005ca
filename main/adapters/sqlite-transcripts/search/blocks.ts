import type { Database } from "better-sqlite3";
import type { CompiledPlan } from "./compile-plan.ts";
import { wantedGrams } from "./grams.ts";
import { blockOf, nextBlockOf, ORDINALS_PER_BLOCK } from "./index-file.ts";

/** Block numbers fetched at once. */
const PAGE = 256;

/** Blocks that may hold hits, from the newest. What the index does not hold yet may always. */
export interface BlockWalk {
	/** Null when there are no more. */
	next(): number | null;
}

export function walkBlocks(
	database: Database,
	index: Database | null,
	plan: CompiledPlan,
	firstOrdinal: number,
	lastOrdinal: number,
): BlockWalk {
	const firstBlock = blockOf(Math.max(1, firstOrdinal));
	const lastBlock = blockOf(Math.max(1, lastOrdinal));
	const indexed = index === null ? 0 : nextBlockOf(index);
	const withFindings = plan.findings.length > 0 ? blocksWithFindings(database, plan.findings[0] as string) : null;
	let above = lastBlock + 1;
	let page: number[] = [];
	let isLastPage = false;

	const select = index === null ? null : selection(index, plan);

	function nextIndexed(): number | null {
		while (page.length === 0) {
			if (isLastPage || select === null) return null;
			page = select(firstBlock, Math.min(above, indexed));
			isLastPage = page.length < PAGE;
			if (page.length > 0) above = page.at(-1) as number;
			page.reverse();
		}
		return page.pop() ?? null;
	}

	function nextBlock(): number | null {
		if (above - 1 >= indexed && above - 1 >= firstBlock) return --above;
		return nextIndexed();
	}

	return {
		next() {
			for (;;) {
				const block = nextBlock();
				if (block === null || withFindings === null || withFindings.has(block)) return block;
			}
		},
	};
}

/** Blocks of the index that may hold hits, `from` up to and without `below`, the newest first. */
function selection(index: Database, plan: CompiledPlan): (from: number, below: number) => number[] {
	const grams = [...new Set(plan.literals.flatMap(wantedGrams))].slice(0, 64);
	if (grams.length === 0) {
		const all = index
			.prepare<unknown[], number>(
				`SELECT block FROM blocks WHERE block >= ? AND block < ? AND ${plan.blockSql} ORDER BY block DESC LIMIT ${PAGE}`,
			)
			.pluck();
		return (from, below) => all.all(from, below, ...plan.blockParameters);
	}
	const matching = index
		.prepare<unknown[], number>(
			`SELECT rowid FROM grams WHERE grams MATCH ? AND rowid >= ? AND rowid < ?
			 AND EXISTS (SELECT 1 FROM blocks WHERE block = grams.rowid AND ${plan.blockSql}) ORDER BY rowid DESC LIMIT ${PAGE}`,
		)
		.pluck();
	const query = grams.join(" ");
	return (from, below) => matching.all(query, from, below, ...plan.blockParameters);
}

function blocksWithFindings(database: Database, pattern: string): Set<number> {
	const blocks = database
		.prepare<[string], number>(`SELECT DISTINCT (ordinal - 1) / ${ORDINALS_PER_BLOCK} FROM findings WHERE lower(code) GLOB ?`)
		.pluck()
		.all(pattern);
	return new Set(blocks);
}
