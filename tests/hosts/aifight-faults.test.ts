import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Core } from "../../main/core/create-core.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import { startPracticeServer } from "../../main/practice/index.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import type { EntryDetail } from "../../schemas/timeline.ts";
import { createFakeKeyStore } from "../adapters/secrets/fake-key-store.ts";
import { startCli } from "./cli/run-cli.ts";
import { sitAt } from "./table-desk.ts";

type Server = Awaited<ReturnType<typeof startPracticeServer>>;
type Table = Parameters<typeof startPracticeServer>[0]["table"];
const KEY = "practice-key-4711";

let folder: string;
let core: Core;
let api: OperatorApi;
let server: Server | null;
let complaints: string[];

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-faults-"));
	complaints = [];
	server = null;
	await start();
});
afterEach(async () => {
	await core.dispose();
	await server?.close();
	rmSync(folder, { recursive: true, force: true });
});

async function start(more: Partial<Parameters<typeof composeCore>[0]> = {}): Promise<void> {
	core = await composeCore({ profileDir: folder, host: "web", ...more });
	api = createLocalApi(core);
}

/** A real table, and a session at it. */
async function sit(scenario: string, options: { table?: Table; timeScale?: number; target?: Partial<ConnectTarget> } = {}) {
	server = await startPracticeServer({
		protocol: "aifight",
		scenarios: [scenario],
		timeScale: options.timeScale ?? 0.02,
		table: { seed: 7, ...options.table },
		onComplaint: (one) => complaints.push(one),
	});
	const seat = await sitAt(api, {
		protocol: "aifight",
		by: { kind: "url", url: server.url },
		headers: { "X-API-Key": KEY },
		...options.target,
	});
	return {
		...seat,
		welcomed: () => seat.until("welcome", ({ table, status }) => status.kind === "open" && table?.welcomed),
		join: (game = "liars_dice") => seat.send({ type: "join_queue", data: { game } }),
		request: () =>
			seat.until("request", ({ table, status }) => {
				const match = table?.matches.find(({ request }) => request?.answerable && !request.answered);
				return status.kind === "open" && match?.request && { matchId: match.sessionId, ...match.request };
			}),
		async entries(type: string): Promise<EntryDetail[]> {
			const { rows } = await ask(api, "timeline.rows", { sessionId: seat.sessionId, filter: {}, from: 0, count: 500 });
			const wanted = rows.filter((row) => row.type === type);
			return Promise.all(wanted.map(({ ordinal }) => ask(api, "timeline.entry", { sessionId: seat.sessionId, ordinal })));
		},
		check: (message: object) => ask(api, "message.check", { sessionId: seat.sessionId, text: JSON.stringify(message) }),
		answered: (message: object, override = false) =>
			ask(api, "message.send", { sessionId: seat.sessionId, text: JSON.stringify(message), override }),
	};
}

const codes = (entries: readonly EntryDetail[]) => entries.map(({ findings }) => findings.map(({ code }) => code));
const bid = ({ matchId, requestId }: { matchId: string; requestId: string }, quantity = 1, face = 2) => ({
	type: "action",
	match_id: matchId,
	request_id: requestId,
	data: { type: "bid", data: { quantity, face } },
});

describe("at the door", () => {
	it("a refusal of the version is told in the server's words and not tried again", async () => {
		const seat = await sit("version-refusal");
		const { status } = await seat.until("end", (session) => session.status.kind === "closed" && session);
		expect(status).toMatchObject({ outcome: { next: "stop", code: 1008, meaning: expect.stringContaining("no longer supported") } });
		await expect.poll(async () => codes(await seat.entries("error"))).toEqual([["server.refused"]]);
		await expect.poll(async () => (await seat.entries("link.dialling")).length).toBe(1);
	});

	it("another major version is left at once", async () => {
		const seat = await sit("version-two");
		const { status } = await seat.until("end", (session) => session.status.kind === "closed" && session);
		expect(status).toMatchObject({ outcome: { next: "stop", by: "console", meaning: expect.stringContaining("v2.0.0") } });
		await expect.poll(async () => codes(await seat.entries("welcome"))).toEqual([["version.differs"]]);
	});

	it("401 stops and says so; with the right key the session goes on", async () => {
		const seat = await sit("wrong-key", { target: { headers: { "X-API-Key": "not-this-one" } } });
		const { status } = await seat.until("end", (session) => session.status.kind === "closed" && session);
		expect(status).toMatchObject({ outcome: { httpStatus: 401, next: "stop", meaning: expect.stringContaining("invalid api key") } });
		const target = { protocol: "aifight", by: { kind: "url", url: server?.url ?? "" }, sessionId: seat.sessionId } as const;
		await ask(api, "session.open", { target: { ...target, headers: { "X-API-Key": "practice-key" } } });
		await seat.welcomed();
	});

	it.each([
		["wrong-device", "another computer"],
		["wrong-program", "another program on this computer (cli)"],
	])("403 of %s stops and says whom the agent is bound to", async (scenario, words) => {
		const seat = await sit(scenario);
		const { status } = await seat.until("end", (session) => session.status.kind === "closed" && session);
		expect(status).toMatchObject({ outcome: { httpStatus: 403, next: "stop", meaning: expect.stringContaining(words) } });
		await expect.poll(async () => (await seat.entries("link.dialling")).length).toBe(1);
	});

	it("the client kind an operator sets lets the bound program in", async () => {
		const seat = await sit("wrong-program", { target: { headers: { "X-API-Key": KEY, "X-AIFight-Client-Kind": "cli" } } });
		await seat.welcomed();
		expect(complaints).toEqual([]);
	});
});

