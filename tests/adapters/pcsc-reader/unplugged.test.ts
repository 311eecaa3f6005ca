import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createPcscReader } from "../../../main/adapters/pcsc-reader/create-pcsc-reader.ts";
import type { ToReader } from "../../../main/adapters/pcsc-reader/messages.ts";
import { forkReader, type ReaderProcess } from "../../../main/adapters/pcsc-reader/spawn-reader.ts";
import { messageBytes, messageOf, uri } from "../../../main/practice/pcsc/ndef-bytes.ts";
import { ATR, type TagSpec } from "../../../main/practice/pcsc/virtual-tag.ts";
import type { ToFake } from "./fake-driver.ts";
import { type WatchedReader, watchReader } from "./watch-reader.ts";

const FAKE = { name: "fake", module: path.join(import.meta.dirname, "fake-driver.ts") };
const USB = "ACS ACR122U PICC Interface 00 00";
const OTHER_PORT = "ACS ACR122U PICC Interface 01 00";
const MESSAGE = messageBytes([uri(4, "example.org")]).toString("hex");
const tag = (uid: string, more: Partial<TagSpec> = {}): TagSpec => ({ uid, atr: ATR.ultralight, kind: "type2", message: MESSAGE, ...more });
const CYCLES = Number(process.env.SWITCHBOARD_CYCLES ?? 300);

interface FakeReader extends WatchedReader {
	tell(message: Record<string, unknown> & { do: ToFake["do"] }): void;
	pid(): number;
	pids: (number | undefined)[];
}

let open: FakeReader | null = null;
afterEach(async () => {
	await open?.stop();
	open = null;
});

function start(env: NodeJS.ProcessEnv = {}, drivers = [FAKE], envAfterFirst = env): FakeReader {
	let current: ReaderProcess | null = null;
	const pids: (number | undefined)[] = [];
	const spawnFake = () => {
		current = forkReader(pids.length === 0 ? env : envAfterFirst);
		pids.push(current.pid);
		return current;
	};
	const watched = watchReader(createPcscReader({ spawn: spawnFake, drivers, limits: { apduMs: 300 } }), 50);
	open = Object.assign(watched, {
		tell: (message: { do: ToFake["do"] }) => current?.send({ kind: "fake", ...message } as unknown as ToReader),
		pid: () => current?.pid ?? expect.fail(),
		pids,
	});
	return open;
}

describe("a reader that is pulled out (PC-22)", () => {
	it("goes from ready to none to ready, idle and with a card on it, also on another port", async () => {
		const fake = start();
		await fake.untilState("noReader");
		for (const [cycle, reader] of [USB, OTHER_PORT, USB].entries()) {
			fake.tell({ do: "plug", reader });
			await fake.untilState("ready", 2000);
			fake.tell({ do: "unplug", reader });
			await fake.untilState("noReader", 2000);
			fake.tell({ do: "plug", reader });
			await fake.untilState("ready", 2000);
			fake.tell({ do: "card", reader, spec: tag(`0400000000000${cycle}`) });
			await fake.until(() => fake.taps.length === cycle + 1);
			fake.tell({ do: "unplug", reader });
			await fake.untilState("noReader", 2000);
			expect(fake.removed).toHaveLength(cycle + 1);
		}
		expect(fake.failures).toEqual([]);
		expect(fake.status().restarts).toBe(0);
	});

	it("makes one failed tap of a read that was cut off, and reads the same card when the reader is back", async () => {
		const fake = start();
		await fake.untilState("noReader");
		fake.tell({ do: "plug", reader: USB });
		fake.tell({
			do: "card",
			reader: USB,
			spec: tag("04aaaaaaaaaaaa", { message: messageOf(400, 3).toString("hex"), faults: [{ command: "ffb0", from: 4, does: "remove" }] }),
		});
		await fake.until(() => fake.failures.length === 1);
		await fake.untilState("noReader", 2000);
		expect(fake.failures).toMatchObject([{ reason: "readerGone", reader: USB }]);
		expect(fake.taps).toEqual([]);
		fake.tell({ do: "plug", reader: OTHER_PORT });
		fake.tell({ do: "card", reader: OTHER_PORT, spec: tag("04aaaaaaaaaaaa") });
		await fake.until(() => fake.taps.length === 1);
		expect(fake.failures).toHaveLength(1);
	});

	it(
		"keeps no handle and no memory over many cycles",
		async () => {
			const fake = start();
			await fake.untilState("noReader");
			const cycle = async (number: number) => {
				const seen = fake.taps.length + fake.failures.length;
				fake.tell({ do: "plug", reader: USB });
				const faults: TagSpec["faults"] = number % 3 === 0 ? [{ command: "ffb0", from: 2, does: "remove" }] : [];
				fake.tell({ do: "card", reader: USB, spec: tag(`04${number.toString(16).padStart(12, "0")}`, { faults }) });
				await fake.until(() => fake.taps.length + fake.failures.length === seen + 1);
				fake.tell({ do: "lift", reader: USB });
				fake.tell({ do: "unplug", reader: USB });
				await fake.untilState("noReader");
			};
			for (let number = 0; number < 20; number++) await cycle(number);
			const before = { ...usage(fake.pid()), own: process.getActiveResourcesInfo().length };
			for (let number = 20; number < 20 + CYCLES; number++) await cycle(number);
			const after = usage(fake.pid());
			expect(fake.failures.length + fake.taps.length).toBe(20 + CYCLES);
			expect(fake.pids).toHaveLength(1);
			expect(after.handles).toBeLessThanOrEqual(before.handles);
			expect(after.threads).toBeLessThanOrEqual(before.threads);
			expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before.own + 2);
			console.log(`${CYCLES} cycles: reader process ${before.residentMiB} → ${after.residentMiB} MiB`);
		},
		30_000 + CYCLES * 100,
	);
});

