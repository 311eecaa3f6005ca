import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { frame, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function recorded(profile: string, entries = 40): Promise<OpenStore> {
	const store = await openStore(profile);
	const { writer } = await openSession(store);
	for (let i = 0; i < entries; i++) {
		const finding = { code: "schema.type", severity: "error", path: "/secret", message: "says secret", reason: "json" } as const;
		if (i % 5 === 4) writer.append(frame(Buffer.from([i, 255, 0, 200]), { opcode: "binary", type: "" }));
		else if (i % 7 === 6) writer.append(frame('{"code":1}', { dir: "local", kind: "link", opcode: undefined, type: "link.closed" }));
		else
			writer.append(
				frame(`{"n":${i},"secret":"é\u2028${"z".repeat(i)}"}`, {
					epoch: 1,
					sequence: i,
					monoMs: i / 3,
					findings: i % 3 === 0 ? [finding] : [],
				}),
			);
	}
	await store.settings();
	return store;
}

const linesOf = (path: string) =>
	readFileSync(path, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

test("an export holds every entry exactly and verifies", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	const { path, bytes, entries } = await store.exportJsonl("s1", null, false);
	expect(dirname(path)).toBe(join(profile, "exports"));
	expect(readdirSync(dirname(path))).toHaveLength(1);
	const [header, ...lines] = linesOf(path);
	const report = await store.verify("s1");
	expect(header).toMatchObject({
		format: "switchboard-transcript",
		version: 1,
		protocol: "agentcall",
		profile: "standin-0.1",
		session: "s1",
		head: report.head,
		entries: 40,
	});
	expect([entries, lines.length, bytes]).toEqual([40, 40, readFileSync(path).length]);
	for (const line of lines) {
		const body = line.text === undefined ? Buffer.from(line.base64, "base64") : Buffer.from(line.text);
		expect([body.length, sha256(body)]).toEqual([line.byteLength, line.sha256]);
		const stored = await store.entry("s1", line.ordinal);
		expect({ text: line.text, base64: line.base64, hash: line.hash, type: line.type }).toEqual({
			text: stored?.text,
			base64: stored?.base64,
			hash: stored?.hash,
			type: stored?.type,
		});
	}
	expect(await verifyJsonl(path)).toEqual({ ok: true, entries: 40, firstBad: null, problem: null, problemLine: null, head: report.head });
});

test("a redacted export says nothing of the content and still verifies against the same head", async () => {
	const store = await recorded(newProfile());
	const { path } = await store.exportJsonl("s1", null, true);
	const text = readFileSync(path, "utf8");
	expect(text).not.toContain("secret");
	expect(text).not.toMatch(/"text":|"base64":/);
	expect(linesOf(path)[0]).toMatchObject({ redacted: true });
	expect(await verifyJsonl(path)).toMatchObject({ ok: true, entries: 40, head: (await store.verify("s1")).head });
});

test("the lines without a file are the lines of the file", async () => {
	const store = await recorded(newProfile(), 700);
	const { path } = await store.exportJsonl("s1", null, false);
	const lines: string[] = [];
	for await (const line of store.exportLines("s1", false)) lines.push(line);
	expect(lines.join("")).toBe(readFileSync(path, "utf8"));
	expect(lines).toHaveLength(701);
});

test("a session without entries exports a header that verifies", async () => {
	const store = await recorded(newProfile(), 0);
	const { path } = await store.exportJsonl("s1", null, false);
	expect(await verifyJsonl(path)).toMatchObject({ ok: true, entries: 0, problem: null });
});

test("an export that cannot be written is an error with the path and leaves nothing", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	writeFileSync(join(profile, "file"), "in the way");
	const path = join(profile, "file", "out.jsonl");
	await expect(store.exportJsonl("s1", path, false)).rejects.toMatchObject({
		code: "EXPORT_FAILED",
		message: expect.stringContaining(path),
	});
	await expect(verifyJsonl(path)).rejects.toMatchObject({ code: "EXPORT_FAILED" });
	expect(existsSync(path)).toBe(false);
});

