import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { repairProfile } from "../../../main/adapters/sqlite-transcripts/repair.ts";
import { frameKinds } from "../../../main/core/protocols/table.ts";
import { frame, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

const NOW_MS = 1_790_000_000_000;
const PAGE_BYTES = 4096;

/** Two sessions; the one that is written in between has a finding and a note, and settings are there too. */
async function profileWithSessions(entries = 300): Promise<string> {
	const profile = newProfile();
	const store = await openStore(profile);
	for (const id of ["s1", "s2"]) {
		const { writer, commits } = await openSession(store, id);
		let last = 0;
		for (let i = 0; i < entries; i++) last = writer.append(frame(`${id} ${i} ${"x".repeat(600)}`));
		writer.addFindings(last, [{ code: "schema.type", severity: "error", path: "/a", message: "m" }]);
		await commits.upTo(last);
	}
	store.library.annotate("s2", { tags: ["kept"], note: "n" });
	store.saveSetting("a", "b");
	await store.settings();
	await store.close();
	return profile;
}

/** Overwrites pages of one table, as SQLite counts them. */
function spoil(profile: string, name: string, choose: (pages: number[]) => number[]): void {
	overwrite(join(profile, "transcripts.sqlite"), choose(pagesOf(profile, name)));
}

const pagesOf = (profile: string, name: string): number[] =>
	rawDatabase(profile, (db) =>
		db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno").pluck().all(name),
	) as number[];

function overwrite(file: string, pages: readonly number[]): void {
	const bytes = readFileSync(file);
	for (const page of pages) bytes.fill(0xaa, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
	writeFileSync(file, bytes);
}

const firstOf = (pages: number[]): number[] => pages.slice(3, 5);

async function checked(store: OpenStore) {
	while (store.health().check === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
	return store.health();
}

test("a whole database is found whole a moment after the start", async () => {
	const store = await openStore(await profileWithSessions(10));
	expect(await checked(store)).toMatchObject({ state: "ok", check: { problem: null, isWhole: true } });
	expect(store.health()).not.toHaveProperty("warning");
});

test("repair names the databases that stand apart, whether it repairs or not", async () => {
	const profile = await profileWithSessions(3);
	const apart = join(profile, "transcripts-apart-20261201-1.sqlite");
	expect(repairProfile(profile, NOW_MS, frameKinds())).not.toHaveProperty("apart");
	copyFileSync(join(profile, "transcripts.sqlite"), apart);
	expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject({ repaired: false, apart: [apart] });
});

test("a damaged database is told a moment after the start, with the way on, and recording goes on", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "entries", firstOf);
	const store = await openStore(profile);
	const { check, warning, state } = await checked(store);
	expect({ state, check }).toMatchObject({ state: "ok", check: { problem: expect.any(String), isWhole: true } });
	expect(warning).toContain("repair");
	const { writer, commits } = await openSession(store, "s3");
	await commits.upTo(writer.append(frame("new")));
});

test("repair saves everything but what cannot be read, says what that is, and keeps the damaged database as it was", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "entries", firstOf);
	const bytes = readFileSync(join(profile, "transcripts.sqlite"));
	const repaired = repairProfile(profile, NOW_MS, frameKinds());
	if (!repaired.repaired) throw new Error("it was damaged");
	expect(repaired).toMatchObject({ sessions: 2, findings: 2, unreadable: ["entries"], damaged: [{ session: "s1", counted: 300 }] });
	expect(repaired.lostEntries).toBeGreaterThan(0);
	expect(repaired.entries + (repaired.lostEntries ?? 0)).toBe(600);
	expect(repaired.lostEntries).toBeLessThan(20);
	expect(readFileSync(repaired.kept).equals(bytes)).toBe(true);
	expect(rawDatabase(profile, (db) => db.pragma("integrity_check", { simple: true }))).toBe("ok");

	const store = await openStore(profile);
	expect(await store.verify("s2")).toMatchObject({ holds: true, entries: 300 });
	expect(await store.verify("s1")).toMatchObject({ ok: false });
	const { total, rows } = await store.rows("s1", {}, 0, 500);
	expect(total).toBe(repaired.damaged[0]?.entries);
	expect(rows.at(-1)?.findings).toBeDefined();
	expect((await store.settings()).a).toBe("b");
	expect((await store.library.details()).get("s2")).toMatchObject({ tags: ["kept"] });
	const { writer, commits } = await openSession(store, "s4");
	await commits.upTo(writer.append(frame("after the repair")));
	expect(await checked(store)).toMatchObject({ check: { problem: null } });
});

