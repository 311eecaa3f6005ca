import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createPurge } from "../../../main/adapters/sqlite-transcripts/purge.ts";
import { appendHead, type LoggedSeal } from "../../../main/adapters/sqlite-transcripts/seals/heads-log.ts";
import { createSealRows } from "../../../main/adapters/sqlite-transcripts/seals/seal-rows.ts";
import { createTailFinder } from "../../../main/adapters/sqlite-transcripts/session-tail.ts";
import { createVerifier } from "../../../main/adapters/sqlite-transcripts/verify-chain.ts";
import type { Delivery } from "../../../schemas/timeline.ts";
import { memoryStore, testKey, verifyCopy } from "./memory-store.ts";
import { dropSeals, frame, newFacts, newProfile, openSession, openStore, originOf, rawDatabase } from "./profile.ts";

const key = testKey();
const warnings: string[] = [];
const signing = { key, timeStamps: { stamp: async () => null }, log: { warn: (message: string) => void warnings.push(message) } };
/** `SWITCHBOARD_SEALED_SESSIONS=500` for the whole run. */
const GENERATED_SESSIONS = Number(process.env.SWITCHBOARD_SEALED_SESSIONS ?? 25);

function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const finding = (code: string) => ({ code, severity: "warning" as const, path: "/a", message: `About ${code}.` });

async function openSealing(profile: string, options: Parameters<typeof openStore>[1] = {}) {
	const store = await openStore(profile, options);
	store.beginSealing(signing);
	return store;
}

/** Session "s1" with two seals over 24 entries: some with findings, some with deliveries, some changed after the first seal. */
async function twoSeals() {
	const store = memoryStore(key);
	const session = store.open(originOf("s1"), newFacts());
	const { intake } = store;
	for (let n = 1; n <= 12; n++)
		intake.append(session, frame(`{"n":${n},"text":"the answer is ${n}"}`, { findings: n % 4 === 0 ? [finding("odd.n")] : [] }));
	for (let n = 1; n <= 4; n++) intake.append(session, frame(`{"own":${n}}`, { dir: "out", type: "input.message", delivery: "sent" }));
	expect(await store.seal("s1")).toBe("ready");
	intake.setDelivery(session, 13, "acknowledged");
	intake.addFindings(session, 2, [finding("late.one"), finding("late.two")]);
	for (let n = 13; n <= 20; n++) intake.append(session, frame(`{"n":${n}}`));
	intake.setFacts(session, { ...newFacts(), name: "Renamed" });
	expect(await store.seal("s1")).toBe("ready");
	return store;
}

const sealedTwice = twoSeals().then((store) => store.copy());

test("what is asked for is sealed first, signed by the profile's key, and noted in the heads log for this user only", async () => {
	const profile = newProfile();
	const store = await openSealing(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("one")));
	const report = await store.verify("s1");
	expect(report).toMatchObject({ ok: true, entries: 1, proven: 1, masked: 0, unproven: 0, sealed: 1, seals: 1, headVersion: 2 });
	expect(report.signed).toMatchObject({ fingerprint: key.status().fingerprint, entries: 1, atMs: 1_790_000_000_000, key: "own" });
	const file = join(profile, "heads.jsonl");
	const lines = readFileSync(file, "utf8").trimEnd().split("\n");
	expect(lines).toHaveLength(1);
	expect(JSON.parse(JSON.parse(lines[0] as string).statement)).toMatchObject({ session: "s1", number: 1, head: report.head, why: "asked" });
	if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
	// Nothing new: the same head, no seal more.
	expect(await store.verify("s1", report.head)).toMatchObject({ head: report.head, seals: 1, headAt: 1, headAtVersion: 2 });
});

test("a session that goes on keeps the heads noted before, of both chains", async () => {
	const store = await openSealing(newProfile());
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("one")));
	const { head } = await store.verify("s1");
	const hash = (await store.entry("s1", 1))?.hash ?? "";
	await commits.upTo(writer.append(frame("two")));
	const later = await store.verify("s1", head);
	expect(later).toMatchObject({ ok: true, entries: 2, seals: 2, headAt: 1, headAtVersion: 2 });
	expect(later.head).not.toBe(head);
	expect(await store.verify("s1", hash)).toMatchObject({ headAt: 1, headAtVersion: 1 });
	expect(await store.verify("s1", "0".repeat(64))).toMatchObject({ ok: true, headAt: null });
});

