import { endStart } from "../../schemas/timeline.ts";

/** Rows of a list as `timeline.rows` answers them. */
export function pageOf<Row>(list: readonly Row[], from: number | null, count: number): { from: number; rows: Row[] } {
	const start = from ?? endStart(list.length, count);
	return { from: start, rows: list.slice(start, from === null ? undefined : start + count) };
}
