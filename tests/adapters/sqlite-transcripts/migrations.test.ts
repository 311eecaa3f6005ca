import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { MIGRATIONS, migrate, SCHEMA_VERSION, schemaVersion } from "../../../main/adapters/sqlite-transcripts/migrate.ts";
import { APPLICATION_ID } from "../../../main/adapters/sqlite-transcripts/migrations/0095-mark-as-ours.ts";
import { dropSeals, frame, newProfile, openSession, openStore, rawDatabase } from "./profile.ts";

const tables = (db: Database.Database): string[] =>
	db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[];

test("migrations rise, and the last one is the database's version", () => {
	const versions = MIGRATIONS.map(({ version }) => version);
	expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
	expect(SCHEMA_VERSION).toBe(versions.at(-1));
});

const ADDS: Record<number, string[]> = {
	10: ["sessions", "store"],
	20: ["entries"],
	30: ["findings"],
	40: ["activity"],
	50: ["drafts", "recent", "settings"],
	60: ["shapes"],
	70: ["connections"],
	80: ["notes"],
	90: ["identity", "purged"],
	95: [],
	100: ["amendments", "seals", "sqlite_sequence"],
};

/** The version before a migration. */
const before = (version: number): number => Math.max(0, ...MIGRATIONS.map((each) => each.version).filter((each) => each < version));

test.each(MIGRATIONS.map(({ version }) => version))("migration %i takes a database of the one before and adds only its own", (version) => {
	const db = new Database(":memory:");
	migrate(db, before(version));
	expect(schemaVersion(db)).toBe(before(version));
	const known = tables(db);
	migrate(db, version);
	expect(schemaVersion(db)).toBe(version);
	expect(tables(db).filter((table) => !known.includes(table))).toEqual(ADDS[version]);
	migrate(db, version);
	expect(schemaVersion(db)).toBe(version);
	db.close();
});

test("every table is strict", () => {
	const db = new Database(":memory:");
	migrate(db);
	const loose = db
		.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'")
		.pluck()
		.all();
	expect(loose).toEqual([]);
	db.close();
});

test("a step that fails leaves the version and the tables of before", () => {
	const db = new Database(":memory:");
	migrate(db, 10);
	db.exec("CREATE TABLE entries (x) STRICT".replace("(x)", "(x INTEGER)"));
	expect(() => migrate(db)).toThrow();
	expect(schemaVersion(db)).toBe(10);
	db.close();
});

test("a database of an older version is brought up to date", async () => {
	const profile = newProfile();
	const db = new Database(join(profile, "transcripts.sqlite"));
	migrate(db, 20);
	db.close();
	await expect(openStore(profile, { readOnly: true })).rejects.toMatchObject({ code: "STORE_FAILED" });
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("new")));
});

test("a database from before the mark is known by its tables, gets the mark, and keeps what it holds", async () => {
	const profile = newProfile();
	const first = await openStore(profile);
	const { writer, commits } = await openSession(first);
	await commits.upTo(writer.append(frame("old")));
	await first.close();
	rawDatabase(profile, (db) => {
		dropSeals(db);
		db.exec("PRAGMA application_id = 0; PRAGMA user_version = 90");
	});
	const store = await openStore(profile);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 1 });
	await store.close();
	expect(rawDatabase(profile, (db) => db.pragma("application_id", { simple: true }))).toBe(APPLICATION_ID);
});

