import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { wantedGrams } from "../../../main/adapters/sqlite-transcripts/search/grams.ts";
import type { FoundEntry } from "../../../main/core/ports.ts";
import { parseSearch } from "../../../main/core/search/parse-search.ts";
import { frame, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

/** Every hit of a line of search, the newest first, with the last answer's other words. */
async function find(store: OpenStore, text: string, sessionId: string | null = null) {
	const parsed = parseSearch(text);
	if (parsed.kind === "hint") throw new Error(parsed.hint.message);
	let answer = await store.search.run({ conditions: parsed.conditions, sessionId }, 50);
	const hits: FoundEntry[] = [...answer.hits];
	while (!answer.done) {
		answer = await store.search.more(answer.searchId as number, 50);
		hits.push(...answer.hits);
	}
	return { ...answer, hits, ordinals: hits.map(({ ordinal }) => ordinal) };
}

async function indexed(store: OpenStore): Promise<void> {
	for (let tries = 0; tries < 600; tries++) {
		if ((await store.library.statistics()).notIndexed < 128) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error("The index was not filled.");
}

const json = (value: object) => JSON.stringify(value);

/** 1,000 entries over two sessions, most of them alike, some of them worth finding. */
async function record(store: OpenStore) {
	const one = await openSession(store, "s1");
	const two = await openSession(store, "s2");
	const at: Record<string, number> = {};
	const put = (name: string, session: typeof one, ...draft: Parameters<typeof frame>) => {
		at[name] = session.writer.append(frame(...draft));
	};
	const fill = (count: number) => {
		for (let n = 0; n < count; n++) {
			const text = json({ type: "CUSTOM", sequence: n + 1, value: `the answer of the agent ${n % 17}` });
			(n % 3 === 0 ? two : one).writer.append(frame(text, { sequence: n + 1, atMs: 1_790_000_000_000 + n * 1000 }));
		}
	};
	fill(300);
	put("badge", one, json({ type: "user.turn", text: "Please check Badge 42 again" }), {
		type: "user.turn",
		dir: "out",
		atMs: 1_790_000_900_000,
	});
	put("escaped", two, '{"type":"TEXT_MESSAGE_CONTENT","delta":"caf\\u00e9 \\"du coin\\""}', { type: "TEXT_MESSAGE_CONTENT" });
	put("cjk", one, json({ type: "CUSTOM", value: "訪問者は受付にいます" }));
	fill(300);
	put("finding", two, json({ type: "RUN_FINISHED", runId: "r-9" }), {
		type: "RUN_FINISHED",
		findings: [{ code: "schema.maxLength", severity: "error", path: "/runId", message: "Too long." }],
	});
	put("big", one, '{"type":"STATE","counter":9007199254740993}', { type: "STATE" });
	put("nested", one, json({ type: "STATE", items: [{ id: "a" }, { id: "gate-3", open: true, level: 12 }] }), { type: "STATE" });
	put("tap", one, json({ uid: "04A1" }), { kind: "tap", dir: "local", opcode: undefined, type: "tap" });
	fill(400);
	put("binary", two, Buffer.from([0xff, 0xfe, 0x00, 0x42]), { opcode: "binary", type: "" });
	await two.commits.upTo(at.binary as number);
	return { at, one, two };
}

test("every kind of question finds its entries, with the index and without it", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { at } = await record(store);
	const questions: [string, string[]][] = [
		["badge", ["badge"]],
		["BADGE 42", ["badge"]],
		['"check badge 42"', ["badge"]],
		["adge", ["badge"]],
		["café", ["escaped"]],
		['"\\"du"', ["escaped"]],
		["受付", ["cjk"]],
		["受", ["cjk"]],
		["は受付に", ["cjk"]],
		["/badge \\d+/i", ["badge"]],
		["/badge \\d+/", []],
		["/gate-[0-9]/", ["nested"]],
		["$.type = RUN_FINISHED", ["finding"]],
		["$.type=RUN_FINISHED type:RUN_*", ["finding"]],
		["$.items[1].id = gate-3", ["nested"]],
		["$.items[*].level >= 12", ["nested"]],
		["$.items[*].level > 12", []],
		["$.items[*].open = true", ["nested"]],
		['$["items"]', ["nested"]],
		["$.counter = 9007199254740993", ["big"]],
		["$.counter = 9007199254740992", []],
		["$.delta ~ CAFÉ", ["escaped"]],
		["kind:tap", ["tap"]],
		["dir:out", ["badge"]],
		["dir:out,local", ["tap", "badge"]],
		["type:user.*", ["badge"]],
		["finding:schema.*", ["finding"]],
		["finding:sequence.gap", []],
		["type:STATE -gate", ["big"]],
		["after:2026-09-21T14:28:20Z before:2026-09-21T14:28:21Z", ["badge"]],
		["nowhere", []],
	];
	const ask = async () => {
		const found: [string, string[]][] = [];
		for (const [text] of questions) {
			const { ordinals } = await find(store, text);
			found.push([text, ordinals.map((ordinal) => Object.entries(at).find(([, value]) => value === ordinal)?.[0] ?? `entry ${ordinal}`)]);
		}
		return found;
	};
	expect((await find(store, "badge")).notIndexed).toBeGreaterThan(0);
	expect(await ask()).toEqual(questions);
	await indexed(store);
	expect((await find(store, "badge")).notIndexed).toBeLessThan(128);
	expect(await ask()).toEqual(questions);
});

test("inside one session only its entries are found, by sequence too, and every entry with a common word", async () => {
	const store = await openStore(newProfile());
	await record(store);
	await indexed(store);
	const inTwo = await find(store, "answer", "s2");
	expect(new Set(inTwo.hits.map(({ sessionId }) => sessionId))).toEqual(new Set(["s2"]));
	expect(inTwo.hits).toHaveLength(100 + 100 + 134);
	expect(inTwo.ordinals).toEqual(inTwo.ordinals.toSorted((a, b) => b - a));
	expect((await find(store, "seq:10..12 answer", "s1")).hits.map(({ sequence }) => sequence)).toEqual([12, 11, 12, 11, 12, 11]);
	const all = await find(store, "answer");
	expect(all).toMatchObject({ done: true, settled: all.total });
	expect(all.hits).toHaveLength(1000);
});

test("a hit says what surrounds it and what was hit, hidden characters made visible", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const body = `${"before ".repeat(40)}the Badge\u202e 42\nand badge${" after".repeat(80)}`;
	await commits.upTo(writer.append(frame(body)));
	const [hit] = (await find(store, "badge")).hits;
	const { snippet = "", marks = [] } = hit ?? {};
	expect(marks.map(([from, to]) => snippet.slice(from, to))).toEqual(["Badge", "badge"]);
	expect(snippet).toContain("Badge⟨U+202E⟩ 42⏎and badge after");
	expect(snippet.startsWith("…") && snippet.endsWith("…")).toBe(true);
	expect(snippet.length).toBeLessThan(300);
});

