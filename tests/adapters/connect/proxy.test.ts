import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { securityWords } from "../../../schemas/rules/security-words.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { type Made, makeCertificate } from "../../fakes/certificates.ts";
import { closeServers, dialTo, limitsMs, startAgent } from "../ws-socket/rig.ts";
import { closeAll, heard, listen, startHttpProxy, startRaw, startSecureAgent, startSocks, wholeHead } from "./rig.ts";

const lookup = async (host: string) => {
	if (host === "nowhere.test") throw Object.assign(new Error("getaddrinfo ENOTFOUND nowhere.test"), { code: "ENOTFOUND" });
	return [{ address: "127.0.0.1", family: 4 }];
};

let authority: Made;
let server: Made;

beforeAll(async () => {
	authority = await makeCertificate({ commonName: "Example Root", authority: true });
	server = await makeCertificate({ names: ["agent.test", "proxy.test"], by: authority });
});

afterEach(async () => {
	vi.unstubAllEnvs();
	await closeAll();
	await closeServers();
});

const via = (url: string, credentials?: string): ConnectionTrust => ({
	ca: authority.cert,
	proxy: { kind: "url", url, ...(credentials === undefined ? {} : { credentials }) },
});

async function opened(url: string, trust: ConnectionTrust) {
	const dialled = dialTo(url, { trust }, { lookup });
	const info = await Promise.race([dialled.opened, dialled.failed.then((failure) => Promise.reject(new Error(failure.message)))]);
	dialled.socket.destroy();
	await dialled.closed;
	return { ...info, phases: dialled.phases() };
}

async function failed(trust: ConnectionTrust, more: Parameters<typeof dialTo>[1] = {}, url = "wss://agent.test/") {
	const failure = await dialTo(url, { trust, ...more }, { lookup }).failed;
	expect(failure.message).toMatch(/^[A-Z0-9].*\.$/s);
	return failure;
}

describe("through a proxy", () => {
	it("by HTTP CONNECT: the proxy is told the name, the server is checked as ever, and the record names the proxy without its password", async () => {
		const heads: string[] = [];
		const agent = await startSecureAgent(server);
		const port = await startHttpProxy(
			() => agent,
			(head) => heads.push(head),
			{ credentials: "me:s3cret:word" },
		);
		const { security, phases } = await opened("wss://agent.test:4443/live", via(`http://proxy.test:${port}`, "me:s3cret:word"));
		expect(phases).toEqual(["dns", "tcp", "proxy", "tls", "upgrade"]);
		expect(heads[0]).toMatch(/^CONNECT agent\.test:4443 HTTP\/1\.1\r\nhost: agent\.test:4443\r\n/i);
		expect(security).toMatchObject({
			proxy: { kind: "http", place: `proxy.test port ${port}`, from: "connection" },
			tls: { trustedBy: { kind: "authorities", ownAuthority: true } },
		});
		expect(JSON.stringify(security)).not.toContain("s3cret");
	});

	it("by SOCKS5, with and without a password: the proxy looks up the name", async () => {
		const names: string[] = [];
		const agent = await startSecureAgent(server);
		const asked = (host: string) => void names.push(host);
		const open = await startSocks(() => agent, { asked });
		const closed = await startSocks(() => agent, { asked, credentials: "me:s3cret" });
		expect((await opened("wss://agent.test:4443/", via(`socks5://127.0.0.1:${open}`))).security.proxy?.kind).toBe("socks5");
		await opened("wss://agent.test:4443/", via(`socks5h://127.0.0.1:${closed}`, "me:s3cret"));
		expect(names).toEqual(["agent.test", "agent.test"]);
	});

	it("that itself speaks TLS: it is believed by the same authorities and under its own name", async () => {
		const agent = await startSecureAgent(server);
		const inner = await startHttpProxy(() => agent);
		const port = await listen(createTlsServer(server, (socket) => relay(socket, inner)));
		expect((await opened("wss://agent.test:4443/", via(`https://proxy.test:${port}`))).security.proxy?.kind).toBe("https");
		const told = await failed(via(`https://elsewhere.test:${port}`));
		expect(told).toMatchObject({ phase: "proxy" });
		expect(told.message).toMatch(/^On the way to the proxy: .* is for agent\.test, proxy\.test, not for elsewhere\.test/);
		expect(told.certificate).toBeUndefined();
		// What the agent is believed for says nothing of the proxy.
		const { ca: _, ...strange } = via(`https://proxy.test:${port}`);
		expect(await failed({ ...strange, noVerify: true })).toMatchObject({ phase: "proxy" });
	});

	it("ws:// to this computer goes by CONNECT, too, where the connection says so", async () => {
		const agent = await startAgent(() => {});
		const port = await startHttpProxy(() => agent);
		const { security } = await opened("ws://localhost:4000/", via(`http://127.0.0.1:${port}`));
		expect(security).toEqual({ tls: null, proxy: { kind: "http", place: `127.0.0.1 port ${port}`, from: "connection" } });
	});
});

