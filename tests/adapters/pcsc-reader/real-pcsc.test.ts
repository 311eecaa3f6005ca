import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPcscReader } from "../../../main/adapters/pcsc-reader/create-pcsc-reader.ts";
import { forkReader } from "../../../main/adapters/pcsc-reader/spawn-reader.ts";
import { observationOf } from "../../../main/core/protocols/agentcall/observation.ts";
import { messageBytes, messageOf, text, uri } from "../../../main/practice/pcsc/ndef-bytes.ts";
import { createRig, type Rig, whyNoRig } from "../../../main/practice/pcsc/rig.ts";
import { ATR, type TagSpec } from "../../../main/practice/pcsc/virtual-tag.ts";
import { expectUsable, watchEventLoop } from "./watch-event-loop.ts";
import { type WatchedReader, watchReader } from "./watch-reader.ts";

const why = whyNoRig();
const require = createRequire(import.meta.url);

function whyNoDriver(name: string): string | null {
	try {
		require.resolve(name);
		return null;
	} catch {
		return `${name} is not installed`;
	}
}

const MESSAGE = messageBytes([uri(4, "example.org/a"), text("en", "hello tag")]).toString("hex");
const type2 = (uid: string, more: Partial<TagSpec> = {}): TagSpec => ({
	uid,
	atr: ATR.ultralight,
	kind: "type2",
	message: MESSAGE,
	...more,
});
const type4 = (uid: string, more: Partial<TagSpec> = {}): TagSpec => ({ uid, atr: ATR.isoDep, kind: "type4", message: MESSAGE, ...more });
const uidOf = (number: number): string => `04${number.toString(16).padStart(12, "0")}`;

/** SWITCHBOARD_TAPS=200 and SWITCHBOARD_RESTARTS=20 are the numbers the reader is measured by; few are enough to see that it works. */
const TAPS = Number(process.env.SWITCHBOARD_TAPS ?? 6);
const RESTARTS = Number(process.env.SWITCHBOARD_RESTARTS ?? 2);