test("what changes after a seal is sealed again as a change, and the seals before stay as they are", async () => {
	const { db } = await twoSeals();
	const rows = db.prepare("SELECT number, position, amended_up_to AS amended FROM seals").all();
	expect(rows).toEqual([
		{ number: 1, position: 16, amended: 0 },
		{ number: 2, position: 24, amended: 3 },
	]);
	expect(await verifyCopy(await sealedTwice, "s1")).toMatchObject({ ok: true, proven: 24, sealed: 24, seals: 2, signed: { entries: 24 } });
});

const flipLast = (blob: Buffer): Buffer => Buffer.concat([blob.subarray(0, -1), Buffer.from([(blob.at(-1) ?? 0) ^ 1])]);
const setJson = (column: "origin" | "facts", path: string, value: unknown) => (db: Database.Database) =>
	void db.prepare(`UPDATE sessions SET ${column} = json_set(${column}, ?, ?)`).run(path, value);
const run = (sql: string) => (db: Database.Database) => {
	expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
};
const changeBlob = (column: string, where: string) => (db: Database.Database) => {
	const blob = db.prepare(`SELECT ${column} FROM seals WHERE ${where}`).pluck().get() as Buffer;
	db.prepare(`UPDATE seals SET ${column} = ? WHERE ${where}`).run(flipLast(blob));
};

const loggedOf = (db: Database.Database): LoggedSeal[] =>
	(
		db.prepare("SELECT statement, signature, key FROM seals ORDER BY number").all() as {
			statement: string;
			signature: Buffer;
			key: Buffer;
		}[]
	).map(({ statement, signature, key: publicKey }) => ({
		statement,
		signature: signature.toString("base64"),
		publicKey: publicKey.toString("base64"),
	}));

/** As somebody would who knows the chain of entries and makes it whole again. */
function removeLastEntries(db: Database.Database): void {
	db.exec("DELETE FROM entries WHERE ordinal > 20");
	db.exec(`UPDATE sessions SET entries = 20, last_ordinal = 20, head = (SELECT hash FROM entries WHERE ordinal = 20)`);
}