describe("the queue", () => {
	it("maintenance cancels the match, closes 1012 and refuses dials; the console comes back by itself, without its place in the queue", async () => {
		const seat = await sit("table-maintenance", { timeScale: 0.2, target: { autoConfirm: true } });
		await seat.welcomed();
		await seat.join();
		const waiting = await seat.until("maintenance", (session) => session.status.kind === "waiting" && session);
		expect(waiting.lastOutcome).toMatchObject({ code: 1012, next: "retry" });
		await seat.welcomed();
		expect(await seat.read()).toMatchObject({ table: { queue: null, confirm: null, matches: [] } });
		expect(codes(await seat.entries("match_cancelled"))).toEqual([[]]);
		expect(complaints).toEqual([]);
	});

	it("confirmations missed twice bring a cooldown: the join is refused in the server's words, and works after it", async () => {
		const seat = await sit("confirm-cooldown", { table: { confirmMs: 150, cooldownMs: 1_500 } });
		await seat.welcomed();
		for (let missed = 1; missed <= 2; missed++) {
			await seat.join();
			await expect.poll(async () => (await seat.entries("match_cancelled")).length).toBe(missed);
			expect((await seat.read()).table).toMatchObject({ queue: null, confirm: null });
		}
		const { ordinal } = await seat.join();
		await expect.poll(async () => (await seat.entries("join_queue")).at(-1)?.delivery).toBe("refused");
		const refused = (await seat.entries("join_queue")).find((entry) => entry.ordinal === ordinal);
		expect(refused?.findings).toMatchObject([{ code: "message.refused", message: expect.stringContaining("on cooldown until") }]);
		expect((await seat.read()).table?.queue).toBeNull();
		await new Promise((resolve) => setTimeout(resolve, 1_600));
		await seat.join();
		await seat.until("queue", ({ table }) => table?.queue?.confirmed);
		expect(complaints).toEqual([]);
	});

	it.each([
		["ready", true],
		["notReady", false],
	] as const)("readiness “%s” is answered at once, and the judge finds nothing", async (readiness, ready) => {
		const seat = await sit("holdem", { target: { readiness }, table: { readinessMs: 400 } });
		await seat.welcomed();
		await seat.join("texas_holdem");
		await expect.poll(async () => (await seat.entries("runtime_status")).length).toBe(1);
		const [asked] = await seat.entries("readiness_check");
		const [said] = await seat.entries("runtime_status");
		const message = JSON.parse(said?.text ?? "{}") as { data: { request_id: string; ready: boolean } };
		expect(message.data).toMatchObject({ ready, request_id: JSON.parse(asked?.text ?? "{}").data.request_id });
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(complaints).toEqual([]);
	});

	it("by hand the question stands open until runtime_status is written; nothing said in time is the judge's only complaint", async () => {
		const seat = await sit("holdem", { target: { readiness: "byHand" }, table: { readinessMs: 3_000 } });
		await seat.welcomed();
		await seat.join("texas_holdem");
		const { requestId } = await seat.until("question", ({ table }) => table?.readiness);
		const status = (id: string) => ({
			type: "runtime_status",
			data: { request_id: id, ready: true, runtime_type: "direct", checked_at: new Date().toISOString() },
		});
		expect((await seat.check(status("another"))).findings.map(({ code }) => code)).toEqual(["readiness.otherId"]);
		await seat.send(status(requestId));
		await seat.until("silence", ({ table }) => table?.readiness === null);
		await new Promise((resolve) => setTimeout(resolve, 3_300));
		expect(complaints).toEqual([]);
	}, 20_000);
});