function relay(socket: Socket, port: number): void {
	void import("node:net").then(({ connect }) => {
		const onward = connect({ host: "127.0.0.1", port });
		onward.on("error", () => socket.destroy());
		socket.pipe(onward).pipe(socket);
	});
}

describe("the environment's proxy", () => {
	const ENVIRONMENT: ConnectionTrust["proxy"] = { kind: "environment" };
	const NAMES = ["https_proxy", "http_proxy", "all_proxy", "no_proxy"];

	async function tried(env: Record<string, string>, url: string, proxy?: ConnectionTrust["proxy"]): Promise<string[]> {
		for (const name of NAMES) for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, "");
		const looked: string[] = [];
		const names = async (host: string) => {
			looked.push(host);
			throw Object.assign(new Error("not here"), { code: "ENOTFOUND" });
		};
		for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
		await dialTo(url, { trust: proxy === undefined ? {} : { proxy } }, { lookup: names }).failed;
		return looked;
	}

	it.each<[string, Record<string, string>, string, ...string[]]>([
		["HTTPS_PROXY is for wss://", { HTTPS_PROXY: "http://p.test:1", HTTP_PROXY: "http://q.test:1" }, "wss://agent.test/", "p.test"],
		["HTTP_PROXY is for ws://", { HTTPS_PROXY: "http://p.test:1", http_proxy: "http://q.test:1" }, "ws://agent.test/", "q.test"],
		["ALL_PROXY is for the rest", { ALL_PROXY: "socks5://p.test" }, "wss://agent.test/", "p.test"],
		[
			"NO_PROXY names who is reached directly",
			{ HTTPS_PROXY: "http://p.test:1", NO_PROXY: "x.test, .agent.test,agent.test" },
			"wss://agent.test/",
			"agent.test",
		],
		["none is named", {}, "wss://agent.test/", "agent.test"],
		["this computer is always reached directly, and no resolver asked for it", { ALL_PROXY: "http://p.test:1" }, "ws://localhost:1/"],
	])("is used where the connection says so: %s", async (_what, env, url, ...looked) => {
		expect(await tried(env, url, ENVIRONMENT)).toEqual(looked);
	});

	const INSIDE: [string, string][] = [
		["10.0.0.0/8", "10.1.2.3"],
		["fd00::/8", "[fd12::7]"],
		["gate.internal", "deep.gate.internal"],
	];

	it.each(INSIDE)("NO_PROXY's %s keeps %s from it", async (entry, host) => {
		const asked: string[] = [];
		const port = await startHttpProxy(
			() => 1,
			(head) => asked.push(head),
			{ credentials: "some:body" },
		);
		vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${port}`);
		const dial = async () => {
			const dialled = dialTo(
				`wss://${host}:9/`,
				{ trust: { proxy: ENVIRONMENT }, phaseLimitsMs: limitsMs({ tcp: 60 }) },
				{ lookup: async () => [] },
			);
			return (await dialled.failed).message;
		};
		vi.stubEnv("NO_PROXY", "elsewhere.test");
		expect(await dial()).toContain("wants user and password");
		expect(asked.length).toBe(1);
		vi.stubEnv("NO_PROXY", entry);
		expect(await dial()).not.toContain("proxy");
		expect(asked.length).toBe(1);
	});

	it.each(["10.1.2.3", "[fd12::7]", "gate", "gate.internal"])(
		"is not told of %s where NO_PROXY holds what is not understood",
		async (host) => {
			const looked = await tried({ HTTPS_PROXY: "http://p.test:1", NO_PROXY: "10.*, other.test" }, `wss://${host}/`, ENVIRONMENT);
			expect(looked).toEqual([]);
			const told = await failed({ proxy: ENVIRONMENT }, {}, `wss://${host}/`);
			expect(told).toMatchObject({ errorCode: "NO_PROXY_UNCLEAR" });
			expect(told.message).toMatch(/^NO_PROXY holds “10\.\*”, which is neither a name, an address nor a range .* Mend the variable/);
		},
	);

	it("the record says which entries were not understood where a place of the internet goes by it all the same", async () => {
		const agent = await startSecureAgent(server);
		const port = await startHttpProxy(() => agent);
		// Without a scheme, as curl and Go take it: an http: proxy.
		vi.stubEnv("HTTPS_PROXY", `127.0.0.1:${port}`);
		vi.stubEnv("NO_PROXY", "10.*");
		const { security } = await opened("wss://agent.test:4443/", { ca: authority.cert, proxy: ENVIRONMENT });
		expect(security.proxy).toEqual({ kind: "http", place: `127.0.0.1 port ${port}`, from: "environment", notUnderstood: ["10.*"] });
		expect(securityWords(security).at(-1)).toBe(`by the proxy 127.0.0.1 port ${port} (environment; of NO_PROXY not understood: 10.*)`);
	});

	it("is not used where the connection does not say so, or names its own", async () => {
		const env = { HTTPS_PROXY: "http://p.test:1", ALL_PROXY: "http://p.test:1" };
		expect(await tried(env, "wss://agent.test/")).toEqual(["agent.test"]);
		expect(await tried(env, "wss://agent.test/", { kind: "none" })).toEqual(["agent.test"]);
		expect(await tried(env, "wss://agent.test/", { kind: "url", url: "http://mine.test:1" })).toEqual(["mine.test"]);
	});

	it("that is no address is named without being repeated, and a password in it is never said", async () => {
		vi.stubEnv("HTTPS_PROXY", "gopher://me:hush@p.test");
		const told = await failed({ proxy: ENVIRONMENT });
		expect(told).toMatchObject({ errorCode: "PROXY_INVALID" });
		vi.stubEnv("HTTPS_PROXY", "http://me:hush@nowhere.test:1");
		const unreachable = await failed({ proxy: ENVIRONMENT });
		expect(unreachable.message).toContain(
			"The proxy nowhere.test port 1 (named by the environment) cannot be reached: its name is not known",
		);
		expect(JSON.stringify([told, unreachable])).not.toContain("hush");
	});
});

