import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { Core } from "../../main/core/create-core.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import type { RequestName, Requests } from "../../schemas/ipc.ts";
import type { ConnectTarget, SessionSummary } from "../../schemas/session.ts";
import type { EntryDetail } from "../../schemas/timeline.ts";

let folder: string;
let core: Core;
const closers: (() => void)[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-bad-"));
	core = await composeCore({ profileDir: folder, host: "web" });
});
afterAll(async () => {
	await core.dispose();
	for (const close of closers) close();
	rmSync(folder, { recursive: true, force: true });
});

async function ask<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> {
	const result = await core.dispatch(name, args);
	if (!result.ok) throw Object.assign(new Error(`${result.error.code}: ${result.error.message}`), { code: result.error.code });
	return result.value as Requests[N]["result"];
}

let counter = 0;
async function open(url: string, more: Partial<ConnectTarget> = {}): Promise<string> {
	counter += 1;
	const { sessionId } = await ask("session.open", {
		target: { protocol: "agentcall", by: { kind: "url", url }, sessionId: `bad-${counter}`, ...more },
	});
	return sessionId;
}

async function until(sessionId: string, holds: (session: SessionSummary) => boolean): Promise<SessionSummary> {
	const deadline = Date.now() + 20_000;
	for (;;) {
		const session = (await ask("session.list", {})).find((each) => each.sessionId === sessionId);
		if (session && holds(session)) return session;
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${JSON.stringify(session)}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

async function entries(sessionId: string): Promise<EntryDetail[]> {
	await ask("settings.get", {}); // answered once everything said so far is stored
	const { rows } = await ask("timeline.rows", { sessionId, filter: { heartbeats: true }, from: 0, count: 500 });
	return Promise.all(rows.map(({ ordinal }) => ask("timeline.entry", { sessionId, ordinal })));
}

/** A server on loopback; answers its ws:// address. */
async function agent(onOpen: (ws: WebSocket, request: IncomingMessage) => void): Promise<string> {
	const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
	server.on("connection", (ws, request) => {
		ws.on("error", () => ws.terminate());
		onOpen(ws, request);
	});
	await new Promise((resolve) => server.once("listening", resolve));
	closers.push(() => {
		for (const client of server.clients) client.terminate();
		server.close();
	});
	return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	closers.push(() => server.close());
	return (server.address() as AddressInfo).port;
}

const good = (sequence: number) => JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "still here", sequence });
const isClosed = ({ status }: SessionSummary) => status.kind === "closed" || status.kind === "waiting";

