import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { allRows, frame, newFacts, newProfile, openSession, openStore } from "./profile.ts";

test("keeps order and exact bytes: empty, text, binary, broken UTF-8, four mebibytes", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const large = randomBytes(4 * 1024 * 1024);
	const loneSurrogate = Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]);
	const bodies = [
		Buffer.alloc(0),
		Buffer.from("plain é \u{1f600} \u0000 end"),
		Buffer.from([0, 255, 254, 10, 13]),
		loneSurrogate,
		large,
		Buffer.from("after"),
	];
	const ordinals = bodies.map((body) => writer.append(frame(body)));
	const text = writer.append(frame("text \u{1f4f7} of a string"));
	await commits.upTo(text);

	const rows = await allRows(store);
	expect(rows.map((row) => row.ordinal)).toEqual([...ordinals, text]);
	expect(rows.map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	for (const [i, body] of bodies.entries()) {
		const entry = await store.entry("s1", ordinals[i] as number);
		const stored = entry?.text === undefined ? Buffer.from(entry?.base64 ?? "?", "base64") : Buffer.from(entry.text);
		expect(stored.equals(body)).toBe(true);
		expect(entry?.byteLength).toBe(body.length);
	}
	expect((await store.entry("s1", text))?.text).toBe("text \u{1f4f7} of a string");
	expect((await store.entry("s1", ordinals[3] as number))?.base64).toBe(loneSurrogate.toString("base64"));
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 7, firstBad: null, problem: null });
});

test("the caller may reuse its buffer as soon as append returned", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const buffer = Buffer.from("first");
	const ordinal = writer.append(frame(buffer));
	buffer.write("later");
	await commits.upTo(ordinal);
	expect((await store.entry("s1", ordinal))?.text).toBe("first");
});

test("every member of an entry comes back", async () => {
	const store = await openStore(newProfile(), { now: () => 42 });
	const { writer, commits } = await openSession(store);
	const finding = { code: "schema.type", severity: "warning", path: "/a", message: "Not a number.", reason: "json" } as const;
	const ordinal = writer.append(
		frame('{"a":"b"}', {
			atMs: 17,
			monoMs: 0.125,
			dir: "out",
			type: "user.turn",
			epoch: 2,
			sequence: 2 ** 40,
			delivery: "sent",
			findings: [finding],
		}),
	);
	await commits.upTo(ordinal);
	expect(await store.entry("s1", ordinal)).toMatchObject({
		sessionId: "s1",
		ordinal,
		position: 1,
		atMs: 17,
		monoMs: 0.125,
		dir: "out",
		kind: "frame",
		opcode: "text",
		type: "user.turn",
		epoch: 2,
		sequence: 2 ** 40,
		delivery: "sent",
		findings: [finding],
		worst: "warning",
		text: '{"a":"b"}',
		storedAtMs: 42,
	});
	expect((await allRows(store))[0]).toMatchObject({ findings: 1, worst: "warning", byteLength: 9 });
	expect(await store.entry("s1", ordinal + 1)).toBeNull();
});

test("a lone entry commits at once; while one commit runs the next entries collect", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("alone")));
	expect(commits.seen).toHaveLength(1);
	let last = 0;
	for (let run = 0; run < 50; run++) {
		for (let i = 0; i < 20; i++) last = writer.append(frame(`${run}.${i}`));
		await Promise.resolve();
	}
	await commits.upTo(last);
	// One commit for the first run, one for everything that collected meanwhile.
	expect(commits.seen.length).toBeLessThanOrEqual(4);
	expect(writer.pendingBytes()).toBe(0);
	expect((await store.rows("s1", {}, 0, 1)).total).toBe(1001);
});

