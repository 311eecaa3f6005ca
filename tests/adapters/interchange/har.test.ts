import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createInterchange } from "../../../main/adapters/interchange/create-interchange.ts";
import { importFile } from "../../../main/adapters/interchange/import-file.ts";
import type { SqliteTranscripts } from "../../../main/adapters/sqlite-transcripts/open.ts";
import { strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import { checkTranscript } from "../../../main/core/reading/check-transcript.ts";
import { storedSummary } from "../../../main/core/session/summary.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { frame, newProfile, openSession, openStore as openWhole } from "../sqlite-transcripts/profile.ts";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
let ids = 0;
const order = (path: string, more: Partial<Parameters<typeof importFile>[1]> = {}) => ({
	path,
	name: "some.har",
	now: Date.now,
	uuid: () => `imported-${ids++}`,
	onProgress: () => {},
	isCancelled: () => false,
	...more,
});
const interchangeOf = (profile: string, transcripts: SqliteTranscripts) =>
	createInterchange({ transcripts, profileDir: profile, version: "0.0.0-test", now: () => 1_790_000_000_000 });
const summaryOf = async (store: SqliteTranscripts, id: string) => {
	const found = (await store.sessions()).find(({ origin }) => origin.sessionId === id);
	if (!found) throw new Error(`no session ${id}`);
	return storedSummary(found, []);
};

async function framesOf(store: SqliteTranscripts, id: string) {
	const { rows } = await store.rows(id, { heartbeats: true }, 0, 500);
	return Promise.all(rows.map(async ({ ordinal }) => (await store.entry(id, ordinal)) ?? expect.fail()));
}

const message = (type: string, data: string, more: object = {}) => ({ type, time: 1_796_053_944.367048, opcode: 1, data, ...more });
const har = (...sockets: object[]) => ({
	log: { version: "1.2", creator: { name: "WebInspector", version: "537.36" }, pages: [], entries: sockets },
});
const socket = (messages: object[], url = "wss://u:pw@agent.example/x?token=abc") => ({
	_resourceType: "websocket",
	request: { method: "GET", url, headers: [{ name: "Cookie", value: "c00kie" }], queryString: [] },
	response: { status: 101, headers: [] },
	startedDateTime: "2026-11-30T15:52:24.363Z",
	_webSocketMessages: messages,
});
const fileOf = (profile: string, content: unknown, name = "some.har"): string => {
	mkdirSync(profile, { recursive: true });
	const file = join(profile, name);
	writeFileSync(file, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2));
	return file;
};

test("a HAR's messages become a session with equal bytes, types, numbers and times", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const texts = [
		'{"type":"session.start","sessionId":"a"}',
		'{"type":"RUN_STARTED","threadId":"t","runId":"r","sequence":1}',
		"no json \u2028 é 😀",
		"",
	];
	const file = fileOf(
		profile,
		har(
			{ request: { method: "GET", url: "https://agent.example/" }, response: { status: 200, content: { text: "[[[" } } },
			socket([
				message("send", texts[0] as string),
				message("receive", texts[1] as string),
				message("receive", texts[2] as string),
				message("receive", texts[3] as string),
				message("receive", "AAH/", { opcode: 2 }),
			]),
		),
	);
	const done = await importFile(store, order(file));
	expect(done).toMatchObject({ format: "har", sessions: [{ protocol: "agentcall", entries: 5, from: null }] });
	const id = done.sessions[0]?.sessionId as string;
	const frames = await framesOf(store, id);
	expect(frames.map(({ text, base64 }) => text ?? base64)).toEqual([...texts, "AAH/"]);
	expect(frames.map(({ dir, type, sequence }) => [dir, type, sequence])).toEqual([
		["out", "session.start", undefined],
		["in", "RUN_STARTED", 1],
		["in", "", undefined],
		["in", "", undefined],
		["in", "", undefined],
	]);
	expect(frames[1]?.sha256).toBe(sha256(texts[1] as string));
	expect(frames[0]?.atMs).toBe(1_796_053_944_367);
	expect(frames[2]?.findings[0]).toMatchObject({ code: "frame.invalid", reason: "json" });
	const summary = await summaryOf(store, id);
	expect(summary).toMatchObject({
		name: "some.har",
		endpoint: "wss://…@agent.example/x?token=…",
		importedFrom: "some.har",
		status: { kind: "closed" },
	});
	expect(await store.verify(id)).toMatchObject({ holds: true, entries: 5 });
	const everything = JSON.stringify([await store.sessions(), frames]);
	expect(everything).not.toMatch(/c00kie|token=abc|u:pw/);
});

