import type { SearchAnswer } from "../../../schemas/library.ts";
import type { Handlers } from "../dispatch.ts";
import type { Ports, SearchFound } from "../ports.ts";
import { parseSearch } from "../search/parse-search.ts";
import type { Registry } from "../session/registry.ts";

const NOTHING: SearchAnswer = { searchId: null, hits: [], done: true, total: 0, settled: 0, notIndexed: 0, readTo: null, hint: null };

export function createSearchHandlers(
	{ search }: Ports,
	registry: Registry,
): Pick<Handlers, "search.run" | "search.more" | "search.cancel"> {
	/** Searches that are not over and ask for findings, with the one session they look through. */
	const forFindings = new Map<number, string | null>();

	/** "Nothing found" is said only of what was read. */
	function readTo(sessionId: string | null): SearchAnswer["readTo"] {
		let read = 0;
		let entries = 0;
		for (const { sessionId: id, ledger } of registry.all()) {
			if (sessionId !== null && id !== sessionId) continue;
			read += ledger.entries - ledger.unread;
			entries += ledger.entries;
		}
		return read < entries ? { read, entries } : null;
	}

	/** Another program may have begun a session since this one read the list: it has hits, but no name here. */
	function named({ hits, ...answer }: SearchFound, readTo: SearchAnswer["readTo"]): SearchAnswer {
		const names = new Map(registry.all().map(({ sessionId, name }) => [sessionId, name]));
		return { ...answer, readTo, hits: hits.map((hit) => ({ ...hit, sessionName: names.get(hit.sessionId) ?? hit.sessionId })) };
	}

	return {
		"search.run": async ({ text, sessionId, limit }) => {
			if (sessionId !== undefined) registry.origin(sessionId); // throws for an unknown one
			const parsed = parseSearch(text);
			if (parsed.kind === "hint") return { ...NOTHING, hint: parsed.hint };
			if (parsed.conditions.length === 0) return NOTHING;
			const found = await search.run({ conditions: parsed.conditions, sessionId: sessionId ?? null }, limit);
			if (!parsed.conditions.some(({ kind }) => kind === "finding")) return named(found, null);
			if (found.searchId !== null && !found.done) forFindings.set(found.searchId, sessionId ?? null);
			return named(found, readTo(sessionId ?? null));
		},
		"search.more": async ({ searchId, limit }) => {
			const found = await search.more(searchId, limit);
			const of = forFindings.get(searchId);
			if (found.done) forFindings.delete(searchId);
			return named(found, of === undefined ? null : readTo(of));
		},
		"search.cancel": ({ searchId }) => {
			forFindings.delete(searchId);
			search.cancel(searchId);
			return null;
		},
	};
}
