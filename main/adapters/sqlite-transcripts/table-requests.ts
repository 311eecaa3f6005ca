import type { TableReading, TableView } from "../../../schemas/table.ts";

/** What the worker that reads sessions answers about tables. */
export type TableRequests = {
	tableView: { args: { sessionId: string; match: string | null; ordinal: number | null }; result: TableReading };
	tableWhole: { args: { sessionId: string; ordinal: number | null }; result: TableView };
};
