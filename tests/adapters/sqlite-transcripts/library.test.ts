import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { migrate } from "../../../main/adapters/sqlite-transcripts/migrate.ts";
import type { LibraryJob } from "../../../schemas/library.ts";
import { inSoak } from "../../fakes/soak.ts";
import { allRows, frame, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

const databaseOf = (profile: string) => join(profile, "transcripts.sqlite");

async function record(store: OpenStore, sessionId: string, entries: number, bytes = 400): Promise<number> {
	const { writer, commits } = await openSession(store, sessionId);
	let last = 0;
	for (let n = 0; n < entries; n++) last = writer.append(frame(`${sessionId} ${n} ${"x".repeat(bytes)}`));
	await commits.upTo(last);
	return last;
}

/** Waits until the job is over; answers everything that was told of it. */
async function over(store: OpenStore, begin: () => Promise<{ jobId: number }>): Promise<LibraryJob[]> {
	const told: LibraryJob[] = [];
	const stop = store.library.onJob((job) => told.push(job));
	const { jobId } = await begin();
	await vi.waitUntil(() => store.library.jobs().some((job) => job.jobId === jobId && job.state !== "running"), { timeout: 30_000 });
	stop();
	return told;
}

test("tags, a note, times and sizes of a session are kept, and seen by a program that only reads", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	writer.append(frame("12345", { atMs: 1000 }));
	await commits.upTo(writer.append(frame("{}", { kind: "tap", dir: "local", opcode: undefined, type: "tap", atMs: 5000 })));
	store.library.annotate("s1", { tags: ["gate", "ticket 7"], note: "asked twice" });
	const wanted = {
		firstAtMs: 1000,
		lastAtMs: 5000,
		bytes: 7,
		taps: 1,
		photos: 0,
		tags: ["gate", "ticket 7"],
		note: "asked twice",
		removedAtMs: null,
	};
	expect((await store.library.details()).get("s1")).toEqual(wanted);
	await commits.upTo(writer.append(frame("67", { atMs: 6000 })));
	expect((await store.library.details()).get("s1")).toMatchObject({ bytes: 9, lastAtMs: 6000 });
	const photo = '{"type":"user.observation","observation":{"modality":"photo"}}';
	await commits.upTo(writer.append(frame(photo, { dir: "out", type: "user.observation", delivery: "sent" })));
	expect((await store.library.details()).get("s1")).toMatchObject({ taps: 1, photos: 1 });
	// A card whose context speaks of a photo, and what is no JSON, are none.
	const card = '{"type":"user.observation","observation":{"modality":"nfc"},"context":[{"description":"wants","value":"photo"}]}';
	for (const text of [card, '{"modality":"photo"', '["photo"]', '{"type":"user.observation","observation":"photo"}'])
		await commits.upTo(writer.append(frame(text, { dir: "out", type: "user.observation", delivery: "sent" })));
	expect((await store.library.details()).get("s1")).toMatchObject({ taps: 1, photos: 1 });
	const reader = await openStore(profile, { readOnly: true });
	expect((await reader.library.details()).get("s1")).toMatchObject({ tags: ["gate", "ticket 7"] });
	expect(() => reader.library.annotate("s1", { tags: [], note: "" })).toThrow(/reading only/);
});

test("a removed session is out of the lists and comes back whole until the store is closed; then it is gone and its room with it", async () => {
	const profile = newProfile();
	let store = await openStore(profile);
	await record(store, "keep", 50);
	const lastOrdinal = await record(store, "go", 4000);
	const ids = async () => (await store.sessions()).map(({ origin }) => origin.sessionId);
	store.library.setRemoved(["go"], 7);
	expect(await ids()).toEqual(["keep"]);
	expect((await store.library.details()).get("go")).toMatchObject({ removedAtMs: 7 });
	store.library.setRemoved(["go"], null);
	expect(await ids()).toEqual(["keep", "go"]);
	expect(await store.verify("go")).toMatchObject({ holds: true, entries: 4000 });
	store.library.setRemoved(["go"], 8);
	const before = statSync(databaseOf(profile)).size + (statSync(`${databaseOf(profile)}-wal`, { throwIfNoEntry: false })?.size ?? 0);
	await store.close();
	expect(statSync(databaseOf(profile)).size).toBeLessThan(before / 3);
	store = await openStore(profile);
	expect([...(await store.library.details()).keys()]).toEqual(["keep"]);
	// Its bytes are nowhere in the file, and its ordinals are not given again.
	expect(rawDatabase(profile, (db) => db.serialize().includes("go 17 xxx"))).toBe(false);
	expect(await record(store, "new", 1)).toBe(lastOrdinal + 1);
	expect(await store.verify("keep")).toMatchObject({ holds: true });
});