test.each<[string, (db: Database.Database) => void, RegExp]>([
	["the time a session was made", setJson("origin", "$.createdAtMs", 5), /Seal 1 does not hold/],
	["what it was read by", setJson("origin", "$.profile", "other"), /Seal 1 does not hold/],
	["what session it says again", setJson("origin", "$.replayOf", "s0"), /Seal 1 does not hold/],
	["its name", setJson("facts", "$.name", "Another"), /name/],
	["what judged it", setJson("facts", "$.observationSchema", "none"), /does not hold|name, or the schema/],
	["a delivery", run("UPDATE entries SET delivery = 7 WHERE ordinal = 14"), /Seal 1 does not hold/],
	["a delivery that was sealed as a change", run("UPDATE entries SET delivery = 7 WHERE ordinal = 13"), /Seal 2 does not hold/],
	["a removed finding", run("DELETE FROM findings WHERE ordinal = 4"), /Seal 1 does not hold/],
	["a removed finding that came late", run("DELETE FROM findings WHERE ordinal = 2 AND number = 1"), /Seal 2 does not hold/],
	["an invented finding", run("INSERT INTO findings VALUES (5, 0, 'x.y', 'info', '', 'Invented.', NULL)"), /Seal 1 does not hold/],
	["the words of a finding", run("UPDATE findings SET message = 'Nothing.' WHERE ordinal = 4"), /Seal 1 does not hold/],
	["the code of a finding", run("UPDATE findings SET code = 'even.n' WHERE ordinal = 4"), /Seal 1 does not hold/],
	["a removed amendment", run("DELETE FROM amendments WHERE ordinal = 13"), /Seal 1 does not hold/],
	["an amendment's earlier state", run("UPDATE amendments SET delivery_before = 7 WHERE ordinal = 13"), /Seal 1 does not hold/],
	["removed last entries, with the chain made whole", removeLastEntries, /Seal 2 covers 24 entries, 20 are stored/],
	["a removed seal", run("DELETE FROM seals WHERE number = 1"), /Seal 1 of the session is missing/],
	["the last seal removed", run("DELETE FROM seals WHERE number = 2"), /heads log .* seal 2/],
	["a seal's head", changeBlob("head", "number = 1"), /Seal 1 does not hold/],
	["a seal's claims", run("UPDATE seals SET claims = replace(claims, '16', '15') WHERE number = 1"), /Seal 1 does not hold/],
	["a seal's time", run("UPDATE seals SET at_ms = at_ms + 1 WHERE number = 1"), /Seal 1 was changed/],
	[
		"a seal's statement",
		run(`UPDATE seals SET statement = replace(statement, '"asked"', '"over"') WHERE number = 2`),
		/signature of seal 2/,
	],
	["a seal's signature", changeBlob("signature", "number = 2"), /signature of seal 2 does not hold/],
	["a signature taken away", run("UPDATE seals SET signature = NULL WHERE number = 2"), /signature of seal 2 does not hold/],
	["a seal's key", changeBlob("key", "number = 2"), /Seal 2 was changed/],
	["the secret of the salts", run("UPDATE sessions SET salt_secret = zeroblob(32)"), /Seal 1 does not hold/],
	["the secret of the salts taken away", run("UPDATE sessions SET salt_secret = NULL"), /salts/],
])("verify finds %s, changed in the database", async (_, change, problem) => {
	const folder = newProfile();
	const headsLog = join(folder, "heads.jsonl");
	const { db } = await twoSeals();
	for (const line of loggedOf(db)) appendHead(headsLog, line);
	expect(await verifyCopy(await sealedTwice, "s1", change, null)).toMatchObject({ holds: /heads log/.test(problem.source) });
	expect(await verifyCopy(db.serialize(), "s1", change, headsLog)).toMatchObject({
		ok: false,
		problem: expect.stringMatching(problem),
	});
});

test.each<[string, string, object]>([
	[
		"a delivery",
		"UPDATE entries SET delivery = 7 WHERE ordinal = 14",
		{ proven: 23, unproven: 1, changedSince: { entries: 1, claims: false } },
	],
	[
		"a finding",
		"INSERT INTO findings VALUES (14, 0, 'x.y', 'info', '', 'Invented.', NULL)",
		{ proven: 23, unproven: 1, changedSince: { entries: 1, claims: false } },
	],
	[
		"the name",
		`UPDATE sessions SET facts = json_set(facts, '$.name', 'Another')`,
		{ proven: 24, unproven: 0, changedSince: { entries: 0, claims: true } },
	],
])("%s that is said to have changed after the last seal is not called sealed, whoever wrote that", async (what, sql, expected) => {
	const report = await verifyCopy(await sealedTwice, "s1", (db) => {
		const ordinal = what === "the name" ? 0 : 14;
		const { session, delivery } = db.prepare("SELECT session, delivery FROM entries WHERE ordinal = 14").get() as Record<string, number>;
		db.prepare("INSERT INTO amendments (session, ordinal, delivery_before, findings_before) VALUES (?, ?, ?, 0)").run(
			session,
			ordinal,
			delivery,
		);
		db.exec(sql);
	});
	expect(report).toMatchObject({ ok: false, holds: true, problem: null, sealed: 24, headVersion: 1, ...expected });
});

test("what was not sealed yet is said as such: bytes are chained, the head is the chain's", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("one", { dir: "out", delivery: "sent" })));
	const unsealed = {
		ok: false,
		holds: true,
		problem: null,
		entries: 1,
		proven: 0,
		unproven: 1,
		sealed: 0,
		seals: 0,
		signed: null,
		headVersion: 1,
	};
	expect(await store.verify("s1")).toMatchObject(unsealed);
	const before = await store.verify("s1");
	expect(before.head).toBe((await store.entry("s1", 1))?.hash);
	store.beginSealing(signing);
	writer.setDelivery(1, "acknowledged");
	expect(await store.verify("s1")).toMatchObject({ ok: true, sealed: 1, headVersion: 2 });
	writer.setDelivery(1, "answered");
	await store.close();
	// Closing sealed the change too.
	const reader = await openStore(profile, { readOnly: true });
	expect(await reader.verify("s1", before.head)).toMatchObject({ ok: true, sealed: 1, headVersion: 2, headAt: 1, headAtVersion: 1 });
});

