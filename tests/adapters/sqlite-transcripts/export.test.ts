import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import { fileProofWords } from "../../../schemas/file-proof-words.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";
import { inSoak } from "../../fakes/soak.ts";
import { frame, newFacts, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

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

/** Everything anybody said goes. */
const strictly = async (store: OpenStore) => (await store.survey("s1", strictRules(BUILT_IN_RULES))).redaction;

const linesOf = (path: string) =>
	readFileSync(path, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

test("an export holds every entry exactly and verifies", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	const { path, bytes, entries, head } = await store.exportJsonl("s1", null, null);
	expect(dirname(path)).toBe(join(profile, "exports"));
	expect(readdirSync(dirname(path))).toHaveLength(1);
	const [header, ...rest] = linesOf(path);
	const lines = rest.slice(0, -1);
	expect(header).toMatchObject({
		format: "switchboard-transcript",
		version: 2,
		protocol: "agentcall",
		profile: "standin-0.1",
		observationSchema: "stand-in",
		session: "s1",
		head: null,
		entries: 40,
		about: { session: "s1", createdAtMs: 1_790_000_000_000, imported: null, replayOf: null },
		publicKey: null,
	});
	const { statement, tail } = rest.at(-1).end;
	expect(JSON.parse(statement)).toMatchObject({ format: "switchboard-export/2", entries: 40, seals: 0, key: null });
	expect(JSON.parse(tail.claims)).toMatchObject({ entries: 40 });
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
	expect(await verifyJsonl(path)).toEqual({
		ok: true,
		version: 2,
		holds: true,
		entries: 40,
		proven: 40,
		masked: 0,
		unproven: 0,
		unsignedMasks: 0,
		signed: null,
		sealedLater: null,
		outside: 0,
		firstBad: null,
		problem: null,
		problemLine: null,
		head,
		headVersion: 2,
		session: "s1",
		redacted: false,
		imported: false,
		notVerified: false,
		sealedAtMs: null,
	});
});

test("a redacted export says nothing of the content, and what it shows is proven", async () => {
	const store = await recorded(newProfile());
	const { path } = await store.exportJsonl("s1", null, await strictly(store));
	const text = readFileSync(path, "utf8");
	expect(text).not.toMatch(/says secret|zzzz|"base64":/);
	const [header, ...lines] = linesOf(path);
	expect(header).toMatchObject({
		redacted: true,
		masked: expect.arrayContaining([{ rule: "keys", label: expect.any(String), entries: 28, values: 28 }]),
	});
	expect(lines[1]).toMatchObject({
		text: '{"n":1,"secret":"[masked: keys, 3 characters]"}',
		masked: ["keys"],
		byteLength: expect.any(Number),
	});
	expect(lines[4]).toMatchObject({ masked: ["binary"] });
	expect(lines[6]).not.toHaveProperty("masked");
	// With a key or a hash of all bytes, what is masked could be guessed; the words of a finding quote what was said.
	expect(text).not.toContain('"hash":');
	for (const line of lines) {
		if (line.masked !== undefined) expect(line).not.toMatchObject({ sha256: expect.anything() });
		if (line.masked !== undefined || line.findings !== undefined) expect(line).not.toMatchObject({ key: expect.anything() });
		for (const finding of line.findings ?? []) expect(Object.keys(finding)).toEqual(["code", "severity", "reason", "detail"]);
	}
	// Nobody signed it: so nobody says which rule masked what.
	const unsigned = await verifyJsonl(path);
	expect(unsigned).toMatchObject({
		ok: false,
		holds: true,
		entries: 40,
		proven: 4,
		masked: 0,
		unproven: 36,
		unsignedMasks: 36,
		redacted: true,
	});
	expect(fileProofWords(unsigned)[1]).toContain("which rule masked it and how long it was is nobody's word");
});

test("what the lines for other formats say is what the file says", async () => {
	const store = await recorded(newProfile(), 700);
	const { path } = await store.exportJsonl("s1", null, null);
	const lines: Record<string, unknown>[] = [];
	for await (const line of store.exportLines("s1", null)) lines.push(JSON.parse(line));
	const { key: _, ...first } = linesOf(path)[1];
	expect({ ...lines[1], line: "" }).toEqual({ ...first, line: "" });
	expect(lines).toHaveLength(701);
});

test("a session without entries exports a header that verifies", async () => {
	const store = await recorded(newProfile(), 0);
	const { path } = await store.exportJsonl("s1", null, null);
	expect(await verifyJsonl(path)).toMatchObject({ ok: true, entries: 0, problem: null });
});

test("an export that cannot be written is an error with the path and leaves nothing", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	writeFileSync(join(profile, "file"), "in the way");
	const path = join(profile, "file", "out.jsonl");
	await expect(store.exportJsonl("s1", path, null)).rejects.toMatchObject({
		code: "EXPORT_FAILED",
		message: expect.stringContaining(path),
	});
	await expect(verifyJsonl(path)).rejects.toMatchObject({ code: "EXPORT_FAILED" });
	expect(existsSync(path)).toBe(false);
});

