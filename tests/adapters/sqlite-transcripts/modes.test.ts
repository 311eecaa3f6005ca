import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSystemClock } from "../../../main/adapters/system-clock/create-system-clock.ts";
import { createHostLog } from "../../../main/hosts/host-log.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

const modes = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true }).map((each) => {
			const path = join(each.parentPath, each.name);
			return [path.slice(folder.length + 1), `${each.isDirectory() ? "d" : "-"}${(statSync(path).mode & 0o777).toString(8)}`];
		}),
	);

async function used(profile: string) {
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	for (let i = 0; i < 400; i++) writer.append(frame(`word ${i}`));
	await commits.upTo(writer.append(frame("word")));
	await store.exportJsonl("s1", null, null);
	const done = new Promise<void>((resolve) => store.library.onJob(({ state }) => state !== "running" && resolve()));
	await store.library.backup(null);
	await done;
	while (!readdirSync(profile).includes("search.sqlite-wal")) await new Promise((resolve) => setTimeout(resolve, 20));
	createHostLog({ folder: profile, nowMs: createSystemClock().nowMs, toStderr: () => {} }).warn("said");
	return store;
}

test.skipIf(process.platform === "win32")(
	"everything in a profile is for this user only, whatever the umask says, and what was open to others is closed to them",
	async () => {
		const umask = process.umask(0);
		try {
			const profile = join(newProfile(), "profile");
			const store = await used(profile);
			const found = modes(profile);
			expect(Object.keys(found)).toEqual(
				expect.arrayContaining(["transcripts.sqlite-shm", "search.sqlite-shm", "lock.sqlite", "recording.json", "switchboard.log"]),
			);
			expect(Object.entries(found).filter(([, mode]) => mode !== "-600" && mode !== "d700")).toEqual([]);
			await store.close();
			for (const name of Object.keys(modes(profile)))
				if (!statSync(join(profile, name)).isDirectory()) chmodSync(join(profile, name), 0o666);
			const again = await openStore(profile);
			const held = Object.entries(modes(profile)).filter(([name]) => /^(transcripts|lock)\.sqlite|recording\.json/.test(name));
			expect(held.filter(([, mode]) => mode !== "-600")).toEqual([]);
			await again.close();
		} finally {
			process.umask(umask);
		}
	},
);

test.skipIf(process.platform === "win32")("a folder of somebody's own keeps its mode; what is made in it is private", async () => {
	const profile = join(newProfile(), "shared");
	mkdirSync(profile);
	chmodSync(profile, 0o755);
	writeFileSync(join(profile, "note.txt"), "theirs");
	chmodSync(join(profile, "note.txt"), 0o644);
	const store = await openStore(profile);
	expect(modes(profile)).toMatchObject({ "note.txt": "-644", "transcripts.sqlite": "-600", "lock.sqlite": "-600" });
	expect(statSync(profile).mode & 0o777).toBe(0o755);
	await store.close();
});
