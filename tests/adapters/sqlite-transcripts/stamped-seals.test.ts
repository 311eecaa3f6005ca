import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { verifyJsonl } from "../../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { createTimeStamps } from "../../../main/adapters/time-stamps/create-time-stamps.ts";
import type { TimeStamps } from "../../../main/core/ports.ts";
import { fileProofWords } from "../../../schemas/file-proof-words.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";
import { storedProofWords } from "../../../schemas/stored-proof-words.ts";
import { hasOpenssl, makeTimeAuthority, serveAuthority } from "../../fakes/time-authority.ts";
import { testKey } from "./memory-store.ts";
import { frame, newProfile, openSession, openStore, rawDatabase } from "./profile.ts";

const log = { warn: () => {} };
const authority = hasOpenssl ? makeTimeAuthority() : null;
afterAll(() => authority?.remove());

async function recorded(timeStamps: Pick<TimeStamps, "stamp">, profile = newProfile()) {
	const store = await openStore(profile);
	store.beginSealing({ key: testKey(), timeStamps, log });
	const { writer, commits } = await openSession(store);
	await commits.upTo(writer.append(frame("one")));
	return { store, profile, append: (text: string) => commits.upTo(writer.append(frame(text))) };
}

describe.skipIf(!hasOpenssl)("with an authority", () => {
	async function stamped() {
		const server = await serveAuthority((query) => (authority ?? fail()).answer(query));
		const stamps = createTimeStamps({ address: async () => server.address, log });
		return { ...(await recorded(stamps)), ...server };
	}
	const fail = (): never => {
		throw new Error("openssl is missing");
	};

	test("a seal that was asked for carries its time stamp, in the store and in a file, once", async () => {
		const { store, questions, profile, stop } = await stamped();
		const report = await store.verify("s1");
		const stamp = report.signed?.timeStamp;
		expect(stamp).toEqual({ entries: 1, atMs: expect.any(Number), authority: "CN=Clock time" });
		expect(storedProofWords(report).at(-1)).toBe(
			`The seal over the first entry was there at ${new Date(stamp?.atMs ?? 0).toISOString()} at the latest, says the time stamp of “CN=Clock time”. Whether that authority is to be trusted is for you to decide; this console does not know.`,
		);
		const { redaction: masks } = await store.survey("s1", [...BUILT_IN_RULES]);
		for (const redaction of [null, masks]) {
			const path = join(profile, `out-${redaction === null}.jsonl`);
			await store.exportJsonl("s1", path, redaction);
			const proof = await verifyJsonl(path);
			expect(proof).toMatchObject({ ok: true, signed: { timeStamp: stamp } });
			const known = await verifyJsonl(path, { stampAuthorities: authority?.root ?? "" });
			expect(known.signed?.timeStamp).toEqual({ ...stamp, trusted: true });
			expect(fileProofWords(known).join(" ")).toContain("Its certificate leads to an authority you gave.");
		}
		expect(questions).toHaveLength(1);
		await stop();
	});

	test("one that was changed, or is another seal's, says nothing, and the rest of the proof stands", async () => {
		const { store, profile, append, stop } = await stamped();
		await store.verify("s1");
		await append("two");
		await store.verify("s1");
		await store.close();
		rawDatabase(profile, (db) => {
			expect(db.prepare("SELECT count(*) FROM seals WHERE time_stamp IS NOT NULL").pluck().get()).toBe(2);
			db.exec("UPDATE seals SET time_stamp = (SELECT time_stamp FROM seals WHERE number = 1) WHERE number = 2");
		});
		const again = await openStore(profile, { readOnly: true });
		const report = await again.verify("s1");
		expect(report).toMatchObject({ ok: true, signed: { timeStamp: { entries: 2, problem: "The time stamp is of something else." } } });
		expect(storedProofWords(report).at(-1)).toBe(
			"There is a time stamp over the first 2 entries by “CN=Clock time”; it says nothing: The time stamp is of something else.",
		);
		await stop();
	});

	test("a session that is over gets one, also when the program closes then; a seal made at the close alone does not", async () => {
		for (const isOver of [true, false]) {
			const { store, profile, questions, stop } = await stamped();
			if (isOver) store.sealLater("s1", "over");
			await store.close();
			expect(questions).toHaveLength(isOver ? 1 : 0);
			const seals = rawDatabase(profile, (db) => db.prepare("SELECT number, time_stamp IS NOT NULL AS stamped FROM seals").all());
			expect(seals).toEqual([{ number: 1, stamped: isOver ? 1 : 0 }]);
			await stop();
		}
	});
});

test("an authority that keeps silent stops neither sealing nor who asks; the next who asks does not wait, and asks it again", async () => {
	const asked: ((stamp: Uint8Array | null) => void)[] = [];
	const { store } = await recorded({ stamp: () => new Promise((resolve) => asked.push(resolve)) });
	expect(await store.verify("s1")).toMatchObject({ ok: true, seals: 1, signed: { entries: 1 } });
	expect(asked).toHaveLength(1);
	asked[0]?.(null);
	const report = await store.verify("s1");
	expect(report.signed?.timeStamp).toBeUndefined();
	expect(asked).toHaveLength(2);
	asked[1]?.(null);
});
