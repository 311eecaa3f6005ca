import { describe, expect, it } from "vitest";
import { REQUEST_NAMES } from "../../../schemas/bridge.ts";
import { KIOSK_PAGE_MAY_ASK } from "../../../schemas/kiosk.ts";
import { stand } from "./stand.ts";

const locked = async () => {
	const kiosk = await stand();
	await kiosk.program("kiosk.setPin", { pin: "4711" });
	await kiosk.settle();
	return kiosk;
};

describe("a locked kiosk", () => {
	it("refuses every request its page does not need, before it is looked at", async () => {
		const kiosk = await locked();
		const others = REQUEST_NAMES.filter((name) => !(KIOSK_PAGE_MAY_ASK as readonly string[]).includes(name));
		expect(others.length).toBeGreaterThan(40);
		for (const name of others) expect((await kiosk.refused(name, {} as never)).code, name).toBe("KIOSK_LOCKED");
		expect((await kiosk.core().forWindows.dispatch("no.such", {})).ok).toBe(false);
	});

	it("tells windows of nothing but the kiosk's own screen", async () => {
		const kiosk = await locked();
		const heard = new Set<string>();
		kiosk.core().forWindows.subscribe((name) => heard.add(name));
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		expect([...heard]).toEqual(["kiosk.changed"]);
	});

	it("opens with the PIN, and closes again without it", async () => {
		const kiosk = await locked();
		expect((await kiosk.refused("kiosk.unlock", { pin: "0000" })).code).toBe("PIN_WRONG");
		await kiosk.page("kiosk.unlock", { pin: "4711" });
		expect((await kiosk.view()).mode).toBe("open");
		expect(await kiosk.page("session.list", {})).toHaveLength(1);
		await kiosk.page("kiosk.lock", {});
		expect((await kiosk.refused("session.list", {})).code).toBe("KIOSK_LOCKED");
	});

	it("opens with anything while no PIN is set, and says that none is", async () => {
		const kiosk = await stand();
		expect((await kiosk.view()).pin).toEqual({ isSet: false, waitUntilMs: null });
		await kiosk.page("kiosk.unlock", { pin: "" });
		expect((await kiosk.view()).mode).toBe("open");
	});

	it("begins no session and binds no tap while staff has it open", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.page("kiosk.unlock", { pin: "" });
		kiosk.ports.sockets.last().close(4410, "over");
		await kiosk.wait(60_000);
		expect(kiosk.ports.sockets.links.length).toBe(1);
		await kiosk.page("kiosk.lock", {});
		await kiosk.wait(10_000);
		expect(kiosk.ports.sockets.links.length).toBe(2);
	});
});

describe("the PIN", () => {
	it("waits after five wrong ones, longer after each one more, and looks at none meanwhile", async () => {
		const kiosk = await locked();
		const waits: number[] = [];
		for (let tries = 0; tries < 4; tries += 1) {
			await kiosk.refused("kiosk.unlock", { pin: "0000" });
			expect((await kiosk.view()).pin.waitUntilMs).toBeNull();
		}
		for (let tries = 0; tries < 6; tries += 1) {
			expect((await kiosk.refused("kiosk.unlock", { pin: "0000" })).code).toBe("PIN_WRONG");
			const { waitUntilMs } = (await kiosk.view()).pin;
			const waitMs = (waitUntilMs ?? 0) - kiosk.ports.clock.nowMs();
			waits.push(waitMs / 1000);
			expect((await kiosk.refused("kiosk.unlock", { pin: "4711" })).code).toBe("PIN_WAIT");
			await kiosk.wait(waitMs);
		}
		expect(waits).toEqual([30, 60, 120, 300, 900, 900]);
		await kiosk.page("kiosk.unlock", { pin: "4711" });
		await kiosk.page("kiosk.lock", {});
		for (let tries = 0; tries < 4; tries += 1) expect((await kiosk.refused("kiosk.unlock", { pin: "1" })).code).toBe("PIN_WRONG");
	});

	it("counts tries sent side by side", async () => {
		const kiosk = await locked();
		const tries = Array.from({ length: 50 }, (_, pin) => kiosk.core().forWindows.dispatch("kiosk.unlock", { pin: String(4700 + pin) }));
		const codes = (await Promise.all(tries)).map((result) => (result.ok ? "ok" : result.error.code));
		expect(codes.filter((code) => code === "PIN_WRONG")).toHaveLength(5);
		expect(codes.filter((code) => code === "PIN_WAIT")).toHaveLength(45);
	});

	it("keeps the wait over a crash, and a clock that was set back makes it no longer", async () => {
		const kiosk = await locked();
		for (let tries = 0; tries < 5; tries += 1) await kiosk.refused("kiosk.unlock", { pin: "0000" });
		await kiosk.restart();
		expect((await kiosk.refused("kiosk.unlock", { pin: "4711" })).code).toBe("PIN_WAIT");
		kiosk.ports.clock.jump(-3_600_000);
		const { waitUntilMs } = (await kiosk.view()).pin;
		expect((waitUntilMs ?? 0) - kiosk.ports.clock.nowMs()).toBe(30_000);
	});

	it("is changed and taken away only by whoever knows it, and no window can read it", async () => {
		const kiosk = await locked();
		await kiosk.page("kiosk.unlock", { pin: "4711" });
		expect((await kiosk.refused("kiosk.setPin", { pin: "1234", current: "0000" })).code).toBe("PIN_WRONG");
		expect((await kiosk.refused("kiosk.setPin", { pin: null })).code).toBe("PIN_WRONG");
		await kiosk.page("kiosk.setPin", { pin: "1234", current: "4711" });
		const all = JSON.stringify([await kiosk.page("settings.get", {}), await kiosk.page("kiosk.setup", {}), kiosk.told]);
		expect(all).not.toContain("hash of");
		expect((await kiosk.refused("settings.set", { key: "@kiosk/pin", value: "" })).code).toBe("INVALID_ARGS");
		expect((await kiosk.ports.transcripts.settings())["@kiosk/pin"]).toBe("hash of 1234");
		await kiosk.page("kiosk.setPin", { pin: null, current: "1234" });
		expect((await kiosk.view()).pin.isSet).toBe(false);
	});

	it.each(["123", "1234567890123", "12a4", ""])("cannot be set to %j", async (pin) => {
		const kiosk = await stand({}, { isLocked: false });
		expect((await kiosk.refused("kiosk.setPin", { pin })).code).toBe("INVALID_ARGS");
	});
});

