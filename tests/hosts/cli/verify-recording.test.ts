/** `verify` beside a program that records, after one that was killed, and after another program wrote into the database: all of them real processes. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Finished, type Running, runCli, startCli } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-verify-recording-"));
const script = path.join(folder, "hello.jsonl");
const SESSION = "watched";
const require = createRequire(import.meta.url);
let agents: Running[] = [];

const agent = async (scenario: string): Promise<{ card: string }> => {
	const running = startCli(["practice", "--protocol", "agentcall", "--scenario", scenario]);
	agents.push(running);
	return { card: String((await running.ready).card) };
};

const record = (data: string, card: string): Running =>
	startCli([
		..."session run --protocol agentcall --until idle:120000 --timeout 240000 --session-id".split(" "),
		...[SESSION, "--card", card, "--script", script, "--data", data],
	]);

/** Another program changes the database with SQLite's own means. */
const change = (data: string, sql: string) =>
	promisify(execFile)(process.execPath, [
		"-e",
		`const db = require(process.argv[1])(process.argv[2]); db.exec(process.argv[3]); db.close();`,
		...[require.resolve("better-sqlite3"), path.join(data, "transcripts.sqlite"), sql],
	]);

const verify = (data: string, ...more: string[]): Promise<Finished> => runCli("verify", SESSION, "--data", data, ...more);
/** Looks in with a connection that cannot write, until so many entries are there. */
async function untilStored(data: string, least: number): Promise<void> {
	for (let tries = 0; tries < 600; tries++) {
		if (storedIn(data) >= least) return;
		await sleep(100);
	}
	throw new Error(`${least} entries were never stored.`);
}

function storedIn(data: string): number {
	try {
		const db = new Database(path.join(data, "transcripts.sqlite"), { readonly: true });
		try {
			return db.prepare<[], number>("SELECT count(*) FROM entries").pluck().get() ?? 0;
		} finally {
			db.close();
		}
	} catch {
		// It is not made yet.
		return 0;
	}
}

async function killed({ child, finished }: Running): Promise<void> {
	child.kill("SIGKILL");
	await finished;
}

beforeAll(() => writeFileSync(script, `${JSON.stringify({ send: { type: "user.turn", turn: 1, text: "hello" } })}\n`));
afterAll(async () => {
	for (const running of agents) running.child.kill();
	await Promise.all(agents.map(({ finished }) => finished));
	agents = [];
	rmSync(folder, { recursive: true, force: true });
});

test("a session that another program records is never called wrong; what it left when it was killed is sealed by the next verify, which says so", async () => {
	const data = path.join(folder, "killed");
	const { card } = await agent("slow");
	const recorder = record(data, card);
	await untilStored(data, 5);
	const seen: Finished[] = [];
	// A look may come just after a seal; one of a few comes between two.
	while (seen.length < 2 || (seen.length < 12 && !seen.some(({ code }) => code === 4))) seen.push(await verify(data));
	for (const { code, lines, stderr } of seen) {
		expect(lines[0], stderr).toMatchObject({ firstBad: null, problem: null });
		expect(code).toBe(lines[0]?.ok === true ? 0 : 4);
		if (code === 4)
			expect(stderr).toMatch(/not proven yet\.[\s\S]*Nothing is wrong with them[\s\S]*Another program records on this profile/);
	}
	expect(seen.some(({ code }) => code === 4)).toBe(true);
	await killed(recorder);
	const before = await verify(data, "--read-only");
	expect(before).toMatchObject({ code: 4, lines: [{ ok: false, problem: null, unproven: expect.any(Number) }] });
	expect(before.stderr).not.toContain("Another program");
	const after = await verify(data);
	expect(after, after.stderr).toMatchObject({
		code: 0,
		lines: [{ ok: true, unproven: 0, sealedLater: { entries: Number(before.lines[0]?.entries) - Number(before.lines[0]?.sealed) } }],
	});
	expect(after.stderr).toContain("were left unsealed by an earlier run of the program and sealed by a later one");
	expect(await verify(data)).toMatchObject({ code: 0, lines: [{ head: after.lines[0]?.head, seals: after.lines[0]?.seals }] });
	expect(await verify(data, "--head", "0".repeat(64))).toMatchObject({ code: 1 });
}, 240_000);

test("what another program writes while a session is recorded is said by the seal of that run, and what it puts behind the entries is not sealed", async () => {
	const data = path.join(folder, "written");
	const { card } = await agent("slow");
	const recorder = record(data, card);
	await untilStored(data, 6);
	await change(data, "UPDATE entries SET delivery = 7 WHERE ordinal = (SELECT max(ordinal) FROM entries)");
	await sleep(2500);
	recorder.child.kill("SIGTERM");
	await recorder.finished;
	const said = await verify(data);
	expect({ code: said.code, ...said.lines[0] }, said.stderr).toMatchObject({ code: 0, ok: true });
	expect(said.lines[0]?.outside).toBeGreaterThan(0);
	expect(said.stderr).toContain("another program wrote into the database, or emptied its log");

	const again = record(data, card);
	const before = storedIn(data);
	await untilStored(data, before + 4);
	// With a chain that does not fit: whoever computes one that does is found by its end (outside-writes.test.ts).
	await change(
		data,
		`INSERT INTO entries SELECT ordinal + 1000, session, position + 1, at_ms, mono_ms, dir, kind, opcode, type, epoch, sequence, delivery, marks,
			sha256, hash, body FROM entries ORDER BY ordinal DESC LIMIT 1;
		UPDATE sessions SET entries = entries + 1, last_ordinal = last_ordinal + 1000`,
	);
	await sleep(2500);
	again.child.kill("SIGTERM");
	await again.finished;
	const { code, lines, stderr } = await verify(data);
	expect({ code, ...lines[0] }, stderr).toMatchObject({ code: 1, ok: false, problem: expect.any(String) });
	expect(lines[0]?.sealed).toBeLessThanOrEqual(storedIn(data) - 1);
}, 240_000);
