import { linkSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { readCardFile } from "../../../main/adapters/card-source/read-card-file.ts";
import * as files from "../../../main/adapters/files/open-files.ts";
import { importFile } from "../../../main/adapters/interchange/import-file.ts";
import { openImport } from "../../../main/adapters/interchange/import-source.ts";
import { writeWholeFile } from "../../../main/adapters/interchange/whole-file.ts";
import { readSchemaFolder } from "../../../main/adapters/schema-folder/read-folder.ts";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { fileLines } from "../../../main/hosts/cli/file-lines.ts";
import { locksOn } from "../../faults/posix-locks.ts";
import { frame, newProfile, openSession, openStore } from "../sqlite-transcripts/profile.ts";

const HELD = ["transcripts.sqlite", "transcripts.sqlite-wal", "transcripts.sqlite-shm", "lock.sqlite"];

/** Where the kernel lists no locks, the refusal alone is looked at. */
const canSee = locksOn("/") !== null;
if (!canSee) console.log("This system lists no locks; that they stay is not looked at.");

async function recording() {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("held")));
	await store.rows("s1", {}, 0, 1);
	const locks = () => HELD.map((name) => locksOn(join(profile, name)));
	const before = locks();
	if (canSee) expect(before.filter((count) => count !== null && count > 0)).toHaveLength(3);
	return { profile, store, writer, commits, locksAreKept: () => expect(locks()).toEqual(before) };
}

async function* one(text: string) {
	yield text;
}

test("no file that the recorder holds is opened, truncated or replaced, by whatever way and name it is reached", async () => {
	const { profile, store, writer, commits, locksAreKept } = await recording();
	const elsewhere = newProfile();
	const names = HELD.flatMap((name, index) => {
		const path = join(profile, name);
		symlinkSync(path, join(elsewhere, `s${index}.json`));
		linkSync(path, join(elsewhere, `h${index}.json`));
		return [path, join(elsewhere, `s${index}.json`), join(elsewhere, `h${index}.json`)];
	});
	const identities = names.map((path) => statSync(path).ino);
	for (const path of names) {
		const ways: [string, () => unknown][] = [
			["openSync", () => files.openSync(path, "r")],
			["openSync to write", () => files.openSync(path, "w")],
			["open", () => files.open(path, "r")],
			["readFile", () => files.readFile(path)],
			["readFileSync", () => files.readFileSync(path, "utf8")],
			["writeFileSync", () => files.writeFileSync(path, "")],
			["appendFileSync", () => files.appendFileSync(path, "x")],
			["createReadStream", async () => void (await files.createReadStream(path).toArray())],
			["rename", () => files.rename(join(elsewhere, "none"), path)],
			["a card", () => readCardFile(path)],
			["a file to import", () => openImport(path, { onBytes: () => {} })],
			["an export to verify", () => verifyJsonl(path)],
			["lines to check", () => [...fileLines(path)]],
			["an export's place", () => writeWholeFile(path, one("{}"))],
			["a whole import", () => importOf(path)],
		];
		for (const [way, open] of ways) await expect(Promise.resolve().then(open), `${way} of ${path}`).rejects.toThrow(/database|EBUSY/);
	}
	for (const read of await readSchemaFolder(elsewhere))
		expect(read).toMatchObject({ problem: { message: expect.stringContaining("EBUSY") } });
	await expect(store.exportJsonl("s1", join(profile, "transcripts.sqlite"), null)).rejects.toMatchObject({ code: "EXPORT_FAILED" });
	locksAreKept();
	expect(names.map((path) => statSync(path).ino)).toEqual(identities);
	await commits.upTo(writer.append(frame("goes on")));
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 2 });

	function importOf(path: string) {
		const order = { path, name: "x", now: Date.now, uuid: () => "i", onProgress: () => {}, isCancelled: () => false };
		return importFile(store, order);
	}
});

test("a connection of another thread that closes leaves the recorder its locks: SQLite's library is one for the whole process", async () => {
	const { profile, locksAreKept, writer, commits } = await recording();
	const look = `
		const { createRequire } = require("node:module");
		const Database = createRequire(${JSON.stringify(import.meta.filename)})("better-sqlite3");
		for (const options of [{ readonly: true }, {}]) {
			const db = new Database(${JSON.stringify(join(profile, "transcripts.sqlite"))}, options);
			db.prepare("SELECT count(*) FROM entries").get();
			db.close();
		}`;
	for (let i = 0; i < 3; i++) {
		const thread = new Worker(look, { eval: true });
		expect(await new Promise((resolve) => thread.once("exit", resolve))).toBe(0);
		locksAreKept();
	}
	await commits.upTo(writer.append(frame("still held")));
});

test("after the profile was closed its files are files like others", async () => {
	const { profile, store } = await recording();
	await store.close();
	expect((await files.readFile(join(profile, "transcripts.sqlite"))).length).toBe(readFileSync(join(profile, "transcripts.sqlite")).length);
});
