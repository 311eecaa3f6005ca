import { expect, test } from "vitest";
import { createSearchHandlers } from "../../../main/core/handlers/search.ts";
import type { Ports } from "../../../main/core/ports.ts";
import type { Registry } from "../../../main/core/session/registry.ts";

const found = { searchId: 7, hits: [], total: 1480, settled: 10, notIndexed: 0, hint: null };
const read = new Map([
	["a", { entries: 1000, unread: 0 }],
	["b", { entries: 480, unread: 280 }],
]);
const handlers = () =>
	createSearchHandlers(
		{
			search: { run: async () => ({ ...found, done: false }), more: async () => ({ ...found, done: true }), cancel() {} },
		} as unknown as Ports,
		{
			origin: () => ({}),
			all: () => [...read].map(([sessionId, ledger]) => ({ sessionId, name: sessionId, ledger })),
		} as unknown as Registry,
	);

test("a search for findings says how far sessions were read, with each of its answers", async () => {
	const { "search.run": run, "search.more": more } = handlers();
	expect(await run({ text: "finding:agui.*", limit: 10 })).toMatchObject({ done: false, readTo: { read: 1200, entries: 1480 } });
	expect(await more({ searchId: 7, limit: 10 })).toMatchObject({ done: true, readTo: { read: 1200, entries: 1480 } });
});

test("of a session that is read to its end nothing is said, nor where nothing hangs on reading", async () => {
	const { "search.run": run, "search.more": more } = handlers();
	expect(await run({ text: "finding:agui.*", sessionId: "a", limit: 10 })).toMatchObject({ readTo: null });
	expect(await run({ text: "badge", limit: 10 })).toMatchObject({ readTo: null });
	expect(await more({ searchId: 8, limit: 10 })).toMatchObject({ readTo: null });
});
