import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import type { Repaired } from "../../main/adapters/sqlite-transcripts/repair.ts";
import { startRepair } from "../../main/adapters/sqlite-transcripts/repairing.ts";
import { ConsoleError } from "../../main/core/errors.ts";
import type { RepairDesk } from "../../main/core/ports.ts";
import { newFacts } from "../../main/core/session/new-facts.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import { openRepairable, type RepairableConsole, type RepairableOptions } from "../../main/hosts/repairable-console.ts";
import type { Events } from "../../schemas/ipc.ts";
import type { RepairStatus } from "../../schemas/repair.ts";
import { createFakeCore } from "./fake-core.ts";

const PAGE_BYTES = 4096;
const log = { warn() {}, error() {} };
let folder = "";
let held: RepairableConsole<ReturnType<typeof createFakeCore>> | RepairableConsole<Awaited<ReturnType<typeof composeCore>>> | null = null;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-repairable-"));
});
afterEach(async () => {
	await held?.dispose();
	held = null;
	rmSync(folder, { recursive: true, force: true });
});

const databaseIn = (profile: string) => path.join(profile, "transcripts.sqlite");

async function fill(): Promise<void> {
	const store = await openTranscripts({ profileDir: folder, now: Date.now });
	const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
	for (const sessionId of ["s1", "s2"]) {
		const origin = { sessionId, protocol: "agentcall" as const, profile: "p", createdAtMs: 1, endpoint: "e", target, card: null };
		const { writer } = await store.open(origin, newFacts("w", sessionId));
		for (let i = 0; i < 200; i++)
			writer.append({ atMs: 1, monoMs: 1, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body: `${i} ${"x".repeat(600)}` });
	}
	await store.sessions();
	await store.close();
}

