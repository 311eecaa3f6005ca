import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CountingServer, startCountingServer } from "../faults/counting-server.ts";
import { runCli, startCli } from "./cli/run-cli.ts";

const ENTRIES = 500;
let folder = "";
let server: CountingServer;

const record = (profile: string) =>
	startCli(
		["session", "run", "--protocol", "agentcall", "--url", server.url, "--session-id", "s", "--data", profile].concat(
			"--resume",
			"always",
			"--ack",
			"always",
			"--until",
			"closed",
		),
	);
const acknowledged = (count: number) => vi.waitFor(() => expect(server.told.acked).toBeGreaterThan(count), { timeout: 60_000 });

/** A profile as a kill leaves it. */
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-log-index-"));
	server = await startCountingServer();
	const run = record(path.join(folder, "killed"));
	await acknowledged(ENTRIES);
	run.child.kill("SIGKILL");
	await run.finished;
}, 120_000);
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

function copy(name: string): { profile: string; index: string } {
	const profile = mkdtempSync(path.join(folder, `${name}-`));
	const from = path.join(folder, "killed");
	for (const file of readdirSync(from))
		if (statSync(path.join(from, file)).isFile()) copyFileSync(path.join(from, file), path.join(profile, file));
	return { profile, index: path.join(profile, "transcripts.sqlite-shm") };
}

describe("the index of the log (transcripts.sqlite-shm)", () => {
	it.each<[string, (index: string) => void]>([
		["cut", (index) => truncateSync(index, 20_000)],
		["overwritten", (index) => writeFileSync(index, Buffer.alloc(32_768, 0x5a))],
	])("%s while nobody has it open is made anew at the start, and nothing is lost", async (name, spoil) => {
		const { profile, index } = copy(name);
		spoil(index);
		const { code, lines } = await runCli("verify", "s", "--data", profile);
		expect(code).toBe(0);
		expect(lines.at(-1)).toMatchObject({ ok: true });
		expect(lines.at(-1)?.entries as number).toBeGreaterThan(ENTRIES);
	});

	it("cut under a recorder may end the program; what was acknowledged is there, and the next start goes on with it", async () => {
		const { profile, index } = copy("under");
		const run = record(profile);
		const before = server.told.acked;
		await acknowledged(before);
		truncateSync(index, 0);
		// SIGBUS where the file is mapped; where SQLite notices first, it goes on.
		await Promise.race([run.finished, new Promise((resolve) => setTimeout(resolve, 5000))]);
		run.child.kill("SIGKILL");
		await run.finished;
		const promised = server.told.acked;
		const { code, lines } = await runCli("verify", "s", "--data", profile);
		expect(code).toBe(0);
		expect(lines.at(-1)).toMatchObject({ ok: true });
		expect(lines.at(-1)?.entries as number).toBeGreaterThanOrEqual(promised);
	});
});
