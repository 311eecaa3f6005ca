import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { TimelineFilter } from "../../../schemas/timeline.ts";
import { ask } from "../local-api.ts";
import { frameMatches } from "./script.ts";

const FILTER: TimelineFilter = { directions: ["in"] };
const PAGE = 200;
const ENVELOPE = "agui.event";

/**
 * Looks through what arrived, each frame once: a `waitFor` begins where the one before it found its frame, the first one with this run.
 * `fromIn`: entries from the agent before it.
 */
export function createFrameFinder(api: OperatorApi, sessionId: string, fromIn: number): (pattern: unknown) => Promise<boolean> {
	const page = (from: number) => ask(api, "timeline.rows", { sessionId, filter: FILTER, from, count: PAGE });
	let next = fromIn;
	return async (pattern) => {
		for (;;) {
			const { rows } = await page(next);
			for (const row of rows) {
				next += 1;
				if (row.kind !== "frame" || !mayMatch(pattern, row.type)) continue;
				const { text } = await ask(api, "timeline.entry", { sessionId, ordinal: row.ordinal });
				if (text !== undefined && frameMatches(pattern, text)) return true;
			}
			if (rows.length < PAGE) return false;
		}
	};
}

/** Whether a frame listed under `type` is worth fetching: an envelope may hold anything, and so may a frame without a type. */
function mayMatch(pattern: unknown, type: string): boolean {
	const wanted = (pattern as { type?: unknown }).type;
	return typeof wanted !== "string" || wanted === ENVELOPE || type === "" || type === ENVELOPE || type === wanted;
}