test("repair makes lists and indexes anew from the entries, and loses none of those then", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "entries_by_position", (pages) => pages);
	expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject({ repaired: true, entries: 600, lostEntries: 0, damaged: [] });
	const store = await openStore(profile);
	for (const id of ["s1", "s2"]) expect(await store.verify(id)).toMatchObject({ holds: true, entries: 300 });
});

test("sessions whose row is gone get a name, and their entries are there", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "sessions", (pages) => pages);
	const repaired = repairProfile(profile, NOW_MS, frameKinds());
	expect(repaired).toMatchObject({ repaired: true, entries: 600, lostEntries: null });
	const store = await openStore(profile);
	const names = (await store.sessions()).map(({ origin }) => origin.sessionId);
	expect(names).toEqual(["recovered-1", "recovered-2"]);
	expect((await store.rows("recovered-2", {}, 0, 1)).total).toBe(300);
});

describe("a database that has lost its beginning", () => {
	const loseBeginning = (file: string): void => overwrite(file, [1]);
	const whole = { repaired: true, sessions: 2, entries: 600, findings: 2, lostEntries: 0, damaged: [], unreadable: [] };

	async function expectWhole(profile: string): Promise<void> {
		const store = await openStore(profile);
		for (const id of ["s1", "s2"]) expect(await store.verify(id)).toMatchObject({ holds: true, entries: 300 });
		expect((await store.settings()).a).toBe("b");
		expect((await store.library.details()).get("s2")).toMatchObject({ tags: ["kept"] });
	}

	test("gets another one: everything is saved, and the damaged one is kept as it was", async () => {
		const profile = await profileWithSessions();
		const file = join(profile, "transcripts.sqlite");
		loseBeginning(file);
		const bytes = readFileSync(file);
		const repaired = repairProfile(profile, NOW_MS, frameKinds());
		expect(repaired).toMatchObject(whole);
		expect(readFileSync((repaired as { kept: string }).kept).equals(bytes)).toBe(true);
		expect(readdirSync(profile).filter((name) => name.includes("repairing"))).toEqual([]);
		await expectWhole(profile);
	});

	test("so does one that SQLite has written anew as a whole, where tables begin elsewhere", async () => {
		const profile = await profileWithSessions();
		rawDatabase(profile, (db) => db.exec("VACUUM"));
		loseBeginning(join(profile, "transcripts.sqlite"));
		expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject(whole);
		await expectWhole(profile);
	});

	test("one whose list of tables is gone is saved the same way", async () => {
		const profile = await profileWithSessions();
		spoil(profile, "sqlite_schema", (pages) => pages);
		expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject(whole);
	});

	test("so is one whose newest entries are in the log only, where the first page is too", async () => {
		const profile = await profileWithSessions();
		const killed = newProfile();
		const lost = pagesOf(profile, "sqlite_schema");
		const store = await openStore(profile);
		const { writer, commits } = await openSession(store, "s3");
		for (let i = 0; i < 20; i++) await commits.upTo(writer.append(frame(`in the log ${"x".repeat(1000)}`)));
		for (const name of ["transcripts.sqlite", "transcripts.sqlite-wal"]) copyFileSync(join(profile, name), join(killed, name));
		await store.close();
		overwrite(join(killed, "transcripts.sqlite"), lost);
		expect(repairProfile(killed, NOW_MS, frameKinds())).toMatchObject({ ...whole, sessions: 3, entries: 620 });
		await expectWhole(killed);
	});
});

