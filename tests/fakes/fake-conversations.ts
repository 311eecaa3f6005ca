import { createExactJson } from "../../main/core/conversation/exact-json.ts";
import { createFoldedSession, type FoldedSession } from "../../main/core/conversation/folded-session.ts";
import type { Transcripts } from "../../main/core/ports.ts";
import type { StoredEntry } from "../../main/core/protocols/ag-ui/fold-session.ts";

type Conversations = Pick<
	Transcripts,
	| "conversationPage"
	| "conversationText"
	| "conversationLocate"
	| "conversationWhole"
	| "stateAt"
	| "stateTrail"
	| "readFindings"
	| "endReading"
>;

/** Reads sessions that lie in memory; nothing is ever behind. Findings are for the real store. */
export function createFakeConversations(
	sessionOf: (sessionId: string) => { resume: boolean; entries: readonly StoredEntry[] },
): Conversations {
	const known = new Map<string, { folded: FoldedSession; taken: number }>();
	const json = createExactJson("fake-mark:");

	function begin(sessionId: string): FoldedSession {
		const find = (ordinal: number) => sessionOf(sessionId).entries.find((entry) => entry.ordinal === ordinal);
		return createFoldedSession({
			resume: sessionOf(sessionId).resume,
			json,
			generation: 1,
			textOf: (ordinal) => find(ordinal)?.text ?? null,
			deliveryOf: (ordinal) => find(ordinal)?.delivery,
		});
	}

	function read(sessionId: string): FoldedSession {
		const one = known.get(sessionId) ?? { folded: begin(sessionId), taken: 0 };
		known.set(sessionId, one);
		for (const entry of sessionOf(sessionId).entries.slice(one.taken)) one.folded.take(entry);
		one.taken = sessionOf(sessionId).entries.length;
		one.folded.caughtUp();
		return one.folded;
	}

	return {
		conversationPage: async (sessionId, request) => ({ ...read(sessionId).page(request), behind: 0 }),
		conversationText: async (sessionId, index, from, count) => read(sessionId).text(index, from, count),
		conversationLocate: async (sessionId, ordinal) => read(sessionId).locate(ordinal),
		async conversationWhole(sessionId, ordinal) {
			if (ordinal === null) return read(sessionId).whole();
			const folded = begin(sessionId);
			for (const entry of sessionOf(sessionId).entries) if (entry.ordinal <= ordinal) folded.take(entry);
			return folded.whole();
		},
		stateAt: async (sessionId, ordinal) => ({ ...read(sessionId).stateAt(ordinal), behind: 0 }),
		stateTrail: async (sessionId) => ({ ...read(sessionId).stateTrail(), behind: 0 }),
		readFindings: async (sessionId) => ({ found: [], read: sessionOf(sessionId).entries.length, behind: 0 }),
		endReading: () => {},
	};
}