test("a damaged export names the line and the entry", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	const { path } = await store.exportJsonl("s1", null, false);
	const lines = readFileSync(path, "utf8").split("\n");
	const damaged = join(profile, "damaged.jsonl");
	const check = async (change: (copy: string[]) => void) => {
		const copy = [...lines];
		change(copy);
		writeFileSync(damaged, copy.join("\n"));
		return verifyJsonl(damaged);
	};
	const edit = await check((copy) => {
		copy[8] = (copy[8] as string).replace("secret", "Secret");
	});
	expect(edit).toMatchObject({ ok: false, firstBad: 8, problemLine: 9, entries: 7 });
	expect(await check((copy) => copy.splice(8, 1))).toMatchObject({ ok: false, firstBad: 9, problemLine: 9 });
	expect(await check((copy) => copy.splice(39))).toMatchObject({ ok: false, problemLine: 39 });
	expect(await check((copy) => copy.splice(40, 1))).toMatchObject({ ok: false, problemLine: 41, entries: 39 });
	expect(await check((copy) => copy.splice(0))).toMatchObject({ ok: false });
});

test("whatever one byte or line of an export is changed to, it is found", { timeout: 120_000 }, async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	let state = 12_345;
	const random = (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const damaged = join(profile, "damaged.jsonl");
	for (const redact of [false, true]) {
		const bytes = readFileSync((await store.exportJsonl("s1", null, redact)).path);
		const lines = bytes.toString("latin1").split(/(?<=\n)/);
		const mutations: ((at: number) => Buffer)[] = [
			(at) => {
				const copy = Buffer.from(bytes);
				copy[at] = (copy[at] as number) ^ (1 << random(8));
				return copy;
			},
			(at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
			(at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)]),
			(at) => bytes.subarray(0, at),
			() => withLines(lines, (copy) => copy.splice(random(copy.length), 1)),
			() =>
				withLines(lines, (copy) => {
					const a = random(copy.length);
					const b = (a + 1 + random(copy.length - 1)) % copy.length;
					[copy[a], copy[b]] = [copy[b] as string, copy[a] as string];
				}),
			() => withLines(lines, (copy) => copy.splice(random(copy.length + 1), 0, copy[random(copy.length)] as string)),
		];
		for (let i = 0; i < 280; i++) {
			const mutation = mutations[i % mutations.length] as (at: number) => Buffer;
			const mutated = mutation(random(bytes.length));
			if (mutated.equals(bytes)) continue;
			writeFileSync(damaged, mutated);
			const report = await verifyJsonl(damaged);
			expect(report.ok, `mutation ${i}`).toBe(false);
			expect(report.problemLine).toBeGreaterThan(0);
		}
	}
});

function withLines(lines: string[], change: (copy: string[]) => unknown): Buffer {
	const copy = [...lines];
	change(copy);
	return Buffer.from(copy.join(""), "latin1");
}

test("verify finds the first stored entry that does not hold", async () => {
	const damages: [string, number, RegExp][] = [
		["UPDATE entries SET body = x'00' WHERE position = 11", 11, /bytes/],
		["UPDATE entries SET at_ms = at_ms + 1 WHERE position = 12", 12, /chain/],
		["UPDATE entries SET type = 'OTHER' WHERE position = 13", 13, /chain/],
		["UPDATE entries SET sequence = 99 WHERE position = 14", 14, /chain/],
		["UPDATE entries SET hash = zeroblob(32) WHERE position = 15", 15, /chain/],
		["DELETE FROM entries WHERE position = 16", 17, /missing/],
		["DELETE FROM entries WHERE position = 40", 40, /counted/],
		["UPDATE sessions SET entries = 39", 40, /last entry/],
		["UPDATE sessions SET facts = json_set(facts, '$.received', 1000)", 40, /1000 received/],
		["UPDATE sessions SET facts = json_set(facts, '$.cursor', 1000)", 40, /up to 1000/],
		["UPDATE sessions SET facts = json_set(facts, '$.findings', 1000)", 40, /1000 findings/],
	];
	for (const [sql, firstBad, problem] of damages) {
		const profile = newProfile();
		const store = await recorded(profile);
		await store.close();
		rawDatabase(profile, (db) => db.exec(sql));
		const report = await (await openStore(profile)).verify("s1");
		expect(report, sql).toMatchObject({ ok: false, firstBad, problem: expect.stringMatching(problem) });
	}
});