describe("a proxy that does not open the way is said to", () => {
	const answers = (text: string) => startRaw((socket) => void heard(socket, wholeHead).then(() => socket.end(text)));

	it.each<[string, string, string | RegExp, RegExp]>([
		["407", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "PROXY_407", /wants user and password \(407\), and none are given/],
		["403", "HTTP/1.1 403 Forbidden\r\n\r\n", "PROXY_403", /does not let this computer through to agent\.test port 443 \(403\)/],
		["502", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "PROXY_502", /could not reach agent\.test port 443 \(502\)/],
		[
			"a redirect",
			"HTTP/1.1 302 Found\r\nLocation: https://portal.test/?t=hush\r\n\r\n",
			"PROXY_302",
			/points to another address \(302\).*not followed/,
		],
		["405", "HTTP/1.1 405 No\r\n\r\n", "PROXY_405", /opens no connections to others.*may be no proxy/],
		["a strange status", "HTTP/1.1 418 \u0007teapot\r\n\r\n", /PROXY_(418|PROTOCOL)/, /./],
		["no HTTP", "SSH-2.0-x\r\n", "PROXY_PROTOCOL", /does not answer like an HTTP proxy/],
		["nothing", "", "PROXY_CLOSED", /closed the connection instead of opening the way/],
		[
			"40,000 characters of header",
			`HTTP/1.1 200 OK\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
			"PROXY_PROTOCOL",
			/does not answer like an HTTP proxy/,
		],
		[
			"data behind the answer",
			"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n\r\n",
			"PROXY_EARLY_DATA",
			/sent data of its own/,
		],
	])("HTTP: %s", async (_what, text, errorCode, words) => {
		const told = await failed(via(`http://127.0.0.1:${await answers(text)}`));
		expect(told.phase).toBe("proxy");
		expect(told.errorCode).toMatch(errorCode);
		expect(told.message).toMatch(words);
		expect(told.message).not.toContain("hush");
	});

	it("with a user and password it does not take", async () => {
		const port = await startHttpProxy(
			() => 1,
			() => {},
			{ credentials: "me:right" },
		);
		const told = await failed(via(`http://127.0.0.1:${port}`, "me:wr0ng"));
		expect(told.message).toContain("does not take this user and password (407)");
		expect(JSON.stringify(told)).not.toContain("wr0ng");
		const socks = await startSocks(() => 1, { credentials: "me:right" });
		expect((await failed(via(`socks5://127.0.0.1:${socks}`, "me:wr0ng"))).message).toContain("does not take this user and password");
		expect((await failed(via(`socks5://127.0.0.1:${socks}`))).message).toContain("wants user and password, and none are given");
	});

	it.each([
		[1, /failed on the way/],
		[2, /does not let this computer through/],
		[3, /no way to the network/],
		[4, /could not reach agent\.test port 443/],
		[5, /Nothing listens at agent\.test port 443/],
		[6, /leads nowhere/],
		[7, /opens no connections/],
		[8, /does not take addresses like/],
		[99, /./],
	])("SOCKS reply %i", async (reply, words) => {
		const told = await failed(via(`socks5://127.0.0.1:${await startSocks(() => 1, { reply })}`));
		expect(told).toMatchObject({ phase: "proxy" });
		expect(told.message).toMatch(words);
	});

	it("SOCKS: what is none, one that talks first, one that hangs up", async () => {
		const ssh = await startRaw((socket) => socket.write("SSH-2.0-x\r\n"));
		expect((await failed(via(`socks5://127.0.0.1:${ssh}`))).message).toContain("does not speak SOCKS5");
		const agent = await startSecureAgent(server);
		const early = await startSocks(() => agent, { early: "hello" });
		expect(await failed(via(`socks5://127.0.0.1:${early}`))).toMatchObject({ errorCode: "PROXY_EARLY_DATA" });
		const cut = await startRaw((socket) => socket.once("data", () => socket.end()));
		expect((await failed(via(`socks5://127.0.0.1:${cut}`))).message).toContain("closed the connection instead of opening the way");
	});

	it("unreachable, by port and by name", async () => {
		const port = await startRaw(() => {});
		await closeAll();
		const told = await failed(via(`http://127.0.0.1:${port}`));
		expect(told).toMatchObject({ phase: "tcp", errorCode: "ECONNREFUSED" });
		expect(told.message).toContain(`The proxy 127.0.0.1 port ${port} cannot be reached: nothing listens there.`);
		expect((await failed(via("http://nowhere.test:1"))).message).toContain("its name is not known");
	});
});

describe("a proxy that takes its time is given up when the phase's is over", () => {
	it.each<[string, (socket: Socket) => void]>([
		["is silent", () => {}],
		[
			"drips its answer",
			(socket) => {
				const answer = `HTTP/1.1 200 OK\r\nX: ${"x".repeat(15_000)}`;
				let at = 0;
				const drip = setInterval(() => socket.write(answer.charAt(at++)), 5);
				socket.once("close", () => clearInterval(drip));
			},
		],
	])("%s", async (_what, talk) => {
		const port = await startRaw(talk);
		for (const scheme of ["http", "socks5"]) {
			const told = await failed(via(`${scheme}://127.0.0.1:${port}`), { phaseLimitsMs: limitsMs({ proxy: 150 }) });
			if (told.errorCode === "PROXY_PROTOCOL") continue; // its first byte is no SOCKS
			expect(told).toMatchObject({ phase: "proxy", errorCode: "TIMEOUT" });
			expect(told.message).toContain("did not open the way");
		}
	});

	it("and giving up in the middle is CANCELLED, its connection gone", async () => {
		const sockets: Socket[] = [];
		const port = await startRaw((socket) => sockets.push(socket.resume()));
		for (const scheme of ["http", "socks5"]) {
			const dialled = dialTo("wss://agent.test/", { trust: via(`${scheme}://127.0.0.1:${port}`) }, { lookup });
			await expect.poll(() => dialled.phases().at(-1)).toBe("proxy");
			dialled.socket.destroy();
			expect(await dialled.failed).toMatchObject({ phase: "proxy", errorCode: "CANCELLED" });
		}
		await expect.poll(() => sockets.length === 2 && sockets.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true);
	});

	it("random answers of 60 proxies each end in one refusal in words", async () => {
		let seed = 7;
		const random = () => {
			seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
			return seed / 2 ** 31;
		};
		const port = await startRaw((socket) => {
			const bytes = Buffer.from(Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256)));
			if (random() < 0.7 && bytes.length > 1) bytes.set([5, random() < 0.5 ? 0 : 2]);
			socket.once("data", () => {
				socket.write(bytes);
				socket.once("data", () => socket.end(bytes));
				setTimeout(() => socket.end(), 5);
			});
		});
		const ended = new Set<string>();
		for (let time = 0; time < 30; time += 1)
			for (const scheme of ["http", "socks5"]) {
				const told = await failed(via(`${scheme}://127.0.0.1:${port}`, time % 2 === 0 ? undefined : "me:s3cret"), {
					phaseLimitsMs: limitsMs({ proxy: 1000, tls: 1000 }),
				});
				expect(JSON.stringify(told)).not.toContain("s3cret");
				ended.add(told.phase);
			}
		expect([...ended].every((phase) => phase === "proxy" || phase === "tls")).toBe(true);
	});
});