test("a HAR is numbered and judged as check judges the same messages, and as it would have been recorded live", async () => {
	const said: ["send" | "receive", object][] = [
		["send", { type: "session.start", sessionId: "a", resumeFromSequence: 0 }],
		["receive", { type: "RUN_STARTED", threadId: "t", runId: "r", sequence: 1 }],
		["receive", { type: "RUN_FINISHED", threadId: "t", runId: "r", sequence: 4 }],
		["receive", { type: "RUN_FINISHED", threadId: "t", runId: "r", sequence: 4 }],
		["receive", { type: "CUSTOM", name: "n", value: 1, sequence: 1 }],
		["send", { type: "ack", sequence: 9 }],
		["send", { type: "user.turn", turn: 7, text: "hello" }],
	];
	const profile = newProfile();
	const store = await openWhole(profile);
	const file = fileOf(profile, har(socket(said.map(([type, msg]) => message(type, JSON.stringify(msg))))));
	const id = (await importFile(store, order(file))).sessions[0]?.sessionId as string;
	const frames = await framesOf(store, id);
	const lines = said.map(([type, msg]) => JSON.stringify({ dir: type === "send" ? "out" : "in", msg }));
	const worded = (at: number, { code, path, message: words }: Finding) => `${at} ${code} ${path} ${words}`;
	const checked = checkTranscript("agentcall", lines).findings.map(({ line, ...finding }) => worded(line, finding));
	expect(checked.map((each) => each.split(" ")[1])).toEqual(
		expect.arrayContaining(["sequence.gap", "sequence.duplicate", "sequence.conflict"]),
	);
	expect(frames.flatMap(({ findings }, at) => findings.map((finding) => worded(at + 1, finding))).sort()).toEqual(checked.sort());
	expect(frames.map(({ delivery }) => delivery)).toEqual(["sent", undefined, undefined, "dropped", "dropped", "sent", "sent"]);
});

test("each WebSocket becomes a session of its own, and AIFight is told by its messages", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const file = fileOf(
		profile,
		har(
			socket([message("send", '{"type":"join_queue","data":{"game":"coup","mode":"casual"}}')]),
			socket([], "wss://empty.example/"),
			socket([message("send", "x")], "wss://b.example/"),
		),
	);
	const { sessions } = await importFile(store, order(file));
	expect(sessions.map(({ protocol, entries }) => [protocol, entries])).toEqual([
		["aifight", 1],
		["agentcall", 1],
	]);
	expect((await summaryOf(store, sessions[1]?.sessionId as string)).name).toBe("some.har, b.example");
	const chosen = await importFile(store, order(file, { protocol: "aifight" }));
	expect(chosen.sessions.map(({ protocol }) => protocol)).toEqual(["aifight", "aifight"]);
});

test("frames that are JSON but no object are messages like others", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const texts = ["2", '"3probe"', "null", "[1]", "true"];
	const file = fileOf(profile, har(socket(texts.map((text) => message("receive", text)))));
	const done = await importFile(store, order(file));
	expect(done.sessions[0]).toMatchObject({ protocol: "agentcall", entries: texts.length });
	const frames = await framesOf(store, done.sessions[0]?.sessionId as string);
	expect(frames.map(({ sha256: sum }) => sum)).toEqual(texts.map(sha256));
});

test.each([1e308, 1_796_053_944_367, "1796053944", -1])("a message at the time %s is refused, and nothing is imported", async (time) => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const file = fileOf(profile, har(socket([message("send", "{}"), message("receive", "{}", { time })])));
	await expect(importFile(store, order(file))).rejects.toThrow(
		/Entry 1, message 2: “time” must be seconds since 1970\. Nothing was imported/,
	);
	expect(await store.sessions()).toEqual([]);
});