test("a damaged export names the line and the entry", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	const { path } = await store.exportJsonl("s1", null, null);
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
	expect(await check((copy) => copy.splice(41, 1))).toMatchObject({
		ok: false,
		problemLine: 42,
		entries: 40,
		problem: expect.stringMatching(/cut/),
	});
	expect(await check((copy) => copy.splice(0))).toMatchObject({ ok: false });
});

/** Mutations of each export, whole and redacted; there are seven kinds. */
const MUTATIONS = inSoak(500, 105);
const SEED = Number(process.env.MUTATION_SEED ?? 12_345);

/** A changed file, and the first entry of it that does not hold: its ordinal, or null when the first bad line is none. */
interface Mutated {
	what: string;
	bytes: Buffer;
	firstBad: number | null;
	problemLine: number;
}

function mutate(bytes: Buffer, random: (below: number) => number, kind: number): Mutated {
	const lines = bytes.toString("latin1").split(/(?<=\n)/);
	const ordinalOf = (line: number): number | null => (line === 0 ? null : (JSON.parse(lines[line] as string).ordinal ?? null));
	const starts = lines.map((_, index) => lines.slice(0, index).join("").length);
	const at = random(bytes.length);
	const line = starts.findLastIndex((start) => start <= at);
	const here = { firstBad: ordinalOf(line), problemLine: line + 1 };
	const withLines = (change: (copy: string[]) => unknown): Buffer => {
		const copy = [...lines];
		change(copy);
		return Buffer.from(copy.join(""), "latin1");
	};
	const last = lines.length - 1;
	switch (kind) {
		case 0: {
			const copy = Buffer.from(bytes);
			copy[at] = (copy[at] as number) ^ (1 + random(255));
			return { what: `byte ${at} of line ${line + 1} changed`, bytes: copy, ...here };
		}
		case 1:
			return { what: `byte ${at} taken out`, bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]), ...here };
		case 2: {
			const put = Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)]);
			return { what: `a byte put in at ${at}`, bytes: put, ...here };
		}
		case 3: {
			const kept = at - (starts[line] as number);
			// Cut between two lines, the entry before is the last that is there; cut before its number ends, a line has none.
			const said = /^\{"ordinal":\d+,/.test((lines[line] as string).slice(0, kept)) ? here.firstBad : null;
			const cut = { firstBad: kept === 0 ? ordinalOf(Math.max(0, line - 1)) : said, problemLine: line + 1 };
			return { what: `cut at ${at}`, bytes: bytes.subarray(0, at), ...cut };
		}
		case 4: {
			const gone = random(lines.length);
			const bad = gone === 0 ? null : ordinalOf(Math.min(gone === last ? last - 1 : gone + 1, last));
			return { what: `line ${gone + 1} taken out`, bytes: withLines((copy) => copy.splice(gone, 1)), firstBad: bad, problemLine: gone + 1 };
		}
		case 5: {
			const a = random(lines.length);
			const b = (a + 1 + random(lines.length - 1)) % lines.length;
			const first = Math.min(a, b);
			const swapped = withLines((copy) => {
				[copy[a], copy[b]] = [copy[b] as string, copy[a] as string];
			});
			return {
				what: `lines ${a + 1} and ${b + 1} swapped`,
				bytes: swapped,
				firstBad: first === 0 ? null : ordinalOf(Math.max(a, b)),
				problemLine: first + 1,
			};
		}
		default: {
			const source = random(lines.length);
			const to = random(lines.length + 1);
			// A copy before the line itself leaves the first of the two in its place.
			const bad = to === source ? to + 1 : to;
			return {
				what: `line ${source + 1} put in again as line ${to + 1}`,
				bytes: withLines((copy) => copy.splice(to, 0, lines[source] as string)),
				firstBad: bad === 0 ? null : ordinalOf(source),
				problemLine: bad + 1,
			};
		}
	}
}

