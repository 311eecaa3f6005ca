import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { LinkOutcome } from "../../../schemas/session.ts";
import type { TimelineFilter } from "../../../schemas/timeline.ts";
import { ask } from "../local-api.ts";

const FILTER: TimelineFilter = { directions: ["local"] };
const PAGE = 200;

/** What befell the link in this run, read from the stored entries: a link that was open for a millisecond is in there too. */
export interface LinkStory {
	/** Reads what came since. */
	read(): Promise<void>;
	/** How the first dial went; null while that is not stored. */
	firstDial(): "opened" | "failed" | null;
	/** How an open link first ended that agent or network ended; what the console closes, to have a gap filled, is no end. */
	firstLoss(): LinkOutcome | null;
}

/** `fromLocal`: local entries of the session before this run. */
export function createLinkStory(api: OperatorApi, sessionId: string, fromLocal: number): LinkStory {
	let next = fromLocal;
	let firstDial: "opened" | "failed" | null = null;
	let firstLoss: LinkOutcome | null = null;

	async function take(type: string, ordinal: number): Promise<void> {
		if (type === "link.open") firstDial ??= "opened";
		if (type === "link.failed") firstDial ??= "failed";
		if (type !== "link.closed" || firstLoss !== null) return;
		firstDial ??= "failed"; // a dial that was given up
		const { text } = await ask(api, "timeline.entry", { sessionId, ordinal });
		const { outcome } = JSON.parse(text ?? "{}") as { outcome?: LinkOutcome };
		if (outcome !== undefined && outcome.by !== "console" && outcome.code !== null) firstLoss = outcome;
	}

	return {
		async read() {
			for (;;) {
				const { rows } = await ask(api, "timeline.rows", { sessionId, filter: FILTER, from: next, count: PAGE });
				for (const row of rows) await take(row.type, row.ordinal);
				next += rows.length;
				if (rows.length < PAGE) return;
			}
		},
		firstDial: () => firstDial,
		firstLoss: () => firstLoss,
	};
}
