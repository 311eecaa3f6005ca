import * as fs from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { locksOn } from "../../faults/posix-locks.ts";
import { frame, newProfile, openSession, openStore, rawDatabase } from "./profile.ts";

const rescuedNames = (profile: string): string[] => fs.readdirSync(profile).filter((name) => /^transcripts-rescued-.*\.sqlite$/.test(name));

async function recording(entries = 40) {
	const profile = join(newProfile(), "profile");
	const store = await openStore(profile);
	const session = await openSession(store);
	let last = 0;
	for (let i = 0; i < entries; i++) last = session.writer.append(frame(`${i} ${"x".repeat(2000)}`, { epoch: 1, sequence: i + 1 }));
	await session.commits.upTo(last);
	const messages: string[] = [];
	store.onHealth(({ state, message }) => messages.push(`${state} ${message}`));
	return { profile, store, ...session, database: join(profile, "transcripts.sqlite"), messages, last };
}

const LOSSES: [string, string, (profile: string, database: string) => void][] = [
	["the log is removed", "removed", (_, database) => fs.rmSync(`${database}-wal`)],
	["the log is cut short", "cut short", (_, database) => fs.truncateSync(`${database}-wal`, 5000)],
	["the database is removed", "removed", (_, database) => fs.rmSync(database)],
	[
		"another database is put in its place",
		"Another file",
		(profile, database) => {
			const db = new Database(join(profile, "other"));
			db.exec("CREATE TABLE t (x)");
			db.close();
			fs.renameSync(join(profile, "other"), database);
		},
	],
	["the folder is removed", "removed", (profile) => fs.rmSync(profile, { recursive: true })],
	["the folder is renamed", "removed", (profile) => fs.renameSync(profile, `${profile}-moved`)],
];

test.each(LOSSES)(
	"when %s, nothing more is acknowledged there; all that was stored and comes goes into a new database",
	async (_what, words, lose) => {
		const { profile, store, writer, commits, database, messages, last } = await recording();
		lose(profile, database);
		const next = writer.append(frame("after", { epoch: 1, sequence: 41, compare: true }));
		await commits.upTo(next);
		expect(messages.find((each) => each.startsWith("failing"))).toContain(words);
		const { state, warning = "", databasePath } = store.health();
		expect(state).toBe("ok");
		expect(warning).toContain(words);
		expect(warning).toContain(databasePath);
		expect(rescuedNames(profile)).toHaveLength(1);
		expect(commits.comparisons()).toEqual([{ ordinal: next, comparison: "absent" }]);
		expect(await store.verify("s1")).toMatchObject({ holds: true, entries: last + 1 });
		expect((await store.rows("s1", {}, 0, 100)).total).toBe(last + 1);
		const reader = await openStore(profile, { readOnly: true });
		expect(await reader.verify("s1")).toMatchObject({ holds: true, entries: last + 1 });
		await reader.close();
		await store.close();
		const wasThere = fs.existsSync(database);
		// The next start makes it the profile's database again.
		const again = await openStore(profile);
		expect(again.health().databasePath).toBe(database);
		expect(await again.verify("s1")).toMatchObject({ holds: true, entries: last + 1 });
		expect(rescuedNames(profile)).toEqual([]);
		const kept = fs.readdirSync(profile).filter((name) => /^transcripts-before-rescue-.*\.sqlite$/.test(name));
		expect(kept).toHaveLength(wasThere ? 1 : 0);
	},
);

test("a database that is cut short under the recorder neither ends the program nor what is recorded", async () => {
	const { profile, store, writer, commits, database } = await recording(3000);
	rawDatabase(profile, (db) => db.pragma("wal_checkpoint(TRUNCATE)"));
	await commits.upTo(writer.append(frame("one more")));
	fs.truncateSync(database, 8192);
	const next = writer.append(frame("after", { epoch: 1, sequence: 41 }));
	await commits.upTo(next);
	expect(store.health()).toMatchObject({ state: "ok", warning: expect.stringContaining("cut short") });
	expect((await store.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["s1"]);
	expect((await store.entry("s1", next))?.ordinal).toBe(next);
	await commits.upTo(writer.append(frame("and on")));
});

test("locks that are lost are noticed within moments, where the system tells of locks, before anybody comes", async (context) => {
	const { store, writer, commits, database, last } = await recording();
	if (!locksOn(database)) return context.skip("this system lists no locks");
	// What no part of the program does any more.
	fs.closeSync(fs.openSync(database, "r"));
	while (!store.health().warning?.includes("locks")) await new Promise((resolve) => setTimeout(resolve, 50));
	await commits.upTo(writer.append(frame("after")));
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: last + 1 });
	expect(locksOn(store.health().databasePath)).toBeGreaterThan(0);
});

test("the index of the log that was removed is called removed, not a lost lock", async (context) => {
	const { store, writer, commits, database } = await recording();
	if (!locksOn(database)) return context.skip("this system lists no locks");
	fs.rmSync(`${database}-shm`);
	while (!store.health().warning) await new Promise((resolve) => setTimeout(resolve, 50));
	expect(store.health().warning).toContain("-shm was removed");
	await commits.upTo(writer.append(frame("after")));
});

test("another program that brings the log in and cuts it, as SQLite lets it, is no alarm", async () => {
	const { profile, store, writer, commits, messages } = await recording();
	for (let i = 0; i < 5; i++) {
		rawDatabase(profile, (db) => {
			db.pragma("wal_checkpoint(TRUNCATE)");
			db.pragma("integrity_check");
		});
		await commits.upTo(writer.append(frame(`${i}`)));
	}
	store.library.setRemoved(["s1"], 1);
	await openSession(store, "s2");
	await store.library.compact(false);
	while (store.library.jobs()[0]?.state === "running") await new Promise((resolve) => setTimeout(resolve, 20));
	await new Promise((resolve) => setTimeout(resolve, 1500));
	expect(messages).toEqual([]);
	expect(store.health()).not.toHaveProperty("warning");
});

test("a rescue that cannot be written says so, keeps everything in memory, and is tried again", async () => {
	const { profile, store, writer, commits, messages, last } = await recording();
	const away = `${profile}-moved`;
	fs.renameSync(profile, away);
	fs.writeFileSync(profile, "a file where the folder was");
	const next = writer.append(frame("kept"));
	while (!messages.some((each) => each.includes("no new database could be made"))) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(store.health()).toMatchObject({ state: "failing", pendingEntries: 1 });
	fs.rmSync(profile);
	await commits.upTo(next);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: last + 1 });
});

test("a rescued database never replaces one that has sessions of its own: both stay, and it is said", async () => {
	const { profile, store, database } = await recording();
	fs.rmSync(`${database}-wal`);
	while (store.health().warning === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
	await store.close();
	fs.rmSync(database);
	const other = newProfile();
	const elsewhere = await openStore(other);
	await openSession(elsewhere, "own");
	await elsewhere.close();
	fs.copyFileSync(join(other, "transcripts.sqlite"), database);
	const again = await openStore(profile);
	expect(again.health().warning).toContain("transcripts-apart-");
	expect((await again.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["own"]);
});

test("the database is never mapped into memory: a file that gets shorter then ends no process", async () => {
	const { profile } = await recording(1);
	expect(rawDatabase(profile, (db) => db.pragma("mmap_size", { simple: true }))).toBe(0);
});