function isOrdinalDamaged(bytes: Buffer, line: number, ordinal: number | null): boolean {
	const text = bytes.toString("latin1").split("\n")[line - 1] ?? "";
	return ordinal !== null && !text.startsWith(`{"ordinal":${ordinal},`);
}

test(`whatever one byte or line of an export is changed to, verify names the first bad entry (seed ${SEED})`, {
	timeout: 120_000,
}, async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	let state = SEED;
	const random = (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const damaged = join(profile, "damaged.jsonl");
	for (const redaction of [null, await strictly(store)]) {
		const bytes = readFileSync((await store.exportJsonl("s1", null, redaction)).path);
		let done = 0;
		for (let i = 0; done < MUTATIONS; i++) {
			const { what, bytes: mutated, firstBad, problemLine } = mutate(bytes, random, i % 7);
			if (mutated.equals(bytes)) continue;
			done++;
			writeFileSync(damaged, mutated);
			const { ok, ...report } = await verifyJsonl(damaged);
			const context = `seed ${SEED}, ${redaction === null ? "whole" : "redacted"}, mutation ${i}: ${what}; said ${JSON.stringify(report)}`;
			expect(ok, context).toBe(false);
			// A line feed more or less moves the line at which the damage shows by one at most; the entry is the same.
			expect(Math.abs((report.problemLine ?? 0) - problemLine), context).toBeLessThanOrEqual(1);
			// In a redacted file nothing tells what an ordinal was before it was damaged.
			if (redaction === null || !isOrdinalDamaged(mutated, problemLine, firstBad)) expect(report.firstBad, context).toBe(firstBad);
		}
	}
});

test("every byte of the beginning of a line, whatever it is changed to, names the entry the line was", { timeout: 120_000 }, async () => {
	const profile = newProfile();
	const store = await recorded(profile, 13);
	const bytes = readFileSync((await store.exportJsonl("s1", null, null)).path);
	const start = bytes.lastIndexOf('{"ordinal":');
	const damaged = join(profile, "damaged.jsonl");
	for (let at = start; at < start + '{"ordinal":13,"atMs"'.length; at++) {
		for (const value of [0x0a, 0x20, 0x22, 0x2c, 0x30, 0x31, 0x33, 0x37, 0x3a, 0x5c, 0x7b, 0xff]) {
			const copy = Buffer.from(bytes);
			if (copy[at] === value) continue;
			copy[at] = value;
			writeFileSync(damaged, copy);
			expect(await verifyJsonl(damaged), `byte ${at - start} is ${value}`).toMatchObject({ ok: false, firstBad: 13, problemLine: 14 });
		}
	}
});

