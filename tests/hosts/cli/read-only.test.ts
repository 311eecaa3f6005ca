import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../../main/adapters/sqlite-transcripts/migrate.ts";
import { seeded } from "../../faults/attack.ts";
import { startCountingServer } from "../../faults/counting-server.ts";
import { killAgainAndAgain } from "../../faults/kills.ts";
import { outsideReaders } from "../../faults/outside-readers.ts";
import { CLI } from "./run-cli.ts";

/** A profile with one session, as a program that was killed leaves it: the log holds part of it. */
let folder: string;
const SESSION = "kill-test";

/** Runs in a mount of its own where `profile` is on a file system that is only read. */
const mounted = (profile: string, command: string[]) =>
	spawnSync(
		"unshare",
		["-m", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"', profile, process.execPath, CLI, ...command],
		{ encoding: "utf8" },
	);
const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
const isRoot = process.getuid?.() === 0;
if (!canMount) console.log("No file system can be mounted here (that takes root): only a folder without the right to write is looked at.");
if (!canMount && isRoot) console.log("And root may write to that, too: reading only is not looked at here.");

const denied = (profile: string, command: string[]) => {
	chmodSync(profile, 0o500);
	try {
		return spawnSync(process.execPath, [CLI, ...command], { encoding: "utf8" });
	} finally {
		chmodSync(profile, 0o700);
	}
};
const read = canMount ? mounted : denied;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-read-only-"));
	const server = await startCountingServer();
	const readers = outsideReaders();
	const { wrong } = await killAgainAndAgain(
		server,
		readers,
		{},
		{ times: 1, random: seeded(1), folder, goesOn: () => true, say: () => {} },
	);
	readers.end();
	server.close();
	expect(wrong).toEqual([]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("switchboard-read-"));

describe.skipIf(!canMount && isRoot)("a profile that can only be read", () => {
	const all = 6;
	const profiles: [string, number, (profile: string) => void][] = [
		["as a killed program left it", 2, () => {}],
		["copied without the index of its log", all, (profile) => rmSync(path.join(profile, "transcripts.sqlite-shm"), { force: true })],
		["closed, so without a log", 3, (profile) => new Database(path.join(profile, "transcripts.sqlite")).close()],
	];
	it.each(profiles)(
		"%s is listed, shown, verified, searched, exported and backed up; nothing in it changes, nothing is left behind",
		(name, count, prepare) => {
			const profile = path.join(folder, name.replaceAll(" ", "-"));
			mkdirSync(profile);
			for (const file of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile()))
				copyFileSync(path.join(folder, file.name), path.join(profile, file.name));
			prepare(profile);
			const before = execFileSync("sh", ["-c", "find . -type f | sort | xargs sha256sum"], { cwd: profile, encoding: "utf8" });
			const inTemp = leftovers();
			const out = mkdtempSync(path.join(tmpdir(), "switchboard-out-"));
			const commands = [
				["session", "list"],
				["session", "show", SESSION],
				["verify", SESSION],
				["search", "frame", "--limit", "2"],
				["export", SESSION, "--format", "jsonl", "--out", path.join(out, "a.jsonl")],
				["backup", "--out", path.join(out, "b.sqlite")],
			];
			for (const command of commands.slice(0, count)) {
				const { status, stdout, stderr } = read(profile, [...command, "--data", profile]);
				const said = JSON.parse(stdout.trim().split("\n")[0] ?? "null");
				// What the killed program left unsealed cannot be sealed here, and is not wrong.
				const isNotYet = command[0] === "verify" && status === 4 && said?.problem === null && said.unproven > 0;
				expect({ command, status, stderr: status === 0 || isNotYet ? "" : stderr }).toEqual({
					command,
					status: isNotYet ? 4 : 0,
					stderr: "",
				});
				expect(said).toBeTruthy();
			}
			expect(execFileSync("sh", ["-c", "find . -type f | sort | xargs sha256sum"], { cwd: profile, encoding: "utf8" })).toBe(before);
			expect(leftovers()).toEqual(inTemp);
			rmSync(out, { recursive: true });
		},
	);

	it("of an older format is read from a copy that is brought up to date", () => {
		const profile = mkdtempSync(path.join(tmpdir(), "switchboard-older-"));
		const db = new Database(path.join(profile, "transcripts.sqlite"));
		migrate(db, 90);
		db.exec("PRAGMA application_id = 0");
		db.close();
		const bytes = readFileSync(path.join(profile, "transcripts.sqlite"));
		expect(read(profile, ["session", "list", "--data", profile])).toMatchObject({ status: 0 });
		expect(readFileSync(path.join(profile, "transcripts.sqlite")).equals(bytes)).toBe(true);
		rmSync(profile, { recursive: true });
	});

	it("cannot be recorded on, and that is said with the place", () => {
		const profile = mkdtempSync(path.join(tmpdir(), "switchboard-ro-"));
		const { status, stderr } = read(profile, ["serve", "--no-open", "--data", profile]);
		expect(status).toBe(1);
		expect(stderr).toContain(profile);
		rmSync(profile, { recursive: true });
	});
});
