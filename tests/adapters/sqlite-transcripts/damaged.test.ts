import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createInterchange } from "../../../main/adapters/interchange/create-interchange.ts";
import { storedSummary } from "../../../main/core/session/summary.ts";
import { frame, newFacts, newProfile, openSession, openStore } from "./profile.ts";

/** A profile with two sessions of one entry; then the first one's row is changed by hand. */
async function changed(set: string, value: string) {
	const profile = newProfile();
	const store = await openStore(profile);
	for (const sessionId of ["s1", "s2"]) {
		const { writer } = await openSession(store, sessionId);
		writer.append(frame('{"type":"RUN_STARTED"}', { type: "RUN_STARTED" }));
	}
	await store.settings();
	await store.close();
	const db = new Database(join(profile, "transcripts.sqlite"));
	db.prepare(`UPDATE sessions SET ${set} = ? WHERE session_id = 's1'`).run(value);
	db.close();
	return openStore(profile);
}

const WHOLE = {
	sessionId: "s1",
	protocol: "agentcall",
	profile: "p",
	createdAtMs: 1,
	endpoint: "e",
	target: { protocol: "agentcall", by: { kind: "url", url: "ws://127.0.0.1:1/" } },
	card: null,
};
test("a whole origin is read as it is", async () => {
	const store = await changed("origin", JSON.stringify({ ...WHOLE, imported: { file: "f", atMs: 1, session: null } }));
	const [first] = await store.sessions();
	expect(first).toMatchObject({ origin: { endpoint: "e", imported: { file: "f" } }, facts: { ended: false } });
	await store.close();
});

const WRONG: [string, string, string][] = [
	["facts that are no JSON", "facts", "{no json"],
	["facts that are no object", "facts", "[]"],
	["facts without a member", "facts", "{}"],
	["facts of other kinds", "facts", '{"name":5,"cursor":"x","missing":[1],"gaps":[null],"lastOutcome":{"next":1},"ended":"no"}'],
	["an origin that is no JSON", "origin", "\u0000"],
	["an origin of another session", "origin", '{"sessionId":"other","protocol":"aifight"}'],
	["facts whose words are none", "facts", JSON.stringify({ ...newFacts(), sequencing: "q" })],
	["gaps in a state that is none", "facts", JSON.stringify({ ...newFacts(), gaps: [{ from: 1, to: 2, state: "zzz" }] })],
	["an outcome without its reason", "facts", JSON.stringify({ ...newFacts(), lastOutcome: { meaning: "x", next: "stop" } })],
	["an origin with a file that is no text", "origin", JSON.stringify({ ...WHOLE, imported: { file: 5, atMs: 1 } })],
	["an origin imported from nothing", "origin", JSON.stringify({ ...WHOLE, imported: "x" })],
	["an origin reached in no known way", "origin", JSON.stringify({ ...WHOLE, target: { by: { kind: "pigeon" } } })],
	["an origin with a card that is none", "origin", JSON.stringify({ ...WHOLE, card: { findings: 5 } })],
	["an origin without a target", "origin", '{"sessionId":"s1","protocol":"agentcall","profile":"p","createdAtMs":1,"endpoint":"e"}'],
];
test.each(WRONG)(
	"a session with %s is listed as over, opens, verifies its entries and exports; the others are as they were",
	async (_what, set, value) => {
		const store = await changed(set, value);
		const listed = await store.sessions();
		expect(listed.map(({ origin }) => origin.sessionId)).toEqual(["s1", "s2"]);
		expect(listed.map(({ facts }) => facts.ended)).toEqual([true, false]);
		const [damaged, whole] = listed.map((each) => storedSummary(each, []));
		expect(damaged).toMatchObject({ sessionId: "s1", status: { kind: "closed" }, ledger: { entries: 1 } });
		expect(whole).toMatchObject({ name: "Test", sessionId: "s2" });
		expect((await store.rows("s1", {}, 0, 10)).rows).toMatchObject([{ type: "RUN_STARTED" }]);
		expect((await store.verify("s1")).entries).toBe(1);
		await expect(store.exportJsonl("s1", null, null)).resolves.toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{64}$/) });
		const interchange = createInterchange({ transcripts: store, profileDir: newProfile(), version: "0", now: () => 1_790_000_000_000 });
		for (const format of ["markdown", "har"] as const)
			expect(await interchange.export(damaged ?? expect.fail(), { format, rules: null, secrets: [] })).toMatchObject({ entries: 1 });
		await interchange.close();
		await store.close();
	},
);

test("saved things that are no JSON are left out, and the program goes on without them", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
	store.saveConnection({ connectionId: "c1", name: "One", target, secretHeaders: [], createdAtMs: 1, changedAtMs: 1, usedAtMs: null });
	await store.settings();
	await store.close();
	const db = new Database(join(profile, "transcripts.sqlite"));
	db.exec("UPDATE connections SET target = 'x'; INSERT INTO recent (id, target, label, used_at_ms) VALUES ('r', '[', 'R', 1)");
	db.close();
	const again = await openStore(profile);
	expect(await again.connections()).toEqual([]);
	expect(await again.recent()).toEqual([]);
	await again.close();
});
