import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { PROGRAMS_FOLDER } from "../../programs.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

const children: ChildProcess[] = [];

afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Another program on the same profile; says what it committed, line by line. */
async function otherProgram(profileDir: string) {
	const child = spawn(process.execPath, [join(PROGRAMS_FOLDER, "record-on-profile.mjs"), profileDir], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	children.push(child);
	const lines = createInterface({ input: child.stdout });
	const said: Record<string, unknown>[] = [];
	let wake = (): void => {};
	lines.on("line", (line) => {
		said.push(JSON.parse(line));
		wake();
	});
	return {
		pid: child.pid as number,
		said,
		async says(count: number): Promise<void> {
			while (said.length < count) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
		async kill(): Promise<void> {
			child.kill("SIGKILL");
			await once(child, "exit");
		},
	};
}

test("PC-20: a second program on the same profile is refused with the profile and the holder's pid", async () => {
	const profile = newProfile();
	const other = await otherProgram(profile);
	await other.says(1);
	await expect(openStore(profile)).rejects.toMatchObject({
		code: "STORE_LOCKED",
		message: expect.stringMatching(new RegExp(`process ${other.pid}\\b.*${profile}`)),
	});
});

test("the program that holds the profile refuses another, which leaves nothing behind", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const other = await otherProgram(profile);
	await other.says(1);
	expect(other.said[0]).toMatchObject({ refused: "STORE_LOCKED", message: expect.stringContaining(`process ${process.pid}`) });
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("still here")));
});

test("while one program records another reads, verifies and exports", async () => {
	const profile = newProfile();
	const other = await otherProgram(profile);
	await other.says(20);
	const reader = await openStore(profile, { readOnly: true });
	expect(reader.health().state).toBe("readOnly");
	const [session] = await reader.sessions();
	expect(session?.entries).toBeGreaterThan(0);
	expect(await reader.verify("child")).toMatchObject({ holds: true });
	const { path } = await reader.exportJsonl("child", join(profile, "out.jsonl"), null);
	expect(await verifyJsonl(path)).toMatchObject({ ok: true });
	await expect(openSession(reader)).rejects.toMatchObject({ code: "STORE_FAILED" });
	expect(() => reader.saveSetting("a", "b")).toThrow(expect.objectContaining({ code: "STORE_FAILED" }));
	const before = other.said.length;
	await other.says(before + 20);
	expect((await reader.sessions())[0]?.entries).toBeGreaterThan(session?.entries ?? 0);
});

test("PC-20: kill -9 leaves no lock and loses nothing that was called committed", async () => {
	const profile = newProfile();
	for (let round = 0; round < 3; round++) {
		const other = await otherProgram(profile);
		await other.says(30);
		await other.kill();
		const committed = Math.max(...other.said.map((line) => Number(line.upToOrdinal ?? 0)));
		// First as a reader: the log of the killed program has not been brought in yet.
		const reader = await openStore(profile, { readOnly: true });
		expect((await reader.rows("child", {}, 0, 1)).upToOrdinal).toBeGreaterThanOrEqual(committed);
		await reader.close();
		const store = await openStore(profile);
		expect((await store.rows("child", {}, 0, 1)).upToOrdinal).toBeGreaterThanOrEqual(committed);
		expect(await store.verify("child")).toMatchObject({ holds: true });
		await store.close();
		expect(existsSync(join(profile, "recording.json"))).toBe(false);
	}
});

test("closing lets the next one in; two in one process are refused as well", async () => {
	const profile = newProfile();
	const first = await openStore(profile);
	await expect(openStore(profile)).rejects.toMatchObject({ code: "STORE_LOCKED" });
	await first.close();
	expect((await openStore(profile)).health().state).toBe("ok");
});

test("reading only where nothing was recorded says so and makes nothing", async () => {
	const profile = join(newProfile(), "not-there");
	await expect(openStore(profile, { readOnly: true })).rejects.toMatchObject({
		code: "STORE_FAILED",
		message: expect.stringContaining(profile),
	});
	expect(existsSync(profile)).toBe(false);
});
