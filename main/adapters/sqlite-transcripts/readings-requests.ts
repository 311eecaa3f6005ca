import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "../../../schemas/conversation-page.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { TableReading } from "../../../schemas/table.ts";
import type { Found } from "../../core/reading/reading.ts";

/** `isEnded`: nothing more of the session is being recorded, so what is open at its last entry is cut off there. */
interface OfSession {
	sessionId: string;
	isEnded: boolean;
}

/** What the worker answers that reads sessions. Errors: INVALID_ARGS where the protocol has no such view. */
export type ReadingRequests = {
	page: { args: OfSession & { request: PageRequest }; result: ConversationPage };
	text: { args: { sessionId: string; index: number; from: number; count: number }; result: TextPiece | null };
	locate: { args: { sessionId: string; ordinal: number }; result: number | null };
	stateAt: { args: { sessionId: string; ordinal: number | null }; result: StateView };
	stateTrail: { args: { sessionId: string }; result: StateTrail };
	table: { args: OfSession & { match: string | null; ordinal: number | null }; result: TableReading };
	whole: { args: OfSession & { ordinal: number | null }; result: string };
	/** Null where the protocol knows none. */
	requests: { args: OfSession; result: Interaction[] | null };
	findings: { args: OfSession & { maxEntries: number }; result: { found: Found[]; read: number; behind: number } };
	endReading: { args: { sessionId: string }; result: null };
};
