import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { startCli } from "../hosts/cli/run-cli.ts";
import { type Attack, type AttackOrder, type Outcome, seeded } from "./attack.ts";
import { type CountingServer, numberedFrame, startCountingServer } from "./counting-server.ts";
import { inLanes } from "./lanes.ts";
import { type OutsideReaders, outsideReaders } from "./outside-readers.ts";
import { OWN_COMMANDS, startOwnCommand } from "./own-commands.ts";

const SESSION = "kill-test";
/** On a machine that is busy with other work a start alone may take minutes. */
const WAIT_MS = 900_000;
const KILLS_OF_A_PROFILE = 25;
const REDIALS_OF_A_KILL = 3;
/** What others do with the database around a kill, so many times of ten. */
const AROUND = ["nobody", "before", "before", "before", "before", "before", "across", "across", "own", "own"] as const;

/**
 * A program that records is killed in the middle, again and again. Nine times of ten others look into its database: just before, reading on over the
 * kill, or as one of our own commands that runs while it is killed.
 * Right: what was acknowledged is on disk, byte for byte, no turn is said twice, and our own commands answer.
 */
export const kills: Attack = {
	name: "kills",
	about: "a recording program is killed while frames stream in, after other programs looked into its database",
	times: 1000,
	share: 18,
	async run(order): Promise<Outcome> {
		const figures = { kills: 0, looksBefore: 0, readAcross: 0, ownCommands: 0, acknowledged: 0 };
		const wrong: string[] = [];
		let begun = 0;
		let said = 0;
		// Where Node keeps what it has compiled, so that hundreds of starts of the same program do not compile it again.
		const env = { NODE_COMPILE_CACHE: path.join(order.folder, "compiled") };
		await startCli(["session", "list", "--data", path.join(order.folder, "none")], { env }).finished;
		await inLanes(async () => {
			const readers = outsideReaders();
			// A session that only grows would have most of the time spent on reading it.
			while (begun < order.times && order.goesOn() && wrong.length === 0) {
				const times = Math.min(KILLS_OF_A_PROFILE, order.times - begun);
				begun += times;
				const server = await startCountingServer();
				const folder = mkdtempSync(path.join(order.folder, "profile-"));
				const random = seeded(order.random.below(2 ** 31));
				try {
					const done = await killAgainAndAgain(server, readers, env, { ...order, random, folder, times });
					for (const [name, count] of Object.entries(done.figures)) figures[name as keyof typeof figures] += count;
					wrong.push(...done.wrong);
					if (figures.kills - said >= 50) {
						said = figures.kills;
						order.say(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
					}
				} finally {
					server.close();
				}
				if (wrong.length === 0) rmSync(folder, { recursive: true, force: true });
			}
			readers.end();
		});
		return { figures, wrong };
	},
};

/** On one profile, which stays as the last kill left it. `env`: of the programs that are started. */
export async function killAgainAndAgain(
	{ url, told }: CountingServer,
	readers: OutsideReaders,
	env: Record<string, string>,
	{ folder, random, times, goesOn }: AttackOrder,
) {
	const script = path.join(folder, "script.jsonl");
	const database = path.join(folder, "transcripts.sqlite");
	const figures = { kills: 0, looksBefore: 0, readAcross: 0, ownCommands: 0, acknowledged: 0 };
	const wrong: string[] = [];
	let stored: Stored = { integrity: "ok", lastOrdinal: 0, contiguous: 0, wrong: [] };
	let isHeld = false;
	let redialled = 0;
	for (let kill = 1; kill <= times && goesOn() && wrong.length === 0; kill += 1) {
		const turn = { type: "user.turn", turn: kill, text: `turn of run ${kill}` };
		writeFileSync(script, `${JSON.stringify({ send: turn })}\n{"waitMs":600000}\n`);
		const args = ["session", "run", "--protocol", "agentcall", "--url", url, "--session-id", SESSION, "--data", folder];
		const run = startCli([...args, "--resume", "always", "--ack", "always", "--script", script, "--until", "closed"], { env });
		const before = told.acked;
		let endedByItself = false;
		void run.finished.then(() => {
			endedByItself = true;
		});
		let command: { ended: Promise<string | null> } | null = null;
		try {
			await until(() => endedByItself || (told.acked > before && told.turns.length >= kill), `run ${kill} acknowledges and says its turn`);
			// A machine busy with other work may not dial within the program's limit: no fault of the recording, and the same run is begun again.
			if (endedByItself && told.acked === before && told.turns.length < kill && redialled < kill * REDIALS_OF_A_KILL) {
				redialled += 1;
				kill -= 1;
				continue;
			}
			if (endedByItself) throw new Error(`run ${kill} ended by itself`);
			if (isHeld) await readers.release();
			isHeld = false;
			const around = random.pick(AROUND);
			if (around === "before") {
				const reader = random.pick(readers.all);
				await reader.look(database);
				figures.looksBefore += 1;
				const seen = told.acked;
				await until(() => told.acked > seen, `run ${kill} goes on acknowledging after ${reader.name} looked in`);
			} else if (around === "across") {
				await readers.hold(database);
				isHeld = true;
				figures.readAcross += 1;
			} else if (around === "own") {
				command = startOwnCommand(random.pick(OWN_COMMANDS), folder, env);
				figures.ownCommands += 1;
				await sleep(random.below(800));
			}
			await sleep(random.below(100));
		} catch (thrown) {
			wrong.push(`kill ${kill}: ${String(thrown)}`);
		}
		run.child.kill("SIGKILL");
		const { stderr } = await run.finished;
		if (wrong.length > 0) wrong.push(`run ${kill} said: ${stderr.slice(0, 600)}`);
		figures.kills += 1;
		const promised = told.acked;
		stored = read(database, stored);
		if (stored.integrity !== "ok") wrong.push(`kill ${kill}: the database does not hold together: ${String(stored.integrity)}`);
		if (stored.contiguous < promised) wrong.push(`kill ${kill}: ${promised} acknowledged, ${stored.contiguous} on disk`);
		if (stored.wrong.length > 0) wrong.push(`kill ${kill}: ${stored.wrong.length} frames are not what was sent`);
		const problem = (await command?.ended) ?? null;
		if (problem !== null) wrong.push(`kill ${kill}: ${problem}`);
	}
	if (isHeld) await readers.release();
	figures.acknowledged = told.acked;
	if (told.turns.some((turn, index) => turn !== index + 1)) wrong.push(`turns said: ${told.turns.join(", ")}`);
	if (told.resumedFrom.some((from, index) => index > 0 && from <= (told.resumedFrom[index - 1] ?? -1)))
		wrong.push("a resume began too early");
	const verified = (await startCli(["verify", SESSION, "--data", folder]).finished).lines.at(-1);
	if (verified?.ok !== true) wrong.push(`the session does not verify: ${JSON.stringify(verified)}`);
	return { figures, wrong: wrong.map((sentence) => `${sentence} (${folder})`) };
}

async function until(holds: () => boolean, what: string): Promise<void> {
	const deadline = Date.now() + WAIT_MS;
	while (!holds()) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}.`);
		await sleep(2);
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