describe.each(["nfc-pcsc", "smartcard"])("a reader on real PC/SC with %s", (driver) => {
	const reason = why ?? whyNoDriver(driver);
	if (reason !== null) {
		it("is not tried here", () => console.log(`not tried: ${reason}`));
		return;
	}
	let rig: Rig;
	let watched: WatchedReader;
	const start = (env: NodeJS.ProcessEnv = {}) =>
		watchReader(
			createPcscReader({
				spawn: () => forkReader({ ...rig.env, ...env }),
				drivers: [{ name: driver }],
				limits: { apduMs: 400, connectMs: 600 },
			}),
		);

	beforeAll(async () => {
		rig = await createRig();
		await rig.startService();
		watched = start();
		await watched.untilState("ready");
	});
	afterEach(async () => {
		await rig.remove();
		await rig.remove(1);
		await watched.untilState("ready");
		watched.taps.length = 0;
		watched.failures.length = 0;
		watched.removed.length = 0;
		watched.kinds.length = 0;
	});
	afterAll(async () => {
		await watched?.stop();
		await rig?.close();
	});

	it(
		"makes one whole observation of every tap, Type 2 and Type 4, whatever their length",
		async () => {
			const delays: number[] = [];
			for (let tap = 0; tap < TAPS; tap++) {
				const isType4 = tap % 2 === 1;
				const most = isType4 ? 8192 : 2040 - 5;
				const message = messageOf(tap < 2 ? 0 : Math.max(8, Math.round((most * tap) / TAPS)), tap);
				const uid = uidOf(tap);
				await rig.insert(
					isType4
						? type4(uid, { message: message.toString("hex"), sizeBytes: 8200 })
						: type2(uid, { message: message.toString("hex"), sizeBytes: 2040 }),
				);
				await watched.until(() => watched.taps.length === tap + 1);
				const { readMs, ...seen } = watched.taps[tap] ?? expect.fail();
				delays.push(readMs);
				const made = observationOf(seen as never, `tap-${tap}`);
				if (!made.ok) expect.fail(JSON.stringify(made.findings));
				expect(made.observation).toMatchObject({ uid, simulated: true });
				const records = (made.observation.ndef as { records: { payload: string }[] }).records;
				const payload = message.length === 0 ? [] : [message.subarray(message.length - 4 < 256 ? 4 : 7).toString("base64")];
				expect(records.map((record) => record.payload)).toEqual(payload);
				await rig.remove();
				await watched.until(() => watched.removed.length === tap + 1);
			}
			expect(watched.failures).toEqual([]);
			delays.sort((a, b) => a - b);
			console.log(
				`${driver}: ${TAPS} taps, card told of to tap: median ${delays[TAPS >> 1]} ms, 95 % within ${delays[Math.ceil(TAPS * 0.95) - 1]} ms`,
			);
		},
		30_000 + TAPS * 2000,
	);

	it("reads a phone as such, and a card without NDEF application without asking for configuration (PC-25)", async () => {
		await rig.insert({ uid: "08a1b2c3", atr: ATR.isoDep, kind: "bare", message: null });
		await watched.until(() => watched.taps.length === 1);
		expect(watched.taps[0]).toMatchObject({ uid: "08a1b2c3", isRandomUid: true, technologies: ["NFC-A", "ISO-DEP"] });
		const made = observationOf(watched.taps[0] ?? expect.fail(), "phone");
		expect(made).toMatchObject({ ok: true });
		expect(made.ok && made.observation).not.toHaveProperty("uid");
		await rig.remove();
		await watched.until(() => watched.removed.length === 1);
		await rig.insert(type4("04d1d2d3d4d5d6", { message: null }));
		await watched.until(() => watched.taps.length === 2);
		expect(watched.taps[1]).toMatchObject({ uid: "04d1d2d3d4d5d6", ndefNote: "The card has no NDEF application." });
		expect(watched.taps[1]).not.toHaveProperty("ndef");
	});

	it("says that a card is none it can read (PC-25)", async () => {
		await rig.insert({ uid: "00", atr: ATR.contact, kind: "bare", message: null });
		await watched.untilState("unsupportedCard");
		await watched.until(() => watched.failures.length === 1);
		expect(watched.failures[0]).toMatchObject({ reason: "unsupportedCard", atr: ATR.contact });
		expect(watched.taps).toEqual([]);
	});

	it("makes one failed tap of a card lifted during the read, never half a UID (PC-25)", async () => {
		await rig.insert(
			type2("04aaaaaaaaaaaa", { message: messageOf(600, 1).toString("hex"), faults: [{ command: "ffb0", from: 5, does: "remove" }] }),
		);
		await watched.until(() => watched.failures.length === 1);
		expect(watched.failures).toMatchObject([{ reason: "lifted" }]);
		await watched.untilState("ready");
		expect(watched.taps).toEqual([]);
	});

	it("reads a good card right after one whose read was refused with 63 00 (PC-25)", async () => {
		await rig.insert(type2("04bbbbbbbbbbbb", { faults: [{ command: "ffb0", does: { answer: "6300" } }] }));
		await watched.until(() => watched.failures.length === 1);
		expect(watched.failures[0]).toMatchObject({ reason: "readFailed" });
		await rig.remove();
		await rig.insert(type2("04cccccccccccc"));
		await watched.until(() => watched.taps.length === 1);
		expect(watched.taps).toMatchObject([{ uid: "04cccccccccccc" }]);
		expect(watched.failures).toHaveLength(1);
		expect(watched.status().lastFailure).toBeNull();
	});

	it("names a card that hangs, frees itself, and reads the next one", async () => {
		await rig.insert(type2("04dddddddddddd", { faults: [{ command: "ffb0", from: 2, does: "hang" }] }));
		await watched.until(() => watched.failures.length === 1);
		expect(watched.failures[0]).toMatchObject({ reason: "noAnswer" });
		await watched.untilState("fault");
		await pause(1000);
		expect(watched.status().state).toMatchObject({ kind: "fault", wayOn: expect.stringContaining("Take the card away") as string });
		expect(watched.failures).toHaveLength(1);
		await rig.remove();
		await watched.untilState("ready");
		await rig.insert(type2("04dddddddddd01"));
		await watched.until(() => watched.taps.length === 1);
		expect(watched.taps).toMatchObject([{ uid: "04dddddddddd01" }]);
	});

	it("tells one card once while it lies there, and two readers apart", async () => {
		await rig.insert(type2("04111111111111"));
		await watched.until(() => watched.taps.length === 1);
		await rig.insert(type4("04222222222222"), 1);
		await watched.until(() => watched.taps.length === 2);
		await pause(600);
		expect(watched.taps.map(({ uid, reader }) => [uid, reader])).toEqual([
			["04111111111111", "Virtual PCD 00 00"],
			["04222222222222", "Virtual PCD 00 01"],
		]);
		expect(watched.status().readers.map(({ isTwin, state }) => [isTwin, state.kind])).toEqual([
			[true, "cardPresent"],
			[true, "cardPresent"],
		]);
	});

	it("waits for another program to let go of the card", async () => {
		const holder = holdExclusively(rig.env);
		await rig.insert(type2("04333333333333", { faults: [] }));
		await holder.ready;
		// The other program may come first or second; second it finds the card read already and holds the next one.
		if (watched.taps.length > 0) console.log("the card was read before the other program held it");
		else {
			await watched.untilState("busy");
			await watched.until(() => watched.failures.length === 1);
			expect(watched.failures).toMatchObject([{ reason: "busy" }]);
		}
		holder.release();
		await watched.until(() => watched.taps.length === 1);
	});

	it(
		"has the reader ready within 5 s after every restart of the service, a card lying on it (PC-23)",
		async () => {
			const delay = watchEventLoop();
			const pids = watched.status().restarts;
			for (let restart = 0; restart < RESTARTS; restart++) {
				await rig.insert(type2(uidOf(7000 + restart)));
				await watched.until(() => watched.taps.length === restart + 1);
				await (restart % 2 === 0 ? rig.killService() : rig.stopService());
				await watched.untilState("serviceStopped");
				await rig.remove();
				await rig.startService();
				const backMs = performance.now();
				await watched.untilState("ready", 5000);
				expect(performance.now() - backMs).toBeLessThan(5000);
			}
			expect(watched.status().restarts).toBe(pids + RESTARTS);
			expect(watched.failures).toEqual([]);
			await expectUsable(delay);
		},
		30_000 + RESTARTS * 6000,
	);
});

