import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { besideProject } from "../../fakes/beside-project.ts";
import { runHere } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (direction: string, payload: object, timestampMs = 1_790_000_000_000) =>
	JSON.stringify({ timestamp_ms: timestampMs, direction, actor: "a", payload });
const error = line("server_to_client", { type: "error", data: { message: "agent on cooldown" } });
const join = line("client_to_server", { type: "join_queue", data: { game: "coup", mode: "casual" } }, 1_790_000_000_500);

function fileOf(name: string, lines: string[]): string {
	const file = path.join(folder, name);
	writeFileSync(file, lines.map((text) => `${text}\n`).join(""));
	return file;
}
const payloads = (file: string) =>
	readFileSync(file, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((text) => (JSON.parse(text) as { payload: unknown }).payload);

describe("import", () => {
	test("golden lines become a session that is over and marked, and export again with equal payloads", async () => {
		const data = path.join(folder, "one");
		const file = fileOf("some.jsonl", [join, "", error]);
		const imported = await runHere("import", file, "--data", data);
		expect(imported).toMatchObject({ code: 0, lines: [{ protocol: "aifight", format: "aifight", entries: 2 }] });
		const session = String(imported.lines[0]?.session);
		const shown = (await runHere("session", "show", session, "--data", data)).lines[0];
		expect(shown).toMatchObject({ name: "some.jsonl", importedFrom: "some.jsonl", status: "closed", received: 1, sent: 1 });
		expect((await runHere("verify", session, "--data", data)).lines[0]).toMatchObject({ ok: true, entries: 2 });
		const again = path.join(folder, "again.jsonl");
		await runHere("export", session, "--format", "aifight", "--out", again, "--data", data);
		expect(payloads(again)).toEqual([JSON.parse(join).payload, JSON.parse(error).payload]);

		const whole = path.join(folder, "whole.jsonl");
		await runHere("export", session, "--format", "jsonl", "--out", whole, "--data", data);
		const second = await runHere("import", whole, "--data", data);
		expect(second).toMatchObject({ code: 0, lines: [{ format: "jsonl", from: session, entries: 2 }] });
		expect((await runHere("session", "list", "--data", data)).lines).toHaveLength(2);
	});

	test("a wrong line refuses the whole file and names itself; nothing is listed", async () => {
		const data = path.join(folder, "two");
		const refused = await runHere("import", fileOf("wrong.jsonl", [join, '{"timestamp_ms":1}']), "--data", data);
		expect(refused.code).toBe(1);
		expect(refused.stderr).toContain("line 2");
		expect(existsSync(path.join(data, "transcripts.sqlite"))).toBe(false);
	});

	test("an export that was changed is refused with its line; a redacted one is listed as what it is", async () => {
		const data = path.join(folder, "three");
		const session = String((await runHere("import", fileOf("third.jsonl", [join, error]), "--data", data)).lines[0]?.session);
		const out = path.join(folder, "third-export.jsonl");
		await runHere("export", session, "--format", "jsonl", "--out", out, "--data", data);
		writeFileSync(out, readFileSync(out, "utf8").replace("casual", "ranked"));
		const changed = await runHere("import", out, "--data", data);
		expect(changed).toMatchObject({ code: 1 });
		expect(changed.stderr).toContain("line 2");
		await runHere("export", session, "--format", "jsonl", "--redact", "--out", out, "--data", data);
		expect((await runHere("session", "list", "--data", data)).lines).toHaveLength(1);
		expect(await runHere("import", out, "--data", data)).toMatchObject({ code: 0, lines: [{ entries: 2, from: session }] });
		const listed = (await runHere("session", "list", "--data", data)).lines.find((line) => line.session !== session);
		expect(listed).toMatchObject({ importedFrom: "third-export.jsonl", importedRedacted: true });
	});

	test("an export never takes the place of what is no file, and follows a link to one", async () => {
		const data = path.join(folder, "places");
		const session = String((await runHere("import", fileOf("places.jsonl", [join]), "--data", data)).lines[0]?.session);
		const device = path.join(folder, "device");
		mkdirSync(device);
		const refused = await runHere("export", session, "--format", "jsonl", "--out", device, "--data", data);
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${device} cannot be written: it is no file.`) });
		expect(readdirSync(folder).filter((name) => name.includes(session))).toEqual([]);
		const file = fileOf("linked.jsonl", []);
		symlinkSync(file, path.join(folder, "link.jsonl"));
		await runHere("export", session, "--format", "jsonl", "--out", path.join(folder, "link.jsonl"), "--data", data);
		expect(await runHere("verify", file)).toMatchObject({ code: 0, lines: [{ ok: true, entries: 1 }] });
	});

	test.each(["verify", "compare"])("%s of a file that is not there says so, not that a session is missing", async (command) => {
		const missing = path.join(folder, "missing.jsonl");
		const refused = await runHere(command, missing, ...(command === "compare" ? [missing] : []), "--data", path.join(folder, "none"));
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${missing} cannot be read: there is no such file.`) });
	});

	test("an import that was broken off is not listed, and gone with the next start", async () => {
		const data = path.join(folder, "four");
		const file = fileOf("fourth.jsonl", [join, error]);
		const session = String((await runHere("import", file, "--data", data)).lines[0]?.session);
		const db = new Database(path.join(data, "transcripts.sqlite"));
		db.prepare("UPDATE sessions SET facts = json_set(facts, '$.importing', json('true')) WHERE session_id = ?").run(session);
		db.close();
		expect((await runHere("session", "list", "--data", data)).lines).toHaveLength(0);
		await runHere("import", file, "--data", data);
		const after = new Database(path.join(data, "transcripts.sqlite"), { readonly: true });
		expect(after.prepare("SELECT count(*) FROM entries").pluck().get()).toBe(2);
		expect(after.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
		after.close();
	});

	test("every golden transcript imports, shows its table, and exports again with equal payloads", async (context) => {
		const golden = fileURLToPath(besideProject("upstream/aifight/transcripts/", context));
		const data = path.join(folder, "golden");
		for (const name of readdirSync(golden, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".jsonl"))) {
			const file = path.join(golden, name);
			const session = String((await runHere("import", file, "--data", data)).lines[0]?.session);
			const out = path.join(folder, "golden.jsonl");
			await runHere("export", session, "--format", "aifight", "--out", out, "--data", data);
			expect(payloads(out)).toEqual(payloads(file));
			const [view] = (await runHere("session", "view", session, "--as", "table", "--data", data)).lines;
			const over = payloads(file).some((payload) => (payload as { type: string }).type === "game_over");
			expect((view as { tables: { result: unknown }[] }).tables.some(({ result }) => result !== null)).toBe(over);
		}
	});
});
