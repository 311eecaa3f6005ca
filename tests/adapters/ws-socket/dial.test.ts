import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { closeServers, dialTo, limitsMs, sleep, startAgent, startDeafPort, startHttp, startRaw, startRogue, TRUSTED } from "./rig.ts";

const NETWORK_HANDLES = ["TCPSocketWrap", "TLSWrap", "TCPConnectWrap", "TCPServerWrap", "GetAddrInfoReqWrap"];
const openHandles = (): string[] => process.getActiveResourcesInfo().filter((name) => NETWORK_HANDLES.includes(name));

afterEach(async () => {
	await closeServers();
	await expect.poll(openHandles, { timeout: 4000 }).toEqual([]);
});

test("a dial to a name goes through lookup, connection and upgrade, and says how long each took", async () => {
	const port = await startAgent(() => {});
	const dialled = dialTo(`ws://localhost:${port}/path`);
	expect(dialled.calls).toEqual([]);
	const info = await dialled.opened;
	expect(dialled.names()).toEqual(["phase", "phase", "phase", "opened"]);
	expect(dialled.phases()).toEqual(["dns", "tcp", "upgrade"]);
	expect(Object.keys(info.timings)).toEqual(["dns", "tcp", "upgrade"]);
	expect(Object.values(info.timings).every((ms) => ms >= 0 && ms < 5000)).toBe(true);
	expect(info).toMatchObject({ subprotocol: "", remoteAddress: "127.0.0.1" });
	dialled.socket.destroy();
	await dialled.closed;
});

test("an IP literal, also of IPv6, has no lookup", async () => {
	const port = await startAgent(() => {}, { host: "::1" });
	const dialled = dialTo(`ws://[::1]:${port}`);
	expect((await dialled.opened).remoteAddress).toBe("::1");
	expect(dialled.phases()).toEqual(["tcp", "upgrade"]);
	dialled.socket.destroy();
	await dialled.closed;
});

test("every address of a name is tried", async () => {
	const port = await startAgent(() => {});
	const lookup = async () => [
		{ address: "::1", family: 6 },
		{ address: "127.0.0.1", family: 4 },
	];
	const dialled = dialTo(`ws://agent.test:${port}`, {}, { lookup });
	expect((await dialled.opened).remoteAddress).toBe("127.0.0.1");
	dialled.socket.destroy();
	await dialled.closed;
});

test("over TLS the certificate is checked and the name is sent", async () => {
	const names: unknown[] = [];
	const port = await startAgent((_ws, request) => names.push((request.socket as Socket & { servername?: unknown }).servername), {
		certificate: "good",
	});
	const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
	const byName = dialTo(`wss://agent.test:${port}`, TRUSTED, { lookup });
	const info = await byName.opened;
	expect(byName.phases()).toEqual(["dns", "tcp", "tls", "upgrade"]);
	expect(info.timings.tls).toBeGreaterThan(0);
	const byAddress = dialTo(`wss://127.0.0.1:${port}`, TRUSTED);
	await byAddress.opened;
	expect(names).toEqual(["agent.test", false]);
	for (const each of [byName, byAddress]) {
		each.socket.destroy();
		await each.closed;
	}
});

test.each([
	["expired" as const, {}, "TLS_EXPIRED"],
	["stranger" as const, {}, "TLS_WRONG_HOST"],
	["good" as const, { trust: {} }, "TLS_SELF_SIGNED"],
])("the certificate `%s` with %j fails in phase tls with %s", async (certificate, request, errorCode) => {
	const port = await startAgent(() => {}, { certificate });
	const dialled = dialTo(`wss://localhost:${port}`, { ...TRUSTED, ...request });
	const failure = await dialled.failed;
	expect(failure).toMatchObject({ phase: "tls", errorCode });
	expect(Object.keys(failure.timings)).toEqual(["dns", "tcp"]);
});

test("wss:// to a server without TLS says so", async () => {
	const port = await startHttp((_request, response) => response.end("hello"));
	const failure = await dialTo(`wss://127.0.0.1:${port}`, TRUSTED).failed;
	expect(failure.phase).toBe("tls");
	expect(failure.errorCode).toMatch(/^TLS_\w+$/);
	expect(failure.message).toContain("ws://");
});