const STRANGERS: [string, string][] = [
	["of another program, by its mark", "PRAGMA application_id = 1234; CREATE TABLE sessions (a); CREATE TABLE store (b)"],
	["of another program, by its tables", "CREATE TABLE places (url TEXT)"],
	["with tables named like ours, of a version we never had", "CREATE TABLE sessions (a); CREATE TABLE store (b); PRAGMA user_version = 7"],
];
test.each(STRANGERS)("an SQLite file %s is refused and stays as it is, byte for byte, in either journal mode", async (_what, sql) => {
	for (const mode of ["WAL", "DELETE"]) {
		const profile = newProfile();
		rawDatabase(profile, (db) => db.exec(`PRAGMA journal_mode = ${mode}; ${sql}`));
		const file = join(profile, "transcripts.sqlite");
		const bytes = readFileSync(file);
		for (const readOnly of [false, true])
			await expect(openStore(profile, { readOnly })).rejects.toMatchObject({
				code: "STORE_FAILED",
				message: expect.stringContaining("not a Switchboard database"),
			});
		expect(readFileSync(file).equals(bytes)).toBe(true);
	}
});

test("a file that is no database is called that, whoever opens it, and stays as it is", async () => {
	const profile = newProfile();
	const file = join(profile, "transcripts.sqlite");
	for (const content of ["short", `${"no database ".repeat(40)}`]) {
		writeFileSync(file, content);
		for (const readOnly of [true, false]) {
			const opening = openStore(profile, { readOnly });
			await expect(opening).rejects.toMatchObject({
				code: "STORE_DAMAGED",
				message: expect.stringContaining("is not a Switchboard database"),
			});
		}
		expect(readFileSync(file, "utf8")).toBe(content);
	}
});

test("a database of a newer version is refused and stays as it is, byte for byte", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await store.close();
	rawDatabase(profile, (db) => db.pragma(`user_version = ${SCHEMA_VERSION + 10}`));
	const file = join(profile, "transcripts.sqlite");
	const before = readFileSync(file);
	await expect(openStore(profile)).rejects.toMatchObject({ code: "STORE_NEWER" });
	await expect(openStore(profile, { readOnly: true })).rejects.toMatchObject({ code: "STORE_NEWER" });
	expect(readFileSync(file).equals(before)).toBe(true);
	// The refusal let the lock go.
	rawDatabase(profile, (db) => db.pragma(`user_version = ${SCHEMA_VERSION}`));
	expect((await openStore(profile)).health().state).toBe("ok");
});

test("a file that is no database is refused by name", async () => {
	const profile = newProfile();
	const { writeFileSync } = await import("node:fs");
	writeFileSync(join(profile, "transcripts.sqlite"), "not a database, but long enough to have a header of a hundred bytes. ".repeat(3));
	await expect(openStore(profile)).rejects.toMatchObject({
		code: "STORE_DAMAGED",
		message: expect.stringContaining(profile),
	});
});

test("entries recorded before folds get the same shapes and marks as those recorded after", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	for (const id of ["s1", "s2"]) {
		const { writer, commits } = await openSession(store, id);
		let last = 0;
		for (let n = 0; n < 1500; n++) {
			last = writer.append(frame("x".repeat(n), { type: n % 3 === 0 ? "TEXT_MESSAGE_CONTENT" : "CUSTOM" }));
			if (n % 100 === 0) writer.append(frame("", { type: "ack", dir: "out", delivery: n % 200 === 0 ? "sent" : "unknown" }));
			if (n % 150 === 0) writer.append(frame("", { opcode: "ping", delivery: "held" }));
			if (n % 250 === 0) writer.append(frame("{}", { kind: "link", dir: "local", opcode: undefined, type: "link.open" }));
		}
		await commits.upTo(last);
	}
	await store.close();
	const stored = () =>
		rawDatabase(profile, (db) => [
			db.prepare("SELECT session, blob, hex(shapes) FROM shapes ORDER BY session, blob").raw().all(),
			db.prepare("SELECT ordinal, marks FROM entries ORDER BY ordinal").raw().all(),
		]);
	const before = stored();
	expect(before[0]).toHaveLength(4);
	rawDatabase(profile, (db) => {
		db.exec("DROP TABLE shapes; UPDATE entries SET marks = marks & 63; PRAGMA user_version = 50;");
		migrate(db, 60);
	});
	expect(stored()).toEqual(before);
});
