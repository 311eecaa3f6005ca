import { expect, test } from "vitest";
import type { StoreHealth } from "../../../schemas/ipc.ts";
import { frame, newFacts, newProfile, type OpenStore, openSession, openStore, rawDatabase } from "./profile.ts";

function watchHealth(store: OpenStore) {
	const states: StoreHealth["state"][] = [];
	let wake = (): void => {};
	store.onHealth(({ state }) => {
		states.push(state);
		wake();
	});
	return {
		states,
		async becomes(state: StoreHealth["state"]): Promise<void> {
			while (store.health().state !== state) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
	};
}

const limitPages = (store: OpenStore, pages: number): void => store.writers.at(-1)?.postMessage({ kind: "limitPages", pages });

test("PC-20: a full disk loses nothing: it waits in memory and is committed in order when there is room", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const health = watchHealth(store);
	const facts = newFacts();
	await commits.upTo(writer.append(frame("before")));
	limitPages(store, 1);
	const commitsBefore = commits.seen.length;

	let last = 0;
	for (let i = 0; i < 200; i++) {
		// The first does not fit into what the database already has.
		last = writer.append(frame(`${i} ${"x".repeat(i === 0 ? 9000 : 400)}`, { epoch: 1, sequence: i, compare: i % 50 === 0 }));
		facts.received = last;
		writer.setFacts(facts);
		if (i % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	await health.becomes("failing");
	expect(store.health()).toMatchObject({ state: "failing", pendingEntries: 200 });
	expect(store.health().message).toMatch(/disk is full/);
	const more = writer.append(frame("said while failing"));
	await new Promise((resolve) => setTimeout(resolve, 250));
	expect(commits.seen.length).toBe(commitsBefore);
	expect((await store.rows("s1", {}, 0, 10)).total).toBe(1);

	limitPages(store, 1_000_000);
	await commits.upTo(more);
	await health.becomes("ok");
	expect(health.states).toEqual(["failing", "ok"]);
	const { rows } = await store.rows("s1", {}, 0, 500);
	expect(rows.map((row) => row.ordinal)).toEqual(Array.from({ length: more }, (_, i) => i + 1));
	expect(commits.comparisons().map(({ comparison }) => comparison)).toEqual(["absent", "absent", "absent", "absent"]);
	expect((await store.sessions())[0]?.facts.received).toBe(last);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 202 });
	expect(writer.pendingBytes()).toBe(0);
});

test("a writer that dies is started again and loses nothing, whatever it was doing", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const health = watchHealth(store);
	const told: number[] = [];
	let last = 0;
	for (let death = 0; death < 4; death++) {
		for (let run = 0; run < 30; run++) {
			for (let i = 0; i < 40; i++) last = writer.append(frame(`${last} ${"y".repeat(300)}`, { epoch: 1, sequence: last }));
			await new Promise((resolve) => setImmediate(resolve));
		}
		const worker = store.writers.at(-1);
		// Different moments: right after posting, in the middle of a commit, after it.
		await new Promise((resolve) => setTimeout(resolve, death * 3));
		await worker?.terminate();
		expect(store.health().state).toBe("failing");
		expect(store.health().message).toMatch(/writer stopped/);
		last = writer.append(frame("said while there was no writer"));
		await health.becomes("ok");
	}
	await commits.upTo(last);
	for (const { upToOrdinal } of commits.seen) told.push(upToOrdinal);
	expect(store.writers).toHaveLength(5);
	expect(told).toEqual([...told].sort((a, b) => a - b));
	expect(new Set(told).size).toBe(told.length);
	const { total, upToOrdinal } = await store.rows("s1", {}, 0, 1);
	expect([total, upToOrdinal]).toEqual([last, last]);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: last });
});

test("a batch whose commit succeeded is not written twice when its answer got lost, and its comparisons are still answered", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const health = watchHealth(store);
	writer.append(frame("a", { epoch: 1, sequence: 1, compare: true }));
	const last = writer.append(frame("b", { epoch: 1, sequence: 1, compare: true }));
	await Promise.resolve();
	// The batch is with the writer, which commits it; main hears of its end before it takes the answer from its queue.
	const worker = store.writers[0];
	worker?.removeAllListeners("message");
	await new Promise((resolve) => setTimeout(resolve, 200));
	await worker?.terminate();
	await health.becomes("ok");
	await commits.upTo(last);
	expect(commits.comparisons()).toEqual([
		{ ordinal: 1, comparison: "absent" },
		{ ordinal: 2, comparison: "different" },
	]);
	expect(await store.verify("s1")).toMatchObject({ holds: true, entries: 2 });
});

test("a writer that finds another program's records after its restart writes nothing more, and says so", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("before")));
	await store.writers[0]?.terminate();
	rawDatabase(profile, (db) => db.exec("UPDATE store SET last_batch = last_batch + 5"));
	writer.append(frame("after"));
	while (!store.health().message.includes("another program has recorded")) await new Promise((resolve) => setTimeout(resolve, 20));
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect(store.health()).toMatchObject({ state: "failing", pendingEntries: 1 });
	expect(commits.seen).toHaveLength(1);
	await expect(store.close()).rejects.toMatchObject({ detail: { lost: 1 } });
});

test("closing while the disk is full says what was not written, and lets the profile go", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	const health = watchHealth(store);
	await commits.upTo(writer.append(frame("kept")));
	limitPages(store, 1);
	for (let i = 0; i < 50; i++) writer.append(frame("z".repeat(1000)));
	await health.becomes("failing");
	await expect(store.close()).rejects.toMatchObject({ code: "STORE_FAILED", detail: { lost: 50 } });
	const again = await openStore(profile);
	expect(await again.verify("s1")).toMatchObject({ holds: true, entries: 1 });
});

test("close writes everything that was said before it", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer } = await openSession(store);
	for (let i = 0; i < 5000; i++) writer.append(frame(`${i}`));
	await store.close();
	const again = await openStore(profile);
	expect(await again.verify("s1")).toMatchObject({ holds: true, entries: 5000 });
});

test("a reader that dies is replaced by the next question", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("here")));
	const asked = store.verify("s1");
	await store.readers[0]?.terminate();
	await asked.catch((error: unknown) => expect(error).toMatchObject({ code: "STORE_FAILED" }));
	expect((await store.rows("s1", {}, 0, 1)).total).toBe(1);
	expect(store.readers).toHaveLength(2);
});
