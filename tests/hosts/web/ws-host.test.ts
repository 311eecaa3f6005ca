import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { bindLoopback } from "../../../main/hosts/web/bind-host.ts";
import { createKeys, proofOf } from "../../../main/hosts/web/keys.ts";
import { attachWsHost } from "../../../main/hosts/web/ws-host.ts";
import type { BridgeState } from "../../../renderer/api/bridge-state.ts";
import { BRIDGE_CLOSE, BRIDGE_PATH, type FromHost } from "../../../schemas/bridge.ts";
import type { Events } from "../../../schemas/ipc.ts";
import { dialBridge, openWebBridge } from "../conformance/web-bridge.ts";
import { createFakeCore, type FakeCore } from "../fake-core.ts";

const keys = createKeys();
const token = keys.link;
let core: FakeCore;
let port = 0;
let stop: () => Promise<void>;
let url = "";

/** A host with a key that outlives it, as a bridge that drops and comes back. */
async function start(wantedPort = 0): Promise<void> {
	const server: Server = createServer();
	const windows = attachWsHost(server, { core, keys, port: () => port, objection: async () => null, helloLimitMs: 100 });
	port = await bindLoopback(server, wantedPort);
	url = `http://127.0.0.1:${port}/#t=${token.text}`;
	stop = async () => {
		windows.close();
		await new Promise((resolve) => server.close(resolve));
	};
}

beforeEach(async () => {
	core = createFakeCore();
	await start();
});
afterEach(() => stop());

/** Code and reason with which the host turns a window away, or the HTTP status of a refused upgrade. */
const ending = (socket: WebSocket) =>
	new Promise<number>((resolve) => {
		socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
		socket.on("close", (code) => resolve(code));
		socket.on("error", () => {});
	});

const hello = (text = token.text) => JSON.stringify({ kind: "hello", token: text });

describe("the door of the web bridge", () => {
	it("refuses the upgrade of a foreign page, of a program without Origin, and on another path", async () => {
		expect(await ending(dialBridge(url, "http://elsewhere.example"))).toBe(403);
		// Of another program's page on this computer: the same site to a browser, and another origin.
		expect(await ending(dialBridge(url, `http://127.0.0.1:${port + 1}`))).toBe(403);
		expect(await ending(dialBridge(url, "null"))).toBe(403);
		expect(await ending(new WebSocket(`ws://127.0.0.1:${port}${BRIDGE_PATH}`))).toBe(403);
		expect(await ending(new WebSocket(`ws://127.0.0.1:${port}/other`, { origin: `http://127.0.0.1:${port}` }))).toBe(403);
		expect(await ending(new WebSocket(`ws://127.0.0.1:${port}${BRIDGE_PATH}?t=1`, { origin: `http://127.0.0.1:${port}` }))).toBe(403);
		expect(core.listeners()).toBe(0);
	});

	it.each([
		["a wrong key", hello("wrong"), 4401],
		["an empty key", hello(""), 4401],
		["a key that only begins right", hello(token.text.slice(0, -1)), 4401],
		["a question with the name of another key", JSON.stringify({ kind: "ask", key: "0".repeat(64), nonce: "n" }), 4401],
		["a request before the key", JSON.stringify({ kind: "request", id: 1, name: "app.info", args: {} }), 4401],
		["something that is not JSON", "{", 4400],
		["JSON that is no message", "[]", 4400],
		["a request without a number", JSON.stringify({ kind: "request", name: "app.info" }), 4400],
	])("closes on %s", async (_what, text, code) => {
		const socket = dialBridge(url);
		socket.on("open", () => {
			socket.send(text);
			socket.send(hello()); // too late
		});
		expect(await ending(socket)).toBe(code);
		expect(core.calls).toEqual([]);
		expect(core.listeners()).toBe(0);
	});

	it("closes on a binary message, and when no key comes in time", async () => {
		const socket = dialBridge(url);
		socket.on("open", () => socket.send(Buffer.from(hello()), { binary: true }));
		expect(await ending(socket)).toBe(4400);
		expect(await ending(dialBridge(url))).toBe(4401);
	});

	it("takes 4 KiB before the key, whole or begun, and 49 MiB after it", async () => {
		const early = dialBridge(url);
		early.on("open", () => early.send(hello("x".repeat(5000))));
		expect(await ending(early)).toBe(1009);

		// A first fragment of a message that never ends.
		const begun = dialBridge(url);
		begun.on("open", () => begun.send("x".repeat(5000), { fin: false }));
		expect(await ending(begun)).toBe(1009);
		expect(core.listeners()).toBe(0);

		const request = (bytes: number) => {
			const text = JSON.stringify({ kind: "request", id: 1, name: "message.check", args: { sessionId: "s", text: "" } });
			return text.replace('"text":""', `"text":"${"x".repeat(bytes - text.length)}"`);
		};
		const late = dialBridge(url);
		await once(late, "open");
		late.send(hello());
		await once(late, "message");
		late.send(request(7 * 1024 * 1024));
		await vi.waitFor(() => expect(core.calls).toHaveLength(1));
		late.send(request(49 * 1024 * 1024 + 1));
		expect(await ending(late)).toBe(1009);
		expect(core.calls).toHaveLength(1);
	});
});

