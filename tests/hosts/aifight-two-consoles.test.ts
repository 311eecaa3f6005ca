import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../main/adapters/system-clock/create-system-clock.ts";
import type { Clock, Sockets } from "../../main/core/ports.ts";
import { type ComposedCore, composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import { startPracticeServer } from "../../main/practice/index.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import { sitAt } from "./table-desk.ts";

/** Time in these consoles passes so much faster: three minutes are half of one. */
const SPEED = 6;
const MINUTE_MS = 60_000;

function fastClock(): Clock {
	const real = createSystemClock();
	const [wallMs, monoMs] = [real.nowMs(), real.monoMs()];
	return {
		nowMs: () => Math.round(wallMs + (real.nowMs() - wallMs) * SPEED),
		monoMs: () => monoMs + (real.monoMs() - monoMs) * SPEED,
		after: (delayMs, run) => real.after(delayMs / SPEED, run),
	};
}
/** By the consoles' own clocks. */
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / SPEED));

interface Console {
	core: ComposedCore;
	api: OperatorApi;
	/** Addresses dialled, oldest first. */
	dials: string[];
}

let folder: string;
let consoles: Console[];
let server: Awaited<ReturnType<typeof startPracticeServer>>;
let complaints: string[];

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-two-"));
	complaints = [];
	server = await startPracticeServer({
		protocol: "aifight",
		scenarios: ["holdem"],
		timeScale: 0.02,
		onComplaint: (one) => complaints.push(one),
	});
	consoles = [await openConsole("one"), await openConsole("two")];
});
afterEach(async () => {
	for (const { core } of consoles) await core.dispose();
	await server.close();
	rmSync(folder, { recursive: true, force: true });
});

async function openConsole(name: string): Promise<Console> {
	const dials: string[] = [];
	const counted = (sockets: Sockets): Sockets => ({
		dial(request, events) {
			dials.push(request.url);
			return sockets.dial(request, events);
		},
	});
	const core = await composeCore({
		profileDir: path.join(folder, name),
		host: "web",
		adjust: (ports) => ({ ...ports, clock: fastClock(), sockets: counted(ports.sockets) }),
	});
	return { core, api: createLocalApi(core), dials };
}

const target = (): ConnectTarget => ({
	protocol: "aifight",
	by: { kind: "url", url: server.url },
	headers: { "X-API-Key": "one-key" },
	readiness: "ready",
});
const isParked = { kind: "closed", outcome: { code: 4409, next: "ask" } };

describe("two consoles on one key", () => {
	it("the evicted one parks on 4409 and neither dials again in three minutes; the seat is taken back by hand and stays taken", async () => {
		const [one, two] = consoles as [Console, Console];
		const first = await sitAt(one.api, target());
		await first.until("welcome", ({ table }) => table?.welcomed);
		await first.send({ type: "join_queue", data: { game: "texas_holdem" } });
		const before = await first.until("request", ({ table }) => table?.matches[0]?.request?.requestId);

		const second = await sitAt(two.api, target());
		await first.until("parking", ({ status }) => status.kind === "closed");
		const inherited = await second.until("request", ({ table }) => table?.matches[0]?.request?.requestId);
		expect(inherited).not.toBe(before);

		// Three minutes of both, looked at every five seconds.
		for (let passed = 0; passed < 3 * MINUTE_MS; passed += 5_000) {
			await pass(5_000);
			expect((await first.read()).status).toMatchObject(isParked);
			expect((await second.read()).status).toMatchObject({ kind: "open" });
		}
		expect([one.dials.length, two.dials.length]).toEqual([1, 1]);

		expect(await ask(one.api, "seat.ask", { sessionId: first.sessionId })).toMatchObject({ presence: { kind: "held" } });
		expect(await ask(two.api, "seat.ask", { sessionId: second.sessionId })).toMatchObject({ presence: { kind: "ours" } });
		expect([one.dials.length, two.dials.length]).toEqual([1, 1]);

		await ask(one.api, "session.connect", { sessionId: first.sessionId });
		await second.until("parking", ({ status }) => status.kind === "closed");
		const after = await first.until("request", ({ table, status }) => {
			const request = table?.matches[0]?.request;
			return status.kind === "open" && request?.answerable && request.requestId;
		});
		expect([before, inherited]).not.toContain(after);
		await pass(MINUTE_MS);
		expect((await first.read()).status).toMatchObject({ kind: "open" });
		expect((await second.read()).status).toMatchObject(isParked);
		expect([one.dials.length, two.dials.length]).toEqual([2, 1]);
		// The judge tells of a client that comes back again and again.
		expect(complaints).toEqual([]);
	});
});

describe("before the computer sleeps", () => {
	it("the seat is handed back, and waking up takes it again: the match goes on under a new id", async () => {
		const [one] = consoles as [Console];
		const seat = await sitAt(one.api, target());
		await seat.until("welcome", ({ table }) => table?.welcomed);
		await seat.send({ type: "join_queue", data: { game: "texas_holdem" } });
		const before = await seat.until("request", ({ table }) => table?.matches[0]?.request?.requestId);
		one.core.goingToSleep();
		const { lastOutcome } = await seat.until("end of the link", (session) => session.status.kind === "waiting" && session);
		expect(lastOutcome).toMatchObject({ code: 1000, reason: "host sleeping", by: "console" });
		const presence = async () => {
			const answer = await fetch(`${server.url.replace(/^ws/, "http")}api/agents/me/presence`, { headers: { "X-API-Key": "one-key" } });
			return answer.json();
		};
		await expect.poll(presence).toMatchObject({ connected: false });
		one.core.wokeUp();
		const after = await seat.until("request", ({ table, status }) => {
			const request = table?.matches[0]?.request;
			return status.kind === "open" && request?.answerable && request.requestId;
		});
		expect(after).not.toBe(before);
		expect(one.dials).toHaveLength(2);
		expect(complaints).toEqual([]);
	});
});