test("a database of an older version is sealed once it is opened for recording", async () => {
	const profile = newProfile();
	const old = await openStore(profile);
	const { writer, commits } = await openSession(old);
	let last = 0;
	for (let n = 0; n < 300; n++) last = writer.append(frame(`{"n":${n}}`));
	await commits.upTo(last);
	await old.close();
	rawDatabase(profile, dropSeals);
	const store = await openSealing(profile);
	await store.seal("s1");
	expect(await store.verify("s1")).toMatchObject({ ok: true, entries: 300, sealed: 300, seals: 1 });
});

const change = (line: LoggedSeal, from: string | RegExp, to: string): LoggedSeal => ({
	...line,
	statement: line.statement.replace(from, to),
});

test.each<[string, (lines: LoggedSeal[]) => LoggedSeal[], object]>([
	["its last line cut off", (lines) => lines.slice(0, -1), { ok: true }],
	["no line", () => [], { ok: true }],
	[
		"another head",
		([first, last]) => [first as LoggedSeal, change(last as LoggedSeal, /"head":"../, '"head":"zz')],
		{ ok: false, problem: expect.stringContaining("what it says of seal 2 is not what was signed") },
	],
	[
		"a seal more, by who does not have the key",
		(lines) => [...lines, change(lines[1] as LoggedSeal, '"number":2', '"number":3')],
		{ ok: false, problem: expect.stringContaining("what it says of seal 3 is not what was signed") },
	],
	["a signature of another line", ([a, b]) => [{ ...(a as LoggedSeal), signature: b?.signature ?? "" }], { ok: false }],
	["a line of another session", (lines) => lines.map((line) => change(line, '"s1"', '"s2"')), { ok: true }],
])("a heads log with %s is told from one that was signed so", async (_, changed, expected) => {
	const headsLog = join(newProfile(), "heads.jsonl");
	const { db } = await twoSeals();
	writeFileSync(headsLog, "");
	for (const line of changed(loggedOf(db))) appendHead(headsLog, line);
	expect(await verifyCopy(db.serialize(), "s1", () => {}, headsLog)).toMatchObject(expected);
});

test("a seal that is made and logged while somebody verifies is not called missing", async () => {
	const headsLog = join(newProfile(), "heads.jsonl");
	const { db, intake, seal, open } = await twoSeals();
	const tail = createTailFinder(db)("s1");
	const rows = createSealRows(db);
	const before = {
		tail,
		origin: originOf("s1"),
		facts: { ...newFacts(), name: "Renamed" },
		seals: rows.all(tail.row),
		secret: rows.secret(tail.row),
	};
	intake.append(open(originOf("s1"), newFacts()), frame("more"));
	expect(await seal("s1")).toBe("ready");
	for (const line of loggedOf(db)) appendHead(headsLog, line);
	expect(await createVerifier(db, headsLog)("s1", before)).toMatchObject({ ok: true, problem: null, seals: 2 });
});

test("entries that do not hold are not sealed over", async () => {
	const store = memoryStore(key);
	const session = store.open(originOf("s1"), newFacts());
	for (let n = 1; n <= 5; n++) store.intake.append(session, frame(`{"n":${n}}`));
	await store.intake.settled();
	run("UPDATE entries SET body = CAST('{\"n\":9}' AS BLOB) WHERE ordinal = 3")(store.db);
	expect(await store.seal("s1")).toBe("broken");
	expect(await verifyCopy(store.copy(), "s1")).toMatchObject({
		ok: false,
		firstBad: 3,
		problem: expect.stringContaining("SHA-256"),
		sealed: 0,
	});
});

test("a name changed from outside is not sealed over", async () => {
	const store = await twoSeals();
	const session = store.open(originOf("s1"), newFacts());
	setJson("facts", "$.name", "Another")(store.db);
	store.intake.append(session, frame("more"));
	expect(await store.seal("s1")).toBe("broken");
});

test("a program that was killed between the beginning of a seal and its row leaves one that the next start finishes as it was begun", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("one", { dir: "out", delivery: "sent" })));
	await store.close();
	// What `beginSeal` leaves behind.
	rawDatabase(profile, run("UPDATE sessions SET seal_upto = 1, salt_secret = randomblob(32)"));
	const again = await openStore(profile);
	const { writer: next, commits: nextCommits } = await openSession(again);
	next.setDelivery(1, "acknowledged");
	await nextCommits.upTo(next.append(frame("two")));
	expect(rawDatabase(profile, (db) => db.prepare("SELECT count(*) FROM amendments").pluck().get())).toBe(1);
	again.beginSealing(signing);
	expect(await again.verify("s1")).toMatchObject({ ok: true, entries: 2, sealed: 2, seals: 2 });
});