test("a session exported as HAR is imported with equal messages; over its links it is one session again", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const { writer } = await openSession(store);
	const note = (type: string, body: object) =>
		writer.append(frame(JSON.stringify(body), { dir: "local", kind: "link", opcode: undefined, type }));
	note("link.dialling", { attempt: 1 });
	note("link.open", { timings: { dns: 1, tcp: 2, upgrade: 3 }, remoteAddress: "127.0.0.1", subprotocol: "one" });
	writer.append(frame('{"type":"a","sequence":1}', { epoch: 1, sequence: 1 }));
	writer.append(frame(Buffer.from([0, 1, 255]), { opcode: "binary", type: "", epoch: 1 }));
	writer.append(frame(Buffer.from([0x22, 0xff]), { type: "", epoch: 1 }));
	writer.append(frame("never sent", { dir: "out", delivery: "discarded" }));
	note("link.closed", { outcome: { code: 1006, reason: "", by: "network" } });
	note("link.dialling", { attempt: 2 });
	note("link.failed", { outcome: { code: null, httpStatus: 503, errorCode: "HTTP", by: "agent" } });
	note("link.dialling", { attempt: 3 });
	note("link.open", { timings: {} });
	writer.append(frame("", { type: "", epoch: 1 }));
	writer.append(frame('{"type":"user.turn"}', { dir: "out", type: "user.turn", delivery: "unknown", epoch: 1 }));
	writer.append(frame("", { opcode: "ping", type: "ping" }));
	await store.settings();
	const done = await interchangeOf(profile, store).export(await summaryOf(store, "s1"), { format: "har", rules: null, secrets: [] });
	expect(done).toMatchObject({ entries: 5, skipped: 2, head: (await store.verify("s1")).head });
	const { log } = JSON.parse(readFileSync(done.path, "utf8"));
	expect(log).toMatchObject({ version: "1.2", creator: { name: "Switchboard" }, pages: [] });
	expect(
		log.entries.map((entry: { response: { status: number; _error: unknown } }) => [entry.response.status, entry.response._error]),
	).toEqual([
		[101, null],
		[503, "HTTP"],
		[101, null],
	]);
	expect(
		log.entries[0]._webSocketMessages.map(({ type, opcode, data }: { type: string; opcode: number; data: string }) => [type, opcode, data]),
	).toEqual([
		["receive", 1, '{"type":"a","sequence":1}'],
		["receive", 2, "AAH/"],
		["receive", 1, ""],
	]);
	const before = (await framesOf(store, "s1")).filter(
		({ kind, opcode, delivery }) => kind === "frame" && opcode !== "ping" && delivery !== "discarded",
	);
	const imported = await importFile(store, order(done.path));
	expect(imported.sessions).toMatchObject([{ entries: 5, from: "s1" }]);
	const after = await framesOf(store, imported.sessions[0]?.sessionId as string);
	const facts = (frames: typeof before) =>
		frames.map(({ sha256: bytes, dir, opcode, atMs, epoch, sequence, delivery }) => ({
			bytes,
			dir,
			opcode,
			atMs,
			epoch,
			sequence,
			delivery,
		}));
	expect(facts(after)).toEqual(facts(before));
});

test("a redacted HAR masks, says so, and holds no proof of what it masked", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const { writer } = await openSession(store);
	writer.append(frame('{"type":"user.turn","turn":1,"text":"the visitor is Ann"}', { dir: "out", type: "user.turn" }));
	await store.settings();
	const done = await interchangeOf(profile, store).export(await summaryOf(store, "s1"), {
		format: "har",
		rules: strictRules(BUILT_IN_RULES),
		secrets: [],
	});
	const text = readFileSync(done.path, "utf8");
	expect(text).not.toContain("Ann");
	expect(JSON.parse(text).log._switchboardProof.masked).toContainEqual({
		rule: "words",
		label: "Words of turns and answers",
		entries: 1,
		values: 1,
	});
	expect(done.path).toMatch(/-redacted\.har$/);
});