describe("frames nobody should send are kept with their bytes, named, and the session goes on", () => {
	const rawFrame = (opcode: number, bytes: Buffer) => Buffer.concat([Buffer.from([0x80 | opcode, bytes.length]), bytes]);
	it("each has a finding of its own", async () => {
		const texts = {
			array: "[1,2,3]",
			truncated: '{"type":"TEXT_MESSAGE_END","messageId":',
			empty: "",
			number: "42",
			loneSurrogate: '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"half \\ud83d of it"}',
			big: '{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":9007199254740993}',
			zero: '{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":0}',
			negative: '{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":-7}',
			fraction: '{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":2.5}',
			string: '{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":"8"}',
			noType: '{"hello":"there"}',
			deep: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
			proto: '{"type":"CUSTOM","name":"x","value":1,"__proto__":{"polluted":true},"constructor":{}}',
		};
		const binary = Buffer.from([0, 1, 2, 254, 255]);
		const url = await agent((ws) => {
			for (const text of Object.values(texts)) ws.send(text);
			ws.send(binary);
			ws.send(good(1));
		});
		const sessionId = await open(url);
		const count = Object.keys(texts).length + 2;
		const session = await until(sessionId, ({ ledger }) => ledger.stored === count);
		expect(session).toMatchObject({ status: { kind: "open" }, ledger: { received: count, cursor: 1 } });
		const kept = (await entries(sessionId)).filter((entry) => entry.dir === "in");
		expect(kept.slice(0, count - 2).map((entry) => entry.text)).toEqual(Object.values(texts));
		expect(Buffer.from(kept[count - 2]?.base64 ?? "", "base64")).toEqual(binary);
		const said = new Map(Object.keys(texts).map((name, index) => [name, kept[index]?.findings[0]]));
		expect(said.get("array")).toMatchObject({ code: "frame.invalid", reason: "notObject" });
		expect(said.get("truncated")).toMatchObject({ code: "frame.invalid", reason: "json" });
		expect(said.get("empty")).toMatchObject({ code: "frame.invalid", reason: "empty" });
		expect(said.get("loneSurrogate")).toMatchObject({ code: "frame.loneSurrogate" });
		expect(said.get("big")).toMatchObject({ code: "schema.maximum", path: "/sequence" });
		expect(said.get("zero")).toMatchObject({ code: "schema.minimum", path: "/sequence" });
		expect(said.get("negative")).toMatchObject({ code: "schema.minimum", path: "/sequence" });
		expect(said.get("fraction")).toMatchObject({ code: "schema.type", path: "/sequence" });
		expect(said.get("string")).toMatchObject({ code: "schema.type", path: "/sequence" });
		expect(kept[count - 2]?.findings[0]).toMatchObject({ code: "frame.invalid", reason: "binary" });
		const messages = [...said.entries()].filter(([name]) => name !== "proto").map(([, finding]) => finding?.message);
		expect(new Set(messages).size).toBe(messages.length);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		await ask("session.disconnect", { sessionId });
	});

	it("text that is not UTF-8 keeps its bytes and fails the link with 1007, as RFC 6455 demands", async () => {
		const bytes = Buffer.from([0x7b, 0xc3, 0x28, 0x7d]);
		const url = await agent((ws) => {
			const raw = (ws as unknown as { _socket: import("node:net").Socket })._socket;
			raw.write(rawFrame(1, bytes));
		});
		const sessionId = await open(url);
		const { lastOutcome } = await until(sessionId, isClosed);
		expect(lastOutcome).toMatchObject({ code: 1007, by: "console", next: "stop" });
		const kept = (await entries(sessionId)).find((entry) => entry.dir === "in");
		expect(kept?.findings[0]).toMatchObject({ code: "frame.invalid", reason: "utf8" });
		expect(Buffer.from(kept?.base64 ?? "", "base64")).toEqual(bytes);
	});

	it("a frame over the limit closes with 1009 and the limit is named", async () => {
		const url = await agent((ws) => ws.send("x".repeat(8 * 1024 * 1024 + 1)));
		const sessionId = await open(url);
		const { lastOutcome } = await until(sessionId, isClosed);
		expect(lastOutcome).toMatchObject({ code: 1009, next: "stop", errorCode: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" });
		expect(lastOutcome?.meaning).toContain("8388608");
	});

	it("a frame just within the limit is taken whole", async () => {
		const text = JSON.stringify({ type: "CUSTOM", name: "big", value: "x".repeat(8 * 1024 * 1024 - 50) });
		const url = await agent((ws) => ws.send(text));
		const sessionId = await open(url);
		await until(sessionId, ({ ledger }) => ledger.stored === 1);
		const kept = (await entries(sessionId)).find((entry) => entry.dir === "in");
		expect(kept?.text).toBe(text);
		await ask("session.disconnect", { sessionId });
	});
});

describe("a draft of a session that is not there", () => {
	it("is refused", async () => {
		await expect(ask("draft.save", { sessionId: "nobody", key: "user.turn", text: "x" })).rejects.toMatchObject({
			code: "SESSION_NOT_FOUND",
		});
	});
});

describe("links that do not come about end in an outcome that says why", () => {
	it.each(["not an address", "http://127.0.0.1/", "ws://", "ftp://host/"])("%s is refused before dialling", async (url) => {
		await expect(open(url)).rejects.toMatchObject({ code: "TARGET_INVALID" });
	});

	it("ws:// to another computer is refused before dialling", async () => {
		await expect(open("ws://agent.example.test/")).rejects.toMatchObject({ code: "INSECURE_ADDRESS" });
	});

	it("nobody listening", async () => {
		const server = createTcpServer();
		const port = await listen(server);
		await new Promise((resolve) => server.close(resolve));
		const session = await until(await open(`ws://127.0.0.1:${port}/`), isClosed);
		expect(session).toMatchObject({
			status: { kind: "waiting" },
			lastOutcome: { code: null, phase: "tcp", errorCode: "ECONNREFUSED", next: "retry" },
		});
		await ask("session.disconnect", { sessionId: session.sessionId });
	});

	it("a server that accepts and stays silent runs into the limit of its phase", async () => {
		const port = await listen(createTcpServer(() => {}));
		const session = await until(await open(`ws://127.0.0.1:${port}/`), isClosed);
		expect(session.lastOutcome).toMatchObject({ phase: "upgrade", errorCode: "TIMEOUT", next: "retry" });
		await ask("session.disconnect", { sessionId: session.sessionId });
	});

	it("TLS to a server that speaks none", async () => {
		const port = await listen(createTcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
		const session = await until(await open(`wss://127.0.0.1:${port}/`), isClosed);
		expect(session.lastOutcome).toMatchObject({ phase: "tls", by: "network" });
		await ask("session.disconnect", { sessionId: session.sessionId }).catch(() => {});
	});

	it.each([
		[401, "stop"],
		[503, "retry"],
	] as const)("HTTP %i", async (status, next) => {
		const server = createServer();
		server.on("upgrade", (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 6\r\n\r\nsorry!`));
		const port = await listen(server as unknown as Server);
		const session = await until(await open(`ws://127.0.0.1:${port}/`), isClosed);
		expect(session.lastOutcome).toMatchObject({ httpStatus: status, phase: "upgrade", by: "agent", next });
		const failed = (await entries(session.sessionId)).find((entry) => entry.type === "link.failed");
		expect(failed?.text).toContain("sorry!");
		await ask("session.disconnect", { sessionId: session.sessionId }).catch(() => {});
	});
});

it("after all of that every transcript still verifies", async () => {
	for (const { sessionId } of await ask("session.list", {}))
		expect(await ask("transcript.verify", { sessionId })).toMatchObject({ holds: true });
});
