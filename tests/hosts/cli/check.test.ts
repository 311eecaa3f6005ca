import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere, startCli } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileOf = (name: string, lines: object[]) => {
	const file = path.join(folder, name);
	writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	return file;
};

describe("check", () => {
	test("a clean transcript is a summary and exit 0; a wrong one names its findings with their lines and exits 1", async () => {
		const start = { dir: "c2s", msg: { type: "session.start", sessionId: "s" } };
		const clean = await runHere("check", fileOf("clean.jsonl", [start]), "--protocol", "agentcall");
		expect(clean).toMatchObject({ code: 0, lines: [{ protocol: "agentcall", messages: 1, ok: true, errors: 0 }] });
		const wrong = fileOf("wrong.jsonl", [start, { dir: "c2s", msg: { type: "ack", sequence: 3 } }]);
		const found = await runHere("check", wrong, "--protocol", "agentcall");
		expect(found.code).toBe(1);
		expect(found.lines).toMatchObject([
			{ code: "ack.aboveCursor", severity: "error", line: 2, path: "/sequence" },
			{ errors: 1, ok: false },
		]);
	});

	test("a missing file, protocol or word is a matter of usage", async () => {
		expect((await runHere("check", path.join(folder, "none.jsonl"), "--protocol", "agentcall")).code).toBe(2);
		expect((await runHere("check", fileOf("any.jsonl", []))).code).toBe(2);
	});
});

describe("a session at the practice table", () => {
	test("takes its key from the environment only, exports in the golden format, and that checks clean", async () => {
		const data = path.join(folder, "profile");
		const table = startCli(["practice", "--protocol", "aifight", "--scenario", "wrong-key"]);
		const { url } = (await table.ready) as { url: string };
		const run = (...more: string[]) => [
			"session",
			"run",
			"--protocol",
			"aifight",
			"--url",
			url,
			"--data",
			data,
			"--until",
			"idle:300",
			"--timeout",
			"8000",
			...more,
		];
		expect((await runHere(...run())).code).toBe(3);
		expect((await runHere(...run("--key-env", "not a name"))).code).toBe(2);
		expect((await runHere(...run("--key-env", "SWITCHBOARD_TEST_NO_SUCH_KEY"))).stderr).toContain("is not set or empty");
		const played = await startCli(run("--key-env", "SWITCHBOARD_TEST_KEY"), { env: { SWITCHBOARD_TEST_KEY: "practice-key" } }).finished;
		expect(played.code).toBe(0);
		table.child.kill();
		await table.finished;
		const session = String(played.lines.at(-1)?.session);
		const out = path.join(folder, "golden.jsonl");
		expect((await runHere("export", session, "--format", "aifight", "--out", out, "--data", data)).lines).toMatchObject([
			{ format: "aifight", skipped: 0 },
		]);
		expect(JSON.parse(readFileSync(out, "utf8").split("\n")[0] ?? "")).toMatchObject({
			direction: "server_to_client",
			payload: { type: "welcome" },
		});
		expect((await runHere("check", out, "--protocol", "aifight")).lines.at(-1)).toMatchObject({ ok: true, errors: 0 });
		expect(readFileSync(path.join(data, "transcripts.sqlite")).includes("practice-key")).toBe(false);
		expect((await runHere("session", "view", session, "--as", "table", "--data", data)).lines[0]).toMatchObject({
			tables: [],
			agent: { name: expect.any(String) },
		});
	});
});