test("what changes between the beginning of a seal and its row belongs to the next one", async () => {
	const store = memoryStore(key);
	const session = store.open(originOf("s1"), newFacts());
	store.intake.append(session, frame("one", { dir: "out", delivery: "sent" }));
	await store.seal("s1", () => {
		store.intake.setDelivery(session, 1, "acknowledged");
		store.intake.append(session, frame("two"));
	});
	expect(await verifyCopy(store.copy(), "s1")).toMatchObject({
		ok: false,
		holds: true,
		entries: 2,
		sealed: 1,
		headVersion: 1,
		isPending: true,
	});
	await store.seal("s1");
	expect(await verifyCopy(store.copy(), "s1")).toMatchObject({ ok: true, sealed: 2, seals: 2, headVersion: 2, isPending: false });
});

test("generated sessions with random changes and seals at random moments hold, and any change to what is sealed is found (seeded)", {
	timeout: 60_000 + GENERATED_SESSIONS * 1000,
}, async () => {
	const random = seeded(20_261);
	const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
	const deliveries: Delivery[] = ["queued", "sending", "sent", "acknowledged", "unknown", "answered", "refused"];
	for (let round = 0; round < GENERATED_SESSIONS; round++) {
		const store = memoryStore(key);
		const { intake, db } = store;
		const facts = newFacts();
		const session = store.open(originOf("s1"), facts);
		let last = 0;
		const happen = (): void => {
			const what = random();
			if (what < 0.5 || last === 0) {
				const findings = random() < 0.3 ? [finding(`f.${Math.floor(random() * 9)}`)] : [];
				const body = pick(["{}", `{"a":"${"word ".repeat(20)}"}`, "plain text", "[1,2,[3]]", "\u{1f600}", ""]);
				last = intake.append(
					session,
					frame(body, { dir: pick(["in", "out"]), findings, ...(random() < 0.5 && { delivery: pick(deliveries) }) }),
				);
			} else if (what < 0.75) intake.setDelivery(session, 1 + Math.floor(random() * last), pick(deliveries));
			else if (what < 0.95) intake.addFindings(session, 1 + Math.floor(random() * last), [finding(`late.${Math.floor(random() * 9)}`)]);
			else intake.setFacts(session, { ...facts, name: `Name ${Math.floor(random() * 3)}` });
		};
		for (let n = 5 + Math.floor(random() * 30); n > 0; n--) {
			happen();
			if (random() < 0.15) await store.seal("s1", happen);
		}
		await store.seal("s1");
		const copy = store.copy();
		expect(await verifyCopy(copy, "s1"), `round ${round}`).toMatchObject({ ok: true, entries: last, isPending: false });
		const [name, change] = pick(Object.entries(mutations(random, db)));
		expect(await verifyCopy(copy, "s1", change), `round ${round}: ${name}`).toMatchObject({ ok: false });
		db.close();
	}
});