test("a program that was killed after a removal finishes it with the next start", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store, "go", 900);
	store.library.setRemoved(["go"], 7);
	await store.sessions();
	const copy = newProfile();
	for (const name of ["transcripts.sqlite", "transcripts.sqlite-wal"]) cpSync(join(profile, name), join(copy, name));
	const next = await openStore(copy);
	expect(await next.sessions()).toEqual([]);
	await vi.waitUntil(() => rawDatabase(copy, (db) => db.prepare("SELECT count(*) FROM entries").pluck().get()) === 0, { timeout: 20_000 });
	await vi.waitUntil(async () => (await next.library.details()).size === 0);
});

test("compacting takes removed sessions out and gives room back while recording goes on, with progress", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store, "go", 12_000);
	const { writer, commits } = await openSession(store, "live");
	store.library.setRemoved(["go"], 7);
	await store.sessions();
	const fileBytes = () => statSync(databaseOf(profile)).size;
	const before = (await store.library.statistics()).databaseBytes;
	const purged: string[][] = [];
	store.library.onPurged((ids) => purged.push(ids));
	let sent = 0;
	const pump = setInterval(() => {
		writer.append(frame(`live ${sent++}`));
	}, 2);
	const told = await over(store, () => store.library.compact(false));
	clearInterval(pump);
	expect(told.at(-1)).toMatchObject({ kind: "compact", state: "done" });
	expect(told.length).toBeGreaterThan(1);
	expect(purged).toEqual([["go"]]);
	await commits.upTo(writer.append(frame("last")));
	const after = await store.library.statistics();
	expect(fileBytes()).toBeLessThan(before / 3);
	expect(after).toMatchObject({ sessions: 1, removed: 0, entries: sent + 1, compactStops: false });
	expect(await store.verify("live")).toMatchObject({ holds: true, entries: sent + 1 });
});

test("a session that is being taken out cannot be restored, and what still comes for it disturbs nobody", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const gone = await openSession(store, "go");
	await gone.commits.upTo(gone.writer.append(frame("x")));
	store.library.setRemoved(["go"], 7);
	await over(store, () => store.library.compact(false));
	store.library.setRemoved(["go"], null);
	store.library.annotate("go", { tags: ["late"], note: "late" });
	gone.writer.append(frame("late"));
	gone.writer.setFacts(gone.session.facts);
	const other = await openSession(store, "other");
	await other.commits.upTo(other.writer.append(frame("after")));
	expect(store.health().state).toBe("ok");
	expect((await store.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["other"]);
	expect(await allRows(store, "other")).toHaveLength(1);
});

test("a database of an older version is compacted only while nothing records, and in steps from then on", async () => {
	const profile = newProfile();
	const old = new Database(databaseOf(profile));
	old.pragma("journal_mode = WAL");
	migrate(old, 60);
	old.close();
	const store = await openStore(profile);
	await record(store, "go", 3000);
	store.library.setRemoved(["go"], 7);
	expect(await store.library.statistics()).toMatchObject({ compactStops: true });
	await expect(store.library.compact(false)).rejects.toMatchObject({ code: "SESSION_LIVE" });
	const told = await over(store, () => store.library.compact(true));
	expect(told.at(-1)).toMatchObject({ state: "done" });
	expect(await store.library.statistics()).toMatchObject({ compactStops: false, freeBytes: 0 });
});

test("a backup taken while recording is a whole database of one moment, and becomes a profile by being put in a folder", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store, "before", 5000);
	const { writer } = await openSession(store, "live");
	const pump = setInterval(() => {
		for (let n = 0; n < 20; n++) writer.append(frame(`live ${"y".repeat(300)}`));
	}, 2);
	const path = join(newProfile(), "kept", "monday.sqlite");
	const told = await over(store, () => store.library.backup(path));
	clearInterval(pump);
	expect(told.at(-1)).toMatchObject({ kind: "backup", state: "done", path });
	expect(told.at(-1)?.total).toBe(statSync(path).size);
	expect(readdirSync(join(path, ".."))).toEqual(["monday.sqlite"]);
	const restored = newProfile();
	cpSync(path, databaseOf(restored));
	const other = await openStore(restored);
	expect(await other.verify("before")).toMatchObject({ holds: true, entries: 5000 });
	expect(await other.verify("live")).toMatchObject({ holds: true });
});

test("a backup that is cancelled or cannot be written leaves nothing, and never replaces a file", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store, "s1", 20_000);
	const folder = newProfile();
	const path = join(folder, "a.sqlite");
	writeFileSync(join(folder, "a.sqlite.1234.unfinished"), "left behind by one that was killed");
	const told = await over(store, async () => {
		const begun = await store.library.backup(path);
		await expect(store.library.backup(join(folder, "b.sqlite"))).rejects.toMatchObject({ code: "JOB_RUNNING" });
		store.library.cancelJob(begun.jobId);
		return begun;
	});
	expect(told.at(-1)).toMatchObject({ state: "cancelled" });
	expect(readdirSync(folder)).toEqual([]);
	writeFileSync(path, "mine");
	await expect(store.library.backup(path)).rejects.toMatchObject({ code: "BACKUP_FAILED" });
	mkdirSync(join(folder, "file"));
	const failed = await over(store, () => store.library.backup(join(path, "inside", "a.sqlite")));
	expect(failed.at(-1)).toMatchObject({ state: "failed", message: expect.stringContaining("Nothing of it was left behind") });
	expect(readdirSync(folder).sort()).toEqual(["a.sqlite", "file"]);
});

