import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Core } from "../../main/core/create-core.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import { startPracticeServer } from "../../main/practice/index.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ConnectTarget, SessionSummary } from "../../schemas/session.ts";
import type { TableGame, TableMatch, TableMove } from "../../schemas/table.ts";

const LIMIT_MS = 60_000;

let folder: string;
let core: Core;
let api: OperatorApi;

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-table-"));
	core = await composeCore({ profileDir: folder, host: "web" });
	api = createLocalApi(core);
});
afterEach(async () => {
	await core.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

/** Something a person could choose there. */
function choose(moves: readonly TableMove[]): object {
	const move = moves[between(0, moves.length - 1)] as TableMove;
	if (move.kind === "ready") return move.move;
	if (move.kind === "amount") return { type: move.type, data: { amount: between(move.min, move.max) } };
	const quantity = between(move.minQuantity, move.maxQuantity);
	return { type: move.type, data: { quantity, face: between(quantity === move.minQuantity ? move.minFace : 1, 6) } };
}

/** A session as an operator holds it: it waits for what the console shows, and sends. */
async function sit(target: ConnectTarget) {
	const { sessionId } = await ask(api, "session.open", { target });
	const read = async () => (await ask(api, "session.list", {})).find((session) => session.sessionId === sessionId) as SessionSummary;

	/** The first summary that fits. */
	async function until<T>(what: string, find: (session: SessionSummary) => T | null | undefined | false): Promise<T> {
		const deadline = Date.now() + LIMIT_MS;
		for (;;) {
			const session = await read();
			const found = find(session);
			if (found) return found;
			if (Date.now() > deadline) throw new Error(`No ${what}: ${JSON.stringify(session).slice(0, 1000)}`);
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
	}
	const tables = async () => (await ask(api, "table.whole", { sessionId, ordinal: null })).tables;
	const send = (message: object) => ask(api, "message.send", { sessionId, text: JSON.stringify(message) });

	/** The moves of that request once the stored table has it too; null when a newer one took its place. */
	async function movesOf(id: string, requestId: string): Promise<TableMove[] | null> {
		for (let tries = 0; tries < 500; tries++) {
			const request = (await tables()).find((match) => match.sessionId === id)?.request;
			if (request?.requestId === requestId) return request.moves;
			const newest = (await read()).table?.matches.find((match) => match.sessionId === id)?.request;
			if (newest?.requestId !== requestId) return null;
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
		throw new Error(`The table does not show request ${requestId}.`);
	}

	/** Plays by random moves until so many matches are over. */
	async function play(matches: number): Promise<TableMatch[]> {
		for (;;) {
			const next = await until("request or end", ({ table }) => {
				const open = table?.matches.find(({ request }) => request?.answerable && !request.answered);
				if (open?.request) return { id: open.sessionId, requestId: open.request.requestId };
				return table?.matches.every(({ request }) => request === null) && "nothing asked";
			});
			if (next === "nothing asked") {
				const over = (await tables()).filter(({ result }) => result !== null);
				if (over.length >= matches) return over;
				continue;
			}
			const { id, requestId } = next;
			const moves = await movesOf(id, requestId);
			if (!moves) continue;
			const sent = send({ type: "action", match_id: id, request_id: requestId, data: choose(moves) });
			// Between looking and sending the request may be replaced and the link may break: then it is asked anew.
			await sent.catch((thrown: unknown) => {
				if (!(thrown instanceof ConsoleError)) throw thrown;
			});
		}
	}

	return { sessionId, read, until, tables, send, play };
}

describe.each<[scenario: string, game: TableGame]>([
	["holdem", "texas_holdem"],
	["liars-dice", "liars_dice"],
	["coup", "coup"],
])("the console at the practice table %s", (scenario, game) => {
	it("plays a whole match by moves the form offers: no complaint, no finding, every frame stored", async () => {
		const complaints: string[] = [];
		const server = await startPracticeServer({
			protocol: "aifight",
			scenarios: [scenario],
			timeScale: 0,
			onComplaint: (one) => complaints.push(one),
		});
		const seat = await sit({ protocol: "aifight", by: { kind: "url", url: server.url }, headers: { "X-API-Key": "practice" } });
		await seat.until("welcome", ({ table }) => table?.games.includes(game));
		await seat.send({ type: "join_queue", data: { game } });
		await seat.until("match", ({ table }) => (table?.matches.length ?? 0) > 0);
		const [match] = await seat.play(1);
		expect(match).toMatchObject({ game, gameBy: "said" });
		expect(match?.players.every(({ agentId, payoff }) => agentId !== null && payoff !== null)).toBe(true);
		const seqs = match?.events.map(({ seq }) => seq) ?? [];
		expect(seqs).toEqual(seqs.map((_, index) => index));
		await ask(api, "session.disconnect", { sessionId: seat.sessionId });
		const ledger = await seat.until(
			"rest",
			({ ledger, status }) => status.kind === "closed" && ledger.received === ledger.stored && ledger,
		);
		expect(ledger.received).toBeGreaterThan(5);
		expect(ledger.findings).toBe(0);
		expect(await ask(api, "transcript.verify", { sessionId: seat.sessionId })).toMatchObject({ ok: true });
		expect(complaints).toEqual([]);
		await server.close();
	});
});

describe.each<[scenario: string, matches: number]>([
	["two-matches", 2],
	["illegal-then-retry", 1],
	["superseded", 1],
	["stale-answer", 1],
	["request-id-lost", 1],
	["nothing-to-choose", 1],
	["request-twice", 1],
	["no-game-start", 1],
	["reconnect-mid-match", 1],
	["server-restart", 1],
	["malformed-frames", 1],
	["unknown-enum", 1],
	["clock-behind", 1],
	["late-feed", 1],
	["opponent-leaves", 1],
	["match-confirm", 1],
])("the console at the table %s", (scenario, matches) => {
	it("plays on to the end and gives the judge nothing to complain about", async () => {
		const complaints: string[] = [];
		const server = await startPracticeServer({
			protocol: "aifight",
			scenarios: [scenario],
			timeScale: 0.02,
			onComplaint: (one) => complaints.push(one),
		});
		const seat = await sit({
			protocol: "aifight",
			by: { kind: "url", url: server.url },
			headers: { "X-API-Key": "practice" },
			autoConfirm: true,
		});
		await seat.until("welcome", ({ table }) => table?.games.includes("liars_dice"));
		await seat.send({ type: "join_queue", data: { game: "liars_dice" } });
		await seat.until("match", ({ table }) => (table?.matches.length ?? 0) > 0);
		const over = await seat.play(matches);
		expect(over).toHaveLength(matches);
		expect(complaints).toEqual([]);
		await server.close();
	});
});

describe("the practice table inside the program", () => {
	it("is opened by its scenario's name alone, and its complaints stand with the session", async () => {
		const seat = await sit({ protocol: "aifight", by: { kind: "practice", scenario: "liars-dice" } });
		await seat.until("welcome", ({ table }) => table?.games[0] === "liars_dice");
		await seat.send({ type: "join_queue", data: { game: "liars_dice" } });
		const request = await seat.until("request", ({ table }) => table?.matches[0]?.request?.requestId);
		expect((await seat.read()).practiceComplaints).toEqual([]);
		const text = JSON.stringify({
			type: "action",
			match_id: (await seat.tables())[0]?.sessionId,
			data: { type: "challenge" },
			request_id: `${request}x`,
		});
		await ask(api, "message.send", { sessionId: seat.sessionId, text, override: true });
		await seat.until("complaint", ({ practiceComplaints }) => practiceComplaints.some((one) => one.includes("never asked")));
	});
});
