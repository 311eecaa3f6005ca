import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { runCli, startCli } from "../hosts/cli/run-cli.ts";
import type { Attack, AttackOrder, Outcome } from "./attack.ts";
import { type CountingServer, numberedFrame, startCountingServer } from "./counting-server.ts";
import { type OutsideReader, outsideReaders } from "./outside-readers.ts";

const SESSION = "kill-test";
const WAIT_MS = 60_000;
const KILLS_OF_A_SESSION = 10;

/**
 * A program that records is killed in the middle, again and again; two times of three another program has looked into its database just before.
 * Right: what was acknowledged is on disk, byte for byte, and no turn is said twice.
 */
export const kills: Attack = {
	name: "kills",
	about: "a recording program is killed while frames stream in, after other programs looked into its database",
	times: 1000,
	async run(order): Promise<Outcome> {
		const figures = { kills: 0, looks: 0, acknowledged: 0 };
		const wrong: string[] = [];
		// A session that only grows would have most of the time spent on reading it.
		while (figures.kills < order.times && order.goesOn() && wrong.length === 0) {
			const server = await startCountingServer();
			const folder = mkdtempSync(path.join(order.folder, "profile-"));
			try {
				const done = await killAgainAndAgain(server, {
					...order,
					folder,
					times: Math.min(KILLS_OF_A_SESSION, order.times - figures.kills),
				});
				figures.kills += done.figures.kills;
				figures.looks += done.figures.looks;
				figures.acknowledged += done.figures.acknowledged;
				wrong.push(...done.wrong);
				if (figures.kills % 50 === 0) order.say(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
			} finally {
				server.close();
			}
			if (wrong.length === 0) rmSync(folder, { recursive: true, force: true });
		}
		return { figures, wrong };
	},
};

/** On one profile, which stays as the last kill left it. */
export async function killAgainAndAgain({ url, told }: CountingServer, order: AttackOrder) {
	const { folder, random, times, goesOn } = order;
	const readers = outsideReaders();
	const script = path.join(folder, "script.jsonl");
	const database = path.join(folder, "transcripts.sqlite");
	const figures = { kills: 0, looks: 0, acknowledged: 0 };
	const wrong: string[] = [];
	let stored: Stored = { integrity: "ok", lastOrdinal: 0, contiguous: 0, wrong: [] };
	for (let kill = 1; kill <= times && goesOn() && wrong.length === 0; kill += 1) {
		const turn = { type: "user.turn", turn: kill, text: `turn of run ${kill}` };
		writeFileSync(script, `${JSON.stringify({ send: turn })}\n{"waitMs":600000}\n`);
		const args = ["session", "run", "--protocol", "agentcall", "--url", url, "--session-id", SESSION, "--data", folder];
		const run = startCli([...args, "--resume", "always", "--ack", "always", "--script", script, "--until", "closed"]);
		const before = told.acked;
		try {
			await until(() => told.acked > before && told.turns.length >= kill, `run ${kill} acknowledges and says its turn`);
			if (random.below(3) > 0) {
				const by = await lookIn(random.pick(readers), database);
				figures.looks += 1;
				const seen = told.acked;
				await until(() => told.acked > seen, `run ${kill} goes on acknowledging after ${by} looked in`);
			}
			await sleep(random.below(150));
		} catch (thrown) {
			wrong.push(String(thrown));
		}
		run.child.kill("SIGKILL");
		await run.finished;
		figures.kills += 1;
		const promised = told.acked;
		stored = read(database, stored);
		if (stored.integrity !== "ok") wrong.push(`kill ${kill}: the database does not hold together: ${String(stored.integrity)}`);
		if (stored.contiguous < promised) wrong.push(`kill ${kill}: ${promised} acknowledged, ${stored.contiguous} on disk`);
		if (stored.wrong.length > 0) wrong.push(`kill ${kill}: ${stored.wrong.length} frames are not what was sent`);
	}
	figures.acknowledged = told.acked;
	if (told.turns.some((turn, index) => turn !== index + 1)) wrong.push(`turns said: ${told.turns.join(", ")}`);
	if (told.resumedFrom.some((from, index) => index > 0 && from <= (told.resumedFrom[index - 1] ?? -1)))
		wrong.push("a resume began too early");
	const verified = (await runCli("verify", SESSION, "--data", folder)).lines.at(-1);
	if (verified?.ok !== true) wrong.push(`the session does not verify: ${JSON.stringify(verified)}`);
	return { figures, wrong };
}

async function lookIn(reader: OutsideReader, database: string): Promise<string> {
	await reader.look(database);
	return reader.name;
}

async function until(holds: () => boolean, what: string): Promise<void> {
	const deadline = Date.now() + WAIT_MS;
	while (!holds()) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}.`);
		await sleep(5);
	}
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Stored {
	integrity: unknown;
	lastOrdinal: number;
	/** Highest number with none missing below it. */
	contiguous: number;
	/** Frames whose bytes are not what was sent. */
	wrong: number[];
}

/** What a kill left on disk, beyond what was looked at before. */
function read(file: string, before: Stored): Stored {
	const database = new Database(file, { readonly: true });
	try {
		const integrity = database.pragma("integrity_check", { simple: true });
		const query = "SELECT ordinal, sequence, body FROM entries WHERE dir = 0 AND sequence IS NOT NULL AND ordinal > ? ORDER BY ordinal";
		const seen = new Set<number>();
		const wrong: number[] = [];
		let { lastOrdinal, contiguous } = before;
		for (const row of database.prepare(query).iterate(lastOrdinal)) {
			const { ordinal, sequence, body } = row as { ordinal: number; sequence: number; body: Buffer };
			lastOrdinal = ordinal;
			seen.add(sequence);
			if (body.toString() !== numberedFrame(sequence)) wrong.push(sequence);
		}
		while (seen.has(contiguous + 1)) contiguous += 1;
		return { integrity, lastOrdinal, contiguous, wrong };
	} finally {
		database.close();
	}
}