describe("a slow window", () => {
	it("gets the next events when it has taken the last ones: of each kind and session the newest", async () => {
		const socket = dialBridge(url);
		await once(socket, "open");
		socket.send(hello());
		await once(socket, "message");
		const batches: FromHost[] = [];
		socket.on("message", (data) => batches.push(JSON.parse(String(data)) as FromHost));
		const tell = async (upToOrdinal: number) => {
			core.emit("timeline.changed", { sessionId: "s", entries: upToOrdinal, upToOrdinal, changedFrom: upToOrdinal });
			await new Promise((resolve) => setTimeout(resolve, 20));
		};
		await tell(1);
		await vi.waitFor(() => expect(batches).toHaveLength(1));
		for (let round = 2; round <= 5; round++) await tell(round);
		expect(batches).toHaveLength(1);
		socket.send(JSON.stringify({ kind: "taken" }));
		const payload = { sessionId: "s", entries: 5, upToOrdinal: 5, changedFrom: 2 };
		await vi.waitFor(() => expect(batches.slice(1)).toEqual([{ kind: "events", events: [{ name: "timeline.changed", payload }] }]));
		socket.terminate();
	});

	it("costs one event per kind and session, however much happens meanwhile", async () => {
		const socket = dialBridge(url);
		await once(socket, "open");
		socket.send(hello());
		await once(socket, "message");
		socket.pause();
		const heard: Events["timeline.changed"][] = [];
		socket.on("message", (data) => {
			const message = JSON.parse(String(data)) as FromHost;
			if (message.kind !== "events") return;
			socket.send(JSON.stringify({ kind: "taken" }));
			for (const event of message.events) if (event.name === "timeline.changed") heard.push(event.payload);
		});
		// Large enough that the kernel's buffers fill and the host has to hold back.
		const sessionId = (index: number) => `${index}-`.padEnd(20_000, "x");
		const rounds = 2000;
		for (let round = 1; round <= rounds; round++) {
			for (let session = 0; session < 3; session++)
				core.emit("timeline.changed", { sessionId: sessionId(session), entries: round, upToOrdinal: round, changedFrom: round });
			if (round % 10 === 0) await new Promise(setImmediate);
		}
		socket.resume();
		await vi.waitFor(() => expect(heard.slice(-3).map((payload) => payload.upToOrdinal)).toEqual([rounds, rounds, rounds]));
		// Without holding back it would be 600 (200 turns, three sessions) and the host would have queued 12 MB.
		expect(heard.length).toBeLessThan(500);
		const last = heard.at(-1);
		const before = heard.filter((payload) => payload.sessionId === last?.sessionId).at(-2);
		// Nothing falls between two events: the later one begins right after the earlier one ended.
		expect(last?.changedFrom).toBe((before?.upToOrdinal ?? Number.NaN) + 1);
		socket.terminate();
	});
});

