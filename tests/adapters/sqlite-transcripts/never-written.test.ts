import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { writeFailure } from "../../../main/adapters/sqlite-transcripts/write-failure.ts";
import { frame, newProfile, openSession, openStore, rawDatabase } from "./profile.ts";

const sqlite = (code: string) => new Database.SqliteError("words", code);

test.each([
	["SQLITE_FULL", false, /disk is full; free some space/],
	["SQLITE_BUSY", false, /another program holds the database/],
	["SQLITE_READONLY", false, /not to be written/],
	["SQLITE_IOERR_WRITE", false, /disk reports an error/],
	["SQLITE_CORRUPT_VTAB", true, /damaged .*“repair”/],
	["SQLITE_NOTADB", true, /damaged .*“repair”/],
	["SQLITE_CONSTRAINT_PRIMARYKEY", true, /start it again/],
	["SQLITE_ERROR", true, /start it again/],
] as const)("%s lasts: %s", (code, lasts, message) => {
	expect(writeFailure(sqlite(code))).toEqual({ lasts, message: expect.stringMatching(message) });
});

test("a row of another program where the next entry belongs ends recording with an alarm: nothing is acknowledged, everything is kept", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	const last = writer.append(frame("before"));
	await commits.upTo(last);
	rawDatabase(profile, (db) => {
		const columns = db.prepare("SELECT name FROM pragma_table_info('entries')").pluck().all() as string[];
		const taken = columns.map((name) => (name === "ordinal" ? "ordinal + 1" : name === "position" ? "position + 1" : name));
		db.exec(`INSERT INTO entries (${columns.join(", ")}) SELECT ${taken.join(", ")} FROM entries`);
	});
	writer.append(frame("after"));
	while (store.health().state !== "failing") await new Promise((resolve) => setTimeout(resolve, 20));
	writer.append(frame("more"));
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect(store.health()).toMatchObject({ state: "failing", lasts: true, pendingEntries: 2 });
	expect(store.health().message).toMatch(/cannot be written any more: .*start it again/);
	expect(commits.seen).toHaveLength(1);
	await expect(store.close()).rejects.toMatchObject({ detail: { lost: 2 } });
	// The next start counts from what is there.
	const again = await openStore(profile);
	const next = await openSession(again, "s2");
	await next.commits.upTo(next.writer.append(frame("goes on")));
	expect(again.health().state).toBe("ok");
});