/** One change each to a claim that is stored; only those that change something in this database. */
function mutations(random: () => number, db: Database.Database): Record<string, (copy: Database.Database) => void> {
	const ordinals = db.prepare("SELECT ordinal FROM entries").pluck().all() as number[];
	const ordinal = ordinals[Math.floor(random() * ordinals.length)] as number;
	const entry = (set: string) => run(`UPDATE entries SET ${set} WHERE ordinal = ${ordinal}`);
	const seals = db.prepare("SELECT count(*) FROM seals").pluck().get() as number;
	const seal = 1 + Math.floor(random() * seals);
	const found = db.prepare("SELECT ordinal, number FROM findings ORDER BY random() LIMIT 1").get() as
		| { ordinal: number; number: number }
		| undefined;
	const at = `WHERE ordinal = ${found?.ordinal} AND number = ${found?.number}`;
	return {
		time: entry("at_ms = at_ms + 1"),
		clock: entry("mono_ms = mono_ms + 1"),
		direction: entry("dir = (dir + 1) % 3"),
		type: entry("type = type || 'x'"),
		body: entry("body = CAST('other' AS BLOB)"),
		sequence: entry("sequence = 77"),
		delivery: entry("delivery = (delivery + 1) % 13"),
		"entry gone": run(`DELETE FROM entries WHERE ordinal = ${ordinal}`),
		"finding put in": run(`INSERT INTO findings VALUES (${ordinal}, 99, 'x', 'info', '', '', NULL)`),
		"made at": setJson("origin", "$.createdAtMs", 1),
		protocol: setJson("origin", "$.protocol", "aifight"),
		name: setJson("facts", "$.name", "Forged"),
		statement: run(`UPDATE seals SET statement = statement || ' ' WHERE number = ${seal}`),
		head: changeBlob("head", `number = ${seal}`),
		signature: changeBlob("signature", `number = ${seal}`),
		claims: run(`UPDATE seals SET claims = claims || ' ' WHERE number = ${seal}`),
		position: run(`UPDATE seals SET position = position - 1 WHERE number = ${seal}`),
		...(found && {
			"finding gone": run(`DELETE FROM findings ${at}`),
			"finding's words": run(`UPDATE findings SET message = message || '.' ${at}`),
			"finding's weight": run(`UPDATE findings SET severity = 'error' ${at}`),
		}),
	};
}

test("a seal covers at most ten thousand entries, and sessions that wait for so many are sealed behind", async () => {
	const profile = newProfile();
	const store = await openSealing(profile);
	const { writer, commits } = await openSession(store);
	let last = 0;
	for (let n = 0; n < 10_500; n++) last = writer.append(frame("x"));
	await commits.upTo(last);
	await expect
		.poll(() => rawDatabase(profile, (db) => db.prepare("SELECT position FROM seals").pluck().all()), { timeout: 60_000 })
		.toEqual([10_000, 10_500]);
	expect(await store.verify("s1")).toMatchObject({ ok: true, seals: 2, sealed: 10_500 });
});

test("a session that goes on while what waits at the start is sealed is not sealed after every few entries", async () => {
	const profile = newProfile();
	const store = await openSealing(profile);
	const { writer, commits } = await openSession(store);
	const seals = () => rawDatabase(profile, (db) => db.prepare("SELECT count(*) FROM seals").pluck().get() as number);
	let last = writer.append(frame("x"));
	const stop = Date.now() + 60_000;
	// Recorded all the time, before, during and for a good while after the first seal.
	for (let after = 0; after < 20 && Date.now() < stop; ) {
		last = writer.append(frame("x"));
		await commits.upTo(last);
		await new Promise((resolve) => setTimeout(resolve, 50));
		if (seals() > 0) after++;
	}
	expect(seals()).toBe(1);
});

test("seals and amendments leave with their session", async () => {
	const { db } = await twoSeals();
	run("INSERT INTO notes (session, removed_at_ms) SELECT id, 1 FROM sessions")(db);
	const purge = createPurge(db);
	purge.begin();
	while (purge.step() !== null);
	expect(
		db.prepare("SELECT (SELECT count(*) FROM seals) + (SELECT count(*) FROM amendments) + (SELECT count(*) FROM sessions)").pluck().get(),
	).toBe(0);
});