describe("a bridge that drops", () => {
	const states = (api: ReturnType<typeof openWebBridge>) => {
		const seen: BridgeState["kind"][] = [];
		api.onBridge((state) => seen.push(state.kind));
		return seen;
	};

	it("answers what was under way with BRIDGE_LOST, comes back by itself and tells events again", async () => {
		core = createFakeCore((name) => (name === "app.info" ? new Promise(() => {}) : { ok: true, value: [] }));
		await stop();
		await start();
		const api = openWebBridge(url, { retryDelaysMs: [20, 40] });
		const seen = states(api);
		const heard: number[] = [];
		api.on("timeline.changed", (payload) => heard.push(payload.upToOrdinal));
		expect(await api.request("session.list", {})).toMatchObject({ ok: true });

		const underWay = api.request("app.info", {});
		await vi.waitFor(() => expect(core.calls.at(-1)?.name).toBe("app.info"));
		await stop();
		expect(await underWay).toMatchObject({ ok: false, error: { code: "BRIDGE_LOST" } });
		expect(api.bridge()).toMatchObject({ kind: "lost" });
		expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "BRIDGE_DOWN" } });

		await new Promise((resolve) => setTimeout(resolve, 100)); // a few tries in vain
		await start(port);
		await vi.waitFor(() => expect(api.bridge()).toEqual({ kind: "open" }));
		expect(await api.request("session.list", {})).toMatchObject({ ok: true });
		core.emit("timeline.changed", { sessionId: "s", entries: 9, upToOrdinal: 9, changedFrom: 9 });
		await vi.waitFor(() => expect(heard).toEqual([9]));
		expect(seen.slice(0, 2)).toEqual(["open", "lost"]);
		expect(seen.at(-1)).toBe("open");
		api.dispose();
	});

	it("stops trying when the console does not know its key", async () => {
		const api = openWebBridge(url, { token: "of an earlier run", retryDelaysMs: [5] });
		expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		expect(api.bridge()).toMatchObject({ kind: "refused", why: expect.stringContaining("link") });
		expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		api.dispose();
	});

	it("tells another program that came to its port neither the key nor anything else, and shows none of its words", async () => {
		for (const lie of [
			[{ kind: "proof", proof: "0".repeat(64) }],
			[{ kind: "welcome" }, { kind: "events", events: [] }],
			// As it would be answered if the key's name were enough to make one.
			[{ kind: "proof", proof: proofOf({ text: createHash("sha256").update(token.text).digest("hex"), from: "link" }, "") }],
			null,
		]) {
			await stop();
			const heard: string[] = [];
			const impostor = new WebSocketServer({ host: "127.0.0.1", port });
			await once(impostor, "listening");
			impostor.on("connection", (socket) => {
				socket.on("message", (data) => heard.push(String(data)));
				socket.once("message", () => {
					if (lie) for (const message of lie) socket.send(JSON.stringify(message));
					else socket.close(BRIDGE_CLOSE.REFUSED, "Give your password to the program on port 7.");
				});
			});
			const api = openWebBridge(url, { retryDelaysMs: [5] });
			expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
			expect(api.bridge()).toMatchObject({ kind: "refused", why: expect.stringMatching(/Another program|does not know/) });
			expect(JSON.stringify(api.bridge())).not.toContain("password");
			expect(heard.map((text) => (JSON.parse(text) as { kind: string }).kind)).toEqual(["ask"]);
			expect(heard.join()).not.toContain(token.text);
			api.dispose();
			await new Promise((resolve) => impostor.close(resolve));
			await start(port);
		}
		const api = openWebBridge(url);
		expect(await api.request("session.list", {})).toMatchObject({ ok: true });
		api.dispose();
	});

	it("does not dial at all without a key", async () => {
		const api = openWebBridge(url, { token: null });
		expect(api.bridge()).toMatchObject({ kind: "refused" });
		expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		api.dispose();
	});
});
