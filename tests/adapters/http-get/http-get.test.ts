import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttp } from "../../../main/adapters/http-get/create-http.ts";

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
	await stop?.();
	stop = null;
});

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	stop = () =>
		new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/agents/me/presence`;
}

const get = (url: string, more: { limitMs?: number; maxBytes?: number } = {}) =>
	createHttp().get({ url, headers: { "X-API-Key": "the-key" }, limitMs: 3_000, trust: {}, maxBytes: 1_024, ...more });

describe("one GET", () => {
	it("brings headers there, and status, wait and body back", async () => {
		const heard: unknown[] = [];
		const url = await serve((request, response) => {
			heard.push([request.method, request.url, request.headers["x-api-key"]]);
			response.writeHead(429, { "Retry-After": "7" }).end('{"error":"slowly"}');
		});
		expect(await get(url)).toEqual({ kind: "answered", status: 429, retryAfterMs: 7_000, body: '{"error":"slowly"}' });
		expect(heard).toEqual([["GET", "/api/agents/me/presence", "the-key"]]);
	});

	it("takes a redirect as the answer it is: the key reaches nobody else", async () => {
		let elsewhere = 0;
		const url = await serve((request, response) => {
			if (request.url === "/thief") elsewhere++;
			response.writeHead(302, { location: "/thief" }).end();
		});
		expect(await get(url)).toMatchObject({ kind: "answered", status: 302 });
		expect(elsewhere).toBe(0);
	});

	it.each<[string, string | undefined, number | null]>([
		["a date in the past", "Tue, 01 Dec 2020 10:00:00 GMT", 0],
		["nonsense", "soon", null],
		["a year", "31536000", null],
		["a negative number", "-3", null],
		["nothing", undefined, null],
	])("reads Retry-After: %s", async (_name, value, retryAfterMs) => {
		const url = await serve((_request, response) => response.writeHead(503, value === undefined ? {} : { "Retry-After": value }).end());
		expect(await get(url)).toMatchObject({ retryAfterMs });
	});

	it.each<[string, RequestListener, string]>([
		["a server that never answers", () => {}, "TIMEOUT"],
		["a body that never ends", (_request, response) => void response.write("{"), "TIMEOUT"],
		["a body drop by drop", (_request, response) => void setInterval(() => response.write(" "), 20).unref(), "TIMEOUT"],
		["a body without end, fast", (_request, response) => void setInterval(() => response.write("x".repeat(400)), 1).unref(), "TOO_LARGE"],
		["a body that says it is huge", (_request, response) => void response.end("x".repeat(5_000)), "TOO_LARGE"],
		["bytes that are no text", (_request, response) => void response.end(Buffer.from([0xff, 0xfe, 0x00])), "NOT_TEXT"],
		["a connection cut in the answer", (request) => void request.socket.destroy(), "ECONNRESET"],
		["what is no HTTP", (request) => void request.socket.end("SSH-2.0-hello\r\n"), "HPE_INVALID_CONSTANT"],
	])("%s is a failure with a code, within the limit", async (_name, listener, errorCode) => {
		const url = await serve(listener);
		const began = performance.now();
		expect(await get(url, { limitMs: 400 })).toMatchObject({ kind: "failed", errorCode });
		expect(performance.now() - began).toBeLessThan(2_000);
	});

	it("is given up when the console closes, and none is asked after that", async () => {
		let asked = 0;
		const url = await serve(() => void asked++);
		const http = createHttp();
		const ask = () => http.get({ url, headers: {}, limitMs: 30_000, trust: {}, maxBytes: 1_024 });
		const underWay = ask();
		await expect.poll(() => asked).toBe(1);
		http.close();
		expect(await underWay).toMatchObject({ kind: "failed", errorCode: "CLOSED" });
		expect(await ask()).toMatchObject({ kind: "failed", errorCode: "CLOSED" });
		expect(asked).toBe(1);
	});

	it("says that nobody listens", async () => {
		const url = await serve(() => {});
		await stop?.();
		stop = null;
		expect(await get(url)).toMatchObject({ kind: "failed", errorCode: "ECONNREFUSED" });
	});
});
