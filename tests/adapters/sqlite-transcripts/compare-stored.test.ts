import { expect, test } from "vitest";
import { frame, newFacts, newProfile, type OpenStore, openStore } from "./profile.ts";

const all = { from: 0, count: 500, onlyDifferences: false };

async function session(store: OpenStore, sessionId: string) {
	const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
	const origin = {
		sessionId,
		protocol: "agentcall" as const,
		profile: "standin-0.1",
		createdAtMs: 1,
		endpoint: "ws://127.0.0.1:1/",
		target,
		card: null,
	};
	return (await store.open(origin, newFacts())).writer;
}

test("stored sessions are compared in pages, with differences and what is only there", async () => {
	const store = await openStore(newProfile());
	const [a, b] = [await session(store, "a"), await session(store, "b")];
	for (let i = 0; i < 700; i++) {
		const body = (n: number | string) => `{"type":"CUSTOM","name":"n","value":${JSON.stringify(n)},"sequence":${i}}`;
		a.append(frame(body(i), { type: "CUSTOM", atMs: 1000 + i }));
		b.append(frame(body(i === 650 ? "other" : i), { type: "CUSTOM", atMs: 5000 + 2 * i }));
	}
	a.append(frame(Buffer.from([1, 255]), { opcode: "binary", type: "" }));
	b.append(frame(Buffer.from([1, 254]), { opcode: "binary", type: "" }));
	b.append(frame('{"type":"RUN_ERROR","message":"m"}', { type: "RUN_ERROR" }));
	await store.settings();
	const page = await store.compareSessions("a", "b", { ...all, from: 640, count: 20 });
	expect(page).toMatchObject({
		total: 702,
		counts: { same: 699, different: 2, onlyLeft: 0, onlyRight: 1, firstDifference: 650, coarse: false },
		left: { frames: 701 },
		right: { frames: 702 },
	});
	expect(page.rows[10]).toMatchObject({
		index: 650,
		as: "different",
		differences: [{ op: "replace", path: "/value", left: "650", right: '"other"' }],
		slowerMs: 1,
	});
	const different = await store.compareSessions("a", "b", { ...all, onlyDifferences: true });
	expect(different.rows.map(({ index, as }) => [index, as])).toEqual([
		[650, "different"],
		[700, "different"],
		[701, "right"],
	]);
	expect(different.rows[1]?.differences[0]).toMatchObject({ op: "replace", path: "", left: expect.stringContaining("SHA-256") });
});

test("a page goes on with what the first one saw, and the next first page sees what came", async () => {
	const store = await openStore(newProfile());
	const [a, b] = [await session(store, "a"), await session(store, "b")];
	for (const writer of [a, b]) for (let i = 0; i < 5; i++) writer.append(frame(`{"type":"CUSTOM","n":${i}}`, { type: "CUSTOM" }));
	await store.settings();
	expect((await store.compareSessions("a", "b", all)).total).toBe(5);
	b.append(frame('{"type":"CUSTOM","n":5}', { type: "CUSTOM" }));
	await store.settings();
	expect((await store.compareSessions("a", "b", { ...all, from: 2 })).total).toBe(5);
	expect((await store.compareSessions("a", "b", all)).counts).toMatchObject({ same: 5, onlyRight: 1 });
	expect((await store.compareSessions("b", "a", all)).counts).toMatchObject({ onlyLeft: 1 });
	await expect(store.compareSessions("a", "nobody", all)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
});