test("more than one chunk said in one breath is one transaction", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const facts = newFacts();
	const body = "x".repeat(1000);
	let last = 0;
	for (let i = 0; i < 20_000; i++) last = writer.append(frame(body));
	facts.received = 20_000;
	writer.setFacts(facts);
	expect(writer.pendingBytes()).toBe(20_000_000);
	expect(store.health()).toMatchObject({ state: "ok", pendingEntries: 20_000, pendingBytes: 20_000_000 });
	await commits.upTo(last);
	expect(commits.seen).toHaveLength(1);
	expect((await store.sessions())[0]).toMatchObject({ entries: 20_000, facts: { received: 20_000 } });
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 20_000 });
});

test("facts are on disk with the entries appended before them, never ahead or behind", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	const reader = await openStore(profile, { readOnly: true });
	const facts = newFacts();
	let last = 0;
	for (let round = 0; round < 60; round++) {
		for (let i = 0; i < 7; i++) {
			last = writer.append(frame(`${round}`, { sequence: last + 1, epoch: 1 }));
			facts.received++;
			facts.cursor = last;
			writer.setFacts(facts);
		}
		const stored = (await reader.sessions())[0];
		expect(stored?.facts.received).toBe(stored?.entries);
		expect(stored?.facts.cursor).toBe(stored?.entries);
	}
	await commits.upTo(last);
	expect((await reader.sessions())[0]).toMatchObject({ entries: 420, facts: { received: 420, cursor: 420 } });
});

test("ordinals are one row of numbers over all sessions, positions are dense in each", async () => {
	const store = await openStore(newProfile());
	const a = await openSession(store, "a");
	const b = await openSession(store, "b");
	const given: number[] = [];
	for (let i = 0; i < 30; i++) given.push((i % 3 === 0 ? b : a).writer.append(frame(`${i}`)));
	expect(given).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
	await a.commits.upTo(30);
	await b.commits.upTo(28);
	expect((await allRows(store, "a")).map((row) => row.position)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
	expect((await allRows(store, "b")).map((row) => row.ordinal)).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
	expect(await store.locate("b", { heartbeats: true }, 15)).toBe(4);
	expect(b.commits.seen.at(-1)?.upToOrdinal).toBe(28);
	expect((await store.verify("a")).holds && (await store.verify("b")).holds).toBe(true);
});

test("a reopened profile continues ordinal, position and chain", async () => {
	const profile = newProfile();
	const first = await openStore(profile);
	const before = await openSession(first);
	before.writer.append(frame("one"));
	const two = before.writer.append(frame("two"));
	const facts = { ...newFacts(), nextTurn: 5 };
	before.writer.setFacts(facts);
	await first.close();

	const second = await openStore(profile);
	const after = await openSession(second);
	expect(after).toMatchObject({ created: false, session: { entries: 2, facts: { nextTurn: 5 } } });
	const three = after.writer.append(frame("three"));
	expect(three).toBe(two + 1);
	await after.commits.upTo(three);
	const [twoStored, threeStored] = [await second.entry("s1", two), await second.entry("s1", three)];
	expect(threeStored).toMatchObject({ position: 3, previousHash: twoStored?.hash });
	expect(twoStored?.storedAtMs).toBeUndefined();
	expect(await second.verify("s1")).toMatchObject({ holds: true, entries: 3, head: threeStored?.hash });
});

test("a repeated sequence is compared with the first frame that carried it", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const numbered = (body: string, epoch = 1) => writer.append(frame(body, { epoch, sequence: 5, compare: true }));
	const ordinals = [numbered("same"), numbered("same"), numbered("other"), numbered("same", 2)];
	await commits.upTo(4);
	ordinals.push(numbered("same"));
	await commits.upTo(5);
	expect(commits.comparisons()).toEqual([
		{ ordinal: 1, comparison: "absent" },
		{ ordinal: 2, comparison: "same" },
		{ ordinal: 3, comparison: "different" },
		{ ordinal: 4, comparison: "absent" },
		{ ordinal: 5, comparison: "same" },
	]);
	expect(await writer.compare(1, 5, "same")).toBe("same");
	expect(await writer.compare(1, 5, Buffer.from("other"))).toBe("different");
	expect(await writer.compare(1, 6, "same")).toBe("absent");
});