describe("one finding each, nothing lost", () => {
	it("a frame over 65,536 bytes is refused before sending with its size; sent on purpose it costs the link and the close is shown", async () => {
		const seat = await sit("liars-dice");
		await seat.welcomed();
		await seat.join();
		const request = await seat.request();
		const big = { ...bid(request), request_id: "r".repeat(70_000) };
		const bytes = Buffer.byteLength(JSON.stringify(big));
		const tooLarge = (await seat.check(big)).findings.filter(({ code }) => code === "message.tooLarge");
		expect(tooLarge).toMatchObject([{ severity: "error", message: expect.stringContaining(String(bytes)) }]);
		await expect(seat.answered(big)).rejects.toMatchObject({ code: "MESSAGE_TOO_LARGE" });
		expect((await seat.entries("action")).length).toBe(0);
		expect((await seat.read()).status.kind).toBe("open");

		await seat.answered(big, true);
		const { lastOutcome } = await seat.until("end", (session) => session.status.kind !== "open" && session);
		expect(lastOutcome).toMatchObject({ code: 1009, next: "stop", meaning: expect.stringContaining("too big") });
		expect(complaints).toEqual(["A frame was larger than 65,536 bytes."]);
		const [kept] = await seat.entries("action");
		expect(kept?.byteLength).toBe(bytes);
		expect(await ask(api, "transcript.verify", { sessionId: seat.sessionId })).toMatchObject({ holds: true });
	});

	it("the deadline passes while somebody types: it is noted once, nothing is sent, and the move has one finding", async () => {
		const seat = await sit("short-turns", { table: { turnMs: 700 } });
		await seat.welcomed();
		await seat.join();
		const request = await seat.request();
		// Far above whatever bid stands.
		const high = bid(request, 12, 6);
		expect((await seat.check(high)).findings).toEqual([]);
		await expect.poll(async () => (await seat.entries("request.expired")).length, { timeout: 5_000 }).toBe(1);
		const found = (await seat.check(high)).findings.map(({ code }) => code);
		// The server may have asked anew within that moment; then the old id no longer counts.
		expect([["request.late"], ["request.superseded"], ["match.over"]]).toContainEqual(found);
		expect((await seat.entries("action")).length).toBe(0);
	});

	it.each([
		["clock-ahead", "ahead of"],
		["clock-behind", "behind"],
	])("%s, by five minutes: said once with the welcome; deadlines and play are as always", async (scenario, words) => {
		const seat = await sit(scenario);
		await seat.welcomed();
		await seat.join();
		const request = await seat.request();
		expect(Math.abs(request.deadlineAtMs - Date.now() - 300_000)).toBeLessThan(5_000);
		expect(await seat.play(1)).toHaveLength(1);
		const [welcome] = await seat.entries("welcome");
		expect(welcome?.findings).toMatchObject([{ code: "clock.skew", message: expect.stringContaining(words) }]);
		expect((await seat.read()).ledger.findings).toBe(1);
		expect(complaints).toEqual([]);
	});

	it("every request twice: each repeat has one finding, counts as a duplicate and is answered once", async () => {
		const seat = await sit("request-twice");
		await seat.welcomed();
		await seat.join();
		await seat.play(1);
		const found = codes(await seat.entries("action_request"));
		const repeats = found.filter((each) => each.length > 0);
		expect(repeats.length).toBeGreaterThan(0);
		for (const [code] of repeats) expect(["request.duplicate", "request.past"]).toContain(code);
		expect(repeats.every((each) => each.length === 1)).toBe(true);
		expect((await seat.read()).ledger).toMatchObject({ duplicates: repeats.length, findings: repeats.length });
		expect(complaints).toEqual([]);
	});

	it("a match nobody announced is found in its first request: one finding, and it is played to its end", async () => {
		const seat = await sit("no-game-start");
		await seat.welcomed();
		await seat.join();
		await seat.play(1);
		expect(codes(await seat.entries("action_request"))[0]).toEqual(["match.unknown"]);
		expect(complaints).toEqual([]);
	});

	it("malformed frames leave no match behind but the one that is played", async () => {
		const seat = await sit("malformed-frames");
		await seat.welcomed();
		await seat.join();
		await seat.request();
		expect((await seat.read()).table?.matches).toHaveLength(1);
		expect(await seat.tables()).toHaveLength(1);
		await seat.play(1);
		expect(await seat.tables()).toHaveLength(1);
	});
});