test("ws:// to a server with TLS fails in phase upgrade", async () => {
	const port = await startAgent(() => {}, { certificate: "good" });
	const failure = await dialTo(`ws://127.0.0.1:${port}`).failed;
	expect(failure).toMatchObject({ phase: "upgrade" });
	expect(failure.message).toMatch(/wss:\/\/|without answering/);
});

test("a name that does not exist fails in phase dns", async () => {
	const lookup = async () => {
		throw Object.assign(new Error("getaddrinfo ENOTFOUND nowhere.test"), { code: "ENOTFOUND" });
	};
	const dialled = dialTo("ws://nowhere.test", {}, { lookup });
	expect(await dialled.failed).toMatchObject({ phase: "dns", errorCode: "ENOTFOUND", timings: {} });
});

test("a port nobody listens on fails in phase tcp, by one address or by all", async () => {
	const port = await startRaw(() => {});
	await closeServers();
	expect(await dialTo(`ws://127.0.0.1:${port}`).failed).toMatchObject({ phase: "tcp", errorCode: "ECONNREFUSED" });
	const lookup = async () => [
		{ address: "::1", family: 6 },
		{ address: "127.0.0.1", family: 4 },
	];
	const failure = await dialTo(`ws://agent.test:${port}`, {}, { lookup }).failed;
	expect(failure).toMatchObject({ phase: "tcp", errorCode: "ECONNREFUSED" });
	expect(failure.message).toContain("127.0.0.1");
	expect(failure.message).toContain("::1");
});

test("an address that is none fails without repeating it", async () => {
	const failure = await dialTo("http://user:hush@host/").failed;
	expect(failure).toMatchObject({ phase: "dns", errorCode: "ERR_INVALID_URL" });
	expect(JSON.stringify(failure)).not.toContain("hush");
});

test.each([
	[401, { "www-authenticate": "Bearer" }, "no seat for you", undefined],
	[503, { "retry-after": "7" }, "later", 7000],
	[503, { date: "Mon, 01 Jan 2024 00:00:00 GMT", "retry-after": "Mon, 01 Jan 2024 00:01:30 GMT" }, "", 90_000],
	[503, { "retry-after": "soon" }, "", undefined],
	[200, {}, "<html>", undefined],
])("an answer of %i with %j is told with body and retry time", async (status, headers, body, retryAfterMs) => {
	const port = await startHttp((_request, response) => response.writeHead(status, headers as Record<string, string>).end(body));
	const failure = await dialTo(`ws://127.0.0.1:${port}`).failed;
	expect(failure).toMatchObject({ phase: "upgrade", httpStatus: status, body, errorCode: `HTTP_${status}` });
	expect(failure.retryAfterMs).toBe(retryAfterMs);
	expect(failure.message).toContain(String(status));
});

test("a redirect is told, without its query, and not followed", async () => {
	const asked: (string | undefined)[] = [];
	const port = await startHttp((request, response) => {
		asked.push(request.url);
		response.writeHead(302, { location: "wss://other.test/agent?token=hush" }).end();
	});
	const failure = await dialTo(`ws://127.0.0.1:${port}/a`).failed;
	expect(failure).toMatchObject({ phase: "upgrade", httpStatus: 302 });
	expect(failure.message).toContain("wss://other.test/agent");
	expect(failure.message).not.toContain("hush");
	expect(asked).toEqual(["/a"]);
});

test("of a long body the first 4 KiB come, cut between characters", async () => {
	const port = await startHttp((_request, response) => response.writeHead(500).end("€".repeat(100_000)));
	const failure = await dialTo(`ws://127.0.0.1:${port}`).failed;
	expect(failure.body).toBe("€".repeat(1365));
});

test("a body that never ends does not hide the refusal", async () => {
	const port = await startHttp((_request, response) => response.writeHead(403).write("half"));
	expect(await dialTo(`ws://127.0.0.1:${port}`, { phaseLimitsMs: limitsMs({ upgrade: 200 }) }).failed).toMatchObject({
		httpStatus: 403,
		body: "half",
	});
	expect(await dialTo(`ws://127.0.0.1:${port}`).failed).toMatchObject({ httpStatus: 403, body: "half" });
});

