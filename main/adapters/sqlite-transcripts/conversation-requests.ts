import type { ConversationPage, PageRequest, StateTrail, StateView, TextPiece } from "../../../schemas/conversation-page.ts";
import type { Finding } from "../../../schemas/timeline.ts";

/** What the conversation worker answers. */
export type ConversationRequests = {
	page: { args: { sessionId: string; request: PageRequest }; result: ConversationPage };
	text: { args: { sessionId: string; index: number; from: number; count: number }; result: TextPiece | null };
	locate: { args: { sessionId: string; ordinal: number }; result: number | null };
	stateAt: { args: { sessionId: string; ordinal: number | null }; result: StateView };
	stateTrail: { args: { sessionId: string }; result: StateTrail };
	whole: { args: { sessionId: string; ordinal: number | null }; result: string };
	findings: {
		args: { sessionId: string; maxEntries: number };
		result: { found: { ordinal: number; findings: Finding[] }[]; read: number; behind: number };
	};
	endReading: { args: { sessionId: string }; result: null };
};
