import type { TableReading } from "../../../../schemas/table.ts";
import type { TableFold } from "./fold.ts";

/** Every match in short and one of them whole: `match`, else the most urgent live one, else the newest. */
export function readTable(fold: TableFold, match: string | null): Omit<TableReading, "upToOrdinal" | "behind"> {
	const status = fold.status();
	const listings = fold.listings();
	const [urgent] = status.matches;
	const chosen = match ?? urgent?.sessionId ?? listings.at(-1)?.sessionId;
	return { ...status, listings, table: chosen === undefined ? null : fold.table(chosen) };
}
