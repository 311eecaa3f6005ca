import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCountingServer } from "../../faults/counting-server.ts";
import { runCli, startCli } from "./run-cli.ts";

const PAGE_BYTES = 4096;
const folder = mkdtempSync(path.join(tmpdir(), "switchboard-damaged-"));
const whole = path.join(folder, "whole");
const file = path.join(folder, "some.jsonl");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A profile of which the first page of a table, or of an index, is a hole. */
function profileWithoutPageOf(part: string): string {
	const profile = mkdtempSync(path.join(folder, "profile-"));
	cpSync(whole, profile, { recursive: true });
	const database = path.join(profile, "transcripts.sqlite");
	const db = new Database(database, { readonly: true });
	const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(part) as number;
	db.close();
	const bytes = readFileSync(database);
	writeFileSync(database, bytes.fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES));
	return profile;
}

beforeAll(async () => {
	const payload = { type: "error", data: { message: "agent on cooldown" } };
	const lines = Array.from({ length: 50 }, (_, i) =>
		JSON.stringify({ timestamp_ms: 1_790_000_000_000 + i, direction: "server_to_client", actor: "a", payload }),
	);
	writeFileSync(file, `${lines.join("\n")}\n`);
	expect((await runCli("import", file, "--data", whole)).code).toBe(0);
});

describe("a database with a hole", () => {
	test.each(["notes", "store", "sessions", "entries_by_position", "activity", "shapes"])(
		"in %s ends an import with the reason and the way on, and nothing is imported",
		async (part) => {
			const { code, lines, stderr } = await runCli("import", file, "--data", profileWithoutPageOf(part));
			expect({ code, lines }).toEqual({ code: 1, lines: [] });
			expect(stderr).toMatch(/^STORE_(DAMAGED|FAILED): .*damaged.*“repair”/);
			expect(stderr).not.toMatch(/tried again/);
		},
	);

	test("ends a run that records: nothing is acknowledged of what cannot be written", async () => {
		const server = await startCountingServer();
		try {
			const args = ["--protocol", "agentcall", "--url", server.url, "--ack", "always", "--until", "closed"];
			const run = startCli(["session", "run", ...args, "--data", profileWithoutPageOf("activity")]);
			const { code, stderr } = await run.finished;
			expect(code).not.toBe(0);
			expect(stderr).toMatch(/cannot be written any more: the database is damaged .*“repair”/);
			expect(server.told.acked).toBe(0);
		} finally {
			server.close();
		}
	});
});