test("the number of a card is masked in a hit, but for whoever looked for that number", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const tap = { tapId: "t-1", tap: { reader: "Gate reader", uid: "04a2b31c5d6e80", tagType: "NTAG215" } };
	const body = json({ type: "user.observation", turn: 1, observation: { modality: "nfc", uid: "04a2b31c5d6e80", tagType: "NTAG215" } });
	writer.append(frame(json(tap), { dir: "local", kind: "tap", type: "tap.read" }));
	await commits.upTo(writer.append(frame(body, { dir: "out", type: "user.observation" })));
	const snippets = async (text: string) => (await find(store, text)).hits.map(({ snippet }) => snippet);
	for (const shown of await snippets("NTAG215")) {
		expect(shown).toContain("•••••6e80");
		expect(shown).not.toContain("5d6e80");
	}
	expect(await snippets("NTAG215")).toHaveLength(2);
	for (const shown of await snippets("04a2b31c5d6e80")) expect(shown).toContain("04a2b31c5d6e80");
	expect(await snippets("04a2b31c5d6e80")).toHaveLength(2);
});

test("an expression that tries ever more ways is stopped with its thread, and the next search works", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame(`${"a".repeat(60)}!`)));
	expect((await find(store, "aaa")).hits).toHaveLength(1);
	const before = performance.now();
	const slow = await store.search.run({ conditions: [{ kind: "regex", source: "^(a+)+$", flags: "", wanted: true }], sessionId: null }, 10);
	expect(slow.hint).toMatchObject({ kind: "tooSlow" });
	expect(performance.now() - before).toBeLessThan(20_000);
	expect((await find(store, "aaa")).hits).toHaveLength(1);
	expect(store.searchers).toHaveLength(2);
	// Reading, meanwhile, never knew.
	expect((await store.rows("s1", {}, 0, 10)).total).toBe(1);
});

