import { expect, test } from "vitest";
import type { SavedConnection } from "../../../schemas/connections.ts";
import { newProfile, openStore } from "./profile.ts";

const connection = (connectionId: string, name: string): SavedConnection => ({
	connectionId,
	name,
	target: { protocol: "agentcall", by: { kind: "url", url: "wss://agent.example/" }, headers: { "X-Site": "3", Authorization: "" } },
	secretHeaders: ["Authorization"],
	createdAtMs: 1,
	changedAtMs: 2,
	usedAtMs: null,
});

test("saved connections come back as they were saved, changed or removed, also by a program that only reads", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	store.saveConnection(connection("c-1", "Gate 3"));
	store.saveConnection(connection("c-2", "Gate 4"));
	store.saveConnection(connection("c-3", "Gate 5"));
	store.saveConnection({ ...connection("c-2", "Gate 4 (new)"), changedAtMs: 9, usedAtMs: 8 });
	store.removeConnection("c-3");
	store.removeConnection("c-3");
	const expected = [connection("c-1", "Gate 3"), { ...connection("c-2", "Gate 4 (new)"), changedAtMs: 9, usedAtMs: 8 }];
	expect(await store.connections()).toEqual(expected);
	const reader = await openStore(profile, { readOnly: true });
	expect(await reader.connections()).toEqual(expected);
	expect(() => reader.saveConnection(connection("c-4", "Gate 6"))).toThrow(expect.objectContaining({ code: "STORE_FAILED" }));
	await store.close();
	expect(await (await openStore(profile)).connections()).toEqual(expected);
});
