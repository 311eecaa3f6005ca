import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { repairProfile } from "../../../main/adapters/sqlite-transcripts/repair.ts";
import { frameKinds } from "../../../main/core/protocols/table.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

async function written(): Promise<string> {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer } = await openSession(store, "s1");
	writer.append(frame("a"));
	await store.settings();
	await store.close();
	return profile;
}
const without = (profile: string, name: string): string => {
	for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(join(profile, name + suffix), { force: true });
	return join(profile, name);
};

test.each(["transcripts.sqlite", "transcripts.sqlite-wal", "lock.sqlite"])(
	"a folder in the place of %s is named, and left alone",
	async (name) => {
		const profile = await written();
		const place = without(profile, name);
		mkdirSync(place);
		const said = { code: "STORE_FAILED", message: expect.stringContaining(`${place} is a folder`) };
		await expect(openStore(profile)).rejects.toMatchObject(said);
		expect(() => repairProfile(profile, 1, frameKinds())).toThrow(expect.objectContaining(said));
		expect(lstatSync(place).isDirectory()).toBe(true);
	},
);

test("a database that is a link, to nowhere or into another profile, is refused for recording and named; the other one stays as it is", async () => {
	const [profile, other] = [await written(), await written()];
	const place = without(profile, "transcripts.sqlite");
	symlinkSync("/nowhere/x.sqlite", place);
	await expect(openStore(profile)).rejects.toMatchObject({ message: expect.stringContaining("a link to /nowhere/x.sqlite") });
	rmSync(place);
	symlinkSync(join(other, "transcripts.sqlite"), place);
	const before = readFileSync(join(other, "transcripts.sqlite"));
	await expect(openStore(profile)).rejects.toMatchObject({ message: expect.stringContaining("a link to") });
	expect(readFileSync(join(other, "transcripts.sqlite")).equals(before)).toBe(true);
	expect(readdirSync(profile).filter((name) => name.includes("rescued"))).toEqual([]);
});

test("foreign files under the name of a rescued database are set apart, and the profile opens", async () => {
	const profile = await written();
	writeFileSync(join(profile, "transcripts-rescued-20260101-000000-000.sqlite"), "hello");
	const db = new Database(join(profile, "transcripts-rescued-20260101-000000-001.sqlite"));
	db.exec("CREATE TABLE a (b)");
	db.close();
	const store = await openStore(profile);
	expect(await store.sessions()).toHaveLength(1);
	for (const number of [0, 1]) expect(existsSync(join(profile, `transcripts-apart-20260101-000000-00${number}.sqlite`))).toBe(true);
});