function overwrite(pages: (db: Database.Database) => number[]): void {
	const db = new Database(databaseIn(folder));
	db.pragma("wal_checkpoint(TRUNCATE)");
	const chosen = pages(db);
	db.close();
	const bytes = readFileSync(databaseIn(folder));
	for (const page of chosen) bytes.fill(0xaa, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
	writeFileSync(databaseIn(folder), bytes);
}
const beginning = () => [1];
const someEntries = (db: Database.Database) =>
	(db.prepare("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno").pluck().all() as number[]).slice(
		3,
		5,
	);

async function open(more: Partial<RepairableOptions<Awaited<ReturnType<typeof composeCore>>>> = {}) {
	const opened = await openRepairable({
		profileDir: folder,
		now: Date.now,
		log,
		startRepair,
		compose: (repair) => composeCore({ profileDir: folder, host: "web", repair }),
		mayWait: true,
		...more,
	});
	held = opened;
	const statuses: RepairStatus[] = [];
	opened.door.subscribe((name, payload) => {
		if (name === "repair.changed") statuses.push((payload as Events["repair.changed"]).status);
	});
	const ask = async (name: string): Promise<unknown> => {
		const answer = await opened.door.dispatch(name, {});
		return answer.ok ? answer.value : answer.error;
	};
	const over = async () => {
		for (;;) {
			const status = (await ask("repair.status")) as RepairStatus;
			if (status.running === null) return status;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	return { ask, over, statuses };
}

describe("a database that cannot be opened", () => {
	it("is repaired by the console that waits behind it, which then opens with what was saved and says what", async () => {
		await fill();
		overwrite(beginning);
		const { ask, over, statuses } = await open();
		expect(await ask("repair.status")).toMatchObject({ isOpen: false, problem: expect.stringContaining(databaseIn(folder)) });
		expect(await ask("session.list")).toMatchObject({ code: "STORE_DAMAGED" });
		expect(await ask("repair.start")).toBeNull();
		const status = await over();
		expect(status).toMatchObject({ isOpen: true, problem: null, outcome: { kind: "repaired", sessions: 2, entries: 400 } });
		expect(statuses.map(({ running }) => running?.phase)).toEqual(expect.arrayContaining(["checking", "saving", "opening"]));
		expect(await ask("session.list")).toHaveLength(2);
		const { outcome } = status;
		expect(outcome?.kind === "repaired" && existsSync(outcome.kept)).toBe(true);
		await ask("repair.dismiss");
		expect(await ask("repair.status")).toMatchObject({ outcome: null });
	});

	it("of which nothing can be saved is left as it is, and that is said; it can be tried again", async () => {
		await fill();
		writeFileSync(databaseIn(folder), Buffer.alloc(300_000, 0x5a));
		const { ask, over } = await open();
		await ask("repair.start");
		const status = await over();
		expect(status).toMatchObject({
			isOpen: false,
			outcome: { kind: "failed", message: expect.stringContaining("Nothing could be saved") },
		});
		expect(readFileSync(databaseIn(folder)).equals(Buffer.alloc(300_000, 0x5a))).toBe(true);
		rmSync(databaseIn(folder));
		await ask("repair.retry");
		expect(await over()).toMatchObject({ isOpen: true, problem: null });
	});

	it("is an error like any other where no window may wait", async () => {
		await fill();
		overwrite(beginning);
		await expect(open({ mayWait: false })).rejects.toMatchObject({ code: "STORE_DAMAGED" });
	});
});

describe("a console that runs on a damaged database", () => {
	it("is closed, repaired and opened again while its door stays, and says what was lost", async () => {
		await fill();
		overwrite(someEntries);
		const { ask, over } = await open();
		expect(await ask("repair.status")).toMatchObject({ isOpen: true });
		await ask("repair.start");
		expect(await ask("repair.start")).toMatchObject({ code: "JOB_RUNNING" });
		const { isOpen, outcome } = await over();
		expect(isOpen).toBe(true);
		expect(outcome).toMatchObject({ kind: "repaired", sessions: 2, damaged: [{ counted: 200 }] });
		expect(outcome?.kind === "repaired" && (outcome.lostEntries ?? 0)).toBeGreaterThan(0);
		expect(await ask("session.list")).toHaveLength(2);
	});

	it.runIf(process.platform === "linux")("says which program has it open, changes nothing, and goes on", async () => {
		await fill();
		overwrite(someEntries);
		const script = `const D = require(process.argv[1]); const db = new D(process.argv[2], { readonly: true }); db.exec("BEGIN"); db.prepare("SELECT count(*) FROM sessions").get(); console.log("there"); setInterval(() => {}, 1000);`;
		const other = spawn(process.execPath, ["-e", script, createRequire(import.meta.url).resolve("better-sqlite3"), databaseIn(folder)]);
		await new Promise((resolve) => other.stdout.once("data", resolve));
		try {
			const { ask, over } = await open();
			await ask("repair.start");
			expect(await over()).toMatchObject({
				isOpen: true,
				outcome: { kind: "failed", message: expect.stringContaining(`process ${other.pid}`) },
			});
			expect(readdirSync(folder).filter((name) => /repair|damaged/.test(name))).toEqual([]);
		} finally {
			other.kill("SIGKILL");
		}
	});

	it("goes on as it was when its repair is cancelled", async () => {
		const core = createFakeCore();
		let stop: (error: ConsoleError) => void = () => {};
		let desk: RepairDesk | null = null;
		held = await openRepairable({
			profileDir: folder,
			now: () => 1,
			log,
			mayWait: true,
			async compose(given) {
				desk = given;
				return core;
			},
			startRepair: () => ({
				over: new Promise<Repaired>((_, reject) => {
					stop = reject;
				}),
				cancel: () => stop(new ConsoleError("REPAIR_CANCELLED", "Stopped.")),
			}),
		});
		const { start, cancel, status } = desk as unknown as RepairDesk;
		start();
		await vi.waitFor(() => expect(status().running).toMatchObject({ phase: "checking" }));
		expect(core.disposed()).toBe(true);
		cancel();
		await vi.waitFor(() => expect(status()).toMatchObject({ isOpen: true, running: null, outcome: { kind: "cancelled" } }));
	});
});

it("a database that was cut to nothing beside its log is repaired from the log; it is never taken for a new one", async () => {
	const store = await openTranscripts({ profileDir: folder, now: Date.now });
	const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
	const origin = { sessionId: "s1", protocol: "agentcall" as const, profile: "p", createdAtMs: 1, endpoint: "e", target, card: null };
	const { writer } = await store.open(origin, newFacts("w", "s1"));
	for (let i = 0; i < 20; i++)
		writer.append({ atMs: 1, monoMs: 1, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body: `${i}` });
	await store.sessions();
	// As a kill leaves it.
	const log = readFileSync(`${databaseIn(folder)}-wal`);
	const whole = readFileSync(databaseIn(folder));
	await store.close();
	expect(log.length).toBeGreaterThan(0);
	writeFileSync(databaseIn(folder), whole);
	writeFileSync(`${databaseIn(folder)}-wal`, log);
	truncateSync(databaseIn(folder), 0);
	const { ask, over } = await open();
	expect(await ask("repair.status")).toMatchObject({ isOpen: false, problem: expect.stringContaining("the log beside it") });
	expect(readFileSync(`${databaseIn(folder)}-wal`).equals(log)).toBe(true);
	await ask("repair.start");
	const { outcome } = await over();
	expect(outcome).toMatchObject({ kind: "repaired", sessions: 1, entries: 20 });
});