test("blanks that mean nothing in JSON count: another line end, another blank, a mark before the first byte", async () => {
	const profile = newProfile();
	const store = await recorded(profile);
	const text = readFileSync((await store.exportJsonl("s1", null, null)).path, "utf8");
	const damaged = join(profile, "damaged.jsonl");
	const changes: [string, string, number | null][] = [
		["a blank after a colon", text.replace('{"ordinal":8,', '{"ordinal": 8,'), 8],
		["a carriage return", text.replace(/\n(?={"ordinal":9,)/, "\r\n"), 8],
		["an empty line", text.replace(/\n(?={"ordinal":9,)/, "\n\n"), 9],
		["a byte order mark", `\ufeff${text}`, null],
		["a blank line at the end", `${text}\n`, null],
		["an equal escape", text.replace(/("ordinal":8,.*)secret/, "$1\\u0073ecret"), 8],
	];
	for (const [what, changed, firstBad] of changes) {
		writeFileSync(damaged, changed);
		expect(await verifyJsonl(damaged), what).toMatchObject({ ok: false, firstBad });
	}
});

test("an export that a mail program or an editor converted is told apart from one that was changed", async () => {
	const store = await recorded(newProfile());
	const { path } = await store.exportJsonl("s1", null, null);
	const whole = readFileSync(path, "utf8");
	const problemOf = async (text: string) => {
		writeFileSync(path, text);
		const { ok, problemLine, problem } = await verifyJsonl(path);
		expect([ok, problemLine]).toEqual([false, 1]);
		return problem;
	};
	expect(await problemOf(whole.replaceAll("\n", "\r\n"))).toMatch(/^The line ends with CR LF/);
	expect(await problemOf(`\ufeff${whole}`)).toMatch(/^A byte order mark/);
	expect(await problemOf(whole.replace("switchboard", "Switchboard"))).toMatch(/^The line was changed/);
});

test("a head that was noted earlier is found again, in the session and in its export", async () => {
	const profile = newProfile();
	const store = await recorded(profile, 20);
	const { head } = await store.verify("s1");
	const { writer } = await openSession(store);
	writer.append(frame("later"));
	await store.settings();
	expect(await store.verify("s1", head)).toMatchObject({ holds: true, entries: 21, headAt: 20 });
	expect(await store.verify("s1", "0".repeat(64))).toMatchObject({ holds: true, headAt: null });
	expect(await store.verify("s1")).not.toHaveProperty("headAt");
	const { path } = await store.exportJsonl("s1", null, null);
	// A head of version 1 binds no deliveries and no findings.
	const found = await verifyJsonl(path, { head });
	expect(found).toMatchObject({ ok: false, holds: true, headAt: 20, headAtVersion: 1, proven: 0, unproven: 21 });
	expect(await verifyJsonl(path, { head: found.head })).toMatchObject({ ok: true, headAt: 21, headAtVersion: 2, proven: 21 });
	expect(await verifyJsonl(path, { head: "0".repeat(64) })).toMatchObject({ ok: false, holds: true, headAt: null, proven: 0 });
});

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
	const whole = newProfile();
	await (await recorded(whole)).close();
	for (const [sql, firstBad, problem] of damages) {
		const profile = newProfile();
		cpSync(whole, profile, { recursive: true });
		rawDatabase(profile, (db) => db.exec(sql));
		const store = await openStore(profile);
		expect(await store.verify("s1"), sql).toMatchObject({ ok: false, firstBad, problem: expect.stringMatching(problem) });
		await store.close();
	}
});

test("an export's header names the schema that judged observations: the stand-in, or a file of the profile", async () => {
	const store = await openStore(newProfile());
	const file = { file: "theirs.json", id: "https://agent.example/observation", sha256: "ab".repeat(32) };
	for (const [sessionId, facts, said] of [
		["plain", newFacts(), "stand-in"],
		["replaced", { ...newFacts(), observationSchema: file }, file],
	] as const) {
		const { writer, commits } = await openSession(store, sessionId, facts);
		await commits.upTo(writer.append(frame("x")));
		for await (const line of store.exportLines(sessionId, null)) {
			expect(JSON.parse(line)).toMatchObject({ profile: "standin-0.1", observationSchema: said });
			break;
		}
	}
});