describe("the kiosk's settings", () => {
	it("are kept, and a profile that says so starts as a kiosk", async () => {
		const kiosk = await stand({ startsLocked: true }, { isLocked: false });
		expect((await kiosk.view()).mode).toBe("locked");
	});

	it("read what another version left member by member, and stay whole", async () => {
		const kiosk = await stand({}, { isLocked: false });
		const before = (await kiosk.program("kiosk.setup", {})).settings;
		kiosk.ports.transcripts.saveSetting(
			"@kiosk/settings",
			JSON.stringify({ ...before, placeName: "Gate 3", theme: "purple", languages: "en", later: 1 }),
		);
		await kiosk.restart();
		expect((await kiosk.program("kiosk.setup", {})).settings).toEqual({ ...before, placeName: "Gate 3" });
		kiosk.ports.transcripts.saveSetting("@kiosk/settings", "no json");
		await kiosk.restart();
		expect((await kiosk.program("kiosk.setup", {})).settings.theme).toBe("system");
	});
});

describe("the lock", () => {
	it("outlives a crash of a program that was locked from its console, until staff unlocks it", async () => {
		const kiosk = await stand({}, { isLocked: false });
		await kiosk.program("kiosk.setPin", { pin: "4711" });
		await kiosk.page("kiosk.lock", {});
		await kiosk.restart();
		expect((await kiosk.view()).mode).toBe("locked");
		await kiosk.page("kiosk.unlock", { pin: "4711" });
		await kiosk.restart();
		expect((await kiosk.view()).mode).toBe("off");
	});

	it("goes with the PIN when somebody who has the files resets them", async () => {
		const kiosk = await stand({}, { isLocked: false });
		await kiosk.program("kiosk.setPin", { pin: "4711" });
		await kiosk.page("kiosk.lock", {});
		await kiosk.core().kiosk.reset();
		await kiosk.restart();
		expect(await kiosk.view()).toMatchObject({ mode: "off", pin: { isSet: false } });
	});

	it("begins a new session when the connection was changed meanwhile, and the same one goes on when it was not", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.page("kiosk.unlock", { pin: "" });
		const { settings } = await kiosk.page("kiosk.setup", {});
		await kiosk.page("kiosk.configure", { settings: { ...settings, placeName: "Gate 7" } });
		await kiosk.page("kiosk.lock", {});
		await kiosk.settle();
		expect(kiosk.ports.sockets.links.length).toBe(1);
		await kiosk.page("kiosk.unlock", { pin: "" });
		await kiosk.page("kiosk.configure", { settings: { ...settings, tapRule: "atOnce" } });
		await kiosk.page("kiosk.lock", {});
		await kiosk.settle();
		expect(kiosk.ports.sockets.links.length).toBe(2);
	});
});
