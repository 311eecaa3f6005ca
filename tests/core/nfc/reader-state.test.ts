import { describe, expect, it } from "vitest";
import type { ReaderFacts } from "../../../main/core/nfc/reader-facts.ts";
import { findTwins, readReaderName } from "../../../main/core/nfc/reader-names.ts";
import { describeReader, describeReaders } from "../../../main/core/nfc/reader-state.ts";

const DRIVER = { name: "nfc-pcsc", why: "" };
const facts = (more: Partial<ReaderFacts>): ReaderFacts => ({
	platform: "linux",
	process: { kind: "running" },
	driver: DRIVER,
	problems: [],
	service: "up",
	readers: [],
	kernelModules: [],
	...more,
});
const seen = (name: string, condition: ReaderFacts["readers"][number]["condition"]) => ({ name, condition, atr: "3b" });

describe("the reader's state", () => {
	it.each<[string, Partial<ReaderFacts>, RegExp]>([
		["starting", { process: { kind: "off" } }, /not been started/],
		["starting", { service: "unknown" }, /being started/],
		["serviceAbsent", { service: "absent" }, /not installed.*apt install pcscd/],
		["serviceStopped", { service: "stopped" }, /not running.*systemctl start pcscd/],
		["accessDenied", { service: "denied" }, /refuses this user.*polkit/],
		["noReader", {}, /No card reader.*Plug one in/],
		["ready", { readers: [seen("R", "empty")] }, /waits for a card/],
		["cardPresent", { readers: [seen("R", "empty"), seen("S", "card")] }, /lies on the reader/],
		["unsupportedCard", { readers: [seen("R", "unsupported")] }, /none that this console reads/],
		["unsupportedCard", { readers: [seen("R", "mute")] }, /does not answer/],
		["busy", { readers: [seen("R", "busy")] }, /Another program.*Close that program/],
		["busy", { kernelModules: ["pn533_usb", "pn533", "nfc"] }, /kernel.*modprobe -r pn533_usb pn533 nfc.*blacklist/],
		["fault", { readers: [seen("R", "hung")] }, /stopped answering.*Take the card away/],
		["fault", { readers: [seen("R", "unavailable")] }, /unplugged/],
		["fault", { process: { kind: "restarting", why: "stopped answering and was ended" } }, /stopped answering.*started again/],
		[
			"fault",
			{ driver: null, problems: [{ driver: "a", phase: "load", message: "was compiled against NODE_MODULE_VERSION 115" }] },
			/built for another Node\.js.*NODE_MODULE_VERSION 115.*npm run setup/,
		],
		[
			"fault",
			{ driver: null, problems: [{ driver: "a", phase: "load", message: "a.node: invalid ELF header" }] },
			/built for another computer.*invalid ELF/,
		],
		[
			"serviceAbsent",
			{ driver: null, problems: [{ driver: "a", phase: "load", message: "libpcsclite.so.1: cannot open" }] },
			/library cannot be loaded.*libpcsclite1/,
		],
		[
			"fault",
			{ driver: null, problems: [{ driver: "a", phase: "install", message: "x" }] },
			/No reader driver is installed.*npm run setup/,
		],
		[
			"fault",
			{ driver: null, problems: [{ driver: "a", phase: "load", message: "something odd" }] },
			/No reader driver works.*npm run setup/,
		],
	])("is %s with cause and way on for %j", (kind, more, words) => {
		const state = describeReader(facts(more));
		expect(state.kind).toBe(kind);
		expect(`${state.cause} ${state.wayOn}`).toMatch(words);
		for (const sentence of [state.cause, state.wayOn]) expect(sentence).toMatch(/^[A-Z].*\.$/);
	});

	it("never names Linux commands elsewhere", () => {
		for (const service of ["absent", "stopped", "denied"] as const) {
			const { cause, wayOn } = describeReader(facts({ platform: "win32", service }));
			expect(cause + wayOn).not.toMatch(/sudo|apt|polkit/);
		}
	});

	it("speaks of the reader that a card lies on, then of one that waits", () => {
		expect(describeReader(facts({ readers: [seen("R", "empty"), seen("S", "busy")] }))).toMatchObject({ kind: "busy", reader: "S" });
		expect(describeReader(facts({ readers: [seen("R", "unavailable"), seen("S", "empty")] }))).toMatchObject({
			kind: "ready",
			reader: "S",
		});
	});
});

describe("readers", () => {
	it("are known by model and serial number", () => {
		expect(readReaderName("ACS ACR1252 1S CL Reader [ACR1252 CL Reader] (0123-45) 00 00")).toEqual({
			model: "ACS ACR1252 1S CL Reader [ACR1252 CL Reader]",
			serial: "0123-45",
			isSam: false,
		});
		expect(readReaderName("ACS ACR122U PICC Interface 01 00")).toMatchObject({ model: "ACS ACR122U PICC Interface", serial: null });
		expect(readReaderName("ACS ACR122 0")).toMatchObject({ model: "ACS ACR122" });
	});

	it("stand in the same order with each start, whichever the driver found first", () => {
		const [one, two] = [seen("R 00 00", "empty"), seen("R 00 01", "empty")];
		for (const readers of [
			[one, two],
			[two, one],
		]) {
			expect(describeReaders(readers).map(({ name }) => name)).toEqual(["R 00 00", "R 00 01"]);
			expect(describeReader(facts({ readers }))).toMatchObject({ kind: "ready", reader: "R 00 00" });
		}
	});

	it("are not offered when they are slots for cards of the reader itself", () => {
		const readers = [seen("ACS ACR1252 CL Reader PICC 0", "empty"), seen("ACS ACR1252 CL Reader SAM 0", "card")];
		expect(describeReaders(readers).map(({ name }) => name)).toEqual(["ACS ACR1252 CL Reader PICC 0"]);
		expect(describeReader(facts({ readers })).kind).toBe("ready");
	});

	it("are called twins when nothing but the port tells them apart", () => {
		expect([...findTwins(["ACR122U 00 00", "ACR122U 01 00", "Other 00 00"])]).toEqual(["ACR122U 00 00", "ACR122U 01 00"]);
		expect(findTwins(["ACR (1) 00 00", "ACR (2) 01 00"]).size).toBe(0);
	});
});
