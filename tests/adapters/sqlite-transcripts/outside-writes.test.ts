import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { chainHeaderOf } from "../../../main/adapters/sqlite-transcripts/chain-check.ts";
import { WHOLE_COLUMNS, type WholeEntry } from "../../../main/adapters/sqlite-transcripts/entry-reader.ts";
import { createChain, sha256 } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import { storedProofWords } from "../../../schemas/stored-proof-words.ts";
import { testKey } from "./memory-store.ts";
import { frame, newFacts, newProfile, openSession, openStore, originOf, rawDatabase } from "./profile.ts";

const key = testKey();
const signing = { key, timeStamps: { stamp: async () => null }, log: { warn: () => {} } };

async function recorder(profile: string) {
	const store = await openStore(profile);
	store.beginSealing(signing);
	const { writer, commits } = await openSession(store);
	for (const body of ["one", "two", "three"]) await commits.upTo(writer.append(frame(body, { dir: "out", delivery: "sent" })));
	return { store, writer, commits };
}

const alarm = async (store: Awaited<ReturnType<typeof openStore>>): Promise<string> => {
	for (let tries = 0; tries < 200 && store.health().warning === undefined; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
	return store.health().warning ?? "";
};

/** As somebody would who knows the chain of entries: the last entry says another thing, and all hashes are right. */
function changeLast(db: Database.Database): void {
	const last = db.prepare<[], WholeEntry>(`SELECT ${WHOLE_COLUMNS} FROM entries ORDER BY ordinal DESC LIMIT 1`).get() as WholeEntry;
	const before = db
		.prepare("SELECT hash FROM entries WHERE position = ?")
		.pluck()
		.get(last.position - 1) as Buffer;
	put(db, before, { ...last, body: Buffer.from("I promise"), byteLength: 9 });
}

function addOne(db: Database.Database): void {
	const last = db.prepare<[], WholeEntry>(`SELECT ${WHOLE_COLUMNS} FROM entries ORDER BY ordinal DESC LIMIT 1`).get() as WholeEntry;
	const body = Buffer.from("I promise");
	put(db, last.hash, { ...last, ordinal: last.ordinal + 1000, position: last.position + 1, body, byteLength: body.length });
}

function put(db: Database.Database, before: Buffer, entry: WholeEntry): void {
	const hash = Buffer.alloc(32);
	const bodyHash = sha256(entry.body);
	createChain().next(before, chainHeaderOf(entry), entry.type, bodyHash, hash, 0);
	const said = { ...entry, epoch: null, sequence: null, sha256: bodyHash, hash };
	db.prepare(
		`INSERT OR REPLACE INTO entries (ordinal, session, position, at_ms, mono_ms, dir, kind, opcode, type, epoch, sequence, delivery, marks, sha256, hash, body)
		 VALUES (@ordinal, 1, @position, @at_ms, @mono_ms, @dir, @kind, @opcode, @type, @epoch, @sequence, @delivery, 0, @sha256, @hash, @body)`,
	).run(said);
	db.prepare("UPDATE sessions SET entries = ?, last_ordinal = ?, head = ?").run(entry.position, entry.ordinal, hash);
}

test("a delivery that another program changes while a session is recorded is an alarm, and the seal that takes it in says so", async () => {
	const profile = newProfile();
	const { store, writer, commits } = await recorder(profile);
	rawDatabase(profile, (db) => db.exec("UPDATE entries SET delivery = 7 WHERE ordinal = 2"));
	expect(await alarm(store)).toContain("Another program wrote into the database (noticed");
	await commits.upTo(writer.append(frame("four")));
	const report = await store.verify("s1");
	expect(report).toMatchObject({ ok: true, proven: 4, outside: 4 });
	expect(storedProofWords(report).join(" ")).toContain("Before the seal of 4 entries was made, another program wrote");
});

test("what was sealed before another program wrote is not said to be touched", async () => {
	const profile = newProfile();
	const { store, writer, commits } = await recorder(profile);
	expect(await store.verify("s1")).toMatchObject({ ok: true, outside: 0 });
	rawDatabase(profile, (db) => db.exec("UPDATE sessions SET trouble_changes = trouble_changes + 1"));
	await commits.upTo(writer.append(frame("four")));
	expect(await store.verify("s1")).toMatchObject({ ok: true, proven: 4, outside: 1 });
});

test.each([
	["changes the last entry", changeLast],
	["puts an entry at the end", addOne],
])("a program that %s of a session that is recorded is named, and that is not sealed", async (_, change) => {
	const profile = newProfile();
	const { store } = await recorder(profile);
	rawDatabase(profile, change);
	expect(await alarm(store)).toContain("Another program changed session s1 in the database");
	expect(await store.verify("s1")).toMatchObject({
		ok: false,
		holds: false,
		sealed: 0,
		problem: expect.stringContaining("what stands at its end is not what was recorded here"),
	});
	expect(rawDatabase(profile, (db) => db.prepare("SELECT count(*) FROM seals").pluck().get())).toBe(0);
	// A session of its own is sealed as ever.
	const other = await store.open(originOf("s2"), newFacts());
	other.writer.append(frame("one"));
	expect(await store.verify("s2")).toMatchObject({ ok: true, sealed: 1 });
});

test("an entry that was changed and gets a follower breaks the chain, and is not sealed either", async () => {
	const profile = newProfile();
	const { store, writer, commits } = await recorder(profile);
	rawDatabase(profile, changeLast);
	await commits.upTo(writer.append(frame("four")));
	expect(await store.verify("s1")).toMatchObject({ ok: false, holds: false, sealed: 0 });
});

test("programs that only look are no alarm", async () => {
	const profile = newProfile();
	const { store, writer, commits } = await recorder(profile);
	rawDatabase(profile, (db) => db.prepare("SELECT count(*) FROM entries").get());
	await commits.upTo(writer.append(frame("four")));
	const reader = await openStore(profile, { readOnly: true });
	expect(await reader.verify("s1")).toMatchObject({ ok: false, holds: true, problem: null, unproven: 4 });
	await reader.close();
	rawDatabase(profile, (db) => db.pragma("wal_checkpoint(PASSIVE)"));
	await commits.upTo(writer.append(frame("five")));
	expect(store.health().warning).toBeUndefined();
	expect(await store.verify("s1")).toMatchObject({ ok: true, outside: 0, sealedLater: null });
});

test("a program that empties the log is no alarm; the seal says it, for it may have written before", async () => {
	const profile = newProfile();
	const { store, writer, commits } = await recorder(profile);
	rawDatabase(profile, (db) => db.pragma("wal_checkpoint(TRUNCATE)"));
	await commits.upTo(writer.append(frame("four")));
	expect(await store.verify("s1")).toMatchObject({ ok: true, outside: 4 });
	expect(store.health().warning).toBeUndefined();
});

test("what a run left unsealed is sealed by the next one, which says so", async () => {
	const profile = newProfile();
	const left = await openStore(profile);
	const { writer, commits } = await openSession(left);
	await commits.upTo(writer.append(frame("one", { atMs: 5 })));
	await commits.upTo(writer.append(frame("two", { atMs: 7 })));
	await left.close();
	const next = await openStore(profile);
	next.beginSealing(signing);
	const { writer: later, commits: laterCommits } = await openSession(next);
	await laterCommits.upTo(later.append(frame("three")));
	const report = await next.verify("s1");
	expect(report).toMatchObject({ ok: true, proven: 3, sealedLater: { entries: 2, untilMs: 7 } });
	await laterCommits.upTo(later.append(frame("four")));
	expect(await next.verify("s1")).toMatchObject({ ok: true, proven: 4, sealedLater: { entries: 2, untilMs: 7 } });
	await next.close();
	// What was closed in order is left to nobody.
	const third = await openStore(profile);
	third.beginSealing(signing);
	const { writer: last, commits: lastCommits } = await openSession(third);
	await lastCommits.upTo(last.append(frame("five")));
	expect(await third.verify("s1")).toMatchObject({ ok: true, proven: 5, sealedLater: { entries: 2, untilMs: 7 } });
});

test.each([
	["how many entries were left", `replace(statement, '"entries":2,"untilMs"', '"entries":1,"untilMs"')`],
	["that they were left", `replace(statement, ',"left":{"entries":2,"untilMs":7}', '')`],
])("%s cannot be changed in the database", async (_, changed) => {
	const profile = newProfile();
	const left = await openStore(profile);
	const { writer, commits } = await openSession(left);
	await commits.upTo(writer.append(frame("one", { atMs: 5 })));
	await commits.upTo(writer.append(frame("two", { atMs: 7 })));
	await left.close();
	const next = await openStore(profile);
	next.beginSealing(signing);
	expect(await next.verify("s1")).toMatchObject({ ok: true, sealedLater: { entries: 2 } });
	await next.close();
	rawDatabase(profile, (db) => expect(db.prepare(`UPDATE seals SET statement = ${changed}`).run().changes).toBe(1));
	const reader = await openStore(profile, { readOnly: true });
	expect(await reader.verify("s1")).toMatchObject({ ok: false, problem: "The signature of seal 1 does not hold." });
});
