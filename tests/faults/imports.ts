import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { importFile } from "../../main/adapters/interchange/import-file.ts";
import { openTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import { sealedExport } from "../adapters/interchange/sealed-export.ts";
import { testKey } from "../adapters/sqlite-transcripts/memory-store.ts";
import { actionRequest, gameStart, welcome } from "../core/protocols/aifight/frames.ts";
import type { Attack, AttackOrder, Outcome, Random } from "./attack.ts";
import { trueExports } from "./forgeries/true-exports.ts";
import { mutated } from "./mutate.ts";

/**
 * Files of every kind that can be imported are changed and imported into one profile.
 * Right: each is refused in words and leaves no session, or becomes sessions that verify and can be read; the profile stays whole.
 */
export const imports: Attack = {
	name: "imports",
	about: "exports of both versions, HAR files and AIFight lines are changed and imported",
	times: 500,
	share: 2,
	run: importAll,
};

async function importAll({ times, random, folder, goesOn, say }: AttackOrder): Promise<Outcome> {
	const makers = await makersIn(folder);
	const profileDir = path.join(folder, "profile");
	const store = await openTranscripts({ profileDir, now: Date.now });
	const figures = { files: 0, refused: 0, imported: 0, sessions: 0 };
	const wrong: string[] = [];
	let known = 0;
	try {
		for (; figures.files < times && goesOn(); figures.files++) {
			const { name, make } = makers[figures.files % makers.length] as Maker;
			const file = path.join(folder, `${figures.files}-${name}`);
			const content = make(random);
			writeFileSync(file, content);
			const order = { path: file, name, now: Date.now, uuid: randomUUID, onProgress: () => {}, isCancelled: () => false };
			const problem = await importFile(store, order).then(
				() => {
					figures.imported++;
					return null;
				},
				(error: unknown) => {
					figures.refused++;
					if (error instanceof ConsoleError && error.code === "IMPORT_FAILED") return null;
					return error instanceof Error ? (error.stack ?? error.message) : String(error);
				},
			);
			const sessions = await store.sessions();
			const made = sessions.slice(known);
			if (problem !== null) wrong.push(`${file}: ${problem}`);
			if (figures.refused + figures.imported !== figures.files + 1) wrong.push(`${file}: neither refused nor imported`);
			for (const { origin } of made) {
				const { holds } = await store.verify(origin.sessionId);
				if (!holds) wrong.push(`${file}: its session does not verify`);
				await store.rows(origin.sessionId, {}, 0, 100);
			}
			figures.sessions += made.length;
			known = sessions.length;
			if (store.health().state !== "ok") wrong.push(`${file}: ${store.health().message}`);
			if (figures.files % 100 === 99) say(`${figures.files + 1} files`);
		}
	} finally {
		await store.close();
	}
	const db = new Database(path.join(profileDir, "transcripts.sqlite"));
	const verdict = db.pragma("integrity_check", { simple: true });
	db.close();
	if (verdict !== "ok") wrong.push(`the profile does not hold together: ${String(verdict)}`);
	return { figures, wrong };
}

interface Maker {
	name: string;
	make(random: Random): string;
}

async function makersIn(folder: string): Promise<Maker[]> {
	const exported = (await trueExports(testKey(), path.join(folder, "exports"))).map(({ text }) => text);
	const messages = ['{"type":"session.start","sessionId":"a"}', '{"type":"RUN_STARTED","threadId":"t","runId":"r","sequence":1}'];
	const har = JSON.stringify({
		log: {
			version: "1.2",
			creator: { name: "x", version: "1" },
			entries: [
				{
					_resourceType: "websocket",
					request: { method: "GET", url: "wss://agent.example/x", headers: [], queryString: [] },
					response: { status: 101, headers: [] },
					startedDateTime: "2026-11-30T15:52:24.363Z",
					_webSocketMessages: messages.map((data, index) => ({
						type: index === 0 ? "send" : "receive",
						time: 1_796_053_944.36 + index,
						opcode: 1,
						data,
					})),
				},
			],
		},
	});
	const golden = [welcome(), gameStart(), actionRequest("r1")]
		.map((payload, index) =>
			JSON.stringify({ timestamp_ms: 1_790_000_000_000 + index, direction: "server_to_client", actor: "a", payload }),
		)
		.join("\n");
	const short = [welcome(), gameStart()].map((msg) => JSON.stringify({ dir: "in", msg })).join("\n");
	return [
		{ name: "cut-or-changed.jsonl", make: (random) => mutated(random.pick(exported), random) },
		{ name: "changed-and-summed-up.jsonl", make: changedEntries },
		{ name: "changed.har", make: (random) => mutated(har, random) },
		{ name: "golden.jsonl", make: (random) => mutated(golden, random) },
		{ name: "lines.jsonl", make: (random) => mutated(short, random) },
	];
}

/** What entries say is changed, and then their checksums are made to fit. */
function changedEntries(random: Random): string {
	const entry = {
		atMs: 1_790_000_000_000,
		monoMs: 1.5,
		dir: "in",
		kind: "frame",
		type: "CUSTOM",
		text: '{"type":"CUSTOM"}',
		epoch: 1,
		sequence: 3,
		findings: [{ code: "a", severity: "error", path: "", message: "m" }],
	};
	for (;;) {
		try {
			const changed: unknown = JSON.parse(mutated(JSON.stringify(entry), random));
			if (typeof changed === "object" && changed !== null) return sealedExport({}, [{}, { ...changed }, entry]);
		} catch {
			// What is no JSON any more, or cannot be summed up, is tried by the other makers.
		}
	}
}
