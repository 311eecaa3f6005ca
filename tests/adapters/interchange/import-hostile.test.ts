import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importFile } from "../../../main/adapters/interchange/import-file.ts";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { storedSummary } from "../../../main/core/session/summary.ts";
import { frame, newProfile, openSession, openStore } from "../sqlite-transcripts/profile.ts";
import { sealedExport } from "./sealed-export.ts";

const order = (path: string, more: Partial<Parameters<typeof importFile>[1]> = {}) => ({
	path,
	name: "theirs.jsonl",
	now: Date.now,
	uuid: () => "imported",
	onProgress: () => {},
	isCancelled: () => false,
	...more,
});

function fileOf(profile: string, content: string): string {
	mkdirSync(profile, { recursive: true });
	const file = join(profile, "theirs.jsonl");
	writeFileSync(file, content);
	return file;
}

const golden = (more: object) =>
	`${JSON.stringify({ timestamp_ms: 1_790_000_000_000, direction: "server_to_client", payload: { type: "error" }, ...more })}\n`;

describe("a file that is well made and says what the store cannot hold is refused with its line, and recording goes on", () => {
	const entries: [string, Record<string, unknown>, string][] = [
		["findings that are text", { findings: "all well" }, "“findings”"],
		["findings that are none", { findings: [null] }, "“findings.0”"],
		["a finding without a code", { findings: [{}] }, "“code” is missing"],
		["a time that is text", { atMs: "soon" }, "“atMs”"],
		["a time beyond all dates", { atMs: 1e300 }, "“atMs”"],
		["an epoch that is text", { epoch: "x", sequence: 1 }, "“epoch”"],
		["a number that no integer column holds", { epoch: 1, sequence: 1e300 }, "“sequence”"],
		["a delivery that is none", { dir: "out", delivery: "constructor" }, "“delivery”"],
		["a direction that is none", { dir: "sideways" }, "“dir”"],
		["no type", { type: null }, "no ordinal or no type"],
	];
	test.each(entries)("%s", async (_what, entry, words) => {
		await expectRefused(sealedExport({}, [{}, entry]), `theirs.jsonl, line 3: `, words);
	});

	test.each([
		["rules that are no list", { redacted: true, masked: [] }, { masked: "uid" }, "line 2: “masked”"],
		["a session made at no time", { createdAtMs: "yesterday" }, {}, "line 1: “createdAtMs”"],
		["a protocol of another program", { protocol: "http" }, {}, "line 1: This version does not know the protocol “http”."],
	])("%s", async (_what, header, entry, words) => {
		await expectRefused(sealedExport(header, [entry]), words);
	});

	test("AIFight's lines with a time beyond all dates", async () => {
		await expectRefused(golden({}) + golden({ timestamp_ms: 1e300 }), "line 2: “timestamp_ms”");
	});

	async function expectRefused(content: string, ...words: string[]): Promise<void> {
		const profile = newProfile();
		const store = await openStore(profile);
		const { writer, commits } = await openSession(store, "live");
		const file = fileOf(profile, content);
		const refused = await importFile(store, order(file)).then(
			() => expect.fail("It was imported."),
			(thrown: { code: string; message: string }) => thrown,
		);
		expect(refused.code).toBe("IMPORT_FAILED");
		for (const each of words) expect(refused.message).toContain(each);
		const ordinal = writer.append(frame("{}"));
		await commits.upTo(ordinal);
		expect(store.health().state).toBe("ok");
		expect((await store.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["live"]);
	}
});

test.each([
	["nothing", "", "theirs.jsonl: The file is empty."],
	["a list", "[]", "theirs.jsonl, line 1: The file is no transcript"],
	["a packed file", "PK\u0003\u0004", "theirs.jsonl: The file is packed (zip)."],
])("a refusal at the first look names the file too: %s", async (_what, content, words) => {
	const store = await openStore(newProfile());
	const importing = importFile(store, order(fileOf(newProfile(), content)));
	await expect(importing).rejects.toMatchObject({ code: "IMPORT_FAILED", message: expect.stringContaining(words) });
});

test("verify answers for a line without a type, as for any other that does not hold", async () => {
	const file = fileOf(newProfile(), sealedExport({}, [{}, { type: 5 }]));
	expect(await verifyJsonl(file)).toMatchObject({ ok: false, firstBad: 2, problemLine: 3 });
});

test("a file that grows while it is imported is refused, and nothing of it stays", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const file = fileOf(profile, golden({}).repeat(3));
	const grow = (progress: { phase: string }) => {
		if (progress.phase === "storing") appendFileSync(file, golden({}));
	};
	let nowMs = 0;
	const importing = importFile(store, order(file, { onProgress: grow, now: () => (nowMs += 1000) }));
	await expect(importing).rejects.toMatchObject({
		code: "IMPORT_FAILED",
		message: expect.stringContaining("was changed while it was read"),
	});
	expect(await store.sessions()).toEqual([]);
});

test("own messages of a file are in no doubt by themselves: what waited is never sent, what was on its way may have arrived", async () => {
	const store = await openStore(newProfile());
	const own = (delivery: string) => ({ dir: "out", type: "user.turn", delivery });
	const file = fileOf(newProfile(), sealedExport({}, ["queued", "sending", "sent", "answered", "unknown"].map(own)));
	await importFile(store, order(file));
	const { rows } = await store.rows("imported", {}, 0, 10);
	expect(rows.map(({ delivery }) => delivery)).toEqual(["discarded", "unknown", "sent", "answered", "unknown"]);
	const [stored] = await store.sessions();
	expect(storedSummary(stored ?? expect.fail(), []).ledger).toMatchObject({ queued: 0, unknown: 2, sent: 5 });
});

test("an entry of a redacted export that holds nothing and names no rule is masked all the same", async () => {
	const store = await openStore(newProfile());
	const file = fileOf(newProfile(), sealedExport({ redacted: true, masked: [] }, [{ text: undefined }]));
	await importFile(store, order(file));
	const { rows } = await store.rows("imported", {}, 0, 10);
	expect((await store.entry("imported", rows[0]?.ordinal ?? 0))?.findings).toMatchObject([{ code: "import.masked" }]);
});
