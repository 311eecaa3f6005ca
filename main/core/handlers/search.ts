import type { SearchAnswer } from "../../../schemas/library.ts";
import type { Handlers } from "../dispatch.ts";
import type { FoundEntry, Ports } from "../ports.ts";
import { parseSearch } from "../search/parse-search.ts";
import type { Registry } from "../session/registry.ts";

type Found = Omit<SearchAnswer, "hits"> & { hits: FoundEntry[] };

const NOTHING: SearchAnswer = { searchId: null, hits: [], done: true, total: 0, settled: 0, notIndexed: 0, hint: null };

export function createSearchHandlers(
	{ search }: Ports,
	registry: Registry,
): Pick<Handlers, "search.run" | "search.more" | "search.cancel"> {
	/** Another program may have begun a session since this one read the list: it has hits, but no name here. */
	function named({ hits, ...answer }: Found): SearchAnswer {
		const names = new Map(registry.all().map(({ sessionId, name }) => [sessionId, name]));
		return { ...answer, hits: hits.map((hit) => ({ ...hit, sessionName: names.get(hit.sessionId) ?? hit.sessionId })) };
	}

	return {
		"search.run": async ({ text, sessionId, limit }) => {
			if (sessionId !== undefined) registry.origin(sessionId); // throws for an unknown one
			const parsed = parseSearch(text);
			if (parsed.kind === "hint") return { ...NOTHING, hint: parsed.hint };
			if (parsed.conditions.length === 0) return NOTHING;
			return named(await search.run({ conditions: parsed.conditions, sessionId: sessionId ?? null }, limit));
		},
		"search.more": async ({ searchId, limit }) => named(await search.more(searchId, limit)),
		"search.cancel": ({ searchId }) => {
			search.cancel(searchId);
			return null;
		},
	};
}