test("credentials of the address become a header and appear in no message", async () => {
	const seen: (string | undefined)[] = [];
	const port = await startHttp((request, response) => {
		seen.push(request.headers.authorization, request.url);
		response.writeHead(401).end();
	});
	const failure = await dialTo(`ws://us%C3%A9r:hu%sh@127.0.0.1:${port}/x?token=t`).failed;
	expect(seen).toEqual([`Basic ${Buffer.from("usér:hu%sh").toString("base64")}`, "/x?token=t"]);
	expect(JSON.stringify(failure)).not.toMatch(/hu%|usér|token/);
	await dialTo(`ws://user:pass@127.0.0.1:${port}/y`, { headers: { authorization: "Bearer mine" } }).failed;
	expect(seen.slice(2)).toEqual(["Bearer mine", "/y"]);
});

test("headers are sent, and one that HTTP cannot carry is named without its value", async () => {
	const seen: unknown[] = [];
	const port = await startAgent((ws, request) => {
		seen.push(request.headers["x-agent"], request.headers["sec-websocket-extensions"]);
		ws.close();
	});
	await dialTo(`ws://127.0.0.1:${port}`, { headers: { "X-Agent": "7" } }).closed;
	expect(seen).toEqual(["7", undefined]);
	const failure = await dialTo(`ws://127.0.0.1:${port}`, { headers: { Authorization: "hush\nhush" } }).failed;
	expect(failure).toMatchObject({ phase: "upgrade", errorCode: "ERR_INVALID_CHAR" });
	expect(failure.message).toContain("Authorization");
	expect(failure.message).not.toContain("hush");
});

test("the chosen subprotocol is told", async () => {
	const port = await startAgent((ws) => ws.close(), { handleProtocols: () => "b" });
	const dialled = dialTo(`ws://127.0.0.1:${port}`, { subprotocols: ["a", "b"] });
	expect((await dialled.opened).subprotocol).toBe("b");
	await dialled.closed;
});

test.each([
	["none although some were asked for", false as const, ["a", "b"], "The server chose no subprotocol; the console asked for a, b."],
	["one that was not asked for", "c", ["a"], 'The server chose the subprotocol "c"; the console asked for a.'],
	["one although none was asked for", "c", [], 'The server chose the subprotocol "c"; the console asked for none.'],
])("a server that chooses %s is refused in phase upgrade", async (_what, chosen, subprotocols, message) => {
	const port = await startAgent(() => {}, { handleProtocols: () => false });
	const rogue = await startRawUpgrade(chosen);
	const dialled = dialTo(`ws://127.0.0.1:${chosen === false ? port : rogue}`, { subprotocols });
	expect(await dialled.failed).toMatchObject({ phase: "upgrade", errorCode: "WS_SUBPROTOCOL", message });
	expect(dialled.names()).not.toContain("opened");
});

function startRawUpgrade(subprotocol: string | false): Promise<number> {
	return startRogue(() => {}, subprotocol === false ? "" : `Sec-WebSocket-Protocol: ${subprotocol}\r\n`);
}

test("a wrong accept key and a server that hangs up or speaks something else fail in phase upgrade", async () => {
	const answers = [
		"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
		"220 mail\r\n",
		"",
	];
	const failures = [];
	for (const answer of answers) {
		const port = await startRaw((socket) => socket.once("data", () => socket.end(answer)));
		failures.push(await dialTo(`ws://127.0.0.1:${port}`).failed);
	}
	expect(failures.map((failure) => failure.phase)).toEqual(["upgrade", "upgrade", "upgrade"]);
	expect(failures.map((failure) => failure.errorCode)).toEqual(["WS_HANDSHAKE", "HPE_INVALID_CONSTANT", "ECONNRESET"]);
	expect(failures[1]?.message).toContain("not HTTP");
	expect(failures[2]?.message).toContain("without answering");
});