test("where a log that was cut is older than what the database has taken over from it, the database alone is saved, whole", async () => {
	const profile = await profileWithSessions();
	const killed = newProfile();
	const [database, log] = ["transcripts.sqlite", "transcripts.sqlite-wal"] as const;
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store, "s3");
	await commits.upTo(writer.append(frame("early")));
	copyFileSync(join(profile, log), join(killed, log));
	for (let i = 0; i < 300; i++) writer.append(frame(`late ${"x".repeat(1000)}`));
	await store.close();
	copyFileSync(join(profile, database), join(killed, database));
	const [before, cut] = [readFileSync(join(killed, database)), readFileSync(join(killed, log))];

	const repaired = repairProfile(killed, NOW_MS, frameKinds());
	expect(repaired).toMatchObject({ repaired: true, sessions: 3, entries: 901, lostEntries: 0, damaged: [] });
	expect(repaired.problem).toMatch(/log beside it, which does not fit it/);
	const { kept } = repaired as { kept: string };
	expect(readFileSync(kept).equals(before)).toBe(true);
	expect(readFileSync(`${kept}-wal`).equals(cut)).toBe(true);
	expect(await (await openStore(killed)).verify("s3")).toMatchObject({ holds: true, entries: 301 });
});

test("a database that holds together is left alone, byte for byte", async () => {
	const profile = await profileWithSessions(5);
	const bytes = readFileSync(join(profile, "transcripts.sqlite"));
	expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject({ repaired: false, problem: null });
	expect(readFileSync(join(profile, "transcripts.sqlite")).equals(bytes)).toBe(true);
	expect(readdirSync(profile).filter((name) => name.includes("repairing") || name.includes("damaged"))).toEqual([]);
});

test("repair is refused while a program records there, and where nothing can be read it names the last backup and changes nothing", async () => {
	const profile = await profileWithSessions(5);
	const store = await openStore(profile);
	expect(() => repairProfile(profile, NOW_MS, frameKinds())).toThrow(expect.objectContaining({ code: "STORE_LOCKED" }));
	const done = new Promise<void>((resolve) => store.library.onJob(({ state }) => state !== "running" && resolve()));
	await store.library.backup(null);
	await done;
	await store.close();
	const file = join(profile, "transcripts.sqlite");
	const bytes = readFileSync(file).fill(0xaa);
	writeFileSync(file, bytes);
	expect(() => repairProfile(profile, NOW_MS, frameKinds())).toThrow(
		expect.objectContaining({ message: expect.stringContaining(join(profile, "backups")) }),
	);
	expect(readFileSync(file).equals(bytes)).toBe(true);
});

const change = (profile: string, sql: string): void => rawDatabase(profile, (db: Database.Database) => void db.exec(sql));

test("a session that does not verify is not recorded into, and the refusal says why; others go on", async () => {
	const profile = await profileWithSessions(50);
	change(profile, "UPDATE entries SET body = x'00' WHERE ordinal = 7");
	const store = await openStore(profile);
	await expect(openSession(store, "s1")).rejects.toMatchObject({
		code: "STORE_DAMAGED",
		message: expect.stringContaining("s1 does not verify"),
	});
	const { writer, commits } = await openSession(store, "s2");
	await commits.upTo(writer.append(frame("goes on")));
});

