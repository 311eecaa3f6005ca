import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createCardLedger } from "../../../main/adapters/pcsc-reader/card-ledger.ts";
import { createDriverChooser } from "../../../main/adapters/pcsc-reader/choose-driver.ts";
import { kernelModulesHolding } from "../../../main/adapters/pcsc-reader/kernel-modules.ts";
import type { FromReader, ToReader } from "../../../main/adapters/pcsc-reader/messages.ts";
import { troubleOf } from "../../../main/adapters/pcsc-reader/pcsc-trouble.ts";
import { probeService } from "../../../main/adapters/pcsc-reader/probe-service.ts";
import { type UtilityProcessModule, utilityReader } from "../../../main/adapters/pcsc-reader/spawn-reader.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-around-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("modules of the kernel", () => {
	const root = path.join(folder, "kernel");
	const make = (...parts: string[]) => mkdirSync(path.join(root, ...parts), { recursive: true });

	it("hold a reader only when the kernel shows an NFC device, and are named users first", () => {
		expect(kernelModulesHolding(root)).toEqual([]);
		for (const name of ["nfc", "pn533", "pn533_usb"]) make("sys/module", name);
		make("sys/class/nfc");
		expect(kernelModulesHolding(root)).toEqual([]);
		make("sys/class/nfc/nfc0");
		expect(kernelModulesHolding(root)).toEqual(["pn533_usb", "pn533", "nfc"]);
	});
});

describe("the service", () => {
	const before = process.env.PCSCLITE_CSOCK_NAME;
	afterEach(() => {
		if (before === undefined) delete process.env.PCSCLITE_CSOCK_NAME;
		else process.env.PCSCLITE_CSOCK_NAME = before;
	});

	it("is asked without any addon", async () => {
		if (process.platform !== "linux") return console.log("not tried: only Linux has a socket to ask");
		const file = path.join(folder, "pcscd.comm");
		process.env.PCSCLITE_CSOCK_NAME = file;
		expect(await probeService()).toMatch(/^(absent|stopped)$/);
		// Left behind by a service that was killed.
		writeFileSync(file, "");
		expect(await probeService()).toBe("stopped");
		rmSync(file);
		const server = createServer().listen(file);
		await new Promise((resolve) => server.once("listening", resolve));
		expect(await probeService()).toBe("up");
		server.close();
	});
});

describe("errors of the drivers", () => {
	it.each([
		["SCardEstablishContext error: Service not available.(0x8010001d)", "noService"],
		["SCardGetStatusChange error: RPC transport error.(0x80100013)", "noService"],
		["SCardEstablishContext error: Access denied.(0x8010006a)", "denied"],
		["SCardConnect error: Sharing violation.(0x8010000b)", "sharing"],
		["SCardTransmit error: Card was removed.(0x80100069)", "removed"],
		["SCardConnect error: Card is unresponsive.(0x80100066)", "mute"],
		["SCardTransmit error: Transaction failed.(0x80100016)", "other"],
		["PC/SC service not running", "noService"],
		["Sharing violation", "sharing"],
		["Card was removed", "removed"],
		["Unknown reader", "readerGone"],
		["Unknown PC/SC error", "other"],
	])("“%s” is %s", (message, trouble) => {
		expect(troubleOf(new Error(message)).trouble).toBe(trouble);
	});

	it("are found inside an error that wraps them", () => {
		const outer = Object.assign(new Error("An error occurred while connecting."), {
			previous: new Error("SCardConnect error: (0x8010000b)"),
		});
		expect(troubleOf(outer).trouble).toBe("sharing");
	});
});