test("a frame so long that the expression overflows the stack ends no search, and is looked through all the same", async () => {
	// Seven megabytes take a tenth of a second; on a busy machine perhaps more than a person waits, which is not the matter here.
	const store = await openStore(newProfile(), { expressionPatienceMs: 30_000 });
	const { writer, commits } = await openSession(store);
	writer.append(frame(json({ type: "CUSTOM", value: "a short run of twenty signs: abcdefghijklmnopqrstuvwxyz!" })));
	writer.append(frame(json({ type: "CUSTOM", value: `${"ab".repeat(3_500_000)}!` })));
	const last = writer.append(frame(json({ type: "CUSTOM", value: "none" })));
	await commits.upTo(last);
	expect((await find(store, "/[a-z]{20,}/")).ordinals).toEqual([2, 1]);
	expect((await find(store, "-/[a-z]{20,}/")).ordinals).toEqual([3]);
});

test("an index that is missing, damaged or of another database is made anew; nothing is missed meanwhile", async () => {
	const profile = newProfile();
	const index = join(profile, "search.sqlite");
	let store = await openStore(profile);
	const { at } = await record(store);
	await indexed(store);
	await store.close();
	const spoil: (() => void)[] = [
		() => rmSync(index),
		() => writeFileSync(index, "no database ".repeat(1000)),
		() => rawDatabase(profile, (db) => db.prepare("UPDATE identity SET id = 'another'").run()),
	];
	for (const spoilIndex of spoil) {
		for (const suffix of ["-wal", "-shm"]) rmSync(index + suffix, { force: true });
		spoilIndex();
		store = await openStore(profile);
		expect((await find(store, "badge")).ordinals).toEqual([at.badge]);
		await indexed(store);
		expect((await find(store, "badge")).ordinals).toEqual([at.badge]);
		await store.close();
	}
});

test("a database put back from an earlier day is not searched through the index of a later one", async () => {
	const profile = newProfile();
	let store = await openStore(profile);
	const { at } = await record(store);
	await indexed(store);
	await store.close();
	rawDatabase(profile, (db) =>
		db.exec('UPDATE entries SET body = CAST(\'{"later":"gone"}\' AS BLOB), hash = zeroblob(32) WHERE ordinal > 600'),
	);
	store = await openStore(profile);
	await indexed(store);
	expect((await find(store, "gone")).hits.length).toBeGreaterThan(300);
	expect((await find(store, "badge")).ordinals).toEqual([at.badge]);
});

test("a search that is over, or was never begun, says so", async () => {
	const store = await openStore(newProfile());
	await record(store);
	const some = await store.search.run({ conditions: [{ kind: "text", text: "answer", wanted: true }], sessionId: null }, 5);
	expect(some).toMatchObject({ done: false, hits: { length: 5 } });
	store.search.cancel(some.searchId as number);
	await expect(store.search.more(some.searchId as number, 5)).rejects.toMatchObject({ code: "SEARCH_OVER" });
	await expect(store.search.more(999, 5)).rejects.toMatchObject({ code: "SEARCH_OVER" });
});

test("what was removed is not found, and when it is gone for good the index knows nothing of it", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	await record(store);
	await indexed(store);
	expect((await find(store, "café")).hits).toHaveLength(1);
	store.library.setRemoved(["s2"], 7);
	await store.sessions();
	expect((await find(store, "café")).hits).toEqual([]);
	store.library.setRemoved(["s2"], null);
	await store.sessions();
	expect((await find(store, "café")).hits).toHaveLength(1);
	store.library.setRemoved(["s2"], 8);
	await store.library.compact(false);
	const blocksWith = (text: string) => {
		const db = new Database(join(profile, "search.sqlite"), { readonly: true });
		try {
			return db.prepare("SELECT count(*) FROM grams WHERE grams MATCH ?").pluck().get(wantedGrams(text).join(" ")) as number;
		} finally {
			db.close();
		}
	};
	await vi.waitUntil(() => blocksWith("café") === 0, { timeout: 20_000 });
	expect(blocksWith("badge")).toBe(1);
	expect((await find(store, "answer")).hits).toHaveLength(666);
});
