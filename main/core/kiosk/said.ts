import type { RunOutcome } from "../../../schemas/conversation.ts";
import type { ConversationPage, ConversationRow } from "../../../schemas/conversation-page.ts";
import { KIOSK_TEXT_UNITS, type KioskText } from "../../../schemas/kiosk.ts";
import type { Transcripts } from "../ports.ts";

/** What the end of a conversation comes to for somebody who stands in front of it. */
export interface Said {
	/** The agent's latest words. */
	words: (KioskText & { atMs: number; run: number | null }) | null;
	/** The run that ended last. `isUnsolicited`: it answers no message of this side. */
	ended: { run: number; outcome: RunOutcome["kind"]; atMs: number; isUnsolicited: boolean } | null;
	/** Number of the newest run that is known. */
	newestRun: number | null;
}

export const NOTHING_SAID: Said = { words: null, ended: null, newestRun: null };

/** Rows at the end that are looked at. */
const ROWS = 60;

/** Reads the end of the stored conversation of a session that goes on. */
export async function readSaid(
	transcripts: Pick<Transcripts, "conversationPage" | "conversationText">,
	sessionId: string,
): Promise<{ said: Said; behind: number }> {
	const page = await transcripts.conversationPage(sessionId, { from: null, count: ROWS, since: 0, texts: [] }, false);
	const row = lastWords(page);
	const piece = row && (await transcripts.conversationText(sessionId, row.index, 0, KIOSK_TEXT_UNITS));
	const text = piece?.text.trim() ?? "";
	const words =
		row && piece && text !== "" ? { text, isCut: piece.length > KIOSK_TEXT_UNITS, atMs: lastAtMs(row), run: row.run?.index ?? null } : null;
	return { said: { words, ended: lastEnd(page), newestRun: newestRun(page) }, behind: page.behind };
}

/** Only the main agent's own words, not those of helpers, tools or thoughts. */
function lastWords(page: ConversationPage): (ConversationRow & { kind: "item" }) | null {
	for (const row of page.rows.toReversed()) {
		if (row.kind !== "item" || row.item.kind !== "text" || row.lane !== undefined || row.textLength === 0) continue;
		if (row.item.role === "assistant" && !row.item.removed) return row;
	}
	return null;
}

const lastAtMs = (row: ConversationRow & { kind: "item" }): number => ("lastAtMs" in row.item ? row.item.lastAtMs : row.atMs);

function lastEnd(page: ConversationPage): Said["ended"] {
	const row = page.rows.findLast((each) => each.kind === "runEnd" && !each.wentOn);
	if (row?.kind !== "runEnd") return null;
	return { run: row.run.index, outcome: row.outcome.kind, atMs: row.atMs, isUnsolicited: row.run.answers.rule === "unsolicited" };
}

function newestRun(page: ConversationPage): number | null {
	const runs = page.rows.flatMap((row) => (row.kind === "item" || row.kind === "runEnd" ? (row.run ? [row.run.index] : []) : []));
	return runs.length === 0 ? null : Math.max(...runs);
}