describe("what lies where", () => {
	const seen = (name: string, condition: "empty" | "card" | "hung" | "busy") => ({
		name,
		condition,
		atr: condition === "empty" ? "" : "3b",
	});
	function open() {
		const removed: string[] = [];
		return { removed, ledger: createCardLedger((reader) => removed.push(reader)) };
	}

	it("is told as removed once, when the reader is empty or unplugged", () => {
		const { removed, ledger } = open();
		ledger.see([seen("A", "card"), seen("B", "card")]);
		ledger.see([seen("A", "empty"), seen("B", "card")]);
		ledger.see([seen("A", "empty")]);
		ledger.see([]);
		expect(removed).toEqual(["A", "B"]);
	});

	it("is not taken for removed while a new process has not yet found the reader", () => {
		const { removed, ledger } = open();
		ledger.see([seen("A", "card")]);
		ledger.concluded("A", true);
		expect(ledger.cutOff()).toEqual([]);
		ledger.see([]);
		expect(removed).toEqual([]);
		ledger.see([seen("A", "empty")]);
		expect(removed).toEqual(["A"]);
	});

	it("names the readings that a lost process left open, and only those", () => {
		const { ledger } = open();
		ledger.see([seen("A", "card"), seen("B", "card")]);
		ledger.concluded("B", false);
		ledger.see([seen("A", "busy"), seen("B", "card")]);
		ledger.see([seen("A", "card"), seen("B", "card")]);
		expect(ledger.cutOff()).toEqual([{ reader: "A", atr: "3b" }]);
	});

	it("keeps a card that blocks its reader in mind until it goes", () => {
		const { ledger } = open();
		ledger.see([seen("A", "hung")]);
		ledger.cutOff();
		expect(ledger.see([seen("A", "card")])).toMatchObject([{ condition: "hung" }]);
		ledger.see([seen("A", "empty")]);
		expect(ledger.see([seen("A", "card")])).toMatchObject([{ condition: "card" }]);
	});
});

describe("the choice of a driver", () => {
	it("is the first that works, and says why not those before it", () => {
		const chooser = createDriverChooser([{ name: "a" }, { name: "b" }]);
		expect(chooser.inUse()).toEqual({ name: "a", why: "The first choice, and it works." });
		chooser.reject({ driver: "a", phase: "load", message: "wrong ABI" });
		expect(chooser.inUse()).toEqual({ name: "b", why: "a cannot be loaded: wrong ABI." });
		chooser.reject({ driver: "b", phase: "install", message: "no such module" });
		expect(chooser.current()).toBeNull();
		chooser.forget();
		expect(chooser.current()).toEqual({ name: "a" });
	});

	it("changes after three ends within a minute, not after three in an hour, and never away from the last one", () => {
		const chooser = createDriverChooser([{ name: "a" }, { name: "b" }]);
		for (const atMs of [0, 100_000, 200_000]) chooser.crashed(atMs, "it ended");
		expect(chooser.current()?.name).toBe("a");
		for (const atMs of [201_000, 202_000]) chooser.crashed(atMs, "it ended");
		expect(chooser.current()?.name).toBe("b");
		for (const atMs of [300_000, 301_000, 302_000]) chooser.crashed(atMs, "it ended");
		expect(chooser.current()?.name).toBe("b");
	});
});

describe("a reader process under Electron", () => {
	it("is a utility process: told, heard, and not spoken to once it is gone", () => {
		const sent: unknown[] = [];
		const listeners: Record<string, (value: never) => void> = {};
		const forked: string[] = [];
		const electron: UtilityProcessModule = {
			fork(file) {
				forked.push(path.basename(file));
				const keep = (event: string, listener: (value: never) => void) => {
					const earlier = listeners[event];
					listeners[event] = (value) => {
						earlier?.(value);
						listener(value);
					};
				};
				return {
					pid: undefined,
					postMessage: (message) => sent.push(message),
					on: keep as never,
					once: keep as never,
					kill: () => sent.push("kill") > 0,
				};
			},
		};
		const child = utilityReader(electron)();
		expect(forked).toEqual([expect.stringMatching(/^reader-process\.(ts|js)$/)]);
		const heard: (FromReader | string)[] = [];
		child.onMessage((message) => heard.push(message));
		child.onExit((how) => heard.push(how));
		const log: ToReader = { kind: "log", on: true };
		child.send(log);
		listeners.message?.({ kind: "beat" } as never);
		child.kill();
		listeners.exit?.(9 as never);
		child.send(log);
		expect(sent).toEqual([log, "kill"]);
		expect(heard).toEqual([{ kind: "beat" }, "code 9"]);
	});
});