test("a long session that does not verify is told while it goes on", async () => {
	const profile = await profileWithSessions(2100);
	change(profile, "UPDATE entries SET body = x'00' WHERE ordinal = 7");
	const store = await openStore(profile);
	await openSession(store, "s1");
	while (store.health().warning === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(store.health().warning).toContain("Session s1 is recorded into, but does not verify");
});

test("a session is verified once a run, however often something is added to it", async () => {
	const store = await openStore(await profileWithSessions(50));
	const posted = vi.spyOn(Worker.prototype, "postMessage");
	for (let times = 0; times < 3; times++) await openSession(store, "s1");
	const asked = posted.mock.calls.map(([message]) => (message as { name?: string }).name);
	posted.mockRestore();
	expect(asked.filter((name) => name === "verify")).toHaveLength(1);
});

test("where the database is lost and what was rescued of it is damaged too, the rescued one is repaired", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "entries", firstOf);
	const rescued = join(profile, "transcripts-rescued-20261130-141205-042.sqlite");
	renameSync(join(profile, "transcripts.sqlite"), rescued);
	const repaired = repairProfile(profile, NOW_MS, frameKinds());
	expect(repaired).toMatchObject({ repaired: true, database: join(profile, "transcripts.sqlite"), sessions: 2 });
	expect(readdirSync(profile).filter((name) => name.startsWith("transcripts-rescued-"))).toEqual([]);
	const store = await openStore(profile);
	expect((await store.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["s1", "s2"]);
});

test("a rescued database that lost its beginning is not taken for the profile's own; that is said, and repair saves it", async () => {
	const profile = await profileWithSessions();
	overwrite(join(profile, "transcripts.sqlite"), [1]);
	renameSync(join(profile, "transcripts.sqlite"), join(profile, "transcripts-rescued-20261130-141205-042.sqlite"));
	await expect(openStore(profile)).rejects.toMatchObject({ code: "STORE_DAMAGED" });
	expect(repairProfile(profile, NOW_MS, frameKinds())).toMatchObject({ repaired: true, sessions: 2, entries: 600 });
});

test("a damaged rescued database does not take the place of a whole one", async () => {
	const profile = await profileWithSessions(20);
	const rescued = join(profile, "transcripts-rescued-20261130-141205-042.sqlite");
	copyFileSync(join(profile, "transcripts.sqlite"), rescued);
	overwrite(rescued, [1]);
	const store = await openStore(profile);
	expect(await store.sessions()).toHaveLength(2);
	expect(store.health().warning).toContain("transcripts-apart-20261130-141205-042.sqlite");
});

test("a repair that ended between its two renames is finished by the next start", async () => {
	const profile = await profileWithSessions(20);
	const database = join(profile, "transcripts.sqlite");
	renameSync(database, join(profile, "transcripts-repaired-20261130-141205-042.sqlite"));
	for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true });
	const before = await openStore(profile);
	expect(await before.sessions()).toHaveLength(2);
	await before.close();
	// And also when the damaged one still had the name.
	copyFileSync(database, join(profile, "transcripts-repaired-20261130-141205-043.sqlite"));
	overwrite(database, [1]);
	const store = await openStore(profile);
	expect(await store.sessions()).toHaveLength(2);
	expect(store.health().warning).toContain("transcripts-damaged-");
});

test("a repair that is stopped leaves everything as it was", async () => {
	const profile = await profileWithSessions();
	spoil(profile, "entries", firstOf);
	const before = readFileSync(join(profile, "transcripts.sqlite"));
	const files = readdirSync(profile).sort();
	const phases = new Set<string>();
	const stopped = () =>
		repairProfile(profile, NOW_MS, frameKinds(), { progress: (phase) => phases.add(phase), isCancelled: () => phases.has("saving") });
	expect(stopped).toThrow(expect.objectContaining({ code: "REPAIR_CANCELLED" }));
	expect(
		readdirSync(profile)
			.filter((name) => !/-shm$|-wal$|^lock/.test(name))
			.sort(),
	).toEqual(files.filter((name) => !/-shm$|-wal$|^lock/.test(name)));
	expect(readFileSync(join(profile, "transcripts.sqlite")).equals(before)).toBe(true);
});