/** Another program that takes the card on the first slot for itself as soon as there is one. */
function holdExclusively(env: NodeJS.ProcessEnv): { ready: Promise<void>; release(): void } {
	const script = `
		const { Context } = require("smartcard");
		const context = new Context();
		const take = async () => {
			try {
				await context.listReaders()[0].connect(1, 3);
				console.log("held");
			} catch { setImmediate(take); }
		};
		take();
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ["-e", script], {
		env: { ...process.env, ...env },
		cwd: import.meta.dirname,
		stdio: ["ignore", "pipe", "inherit"],
	});
	return {
		ready: Promise.race([new Promise<void>((resolve) => child.stdout.once("data", () => resolve())), pause(3000)]),
		release: () => void child.kill("SIGKILL"),
	};
}

describe("a reader whose surroundings are missing", () => {
	let rig: Rig | null = null;
	let watched: WatchedReader | null = null;
	const folder = mkdtempSync(path.join(tmpdir(), "switchboard-reader-"));
	beforeEach(async () => {
		if (why === null) rig = await createRig();
	});
	afterEach(async () => {
		await watched?.stop();
		await rig?.close();
		watched = null;
		rig = null;
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("starts without the service, says so, and is ready within 5 s after it comes (PC-23)", async () => {
		if (!rig) return console.log(`not tried: ${why}`);
		const { env } = rig;
		const delay = watchEventLoop();
		watched = watchReader(createPcscReader({ spawn: () => forkReader(env) }));
		await watched.untilState("serviceStopped");
		expect(watched.status().state).toMatchObject({ cause: expect.stringContaining("not running") as string });
		await pause(1000);
		expect(watched.status().restarts).toBe(0);
		await rig.startService();
		await watched.untilState("ready", 5000);
		await expectUsable(delay);
		expect(watched.kinds).toEqual(["starting", "serviceStopped", "ready"]);
	});

	it("takes the second driver when the first cannot be loaded, and says why", async () => {
		if (!rig) return console.log(`not tried: ${why}`);
		const { env } = rig;
		const wrong = path.join(folder, "wrong-binary.node");
		writeFileSync(wrong, "no machine code");
		const broken = path.join(folder, "broken-driver.mjs");
		writeFileSync(
			broken,
			`import { createRequire } from "node:module";\nexport default () => createRequire(import.meta.url)(${JSON.stringify(wrong)});\n`,
		);
		await rig.startService();
		watched = watchReader(
			createPcscReader({ spawn: () => forkReader(env), drivers: [{ name: "nfc-pcsc", module: broken }, { name: "smartcard" }] }),
		);
		await watched.untilState("ready");
		expect(watched.status().driver).toMatchObject({
			name: "smartcard",
			why: expect.stringMatching(/nfc-pcsc cannot be loaded: .*wrong-binary/) as string,
		});
		await rig.insert(type2("04999999999999"));
		await watched.until(() => watched?.taps.length === 1);
	});

	it("with wrong binaries in place of both drivers says so, keeps the console usable, and reads cards once they are mended", async () => {
		if (!rig) return console.log(`not tried: ${why}`);
		const { env } = rig;
		const wrong = path.join(folder, "both-wrong.node");
		writeFileSync(wrong, "no machine code");
		const driver = JSON.stringify(path.resolve(import.meta.dirname, "../../../main/adapters/pcsc-reader/smartcard-driver.ts"));
		const broken = path.join(folder, "mendable-driver.mjs");
		writeFileSync(
			broken,
			`import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createSmartcardDriver } from ${driver};