describe("the program is killed between a request and its answer", () => {
	it("the match is found again after the reconnect and answered with the new id; the old id is never sent", async () => {
		server = await startPracticeServer({
			protocol: "aifight",
			scenarios: ["coup"],
			timeScale: 0.02,
			table: { seed: 7 },
			onComplaint: (one) => complaints.push(one),
		});
		await core.dispose();
		const sessionId = "killed-at-the-table";
		const script = path.join(folder, "script.jsonl");
		const lines = [
			{ waitFor: { type: "welcome" } },
			{ send: { type: "join_queue", data: { game: "coup" } } },
			{ waitFor: { type: "action_request" } },
		];
		writeFileSync(script, `${[...lines, { waitMs: 60_000 }].map((line) => JSON.stringify(line)).join("\n")}\n`);
		const args = ["session", "run", "--protocol", "aifight", "--url", server.url, "--session-id", sessionId, "--data", folder];
		const run = startCli([...args, "--key-env", "AIFIGHT_KEY", "--script", script, "--until", "closed"], { env: { AIFIGHT_KEY: KEY } });
		const stored = () => {
			const log = readdirSync(folder).includes("transcripts.sqlite-wal")
				? readFileSync(path.join(folder, "transcripts.sqlite-wal"), "latin1")
				: "";
			return log.includes('"type":"action_request"');
		};
		await expect.poll(stored, { timeout: 30_000 }).toBe(true);
		await new Promise((resolve) => setTimeout(resolve, 200));
		run.child.kill("SIGKILL");
		await run.finished;

		await start();
		const [listed] = await ask(api, "session.list", {});
		expect(listed?.sessionId).toBe(sessionId);
		const before = (await ask(api, "table.whole", { sessionId, ordinal: null })).tables;
		const oldId = before[0]?.request?.requestId ?? "";
		expect(oldId).not.toBe("");
		const seat = await sitAt(api, { protocol: "aifight", by: { kind: "url", url: server.url }, sessionId, headers: { "X-API-Key": KEY } });
		const fresh = await seat.until("request", ({ table, status }) => {
			const request = table?.matches[0]?.request;
			return status.kind === "open" && request?.answerable && request;
		});
		expect(fresh.requestId).not.toBe(oldId);
		const [match] = await seat.tables();
		expect(match).toMatchObject({ game: "coup", gameBy: "said", you: before[0]?.you, seat: before[0]?.seat });
		expect(match?.rules?.name).toBe("Coup");
		await seat.play(1);
		const { rows } = await ask(api, "timeline.rows", { sessionId, filter: { directions: ["out"] }, from: 0, count: 500 });
		const said = await Promise.all(rows.map(({ ordinal }) => ask(api, "timeline.entry", { sessionId, ordinal })));
		expect(said.some(({ text }) => text?.includes(oldId))).toBe(false);
		expect(said.some(({ text }) => text?.includes(fresh.requestId))).toBe(true);
		expect(complaints).toEqual([]);
		expect(await ask(api, "transcript.verify", { sessionId })).toMatchObject({ holds: true });
	});
});

describe("a key that is to be remembered", () => {
	it("goes into the key store and into no file of the profile: database, log, export", async () => {
		await core.dispose();
		const fake = createFakeKeyStore();
		await start({ keyStore: fake.keyStore });
		const seat = await sit("holdem", { target: { rememberKey: true } });
		await seat.welcomed();
		await expect.poll(async () => (await ask(api, "agentKey.list", {})).keys).toHaveLength(1);
		await ask(api, "transcript.export", { sessionId: seat.sessionId, format: "jsonl", redact: false });
		expect(JSON.stringify(await ask(api, "session.list", {}))).not.toContain(KEY);
		await core.dispose();
		const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
		expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["secrets.json", "transcripts.sqlite"]));
		for (const file of files) expect(readFileSync(path.join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);

		await start({ keyStore: fake.keyStore });
		await ask(api, "session.connect", { sessionId: seat.sessionId });
		await expect.poll(async () => (await ask(api, "session.list", {}))[0]?.status.kind).toBe("open");
	});
});
