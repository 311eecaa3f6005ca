import { createExactJson } from "../../main/core/conversation/exact-json.ts";
import { doorOf } from "../../main/core/protocols/table.ts";
import type { ConversationViews, Reading, StoredEntry, TableViews } from "../../main/core/reading/reading.ts";
import type { PageRequest } from "../../schemas/conversation-page.ts";
import type { ProtocolName } from "../../schemas/protocols.ts";

/** Reads sessions that lie in memory; nothing is ever behind. Findings are for the real store. */
export function createFakeConversations(sessionOf: (sessionId: string) => { protocol?: ProtocolName; entries: readonly StoredEntry[] }) {
	const known = new Map<string, { reading: Reading; taken: number }>();
	const json = createExactJson("fake-mark:");

	function begin(sessionId: string): Reading {
		const { protocol = "agentcall" } = sessionOf(sessionId);
		const find = (ordinal: number) => sessionOf(sessionId).entries.find((entry) => entry.ordinal === ordinal);
		return doorOf(protocol).createReading({
			json,
			generation: 1,
			textOf: (ordinal) => find(ordinal)?.text ?? null,
			deliveryOf: (ordinal) => find(ordinal)?.delivery,
		});
	}

	function read(sessionId: string, isEnded = false): Reading {
		const one = known.get(sessionId) ?? { reading: begin(sessionId), taken: 0 };
		known.set(sessionId, one);
		const { entries } = sessionOf(sessionId);
		for (const entry of entries.slice(one.taken)) one.reading.take(entry);
		one.taken = entries.length;
		one.reading.caughtUp();
		if (isEnded) one.reading.end();
		return one.reading;
	}

	function readUpTo(sessionId: string, ordinal: number | null, isEnded?: boolean): Reading {
		if (ordinal === null) return read(sessionId, isEnded);
		const reading = begin(sessionId);
		for (const entry of sessionOf(sessionId).entries) if (entry.ordinal <= ordinal) reading.take(entry);
		return reading;
	}

	const views = (sessionId: string, isEnded?: boolean) => read(sessionId, isEnded).conversation as ConversationViews;

	return {
		conversationPage: async (sessionId: string, request: PageRequest, isEnded?: boolean) => ({
			...views(sessionId, isEnded).page(request),
			behind: 0,
		}),
		conversationText: async (sessionId: string, index: number, from: number, count: number) => views(sessionId).text(index, from, count),
		conversationLocate: async (sessionId: string, ordinal: number) => views(sessionId).locate(ordinal),
		whole: async (sessionId: string, ordinal: number | null, isEnded?: boolean) => readUpTo(sessionId, ordinal, isEnded).whole(),
		stateAt: async (sessionId: string, ordinal: number | null) => ({ ...views(sessionId).stateAt(ordinal), behind: 0 }),
		stateTrail: async (sessionId: string) => ({ ...views(sessionId).stateTrail(), behind: 0 }),
		tableView: async (sessionId: string, match: string | null, ordinal: number | null, isEnded?: boolean) => ({
			...(readUpTo(sessionId, ordinal, isEnded).table as TableViews).view(match),
			behind: 0,
		}),
		requests: async (sessionId: string, isEnded?: boolean) => [...(read(sessionId, isEnded).requests?.() ?? [])],
		readFindings: async (sessionId: string) => ({ found: [], read: sessionOf(sessionId).entries.length, behind: 0 }),
		endReading: () => {},
	};
}