test("silence is a TIMEOUT of the phase it happens in", async () => {
	const port = await startRaw(() => {});
	const never = () => new Promise<never>(() => {});
	const dns = dialTo("ws://agent.test", { phaseLimitsMs: limitsMs({ dns: 50 }) }, { lookup: never });
	const tls = dialTo(`wss://127.0.0.1:${port}`, { phaseLimitsMs: limitsMs({ tls: 50 }) });
	const upgrade = dialTo(`ws://127.0.0.1:${port}`, { phaseLimitsMs: limitsMs({ upgrade: 50 }) });
	expect(await dns.failed).toMatchObject({ phase: "dns", errorCode: "TIMEOUT", timings: {} });
	expect(await tls.failed).toMatchObject({ phase: "tls", errorCode: "TIMEOUT" });
	const failure = await upgrade.failed;
	expect(failure).toMatchObject({ phase: "upgrade", errorCode: "TIMEOUT" });
	expect(failure.message).toContain("50 ms");
	expect(Object.keys(failure.timings)).toEqual(["tcp"]);
});

test("a connection that is not accepted in time is a TIMEOUT in phase tcp, and can be given up", async (context) => {
	context.skip(process.platform !== "linux", "needs a stopped process with a full queue, which only Linux treats this way");
	const port = await startDeafPort();
	const slow = dialTo(`ws://127.0.0.1:${port}`, { phaseLimitsMs: limitsMs({ tcp: 150 }) });
	expect(await slow.failed).toMatchObject({ phase: "tcp", errorCode: "TIMEOUT" });
	const dialled = dialTo(`ws://127.0.0.1:${port}`);
	await sleep(50);
	dialled.socket.destroy();
	expect(await dialled.failed).toMatchObject({ phase: "tcp", errorCode: "CANCELLED" });
});

test.each(["dns", "tcp", "tls", "upgrade"] as const)("destroy in phase %s gives one CANCELLED and nothing after", async (phase) => {
	const silent = await startRaw(() => {});
	const secure = phase === "tls" ? "wss" : "ws";
	let release = (): void => {};
	const lookup = async () => {
		if (phase === "dns") await new Promise<void>((resolve) => (release = resolve));
		return [{ address: "127.0.0.1", family: 4 }];
	};
	const dialled = dialTo(`${secure}://agent.test:${silent}`, {}, { lookup }, (call, socket) => {
		if (call.name === "phase" && call.value === phase && phase === "tcp") socket.destroy();
	});
	while (dialled.phases().at(-1) !== phase) await sleep(5);
	const startMs = performance.now();
	dialled.socket.destroy();
	dialled.socket.destroy();
	expect(await dialled.failed).toMatchObject({ phase, errorCode: "CANCELLED" });
	expect(performance.now() - startMs).toBeLessThan(100);
	const told = dialled.names();
	// The lookup that answers too late.
	release();
	dialled.socket.destroy();
	await sleep(50);
	expect(dialled.names()).toEqual(told);
	expect(told.filter((name) => name === "failed")).toHaveLength(1);
});

test("destroy or close straight after dial is CANCELLED before any phase", async () => {
	const port = await startRaw(() => {});
	for (const giveUp of ["destroy", "close"] as const) {
		const dialled = dialTo(`ws://127.0.0.1:${port}`);
		dialled.socket[giveUp](1000, "");
		expect(await dialled.failed).toMatchObject({ phase: "tcp", errorCode: "CANCELLED", timings: {} });
		expect(dialled.names()).toEqual(["failed"]);
	}
});

test("a connection made in the instant of giving up is discarded, its socket destroyed", async () => {
	const accepted: Socket[] = [];
	const port = await startRaw((socket) => accepted.push(socket));
	const dialled = dialTo(`ws://127.0.0.1:${port}`, {}, {}, (call, socket) => {
		if (call.name === "phase" && call.value === "upgrade") socket.destroy();
	});
	expect(await dialled.failed).toMatchObject({ phase: "upgrade", errorCode: "CANCELLED" });
	await expect.poll(() => accepted.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true);
	expect(dialled.names()).toEqual(["phase", "phase", "failed"]);
});

test("before the link is open nothing can be sent", async () => {
	const port = await startRaw(() => {});
	const dialled = dialTo(`ws://127.0.0.1:${port}`);
	const error = await new Promise((resolve) => dialled.socket.sendText("early", resolve));
	dialled.socket.ping(new Uint8Array());
	expect(error).toContain("not open");
	dialled.socket.destroy();
	await dialled.failed;
});