test("a redacted export is imported as what was left of it: masked frames say so, exact ones are exact, and its exports say where it came from", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const { writer } = await openSession(store);
	const said = '{"type":"user.turn","turn":1,"text":"the visitor is Ann"}';
	writer.append(frame(said, { dir: "out", type: "user.turn" }));
	writer.append(frame('{"type":"RUN_STARTED","threadId":"t","runId":"r"}', { type: "RUN_STARTED" }));
	await store.settings();
	const interchange = interchangeOf(profile, store);
	const rules = strictRules(BUILT_IN_RULES);
	const { path } = await interchange.export(await summaryOf(store, "s1"), { format: "jsonl", rules, secrets: [] });
	const { sessions } = await importFile(store, order(path, { name: "handed-over.jsonl" }));
	const id = sessions[0]?.sessionId ?? "";
	const summary = await summaryOf(store, id);
	expect(summary).toMatchObject({ importedFrom: "handed-over.jsonl", importedRedacted: true, ledger: { received: 1, sent: 1 } });
	const [masked, exact] = await framesOf(store, id);
	expect(masked?.text).toContain("[masked: words");
	expect(masked?.findings.at(-1)).toEqual({
		code: "import.masked",
		severity: "info",
		path: "",
		message: `Masked before it was handed over (words): these bytes are what was left of ${said.length} that were sent.`,
	});
	expect(exact).toMatchObject({ text: '{"type":"RUN_STARTED","threadId":"t","runId":"r"}', findings: [] });
	expect(await store.verify(id)).toMatchObject({ holds: true });
	const again = await interchange.export(summary, { format: "jsonl", rules: null, secrets: [] });
	const header = JSON.parse(readFileSync(again.path, "utf8").split("\n")[0] ?? "") as object;
	expect(header).toMatchObject({ redacted: false, imported: { session: "s1", redacted: true } });
	await interchange.close();
});

test("a redacted export of the first versions, which left all content out, holds nothing to import", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
	const head = sha(Buffer.from("switchboard-transcript/1\nold")).toString("hex");
	const checked = JSON.stringify({
		format: "switchboard-transcript",
		version: 1,
		protocol: "agentcall",
		profile: "standin-0.1",
		session: "old",
		head,
		entries: 0,
		redacted: true,
		createdAtMs: 1,
		exportedAtMs: 2,
	}).slice(0, -1);
	const line = sha(Buffer.concat([Buffer.alloc(32), Buffer.from(checked)])).toString("hex");
	const file = fileOf(profile, `${checked},"line":"${line}"}\n`, "old.jsonl");
	await expect(importFile(store, order(file))).rejects.toMatchObject({
		code: "IMPORT_FAILED",
		message: expect.stringMatching(/earlier version wrote this redacted export without any content/),
	});
	expect(await store.sessions()).toEqual([]);
});