test("delivery and findings change without touching the chain", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const finding = (code: string) => ({ code, severity: "error", path: "", message: code }) as const;
	const collecting = writer.append(frame("{}", { dir: "out", delivery: "queued" }));
	writer.setDelivery(collecting, "sending");
	await commits.upTo(collecting);
	const hash = (await store.entry("s1", collecting))?.hash;
	expect((await store.entry("s1", collecting))?.delivery).toBe("sending");

	writer.setDelivery(collecting, "unknown");
	writer.addFindings(collecting, [finding("a")]);
	writer.addFindings(collecting, [finding("b"), finding("c")]);
	await store.drafts("s1");
	expect(await store.entry("s1", collecting)).toMatchObject({
		delivery: "unknown",
		hash,
		findings: [{ code: "a" }, { code: "b" }, { code: "c" }],
	});
	expect(await store.verify("s1")).toMatchObject({ holds: true });
});

test("the outbox holds own messages whose fate is open, oldest first, and no acknowledgements", async () => {
	const profile = newProfile();
	const first = await openStore(profile);
	const { writer } = await openSession(first);
	const own = (type: string, delivery: "queued" | "sending" | "sent" | "unknown" | "acknowledged") =>
		writer.append(frame(`{"type":"${type}"}`, { dir: "out", type, delivery }));
	own("session.start", "sent");
	own("user.turn", "acknowledged");
	const kept = [own("user.turn", "unknown"), own("user.observation", "sent")];
	own("ack", "sent");
	kept.push(own("audio.turn.start", "sending"), own("user.turn", "queued"));
	writer.append(frame("", { dir: "out", opcode: "ping", delivery: "sent" }));
	const settled = own("user.turn", "queued");
	await first.settings();
	writer.setDelivery(settled, "answered");
	await first.close();

	const { outbox } = await openSession(await openStore(profile));
	expect(outbox.map(({ ordinal }) => ordinal)).toEqual(kept);
	expect(outbox[0]).toEqual({ ordinal: kept[0], type: "user.turn", text: '{"type":"user.turn"}', delivery: "unknown" });
});

test("drafts, settings and recent targets are there as soon as they are asked for, and after a restart", async () => {
	const profile = newProfile();
	const first = await openStore(profile);
	const target = (id: string, usedAtMs: number) => ({ id, label: id, usedAtMs, target: originOfTarget });
	first.saveDraft("s1", "user.turn", "half a sent");
	first.saveDraft("s1", "user.turn", "half a sentence");
	first.saveDraft("s1", "gone", "x");
	first.saveDraft("s1", "gone", "");
	first.saveSetting("theme", "dark");
	first.saveSetting("forgotten", "x");
	first.saveSetting("forgotten", "");
	first.saveRecent(target("old", 1));
	first.saveRecent(target("new", 2));
	first.saveRecent(target("dropped", 3));
	first.forgetRecent("dropped");
	const expectAll = async (store: typeof first) => {
		expect(await store.drafts("s1")).toEqual({ "user.turn": "half a sentence" });
		expect(await store.settings()).toEqual({ theme: "dark" });
		expect((await store.recent()).map(({ id }) => id)).toEqual(["new", "old"]);
	};
	await expectAll(first);
	await first.close();
	await expectAll(await openStore(profile));
});

const originOfTarget = { protocol: "agentcall", by: { kind: "practice", scenario: "hello" } } as const;

test("a session nobody stored is refused by name", async () => {
	const store = await openStore(newProfile());
	await expect(store.rows("nobody", {}, 0, 10)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
});

test("a closed store says so", async () => {
	const store = await openStore(newProfile());
	const { writer } = await openSession(store);
	await store.close();
	expect(() => writer.append(frame("late"))).toThrow(expect.objectContaining({ code: "STORE_FAILED" }));
	expect(store.health()).toMatchObject({ state: "closed" });
	await expect(store.sessions()).rejects.toMatchObject({ code: "STORE_FAILED" });
});