export default () => existsSync(${JSON.stringify(wrong)}) ? createRequire(import.meta.url)(${JSON.stringify(wrong)}) : createSmartcardDriver();
`,
		);
		await rig.startService();
		const delay = watchEventLoop();
		watched = watchReader(
			createPcscReader({
				spawn: () => forkReader(env),
				drivers: [
					{ name: "nfc-pcsc", module: broken },
					{ name: "smartcard", module: broken },
				],
			}),
		);
		await watched.untilState("fault");
		expect(watched.status()).toMatchObject({
			driver: null,
			state: { cause: expect.stringContaining("both-wrong.node") as string, wayOn: expect.stringContaining("npm run setup") as string },
		});
		rmSync(wrong);
		await watched.untilState("ready", 5000);
		await rig.insert(type2("04888888888888"));
		await watched.until(() => watched?.taps.length === 1);
		await expectUsable(delay);
	});

	it("names the library when it is missing, and reads cards once it is back", async () => {
		if (!rig) return console.log(`not tried: ${why}`);
		// The loader finds this one first, and it is none.
		const libraries = path.join(folder, "libraries");
		mkdirSync(libraries, { recursive: true });
		writeFileSync(path.join(libraries, "libpcsclite.so.1"), "");
		const { env } = rig;
		let isMissing = true;
		watched = watchReader(createPcscReader({ spawn: () => forkReader({ ...env, ...(isMissing && { LD_LIBRARY_PATH: libraries }) }) }));
		await watched.untilState("serviceAbsent");
		expect(watched.status()).toMatchObject({
			driver: null,
			state: { cause: expect.stringMatching(/libpcsclite/) as string, wayOn: expect.stringMatching(/apt install/) as string },
		});
		await rig.startService();
		isMissing = false;
		await watched.untilState("ready", 5000);
	});
});
