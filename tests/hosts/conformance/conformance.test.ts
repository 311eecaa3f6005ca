import { afterEach, describe, expect, it, vi } from "vitest";
import type { Result } from "../../../schemas/errors.ts";
import type { Events, RequestName } from "../../../schemas/ipc.ts";
import { createFakeCore, type FakeCore } from "../fake-core.ts";
import type { Bridge } from "./bridge.ts";
import { startElectronBridge } from "./electron-bridge.ts";
import { startWebBridge } from "./web-bridge.ts";

const changed = (sessionId: string, upToOrdinal: number): Events["timeline.changed"] => ({
	sessionId,
	entries: upToOrdinal,
	upToOrdinal,
	changedFrom: upToOrdinal,
});
const health = (message: string): Events["store.health"] => ({
	health: { state: "failing", message, databasePath: "t.sqlite", databaseBytes: 0, pendingEntries: 0, pendingBytes: 0 },
});

describe.each([
	["the Electron bridge", startElectronBridge],
	["the web bridge", startWebBridge],
])("over %s", (_name, start) => {
	let bridge: Bridge | null = null;
	const open = async (core: FakeCore) => {
		bridge = await start(core);
		// One round trip, after which events are known to arrive.
		await bridge.api.request("session.list", {});
		core.calls.length = 0;
		return bridge;
	};
	afterEach(async () => {
		await bridge?.close();
		bridge = null;
	});

	it("answers a request with the core's value", async () => {
		const core = createFakeCore((name, args) => ({ ok: true, value: { name, args } }));
		const { api } = await open(core);
		expect(await api.request("session.connect", { sessionId: "s-1" })).toEqual({
			ok: true,
			value: { name: "session.connect", args: { sessionId: "s-1" } },
		});
		expect(core.calls).toEqual([{ name: "session.connect", args: { sessionId: "s-1" } }]);
	});

	it("carries an error with its code, sentence and detail", async () => {
		const refusal: Result<never> = { ok: false, error: { code: "MESSAGE_INVALID", message: "No.", detail: [{ path: "/turn" }] } };
		const { api } = await open(createFakeCore(() => refusal));
		expect(await api.request("message.send", { sessionId: "s", text: "{}" })).toEqual(refusal);
	});

	it("keeps a failure inside the core out of the window and goes on", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const core = createFakeCore((name) => {
			if (name === "app.info") throw new Error("the secret is 42");
			return { ok: true, value: null };
		});
		const { api } = await open(core);
		const result = await api.request("app.info", {});
		expect(result).toMatchObject({ ok: false, error: { code: "INTERNAL" } });
		expect(JSON.stringify(result)).not.toContain("secret");
		expect(logged).toHaveBeenCalled();
		logged.mockRestore();
		expect(await api.request("session.list", {})).toMatchObject({ ok: true });
	});

	it("answers UNKNOWN_REQUEST for a name that is not in the contract", async () => {
		const core = createFakeCore();
		const { api } = await open(core);
		for (const name of ["session.destroy", "__proto__", "toString", ""])
			expect(await api.request(name as RequestName, {} as never)).toMatchObject({ ok: false, error: { code: "UNKNOWN_REQUEST" } });
		expect(core.calls).toEqual([]);
	});

	it("answers INVALID_ARGS for arguments that break their schema", async () => {
		const core = createFakeCore();
		const { api } = await open(core);
		for (const args of [null, {}, { sessionId: 7 }, { sessionId: "s", more: true }, []])
			expect(await api.request("session.connect", args as never)).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
		expect(core.calls).toEqual([]);
	});

	it("tells events of several kinds in the order they happened", async () => {
		const core = createFakeCore();
		const { api } = await open(core);
		const heard: string[] = [];
		api.on("timeline.changed", ({ sessionId, upToOrdinal }) => heard.push(`${sessionId}:${upToOrdinal}`));
		api.on("store.health", (payload) => heard.push(payload.health.message));
		core.emit("timeline.changed", changed("a", 1));
		core.emit("store.health", health("full"));
		core.emit("timeline.changed", changed("b", 2));
		await vi.waitFor(() => expect(heard).toEqual(["a:1", "full", "b:2"]));
		core.emit("timeline.changed", changed("b", 3));
		core.emit("timeline.changed", changed("a", 4));
		await vi.waitFor(() => expect(heard.slice(3)).toEqual(["b:3", "a:4"]));
	});

	it("tells only the latest state of a session whose changes came in one go, from the first change on", async () => {
		const core = createFakeCore();
		const { api } = await open(core);
		const heard: Events["timeline.changed"][] = [];
		api.on("timeline.changed", (payload) => heard.push(payload));
		for (let ordinal = 5; ordinal <= 1000; ordinal++) core.emit("timeline.changed", changed("a", ordinal));
		await vi.waitFor(() => expect(heard.at(-1)?.upToOrdinal).toBe(1000));
		expect(heard).toEqual([{ sessionId: "a", entries: 1000, upToOrdinal: 1000, changedFrom: 5 }]);
	});

	it("stops telling a listener that has gone, and only that one", async () => {
		const core = createFakeCore();
		const { api } = await open(core);
		const heard: string[] = [];
		const listener = (who: string) => () => void heard.push(who);
		const stop = api.on("store.health", listener("first"));
		api.on("store.health", listener("second"));
		core.emit("store.health", health("x"));
		await vi.waitFor(() => expect(heard).toEqual(["first", "second"]));
		stop();
		stop();
		core.emit("store.health", health("y"));
		await vi.waitFor(() => expect(heard).toEqual(["first", "second", "second"]));
	});

	it("refuses to listen to an event that is not in the contract", async () => {
		const { api } = await open(createFakeCore());
		expect(() => api.on("ipc.anything" as "store.health", () => {})).toThrow(/no event named/);
	});

	it("refuses a stranger before the core hears of it", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const core = createFakeCore();
		const { askAsStranger } = await open(core);
		expect(await askAsStranger("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		expect(core.calls).toEqual([]);
		logged.mockRestore();
	});

	it("carries a text of 8 MiB both ways unchanged", async () => {
		const { api } = await open(createFakeCore());
		const piece = 'ä€\u{1f600}"\\\u0000\u202e';
		const text = piece.repeat((8 * 1024 * 1024) / piece.length);
		const result = (await api.request("message.check", { sessionId: "s", text })) as Result<unknown> as Result<{ text: string }>;
		expect(result.ok && result.value.text === text).toBe(true);
	});

	it("answers 1000 requests at once, each with its own answer", async () => {
		const core = createFakeCore(async (_name, args) => {
			const { ordinal } = args as { ordinal: number };
			if (ordinal % 3 === 0) await new Promise((resolve) => setTimeout(resolve, ordinal % 7));
			return { ok: true, value: ordinal };
		});
		bridge = await start(core);
		const { api } = bridge;
		const asked = Array.from({ length: 1000 }, (_, ordinal) => api.request("timeline.entry", { sessionId: "s", ordinal }));
		const answers = (await Promise.all(asked)) as Result<unknown>[];
		expect(answers).toEqual(Array.from({ length: 1000 }, (_, value) => ({ ok: true, value })));
	});

	it("lets the core go when it closes", async () => {
		const core = createFakeCore();
		const { close } = await open(core);
		expect(core.listeners()).toBe(1);
		await close();
		await vi.waitFor(() => expect(core.listeners()).toBe(0));
	});
});
