/**
 * A program of its own that does with each damaged profile it is told of what people do: reads it, records on it, repairs it, reads it again. Answers by
 * IPC; whatever is thrown that is no ConsoleError ends it and is a fault, and so is a process that ends in another way.
 */

import { openTranscripts, type SqliteTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import { type Repaired, repairProfile } from "../../main/adapters/sqlite-transcripts/repair.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import { frameKinds } from "../../main/core/protocols/table.ts";
import { newFacts } from "../../main/core/session/new-facts.ts";

const COMMIT_LIMIT_MS = 20_000;

/** The answer, or the code of a refusal. */
async function tried<T>(work: () => Promise<T> | T): Promise<T | { refused: string; message: string }> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ConsoleError) || error.code === "INTERNAL") throw error;
		return { refused: error.code, message: error.message };
	}
}

async function verified(store: SqliteTranscripts) {
	const sessions = await store.sessions();
	const found: Record<string, unknown> = {};
	for (const { origin } of sessions) found[origin.sessionId] = await tried(async () => (await store.verify(origin.sessionId)).holds);
	return found;
}

async function readAll(profileDir: string) {
	const store = await openTranscripts({ profileDir, readOnly: true, now: Date.now });
	try {
		const all = await verified(store);
		for (const sessionId of Object.keys(all)) {
			await tried(() => store.rows(sessionId, {}, 0, 100));
			await tried(() => store.conversationPage(sessionId, { from: 0, count: 20 } as never, false));
		}
		await tried(() => store.exportJsonl(Object.keys(all)[0] ?? "", `${profileDir}/out.jsonl`, null));
		return all;
	} finally {
		await store.close();
	}
}

async function recordOne(profileDir: string) {
	const store = await openTranscripts({ profileDir, now: Date.now });
	try {
		const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
		const origin = {
			sessionId: `new-${Date.now()}`,
			protocol: "agentcall" as const,
			profile: "standin-0.1",
			createdAtMs: 1,
			endpoint: "e",
			target,
			card: null,
		};
		const { writer } = await store.open(origin, newFacts("w1", "New"));
		const committed = new Promise<string>((resolve) => writer.onCommitted(() => resolve("recorded")));
		writer.append({ atMs: 1, monoMs: 1, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body: "new" });
		return await Promise.race([committed, failing(store)]);
	} finally {
		await store.close().catch(() => {});
	}
}

/** What the store says once it is failing, or when it has said nothing for long. */
async function failing(store: SqliteTranscripts): Promise<string> {
	for (const deadline = Date.now() + COMMIT_LIMIT_MS; Date.now() < deadline && store.health().state !== "failing"; )
		await new Promise((resolve) => setTimeout(resolve, 100).unref());
	return store.health().message;
}

export interface Used {
	read: Record<string, unknown>;
	recorded: unknown;
	repaired: (Repaired & { refused?: undefined }) | { refused: string; message: string };
	again: Record<string, unknown>;
}

process.on("message", async (profileDir: string) => {
	const read = await tried(() => readAll(profileDir));
	const recorded = await tried(() => recordOne(profileDir));
	const repaired = await tried(() => repairProfile(profileDir, Date.now(), frameKinds()));
	const again = await tried(() => readAll(profileDir));
	process.send?.({ read, recorded, repaired, again } satisfies Used);
});