const WRONG: [string, string | Buffer, RegExp][] = [
	["empty", "", /empty/],
	["blank", " \n\n", /empty/],
	["packed", Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
	["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47]), /no transcript/],
	["a web page", "<!doctype html>", /line 1: .*no transcript/],
	["a HAR without log", '{\n "log" : 1\n}', /“log” must be an object/],
	["a HAR without entries", '{"log":{"version":"1.2"}}', /no “log.entries”/],
	["a HAR without sockets", '{"log":{"entries":[{"request":{}}]}}', /no messages of a WebSocket/],
	["cut off", '{"log":{\n"entries":[\n{"_webSocketMessages":[{"type":"send",', /line 3, column \d+: The text breaks off/],
	[
		"broken",
		'{"log":{\n"entries":[\n{"_webSocketMessages":[{"type":"send","time":1,"opcode":1,"data":""} {',
		/line 3, column 70: A comma or the end is missing/,
	],
	["a strange message", JSON.stringify(har(socket([message("receive", "x"), message("both", "x")]))), /Entry 1, message 2: “type”/],
	["no time", JSON.stringify(har(socket([message("send", "x", { time: "now" })]))), /Entry 1, message 1: “time”/],
	["no base64", JSON.stringify(har(socket([message("send", "x!", { opcode: 2 })]))), /base64/],
	["another opcode", JSON.stringify(har(socket([message("send", "x", { opcode: 3 })]))), /“opcode”/],
	["deep", `{"log":{"entries":[{"_webSocketMessages":[${"[".repeat(100_000)}`, /line 1, column \d+: The text breaks off/],
	["lines of another format", '{"a":1}\n{"b":2}\n', /line 1: .*direction/],
];
test.each(WRONG)("a file that is %s is refused with its place, and leaves nothing", async (_what, content, words) => {
	const profile = newProfile();
	const store = await openWhole(profile);
	await expect(importFile(store, order(fileOf(profile, content)))).rejects.toMatchObject({
		code: "IMPORT_FAILED",
		message: expect.stringMatching(words),
	});
	expect(await store.sessions()).toEqual([]);
});

/** A HAR of many messages, written without holding it. */
function longHar(profile: string, messages: number): string {
	const file = join(profile, "long.har");
	const one = JSON.stringify(message("receive", JSON.stringify({ type: "CUSTOM", name: "n", value: "x".repeat(400), sequence: 1 })));
	const piece = `${Array(1000).fill(one).join(",\n")}`;
	mkdirSync(profile, { recursive: true });
	writeFileSync(file, '{"log":{"entries":[{"request":{"url":"wss://a.example/"},"_webSocketMessages":[');
	for (let at = 0; at < messages / 1000; at++) writeFileSync(file, `${at === 0 ? "" : ",\n"}${piece}`, { flag: "a" });
	writeFileSync(file, "]}]}}", { flag: "a" });
	return file;
}

test("a long file is read in pieces, with progress, and others are served meanwhile", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const file = longHar(profile, 20_000);
	const told: { phase: string; bytes: number; totalBytes: number; entries: number }[] = [];
	let longestMs = 0;
	let lastMs = performance.now();
	const watch = setInterval(() => {
		longestMs = Math.max(longestMs, performance.now() - lastMs);
		lastMs = performance.now();
	}, 1);
	const { sessions } = await importFile(store, order(file, { onProgress: (progress) => told.push(progress) }));
	clearInterval(watch);
	expect(sessions).toMatchObject([{ entries: 20_000 }]);
	expect(told.some(({ phase }) => phase === "checking") && told.some(({ phase, entries }) => phase === "storing" && entries > 0)).toBe(
		true,
	);
	expect(told.every(({ bytes, totalBytes }) => bytes <= totalBytes)).toBe(true);
	// Far above what it takes alone (about 30 ms), far below the seconds of a read in one go.
	expect(longestMs).toBeLessThan(700);
});

test.each([1, 5])("an import that is stopped leaves nothing (after %i steps of storing)", async (steps) => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const { writer } = await openSession(store);
	writer.append(frame("live"));
	const file = longHar(profile, 12_000);
	let storing = 0;
	let now = 0;
	const cancelled = importFile(
		store,
		order(file, {
			// Every look at the clock is late enough to be told.
			now: () => (now += 1000),
			onProgress: ({ phase }) => {
				if (phase === "storing") storing++;
			},
			isCancelled: () => storing >= steps,
		}),
	);
	await expect(cancelled).rejects.toMatchObject({ code: "IMPORT_CANCELLED" });
	expect((await store.sessions()).map(({ origin }) => origin.sessionId)).toEqual(["s1"]);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 1 });
	await store.close();
	const again = await openWhole(profile);
	const { rows } = await again.rows("s1", {}, 0, 10);
	expect(rows).toHaveLength(1);
});

test("a file comes from the window in pieces, is verified and imported, and its upload is gone", async () => {
	const profile = newProfile();
	const store = await openWhole(profile);
	const { writer } = await openSession(store);
	for (let i = 0; i < 50; i++) writer.append(frame(`{"n":${i}}`));
	const { path, head } = await store.exportJsonl("s1", null, null);
	const bytes = readFileSync(path);
	const interchange = interchangeOf(profile, store);
	const upload = async (content: Buffer) => {
		const { uploadId } = await interchange.beginUpload("x.jsonl", content.length);
		for (let at = 0; at < content.length; at += 1000)
			await interchange.addPiece(uploadId, content.subarray(at, at + 1000).toString("base64"));
		return uploadId;
	};
	const first = await upload(bytes);
	expect(await interchange.verifyFile(first)).toMatchObject({ ok: true, head, session: "s1", entries: 50, redacted: false });
	const done = await interchange.import(first, undefined, () => {});
	expect(done.sessions).toMatchObject([{ entries: 50, from: "s1" }]);
	await interchange.cancelUpload(first);
	await expect(interchange.verifyFile(first)).rejects.toMatchObject({ code: "UPLOAD_UNKNOWN" });

	const { uploadId: short } = await interchange.beginUpload("y.jsonl", 100);
	await interchange.addPiece(short, Buffer.alloc(99).toString("base64"));
	await expect(interchange.import(short, undefined, () => {})).rejects.toMatchObject({
		code: "IMPORT_FAILED",
		message: expect.stringContaining("99 of 100"),
	});
	await expect(interchange.addPiece(short, "AAAA")).rejects.toMatchObject({ code: "IMPORT_FAILED" });
	await interchange.close();
	expect(readdirSync(profile)).not.toContain("imports");
});
