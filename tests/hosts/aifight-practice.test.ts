import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Core } from "../../main/core/create-core.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import { startPracticeServer } from "../../main/practice/index.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { TableGame } from "../../schemas/table.ts";
import { sitAt } from "./table-desk.ts";

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
		const seat = await sitAt(api, { protocol: "aifight", by: { kind: "url", url: server.url }, headers: { "X-API-Key": "practice" } });
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
		expect(await ask(api, "transcript.verify", { sessionId: seat.sessionId })).toMatchObject({ holds: true });
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
		const seat = await sitAt(api, {
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
		const seat = await sitAt(api, { protocol: "aifight", by: { kind: "practice", scenario: "liars-dice" } });
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
