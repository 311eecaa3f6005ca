import { describe, expect, it } from "vitest";
import { connectionId, connectionOf, createKioskSetup, pinProblem, withDefault, withLanguage } from "../../renderer/state/kiosk-setup.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { KIOSK_DEFAULTS, type KioskSettings } from "../../schemas/kiosk.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

function setUp() {
	const api = createFakeOperatorApi({ nowMs: 0, sessions: [] });
	const kept: KioskSettings[] = [];
	api.answer("kiosk.setup", () => ({ mode: "off", settings: kept.at(-1) ?? KIOSK_DEFAULTS, pin: { isSet: false, waitUntilMs: null } }));
	api.answer("kiosk.messages", () => []);
	api.answer("connection.list", () => ({ connections: [], keeping: { kind: "memory", why: "" } }));
	api.answer("kiosk.configure", ({ settings }) => {
		kept.push(settings);
		return null;
	});
	api.answer("kiosk.lock", () => null);
	return { api, kept, setup: createKioskSetup(api) };
}

describe("the kiosk's settings in the console", () => {
	it("are read, edited and saved whole", async () => {
		const { setup, kept } = setUp();
		await setup.load();
		setup.edit({ placeName: "Gate 3", tapRule: "atOnce" });
		expect(await setup.save()).toBe(true);
		expect(kept).toEqual([{ ...KIOSK_DEFAULTS, placeName: "Gate 3", tapRule: "atOnce" }]);
	});

	it("are saved before the kiosk starts, and it does not start when they are refused", async () => {
		const { api, setup, kept } = setUp();
		await setup.load();
		expect(await setup.start()).toBe(true);
		expect(kept.length).toBe(1);
		expect(api.requests.map(({ name }) => name).slice(-2)).toEqual(["kiosk.configure", "kiosk.lock"]);
		const refusing: OperatorApi = {
			on: api.on,
			request: async (name, args) =>
				name === "kiosk.configure" ? { ok: false, error: { code: "INVALID_ARGS", message: "No." } } : api.request(name, args),
		};
		const refused = createKioskSetup(refusing);
		await refused.load();
		const asked = api.requests.length;
		expect(await refused.start()).toBe(false);
		expect(refused.state.getState().error?.message).toBe("No.");
		expect(api.requests.length).toBe(asked);
	});

	it("name a connection in one word and back", () => {
		for (const connection of [
			{ kind: "practice", scenario: "asks-for-card" },
			{ kind: "saved", connectionId: "5f1c0a9e-0000-4000-8000-000000000001" },
		] as const)
			expect(connectionOf(connectionId(connection))).toEqual(connection);
	});

	it("keep the first language first", () => {
		expect(withLanguage(["de"], "en", true)).toEqual(["de", "en"]);
		expect(withLanguage(["de", "en"], "de", false)).toEqual(["en"]);
		expect(withDefault(["de", "en"], "en")).toEqual(["en", "de"]);
	});
});

describe("a new PIN", () => {
	it.each([
		["123", "123", "At least four digits."],
		["12a4", "12a4", "Digits only: the kiosk's pad has no other keys."],
		["1234567890123", "1234567890123", "At most twelve digits."],
		["7777", "7777", "Too easy to guess: no run of digits and not one digit only."],
		["1234", "1234", "Too easy to guess: no run of digits and not one digit only."],
		["9876", "9876", "Too easy to guess: no run of digits and not one digit only."],
		["4711", "4712", "The two do not agree."],
		["4711", "4711", null],
	])("of %j, again %j: %j", (pin, again, problem) => {
		expect(pinProblem(pin, again)).toBe(problem);
	});
});