/** Of another process; zeros where /proc is not there to tell. */
function usage(pid: number): { handles: number; threads: number; residentMiB: number } {
	if (process.platform !== "linux") return { handles: 0, threads: 0, residentMiB: 0 };
	const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
	return {
		handles: readdirSync(`/proc/${pid}/fd`).length,
		threads: readdirSync(`/proc/${pid}/task`).length,
		residentMiB: Math.round((pages * 4096) / 2 ** 20),
	};
}

describe("a reader process that fails", () => {
	it("is ended within 2 s when it spins, and started again", async () => {
		const fake = start();
		await fake.untilState("noReader");
		fake.tell({ do: "plug", reader: USB });
		await fake.untilState("ready");
		const spunMs = performance.now();
		fake.tell({ do: "spin", reader: USB });
		await fake.untilState("fault", 2500);
		expect(performance.now() - spunMs).toBeLessThan(2500);
		expect(fake.status().state.cause).toBe("The reader process stopped answering and was ended.");
		await fake.untilState("noReader");
		fake.tell({ do: "plug", reader: USB });
		await fake.untilState("ready");
		expect(fake.pids).toHaveLength(2);
		expect(isAlive(fake.pids[0])).toBe(false);
	});

	it("is started again when it crashes, and a reading under way is one failed tap", async () => {
		const fake = start();
		await fake.untilState("noReader");
		fake.tell({ do: "plug", reader: USB });
		fake.tell({ do: "card", reader: USB, spec: tag("04bbbbbbbbbbbb", { faults: [{ command: "ffb0", does: "hang" }] }) });
		await fake.untilState("cardPresent");
		fake.tell({ do: "crash", reader: USB });
		await fake.until(() => fake.failures.length === 1);
		expect(fake.failures).toMatchObject([{ reason: "readerGone" }]);
		await fake.untilState("noReader");
		expect(fake.status().restarts).toBe(1);
	});

	it.each([
		["load", "loaded"],
		["start", "started"],
	])("gives the next driver its turn when the first spins at its %s", async (at, done) => {
		const fake = start({ FAKE_DRIVER_SPINS: at }, [FAKE, { ...FAKE, name: "second" }], {});
		await fake.untilState("noReader", 8000);
		expect(fake.status().driver).toEqual({
			name: "second",
			why: `fake cannot be ${done}: the reader process stopped answering and was ended.`,
		});
	});

	it("gives the next driver its turn when the first keeps crashing", async () => {
		const fake = start({}, [FAKE, { ...FAKE, name: "second" }]);
		for (let crash = 1; crash <= 3; crash++) {
			await fake.until(() => fake.status().state.kind === "noReader" && fake.pids.length === crash);
			fake.tell({ do: "crash", reader: USB });
			await fake.until(() => fake.pids.length === crash + 1, 5000);
		}
		await fake.untilState("noReader");
		expect(fake.status().driver).toMatchObject({ name: "second", why: expect.stringMatching(/^fake keeps ending: /) as string });
	});

	it("is a state when no driver can be had, and tried again", async () => {
		const none = { name: "nfc-pcsc", module: path.join(import.meta.dirname, "no-such-driver.ts") };
		const fake = start({}, [none, { ...none, name: "smartcard" }]);
		await fake.untilState("fault");
		expect(fake.status()).toMatchObject({
			driver: null,
			state: { cause: expect.stringContaining("No reader driver is installed") as string },
		});
		await fake.until(() => fake.pids.length >= 4, 6000);
	});

	it("is not taken for hung after the computer slept, and reads on (PC-22)", async () => {
		if (process.platform === "win32") return console.log("not tried: no signal stops a process there");
		const folder = mkdtempSync(path.join(tmpdir(), "switchboard-asleep-"));
		const program = path.join(folder, "console.mjs");
		const main = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, "../../../main/adapters/pcsc-reader", file));
		writeFileSync(
			program,
			`import { createPcscReader } from ${main("create-pcsc-reader.ts")};
import { forkReader } from ${main("spawn-reader.ts")};
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
let child;
const reader = createPcscReader({ spawn: () => { child = forkReader(); say({ pid: child.pid }); return child; }, drivers: [${JSON.stringify(FAKE)}] });
reader.onState(({ state, restarts }) => say({ state: state.kind, restarts }));
reader.onTap(({ uid }) => say({ uid }));
reader.start();
process.stdin.on("data", (text) => { for (const line of String(text).trim().split("\\n")) child.send({ kind: "fake", ...JSON.parse(line) }); });`,
		);
		const own = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
		const lines: { pid?: number; state?: string; restarts?: number; uid?: string }[] = [];
		own.stdout.on("data", (part: Buffer) => {
			for (const line of String(part).trim().split("\n")) lines.push(JSON.parse(line) as (typeof lines)[number]);
		});
		const until = async (holds: (line: (typeof lines)[number]) => boolean) => {
			for (let waited = 0; waited < 20_000 && !lines.some(holds); waited += 20) await pause(20);
			expect(lines.some(holds), JSON.stringify(lines)).toBe(true);
		};
		const tell = (message: object) => own.stdin.write(`${JSON.stringify(message)}\n`);
		await until(({ state }) => state === "noReader");
		tell({ do: "plug", reader: USB });
		await until(({ state }) => state === "ready");
		const pids = [own.pid ?? 0, lines.find(({ pid }) => pid !== undefined)?.pid ?? 0];
		for (const pid of pids) process.kill(pid, "SIGSTOP");
		await pause(4000);
		// The console wakes first: what it has not heard for so long is only asleep.
		for (const pid of pids) process.kill(pid, "SIGCONT");
		await pause(1000);
		tell({ do: "card", reader: USB, spec: tag("04eeeeeeeeeeee") });
		await until(({ uid }) => uid === "04eeeeeeeeeeee");
		expect(lines.filter(({ pid }) => pid !== undefined)).toHaveLength(1);
		expect(lines.every(({ restarts = 0 }) => restarts === 0)).toBe(true);
		own.kill("SIGKILL");
		rmSync(folder, { recursive: true, force: true });
	});

	it("does not outlive a console that was killed, even while it spins", async () => {
		const folder = mkdtempSync(path.join(tmpdir(), "switchboard-console-"));
		const program = path.join(folder, "console.mjs");
		const main = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, "../../../main/adapters/pcsc-reader", file));
		writeFileSync(
			program,
			`import { createPcscReader } from ${main("create-pcsc-reader.ts")};
import { forkReader } from ${main("spawn-reader.ts")};
const spawn = () => { const child = forkReader(); child.onMessage(({ kind }) => kind === "beat" && console.log(child.pid)); return child; };
createPcscReader({ spawn, drivers: [${JSON.stringify(FAKE)}] }).start();
setInterval(() => {}, 1000);`,
		);
		const own = spawn(process.execPath, [program], {
			env: { ...process.env, FAKE_DRIVER_SPINS: "start" },
			stdio: ["ignore", "pipe", "inherit"],
		});
		const pid = Number(await new Promise<Buffer>((resolve) => own.stdout.once("data", resolve)));
		expect(isAlive(pid)).toBe(true);
		own.kill("SIGKILL");
		for (let waited = 0; waited < 15_000 && isAlive(pid); waited += 50) await pause(50);
		expect(isAlive(pid)).toBe(false);
		rmSync(folder, { recursive: true, force: true });
	});
});

function isAlive(pid: number | undefined): boolean {
	try {
		process.kill(pid ?? 0, 0);
		return true;
	} catch {
		return false;
	}
}