test("closing in the middle of a backup leaves nothing of it", async () => {
	const store = await openStore(newProfile());
	await record(store, "s1", 20_000);
	const folder = newProfile();
	await store.library.backup(join(folder, "a.sqlite"));
	await store.close();
	expect(readdirSync(folder)).toEqual([]);
});

test("moving a profile is copying its folder", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store, "s1", 2000);
	store.library.annotate("s1", { tags: ["kept"], note: "" });
	store.saveSetting("theme", "dark");
	store.saveDraft("s1", "user.turn", "half a sentence");
	await store.close();
	const moved = newProfile();
	cpSync(profile, moved, { recursive: true });
	const there = await openStore(moved);
	expect(await there.verify("s1")).toMatchObject({ holds: true, entries: 2000 });
	expect((await there.library.details()).get("s1")).toMatchObject({ tags: ["kept"] });
	expect(await there.settings()).toEqual({ theme: "dark" });
	expect(await there.drafts("s1")).toEqual({ "user.turn": "half a sentence" });
	const found = await there.search.run({ conditions: [{ kind: "text", text: "s1 1999", wanted: true }], sessionId: null }, 5);
	expect(found.hits).toHaveLength(1);
});

test("PC-20: a read cursor held for long makes the log grow with a warning, and once it ends the log is under its cap again", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("first")));
	const holder = new Database(databaseOf(profile), { readonly: true });
	const cursor = holder.prepare("SELECT * FROM entries").iterate();
	cursor.next();
	const log = () => statSync(`${databaseOf(profile)}-wal`).size;
	const warnings: string[] = [];
	store.onHealth(({ warning, state }) => {
		expect(state).toBe("ok");
		warnings.push(warning ?? "");
	});
	const { walWarnBytes, walCapBytes } = await store.library.statistics();
	while (log() < walCapBytes * 1.2) await commits.upTo(writer.append(frame(Buffer.alloc(2 << 20, 7), { opcode: "binary" })));
	await expect.poll(() => warnings[0]).toMatch(/log beside the database has grown to \d+ MiB because something reads/);
	expect(walWarnBytes).toBeLessThan(walCapBytes);
	cursor.return?.();
	holder.close();
	for (let n = 0; n < 30; n++) await commits.upTo(writer.append(frame(Buffer.alloc(2 << 20, 7), { opcode: "binary" })));
	await vi.waitUntil(() => log() <= walCapBytes, { timeout: 20_000 });
	await commits.upTo(writer.append(frame("more")));
	await vi.waitUntil(() => warnings.at(-1) === "", { timeout: 20_000 });
	expect(await store.verify("s1")).toMatchObject({ holds: true });
});

test("PC-20: without anybody reading for long the log stays under its cap however much is recorded", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	let largest = 0;
	const { walCapBytes } = await store.library.statistics();
	const frames = inSoak(120, 50);
	expect(frames * (2 << 20)).toBeGreaterThan(1.5 * walCapBytes);
	for (let n = 0; n < frames; n++) {
		await commits.upTo(writer.append(frame(Buffer.alloc(2 << 20, n), { opcode: "binary" })));
		largest = Math.max(largest, existsSync(`${databaseOf(profile)}-wal`) ? statSync(`${databaseOf(profile)}-wal`).size : 0);
		await store.rows("s1", {}, 0, 50);
	}
	expect(largest).toBeLessThan(walCapBytes);
	expect(store.health().warning).toBeUndefined();
});

test("a large entry is read in part, never through a character, and whole on demand", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const text = `{"value":"${"é".repeat(100_000)}"}`;
	const bytes = Buffer.alloc(5000, 0xff);
	const first = writer.append(frame(text));
	await commits.upTo(writer.append(frame(bytes, { opcode: "binary" })));
	const part = await store.entry("s1", first, 1001);
	expect(part).toMatchObject({ byteLength: Buffer.byteLength(text), cutBytes: 1000 });
	expect(text.startsWith(part?.text ?? "-")).toBe(true);
	expect(await store.entry("s1", first)).toMatchObject({ text });
	expect((await store.entry("s1", first))?.cutBytes).toBeUndefined();
	const binary = await store.entry("s1", first + 1, 1000);
	expect(binary).toMatchObject({ cutBytes: 1000, base64: bytes.toString("base64", 0, 1000) });
	expect((await store.entry("s1", first + 1, 1_000_000))?.cutBytes).toBeUndefined();
});
